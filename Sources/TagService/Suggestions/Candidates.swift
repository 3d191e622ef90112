internal import Suggestions
internal import TagCore

/// The tags that can be suggested, with their scores.
struct Candidates {
    /// The tags that may be suggested.
    var tags = SearchableTags()
    /// The scores of tags by the evidence, implied tags first; `nil` without evidence.
    var next: (any TagScores)?
    /// The number of given tags used for the scores.
    var givenCount = 0
    /// Whether the scores are those of an item.
    var hasItem = false
    /// The tags that aren't suggested, such as given tags.
    var excluded: Set<UInt32> = []
    /// The names of tags that reasons mention.
    var names: [UInt32: String] = [:]
    /// The conversion of scores to probabilities.
    var calibration = Calibration()
    /// Returns the number of items with a tag; `nil` if it is unknown.
    var uses: (UInt32) throws -> Int? = { _ in nil }
    /// Whether these tags exist only in the shared model.
    var isNew = false

    /// Creates candidates without the given tags.
    init(given: [(id: UInt32, name: String)] = []) {
        excluded = Set(given.map(\.id))
        names = Dictionary(given.map { ($0.id, $0.name) }) { first, _ in first }
    }

    mutating func add(_ scores: (any TagScores)?, givenCount: Int, hasItem: Bool) {
        next = scores
        self.givenCount = givenCount
        self.hasItem = hasItem
    }

    /// The probability that a tag fits the evidence, to four digits; `nil` for an unrelated tag, 1 for an implied tag
    /// and the tag of a rule.
    func probability(of ranked: RankedTag) -> Double? {
        if ranked.next?.origin != nil || ranked.next?.rule != nil { return 1 }
        guard let score = ranked.next?.score, let rank = ranked.rank else { return nil }
        let probability = calibration.probability(score: score, rank: rank, given: givenCount, hasItem: hasItem)
        return (probability * 10_000).rounded() / 10_000
    }
}
