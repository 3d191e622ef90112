/// Which bytes stand in a text, in 64 bits: one for each small letter and each digit, the others share the rest.
///
/// A text that lacks a bit of a query cannot hold the query, which is told without looking at the text.
struct SignSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// The signs of some bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { insert(byte) }
    }

    /// Adds a byte.
    mutating func insert(_ byte: UInt8) { bits |= 1 << Self.bit(of: byte) }

    /// How many bits of another set this one lacks.
    func lacking(_ other: SignSet) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Whether a byte has a bit of its own.
    static func isExact(_ byte: UInt8) -> Bool { bit(of: byte) < shared }

    /// The first bit that several bytes share.
    private static let shared: UInt64 = 36

    private static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 26
        default: shared + UInt64(byte) % (64 - shared)
        }
    }
}
