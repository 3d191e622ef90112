package import TagCore

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
    /// The conversion of scores to probabilities.
    package var calibration = Calibration(of: .tags)
    /// Whether only a shared model has these tags.
    package var isNew = false
    /// The tags that come before others that the evidence doesn't favor, first to last.
    package var used: [UInt32] = []

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
                ranked(
                    next.tag, score: (1 + next.score) / 2, because: RankedTag.reasons(next, nil), next: next,
                    rank: self.next?.rank(of: next.tag) ?? place + 1)
            }
        guard known.count < limit else { return known }
        let found = excluded.union(known.map(\.tag))
        let used = tags.complete(
            CompletionQuery(key: ""), limit: limit - known.count, excluding: found, favoring: favoredByUse)
        return known
            + used.enumerated()
            .map { place, completion in
                let strength = Self.strength(place, of: used.count) / 2
                let reason: Reason = completion.weight == CompletionTag.neverUsed ? .unused : .used
                return ranked(completion.id, score: strength, because: [reason])
            }
    }

    /// The values that move ``used`` ahead of others, below all scores by the evidence.
    private var favoredByUse: [UInt32: Double] {
        let values = used.indices.map { 1e-9 * Double(used.count - $0) }
        return Dictionary(zip(used, values)) { first, _ in first }
    }

    // MARK: Something typed

    private func suggestions(completing query: CompletionQuery) -> [RankedTag] {
        let scores = next?.scores(Self.favoriteLimit) ?? []
        let favors = Dictionary(scores.map { ($0.tag, $0.score) }) { first, _ in first }
        let found = tags.complete(
            query, limit: limit, excluding: excluded, favoring: favors.merging(favoredByUse) { favor, _ in favor })
        let explained = next?.explain(found.map(\.id).filter { favors[$0] != nil }) ?? []
        let explanations = Dictionary(explained.map { ($0.tag, $0) }) { first, _ in first }
        let ranks = Dictionary(zip(scores.map(\.tag), 1...)) { first, _ in first }
        return found.enumerated()
            .map { place, completion in
                let share = completion.strength ?? Self.strength(place, of: found.count)
                let favor = completion.kind.canBeFavored ? favors[completion.id] ?? 0 : 0
                // Tags related to the given tags score above other used tags.
                let strength = next == nil ? share : favor > 0 ? (1 + min(1, favor)) / 2 : share / 2
                let explanation = explanations[completion.id]
                return ranked(
                    completion.id, score: completion.kind.score(strength),
                    because: RankedTag.reasons(explanation, completion), next: explanation, completion,
                    rank: next?.rank(of: completion.id) ?? ranks[completion.id])
            }
    }

    // MARK: Results

    private func ranked(
        _ tag: UInt32, score: Double, because: [Reason], next: NextTag? = nil, _ completion: Completion? = nil,
        rank: Int? = nil
    ) -> RankedTag {
        RankedTag(
            tag: tag, name: completion?.name ?? tags.name(of: tag) ?? "", score: score, completion: completion,
            next: next, because: because, rank: next == nil ? nil : rank,
            probability: probability(of: next, rank: rank), isNew: isNew)
    }

    /// Returns the probability of a tag; 1 for an implied tag and the tag of a rule.
    private func probability(of tag: NextTag?, rank: Int?) -> Double? {
        guard let tag, let next else { return nil }
        if tag.origin != nil || tag.rule != nil { return 1 }
        guard let rank else { return nil }
        let probability = calibration.probability(score: tag.score, rank: rank, given: next.givenCount)
        return (probability * 10_000).rounded() / 10_000
    }

    /// Returns a number from 0 to 1 that decreases with the position.
    ///
    /// Weights by use can't be scaled, because they have no maximum.
    private static func strength(_ place: Int, of count: Int) -> Double { Double(count - place) / Double(count + 1) }
}

/// A suggested tag, with its score and the reasons for it.
public struct RankedTag: Sendable, Equatable {
    /// The tag.
    public let tag: UInt32
    /// The tag's name.
    public let name: String
    /// The score from 0 to 1 that orders suggestions; a better kind of match always has a greater score.
    public let score: Double
    /// The match with the typed text; `nil` if nothing was typed.
    public let completion: Completion?
    /// The contributions of the evidence to the score; `nil` if nothing is known about the tag.
    public let next: NextTag?
    /// The reasons for the suggestion, strongest first.
    public let because: [Reason]
    /// The 1-based rank among the tags that fit the evidence; `nil` if it isn't one of them.
    public let rank: Int?
    /// The probability that an item with this evidence has the tag, to four digits; `nil` if the tag is unrelated.
    public let probability: Double?
    /// Whether only a shared model has the tag.
    public let isNew: Bool
}

extension RankedTag {
    /// The maximum number of reasons that are evidence.
    private static let reasonLimit = 2

    /// Returns the reasons that follow from a tag's match and its explanation, strongest first.
    static func reasons(_ next: NextTag?, _ completion: Completion?) -> [Reason] {
        var because: [Reason] = []
        if let completion {
            because.append(.match(completion.kind))
            if let alias = completion.alias { because.append(.alias(alias)) }
            if completion.ignoresMarks, completion.kind != .withoutMarks { because.append(.withoutMarks) }
        }
        if let rule = next?.rule { because.append(.rule(rule)) }
        if let origin = next?.origin { because.append(.implied(by: origin)) }
        for part in (next?.contributions ?? []).prefix(Self.reasonLimit)
        where part.total > 0 && part.reason != next?.origin.map(Reason.with)
            && part.reason != next?.rule.map(Reason.rule)
        { because.append(part.reason) }
        return because.isEmpty ? [.used] : because
    }
}
