internal import TagCore

/// The combination of typed text, given tags and use into one ranking.
///
/// The typed text determines which tags appear, and orders them by kind of match. Within a kind,
/// tags are ordered by the given tags, then by use.
///
/// ```swift
/// let next = try NextTags().rank(given: selected, limit: 10, from: source)
/// let ranking = SuggestionRanking(tags: tags, next: next, excluding: Set(selected), limit: 10)
/// for suggestion in ranking.suggestions(for: CompletionQuery(key: "re")) {
///     print(suggestion.tag, suggestion.because.map { $0.text(name: { tags.name(of: $0) ?? "?" }) })
/// }
/// ```
public struct SuggestionRanking {
    /// The maximum number of related tags that are moved ahead of other tags with the same kind of
    /// match.
    package static let favoriteLimit = 1_000

    private let tags: SearchableTags
    private let next: (any TagScores)?
    private let excluded: Set<UInt32>
    private let limit: Int

    /// Creates a ranking.
    ///
    /// - Parameters:
    ///   - tags: all tags that may be suggested; their weight is a measure of use, such as `Frecency.seconds`.
    ///   - next: the tags related to the given tags and the title; `nil` if nothing is given.
    ///   - excluded: tags not to suggest, such as the given tags.
    ///   - limit: the maximum number of suggestions.
    public init(tags: SearchableTags, next: (any TagScores)?, excluding excluded: Set<UInt32> = [], limit: Int) {
        self.tags = tags
        self.next = next
        self.excluded = excluded
        self.limit = limit
    }

    /// Returns the suggestions for a typed text.
    ///
    /// For an empty text, these are the tags related to the given tags, then the most used tags.
    ///
    /// - Parameter query: the typed text.
    /// - Returns: at most the limit of suggestions, best first.
    public func suggestions(for query: CompletionQuery) -> [RankedTag] {
        query.key.isEmpty ? suggestionsWithoutQuery() : suggestions(completing: query)
    }

    // MARK: Nothing typed

    private func suggestionsWithoutQuery() -> [RankedTag] {
        let known = (next?.best(limit) { !excluded.contains($0) && tags.contains($0) } ?? []).enumerated()
            .map { place, next in
                let score = (1 + next.score) / 2
                let rank = self.next?.rank(of: next.tag) ?? place + 1
                return RankedTag(next, rank: rank, completion: nil, score: score, used: false)
            }
        guard known.count < limit else { return known }
        let found = excluded.union(known.map(\.tag))
        let used = tags.complete(CompletionQuery(key: ""), limit: limit - known.count, excluding: found)
        return known
            + used.enumerated()
            .map { place, completion in
                let strength = Self.strength(place, of: used.count) / 2
                let reason: Reason = completion.weight == CompletionTag.neverUsed ? .unused : .used
                return RankedTag(tag: completion.id, score: strength, because: [reason])
            }
    }

    // MARK: Something typed

    private func suggestions(completing query: CompletionQuery) -> [RankedTag] {
        let scores = next?.scores(Self.favoriteLimit) ?? []
        let favors = Dictionary(scores.map { ($0.tag, $0.score) }) { first, _ in first }
        let found = tags.complete(query, limit: limit, excluding: excluded, favoring: favors)
        let explained = next?.explain(found.map(\.id).filter { favors[$0] != nil }) ?? []
        let explanations = Dictionary(explained.map { ($0.tag, $0) }) { first, _ in first }
        let ranks = Dictionary(zip(scores.map(\.tag), 1...)) { first, _ in first }
        return found.enumerated()
            .map { place, completion in
                let share = completion.strength ?? Self.strength(place, of: found.count)
                let favor = completion.kind.canBeFavored ? favors[completion.id] ?? 0 : 0
                // Tags related to the given tags score above other used tags.
                let strength = next == nil ? share : favor > 0 ? (1 + min(1, favor)) / 2 : share / 2
                return RankedTag(
                    explanations[completion.id], rank: next?.rank(of: completion.id) ?? ranks[completion.id],
                    completion: completion, score: completion.kind.score(strength), used: favor <= 0)
            }
    }

    /// Returns a number from 0 to 1 that decreases with the position.
    ///
    /// Weights by use can't be scaled, because they have no maximum.
    private static func strength(_ place: Int, of count: Int) -> Double { Double(count - place) / Double(count + 1) }
}
