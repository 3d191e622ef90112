internal import TagCore

/// The set of bytes in a text, in 64 bits: one for each lowercase letter and each digit; other bytes share the rest.
///
/// A text that lacks a bit of a query can't contain the query, so most texts are rejected without being read.
struct ByteSignature: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// Creates the signature of the given bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) { for byte in bytes { insert(byte) } }

    /// Inserts a byte.
    mutating func insert(_ byte: UInt8) { bits |= 1 << Self.bit(of: byte) }

    /// Inserts the bytes of another signature.
    mutating func formUnion(_ other: ByteSignature) { bits |= other.bits }

    /// Returns the bits that are in both signatures.
    func intersection(_ other: ByteSignature) -> ByteSignature {
        var common = self
        common.bits &= other.bits
        return common
    }

    /// Returns whether the signature has all bits of another signature.
    func contains(_ other: ByteSignature) -> Bool { other.bits & ~bits == 0 }

    /// Returns the number of bits of another signature that this signature lacks.
    func missingBits(of other: ByteSignature) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Returns whether a byte has a separate bit rather than a shared bit.
    static func isExact(_ byte: UInt8) -> Bool { bit(of: byte) < firstShared }

    /// The first shared bit.
    private static let firstShared: UInt64 = 36

    private static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 26
        default: firstShared + UInt64(byte) % (64 - firstShared)
        }
    }
}
