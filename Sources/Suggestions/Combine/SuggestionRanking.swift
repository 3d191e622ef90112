internal import TagCore

/// Joins what was typed, what is given and what is used into one order.
///
/// The typed text decides who may appear, by kind of match; inside a kind, the given tags decide, then use.
public struct SuggestionRanking {
    /// How many tags that go with the given ones are put before others of their kind of match.
    package static let favouriteLimit = 1_000

    private let index: CompletionIndex
    private let next: NextRanking?
    private let excluded: Set<UInt32>
    private let limit: Int

    /// Prepares an answer.
    ///
    /// - Parameters:
    ///   - index: all tags that may be suggested; their weight is their use, such as ``Frecency/seconds``.
    ///   - next: what goes with the given tags and the label; nil if neither is there.
    ///   - excluded: tags not to suggest, such as the given ones.
    ///   - limit: the most tags to suggest.
    public init(
        index: CompletionIndex,
        next: NextRanking?,
        excluding excluded: Set<UInt32> = [],
        limit: Int
    ) {
        self.index = index
        self.next = next
        self.excluded = excluded
        self.limit = limit
    }

    /// The suggestions for a typed text; an empty one asks for what goes with the given tags, then what is used.
    ///
    /// - Parameter query: what was typed.
    /// - Returns: at most the limit, best first.
    public func suggestions(for query: CompletionQuery) -> [Suggestion] {
        query.key.isEmpty ? suggestionsWithoutQuery() : suggestions(completing: query)
    }

    // MARK: Nothing typed

    private func suggestionsWithoutQuery() -> [Suggestion] {
        let known = (next?.best(limit) { !excluded.contains($0) && index.contains($0) } ?? [])
            .map { Suggestion($0, completion: nil, score: (1 + $0.score) / 2, used: false) }
        let found = excluded.union(known.map(\.tag))
        let used = index.complete(
            CompletionQuery(key: ""),
            limit: limit - known.count,
            excluding: found
        )
        return known
            + used.enumerated()
            .map { place, completion in
                let strength = Self.strength(place, of: used.count) / 2
                return Suggestion(tag: completion.id, score: strength, because: [.used])
            }
    }

    // MARK: Something typed

    private func suggestions(completing query: CompletionQuery) -> [Suggestion] {
        let scores = next?.scores(Self.favouriteLimit) ?? []
        let favours = Dictionary(scores.map { ($0.tag, $0.score) }) { first, _ in first }
        let found = index.complete(query, limit: limit, excluding: excluded, favouring: favours)
        let explained = next?.explain(found.map(\.id).filter { favours[$0] != nil }) ?? []
        let explanations = Dictionary(explained.map { ($0.tag, $0) }) { first, _ in first }
        return found.enumerated()
            .map { place, completion in
                let share = Self.strength(place, of: found.count)
                let favour = favours[completion.id] ?? 0
                // What goes with the given tags stands above what is merely used.
                let strength = next == nil ? share : favour > 0 ? (1 + favour) / 2 : share / 2
                return Suggestion(
                    explanations[completion.id],
                    completion: completion,
                    score: completion.kind.score(strength),
                    used: favour <= 0
                )
            }
    }

    /// A number from 0 to 1 that falls with the place; use has no greatest number to measure it by.
    private static func strength(_ place: Int, of count: Int) -> Double {
        Double(count - place) / Double(count + 1)
    }
}
