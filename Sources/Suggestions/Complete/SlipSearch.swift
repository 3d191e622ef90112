internal import TagCore

/// The best matches of a misspelt text so far: use is weighed against the likelihood of the slips.
struct SlipSearch {
    /// The matches, best first, at most one of an entry.
    private(set) var matches: [CompletionSegment.Match] = []
    private let limit: Int
    private let weights: PackedArray<Double>
    private let excluded: ExcludedEntries
    /// The weight of the most used tag.
    private let greatestWeight: Double
    /// How much less than the most used tag others count at most, in doublings of use.
    ///
    /// Below that, use says little about what is meant, and a tag that was never used is not behind everything that was.
    private static let greatestDisadvantage = 12.0

    /// Creates a search for at most `limit` matches, where the most used tag has the greatest weight.
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

    /// Whether a match with slips of a cost would be among the best so far.
    func isWanted(_ entry: UInt32, cost: Int) -> Bool {
        guard matches.count >= limit, let last = matches.last else { return limit > 0 }
        return last.strength <= strength(weights[Int(entry)], cost: cost)
    }

    /// Offers a match, whose slips have a cost.
    mutating func offer(_ match: CompletionSegment.Match, cost: Int) {
        let entry = match.rank.entry
        guard isWanted(entry, cost: cost), match.rank.weight > -.infinity,
            !excluded.contains(entry)
        else { return }
        var match = match
        match.strength = strength(match.rank.weight, cost: cost)
        if let known = matches.firstIndex(where: { $0.rank.entry == entry }) {
            guard Self.precedes(match, matches[known]) else { return }
            matches.remove(at: known)
        }
        var place = matches.count
        while place > 0, Self.precedes(match, matches[place - 1]) { place -= 1 }
        matches.insert(match, at: place)
        if matches.count > limit { matches.removeLast() }
    }

    /// Returns what matches are ordered by, in doublings of use; at most 0.
    private func strength(_ weight: Double, cost: Int) -> Double {
        // Weights are frecencies.
        let use = (weight - greatestWeight) / Frecency.halfLife
        return max(use, -Self.greatestDisadvantage) - Double(cost)
    }

    private static func precedes(
        _ left: CompletionSegment.Match,
        _ right: CompletionSegment.Match
    ) -> Bool {
        left.precedes(right) ?? (left.rank > right.rank)
    }
}
