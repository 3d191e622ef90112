internal import TagCore

/// The best matches of a misspelt text so far: use is weighed against the likelihood of the typos.
struct TypoSearch {
    /// The matches, best first, at most one of an entry.
    private(set) var matches: [CompletionSegment.Match] = []
    /// The entries of ``matches``.
    private var entries: Set<UInt32> = []
    private let limit: Int
    private let weights: PackedArray<Double>
    private let excluded: ExcludedEntries
    /// The weight of the most used tag.
    private let greatestWeight: Double
    /// How much less than the most used tag others count at most, in doublings of use.
    ///
    /// Below that, use says little about the intended tag, and an unused tag doesn't come after every used tag.
    private static let greatestDisadvantage = 12.0
    /// The least likelihood of a match: a tag that was never used, with two typos of the worst kind.
    private static let leastLikelihood = -greatestDisadvantage - 2 * TypoCost.far.cost

    /// Creates a search for at most `limit` matches; the most used tag has the greatest weight.
    init(
        limit: Int,
        weights: PackedArray<Double>,
        excluded: ExcludedEntries,
        greatestWeight: Double
    ) {
        self.limit = limit
        self.weights = weights
        self.excluded = excluded
        self.greatestWeight = greatestWeight
    }

    /// Whether a match with typos of a cost would be among the best so far.
    func isWanted(_ entry: UInt32, cost: Double) -> Bool {
        guard matches.count >= limit, let last = matches.last?.likelihood else { return limit > 0 }
        return last <= likelihood(weights[Int(entry)], cost: cost)
    }

    /// Offers a match, whose typos have a cost.
    ///
    /// - Complexity: O(limit).
    mutating func offer(_ match: CompletionSegment.Match, cost: Double) {
        let entry = match.rank.entry
        guard isWanted(entry, cost: cost), match.rank.weight > -.infinity,
            !excluded.contains(entry)
        else { return }
        var match = match
        match.likelihood = likelihood(match.rank.weight, cost: cost)
        if !entries.insert(entry).inserted {
            guard let known = matches.firstIndex(where: { $0.rank.entry == entry }),
                Self.precedes(match, matches[known])
            else { return }
            matches.remove(at: known)
        }
        matches.insert(match, at: place(of: match))
        if matches.count > limit { entries.remove(matches.removeLast().rank.entry) }
    }

    /// Returns a number from 0 to 1 that increases with the likelihood of a match.
    static func strength(_ likelihood: Double) -> Double { 1 - likelihood / leastLikelihood }

    /// Returns the likelihood of a match, in doublings of use; at most 0.
    private func likelihood(_ weight: Double, cost: Double) -> Double {
        // Weights are frecencies.
        let use = (weight - greatestWeight) / Frecency.halfLife
        return max(use, -Self.greatestDisadvantage) - cost
    }

    /// Returns the index at which a match is to be inserted.
    private func place(of match: CompletionSegment.Match) -> Int {
        var places = matches.startIndex..<matches.endIndex
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            places =
                Self.precedes(match, matches[middle])
                ? places.lowerBound..<middle : (middle + 1)..<places.upperBound
        }
        return places.lowerBound
    }

    private static func precedes(
        _ left: CompletionSegment.Match,
        _ right: CompletionSegment.Match
    ) -> Bool {
        left.precedes(right) ?? (left.rank > right.rank)
    }
}
