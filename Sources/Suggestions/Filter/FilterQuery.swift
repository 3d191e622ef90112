internal import TagCore

/// What was typed into a filter, in the forms in which it is compared.
struct FilterQuery: Sendable {
    /// The key in UTF-8.
    let key: [UInt8]
    /// The key without accents in UTF-8.
    let folded: [UInt8]
    let signature: ByteSignature

    /// Whether accents were typed, and so are meant.
    var hasAccents: Bool { key != folded }

    init(_ text: String) {
        let tagKey = TagKey(text)
        // A key has no space at its end, but what is typed may be about to go on.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        key = Array(tagKey.text.utf8) + (isOpen ? [0x20] : [])
        folded = Array(tagKey.folded.utf8) + (isOpen ? [0x20] : [])
        signature = ByteSignature(folded)
    }
}

/// How a text matches a query.
struct FilterMatch: Hashable, Sendable {
    let kind: MatchKind
    /// Whether it matches only with accents left out.
    let ignoresAccents: Bool
}

/// Which bytes stand in a text, in 64 bits: one for each lower-case letter and each digit; the others share the rest.
///
/// A text that lacks a bit of a query cannot contain the query, which is known without looking at the text.
struct ByteSignature: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// The signature of some bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { insert(byte) }
    }

    /// Inserts a byte.
    mutating func insert(_ byte: UInt8) { bits |= 1 << Self.bit(of: byte) }

    /// How many bits of another signature this one lacks.
    func missingBits(of other: ByteSignature) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Whether a byte has a bit of its own.
    static func isExact(_ byte: UInt8) -> Bool { bit(of: byte) < firstShared }

    /// The first bit that several bytes share.
    private static let firstShared: UInt64 = 36

    private static func bit(of byte: UInt8) -> UInt64 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0")) + 26
        default: firstShared + UInt64(byte) % (64 - firstShared)
        }
    }
}
