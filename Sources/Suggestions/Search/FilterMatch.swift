internal import TagCore

/// How a text matches a query; better matches compare less than worse matches.
struct FilterMatch: Hashable, Comparable, Sendable {
    let kind: MatchKind
    /// Whether it matches only if accents are ignored.
    let ignoresAccents: Bool
    /// Whether the terms of the query match separately, but the whole query as one text doesn't.
    var isByTerms = false

    init(kind: MatchKind, ignoresAccents: Bool) {
        self.kind = kind
        self.ignoresAccents = ignoresAccents
    }

    /// Creates the match of a key whose kind is known for the key without accents.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - foldedKind: the kind of match of the key without accents.
    ///   - accentedKey: the key with accents; `nil` if it has none.
    init(of query: FilterQuery, foldedKind: MatchKind, accentedKey: [UInt8]?) {
        // Usually neither has accents, so there is nothing more to compare.
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
        // A key that equals the query except for accents comes after keys that begin with the query
        // as typed.
        let folded = foldedKind == .exact ? .prefix : foldedKind
        let isAccented = accented.map { $0 <= folded } ?? false
        self.init(kind: isAccented ? accented ?? folded : folded, ignoresAccents: !isAccented)
    }

    /// The rank among all possible matches, starting at 0 for the best.
    var order: Int { 4 * kind.rawValue + (isByTerms ? 2 : 0) + (ignoresAccents ? 1 : 0) }

    /// The number of possible matches.
    static let orderCount = 4 * MatchKind.allCases.count

    static func < (left: FilterMatch, right: FilterMatch) -> Bool { left.order < right.order }
}
