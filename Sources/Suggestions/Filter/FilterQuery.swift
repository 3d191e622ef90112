internal import TagCore

/// The query of a filter, in the forms that are compared.
struct FilterQuery: Equatable, Sendable {
    /// The key in UTF-8.
    let key: [UInt8]
    /// The key without accents in UTF-8.
    let folded: [UInt8]
    /// The signature of ``folded``.
    let signature: ByteSignature

    /// Whether accents were typed.
    let hasAccents: Bool
    /// Whether it is a single scalar.
    let isScalar: Bool

    /// Prepares a typed text.
    init(_ text: String) {
        let tagKey = TagKey(FoldedText(text))
        // A key has no trailing space, but in a query one separates the word that is typed next.
        let isOpen = text.last?.isWhitespace == true && !tagKey.folded.isEmpty
        key = Array(tagKey.text.utf8) + (isOpen ? [0x20] : [])
        folded = Array(tagKey.folded.utf8) + (isOpen ? [0x20] : [])
        signature = ByteSignature(folded)
        hasAccents = key != folded
        isScalar = tagKey.folded.unicodeScalars.count + (isOpen ? 1 : 0) == 1
    }
}

/// How a text matches a query; better matches compare less than worse matches.
struct FilterMatch: Hashable, Comparable, Sendable {
    let kind: MatchKind
    /// Whether it matches only if accents are ignored.
    let ignoresAccents: Bool
    /// Whether only the terms of a query match, each by itself, and not all of it as one text.
    var isByTerms = false

    init(kind: MatchKind, ignoresAccents: Bool) {
        self.kind = kind
        self.ignoresAccents = ignoresAccents
    }

    /// Creates the match of a key whose kind is known for the key without accents.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - foldedKind: how the key without accents matches.
    ///   - accentedKey: the key with accents; `nil` if it has none.
    init(of query: FilterQuery, foldedKind: MatchKind, accentedKey: [UInt8]?) {
        // Without accents on either side, as usual, there is nothing more to compare.
        guard query.hasAccents || accentedKey != nil else {
            self.init(kind: foldedKind, ignoresAccents: false)
            return
        }
        let key = accentedKey ?? []
        let accented = MatchKind(of: query.key, in: key.span, key.indices)
        if query.hasAccents {
            self.init(kind: accented ?? .withoutMarks, ignoresAccents: accented == nil)
            return
        }
        // A key that equals the query except for accents comes after those that begin with the query as typed.
        let folded = foldedKind == .exact ? .prefix : foldedKind
        let isAccented = accented.map { $0 <= folded } ?? false
        self.init(kind: isAccented ? accented ?? folded : folded, ignoresAccents: !isAccented)
    }

    /// Its rank among all possible matches, starting at 0 for the best.
    var order: Int { 4 * kind.rawValue + (isByTerms ? 2 : 0) + (ignoresAccents ? 1 : 0) }

    /// The number of possible matches.
    static let orderCount = 4 * MatchKind.allCases.count

    static func < (left: FilterMatch, right: FilterMatch) -> Bool {
        left.order < right.order
    }
}

/// The set of bytes in a text, in 64 bits: one for each lower-case letter and each digit; other bytes share the rest.
///
/// A text that lacks a bit of a query cannot contain the query, so most texts are rejected without being read.
struct ByteSignature: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// Creates the signature of the given bytes.
    init(_ bytes: some Sequence<UInt8> = EmptyCollection()) {
        for byte in bytes { insert(byte) }
    }

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

    /// Whether it has all bits of another signature.
    func contains(_ other: ByteSignature) -> Bool { other.bits & ~bits == 0 }

    /// Returns the number of bits of another signature that this one lacks.
    func missingBits(of other: ByteSignature) -> Int { (other.bits & ~bits).nonzeroBitCount }

    /// Whether a byte has a separate bit rather than a shared bit.
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
