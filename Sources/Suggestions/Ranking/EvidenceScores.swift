internal import TagCore

/// The scores of tags by all evidence that one collection of items gives: by given tags, and by the parts of an item.
///
/// With an item, the score is the one of ``ItemScores``, to which the estimate from the given tags is added. Without
/// one, it is that of ``NextRanking``.
///
/// ```
/// let scores = try EvidenceScores(given: [7], limit: 10, from: source)
/// scores?.best(10) { _ in true }.map(\.tag)
/// ```
public struct EvidenceScores: TagScores {
    private let given: NextRanking?
    private var item: ItemScores?
    /// All candidates for the item, best first; empty without an item.
    private var tags: [ItemScores.Tag] = []
    /// The position of each candidate in ``tags``.
    private var places: [UInt32: Int] = [:]
    /// The margins of the linear model, if there is one.
    private var linear: LinearTagModel.Margins?

    /// Scores tags by given tags alone; `nil` if nothing is given.
    public init?(given: NextRanking?) {
        guard let given else { return nil }
        self.given = given
    }

    /// Scores tags by given tags and an item; `nil` if no items have been saved or there is no evidence.
    ///
    /// - Parameters:
    ///   - given: the given tags.
    ///   - item: the item; `nil` for none.
    ///   - model: the linear model, if there is one.
    ///   - limit: the number of tags that will be requested; the same number of most used tags are always candidates.
    ///   - source: a snapshot of the counts.
    /// - Throws: the errors of the source.
    /// - Complexity: that of ``NextTags`` and ``ItemScores``.
    package init?<Source: ItemSource>(
        given: [UInt32], item: ItemQuestion? = nil, model: LinearTagModel? = nil, limit: Int, from source: Source
    ) throws(Source.Failure) {
        let ranking = given.isEmpty ? nil : try NextTags().rank(given: given, limit: limit, from: source)
        guard ranking != nil || item != nil else { return nil }
        self.given = ranking
        guard let item else { return }
        var estimates: [UInt32: Double] = [:]
        for tag in ranking?.candidates ?? [] { estimates[tag] = ranking?.estimate(of: tag) }
        let scores = try ItemScores(item, from: source)
        let givenTags = Set(given)
        self.item = scores
        tags = try scores.ranked(
            mostUsed: limit + givenTags.count, given: givenTags, givenCount: ranking?.givenCount ?? 0,
            estimates: estimates, model: model, from: source)
        places = Dictionary(zip(tags.map(\.tag), 0...)) { first, _ in first }
        linear = model?.margins(of: item.words)
    }

    // MARK: Scores

    /// The number of given tags that saved items have.
    public var givenCount: Int { given?.givenCount ?? 0 }

    /// Whether the evidence includes an item.
    public var hasItem: Bool { item != nil }

    /// The tags whose names are in the item, in ascending order.
    public var namedTags: [UInt32] { item?.named.keys.sorted() ?? [] }

    /// The number of given tags and words of the item that saved items have.
    var knownCount: Int { givenCount + (item?.question.words.count ?? 0) }

    /// The similarity of the most similar item, from 0 to 1.
    var bestSimilarity: Double { max(given?.bestSimilarity ?? 0, item?.similar.bestSimilarity ?? 0) }

    /// Returns a tag's estimate, before the score's discount and bounds; zero if the tag isn't a candidate.
    func estimate(of tag: UInt32) -> Double {
        guard hasItem else { return given?.estimate(of: tag) ?? 0 }
        return places[tag].map { tags[$0].score } ?? 0
    }

    /// Returns the number of items that have a candidate; zero if the tag isn't a candidate.
    func uses(of tag: UInt32) -> Double {
        guard hasItem else { return given?.uses(of: tag) ?? 0 }
        return places[tag].map { Double(tags[$0].uses) } ?? 0
    }

    /// Returns a score from 0 to 1; that of an item has no upper limit, and S becomes S / (1 + S).
    static func bounded(_ score: Double, hasItem: Bool) -> Double {
        guard score.isFinite else { return 0 }
        return hasItem ? max(0, score) / (1 + max(0, score)) : min(1, max(0, score))
    }

    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    public func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        guard hasItem else { return given?.scores(limit) ?? [] }
        return tags.prefix(max(0, limit)).map { ($0.tag, Self.bounded($0.score, hasItem: true)) }
    }

    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    public func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag] {
        guard hasItem else { return given?.best(limit, where: isWanted) ?? [] }
        return explain(Array(tags.lazy.map(\.tag).filter(isWanted).prefix(max(0, limit))))
    }

    // MARK: Explanations

    /// Returns the given tags with explained scores, in the given order; tags that aren't candidates are omitted.
    public func explain(_ tags: [UInt32]) -> [NextTag] {
        let explained = given?.explain(tags) ?? []
        guard let item else { return explained }
        let byTag = Dictionary(explained.map { ($0.tag, $0) }) { first, _ in first }
        return tags.compactMap { tag in places[tag].map { explain(self.tags[$0], item, byTag[tag]) } }
    }

    private func explain(_ tag: ItemScores.Tag, _ item: ItemScores, _ next: NextTag?) -> NextTag {
        let parts = (next?.contributions ?? []) + item.contributions(to: tag, linear)
        return NextTag(
            tag: tag.tag, score: Self.bounded(tag.score, hasItem: true),
            popularity: tag.score - parts.reduce(0) { $0 + $1.total },
            contributions: parts.sorted { $0.total > $1.total })
    }
}

/// A ranking of tags by evidence, with scores and explanations.
public protocol TagScores: Sendable {
    /// The number of given tags that saved items have.
    var givenCount: Int { get }
    /// Whether the evidence includes an item.
    var hasItem: Bool { get }
    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    func best(_ limit: Int, where isWanted: (UInt32) -> Bool) -> [NextTag]
    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    func scores(_ limit: Int) -> [(tag: UInt32, score: Double)]
    /// Returns the given tags with explained scores, in the given order; tags outside of this ranking are omitted.
    func explain(_ tags: [UInt32]) -> [NextTag]
    /// Returns the 1-based rank of a tag in the larger ranking that this one is part of, or `nil` if there isn't one.
    func rank(of tag: UInt32) -> Int?
}

extension TagScores {
    /// Returns `nil`, because by default a ranking isn't part of a larger one.
    public func rank(of tag: UInt32) -> Int? { nil }
}

extension NextRanking: TagScores {
    /// False, because given tags are the only evidence.
    public var hasItem: Bool { false }
}
