internal import TagCore

/// The query of a filter, in the forms that are compared.
struct FilterQuery: Sendable {
    /// The key in UTF-8.
    let key: [UInt8]
    /// The key without accents in UTF-8.
    let folded: [UInt8]
    /// The signature of ``folded``.
    let signature: ByteSignature

    /// Whether accents were typed.
    var hasAccents: Bool { key != folded }

    /// Prepares a typed text.
    init(_ text: String) {
        let tagKey = TagKey(text)
        // A key has no trailing space, but in a query one separates the word that is typed next.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        key = Array(tagKey.text.utf8) + (isOpen ? [0x20] : [])
        folded = Array(tagKey.folded.utf8) + (isOpen ? [0x20] : [])
        signature = ByteSignature(folded)
    }
}

/// How a text matches a query.
struct FilterMatch: Hashable, Sendable {
    let kind: MatchKind
    /// Whether it matches only if accents are ignored.
    let ignoresAccents: Bool
}

/// The set of bytes in a text, in 64 bits: one for each lower-case letter and each digit; other bytes share the rest.
///
/// A text that lacks a bit of a query cannot contain the query, so most texts are rejected without being read.
struct ByteSignature: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// Creates the signature of some bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { insert(byte) }
    }

    /// Inserts a byte.
    mutating func insert(_ byte: UInt8) { bits |= 1 << Self.bit(of: byte) }

    /// Returns the number of bits of another signature that this one lacks.
    func missingBits(of other: ByteSignature) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Whether a byte has a bit of its own rather than a shared one.
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
