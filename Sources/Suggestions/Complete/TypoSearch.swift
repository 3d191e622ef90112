internal import TagCore

/// The best matches of a misspelled text so far, ranked by use and by the likelihood of the typos.
struct TypoSearch {
    /// The matches, best first, at most one per entry.
    private(set) var matches: [CompletionSegment.Match] = []
    /// The entries of ``matches``.
    private var entries: Set<UInt32> = []
    private let limit: Int
    private let weights: PackedArray<Double>
    private let excluded: ExcludedEntries
    /// The weight of the most used tag.
    private let greatestWeight: Double
    /// The maximum disadvantage of a tag compared with the most used tag, in doublings of use.
    ///
    /// Beyond that, use hardly indicates the intended tag. An unused tag may therefore come before
    /// a used tag.
    private static let greatestDisadvantage = 12.0
    /// The least likelihood of a match: a tag that was never used, with two typos of the worst kind.
    private static let leastLikelihood = -greatestDisadvantage - 2 * TypoCost.far.cost

    /// Creates a search for at most `limit` matches.
    init(limit: Int, weights: PackedArray<Double>, excluded: ExcludedEntries, greatestWeight: Double) {
        self.limit = limit
        self.weights = weights
        self.excluded = excluded
        self.greatestWeight = greatestWeight
    }

    /// Returns whether a match with typos of a cost would be among the best so far.
    func isWanted(_ entry: UInt32, cost: Double) -> Bool {
        guard matches.count >= limit, let last = matches.last?.likelihood else { return limit > 0 }
        return last <= likelihood(weights[Int(entry)], cost: cost)
    }

    /// Offers a match whose typos have the given cost.
    ///
    /// - Complexity: O(limit).
    mutating func offer(_ match: CompletionSegment.Match, cost: Double) {
        let entry = match.rank.entry
        guard isWanted(entry, cost: cost), match.rank.weight > -.infinity, !excluded.contains(entry) else { return }
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

    /// Returns the index at which to insert a match.
    private func place(of match: CompletionSegment.Match) -> Int {
        var places = matches.startIndex..<matches.endIndex
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            places =
                Self.precedes(match, matches[middle]) ? places.lowerBound..<middle : (middle + 1)..<places.upperBound
        }
        return places.lowerBound
    }

    private static func precedes(_ left: CompletionSegment.Match, _ right: CompletionSegment.Match) -> Bool {
        left.precedes(right) ?? (left.rank > right.rank)
    }
}
