internal import TagCore

/// The ranking of all tags that go with the given features: the answer of ``NextTags`` to one query.
///
/// It is computed in stages: candidates and their ``LinearScores``, the ``LocalRegression``, the votes of ``Neighbours``, the scores.
public struct NextRanking: Sendable {
    private let given: GivenFeatures
    private let tuning: NextTags.Tuning
    private let selectionCount: Double
    private let linear: LinearScores
    private var slots: SlotTable
    private var uses: [Double]
    /// The score of each candidate by the regression, by slot.
    private var linearScores: [Double]
    /// The contributions of the given features by the local regression, by slot; only for the best candidates.
    private var local: [Int: [Double]] = [:]
    private var neighbours: Neighbours?
    private var votes: [Double] = []
    private var scores: [Double] = []
    /// The slot of each tag in the neighbours' pool, in its order; -1 for none.
    private var voteSlots: [Int32] = []

    /// Collects the candidates (tags that occur with a given feature, and the most used tags) and scores them by regression.
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        selectionCount: Double,
        limit: Int,
        tuning: NextTags.Tuning,
        from source: Source
    ) throws(Source.Failure) {
        self.given = given
        self.tuning = tuning
        self.selectionCount = selectionCount
        linear = LinearScores(
            given: given,
            selectionCount: selectionCount,
            ridge: tuning.linearRidge
        )
        slots = SlotTable(expected: given.rows.map(\.entries.count).max() ?? 0)
        linearScores = []
        for (row, weight) in zip(given.rows, linear.weights) {
            for entry in row.entries {
                let feature = PairCounts.feature(entry)
                if Feature.isWord(feature) { break }
                let slot = slots.slot(adding: feature)
                if slot == linearScores.count { linearScores.append(0) }
                linearScores[slot] += weight * Double(PairCounts.count(entry))
            }
        }
        let wanted = min(limit, 1_000) + given.excluded.count
        for tag in try source.mostUsed(limit: wanted) where !Feature.isWord(tag) {
            if slots.slot(adding: tag) == linearScores.count { linearScores.append(0) }
        }
        uses = try source.uses(of: slots.features).map { Double($0) }
        for slot in linearScores.indices { linearScores[slot] += linear.intercept * uses[slot] }
    }

    /// Refines the estimates of the best candidates by a regression among them.
    mutating func addLocalRegression<Source: CooccurrenceSource>(
        from source: Source
    ) throws(Source.Failure) {
        guard given.count > 0, tuning.localCandidates > 0 else { return }
        let best = bestSlots(tuning.localCandidates, by: linearScores)
        let regression = try LocalRegression(
            given: given,
            candidates: best.map { (slots.features[$0], uses[$0]) },
            ridge: tuning.localRidge,
            from: source
        )
        for (slot, contributions) in zip(best, regression.contributions) {
            local[slot] = contributions
        }
    }

    /// Adds the votes of the saved selections that are similar to the given features.
    mutating func addNeighbours<Source: CooccurrenceSource>(
        from source: Source
    ) throws(Source.Failure) {
        votes = [Double](repeating: 0, count: slots.count)
        guard given.count > 0, tuning.neighbourLimit > 0 else { return }
        let found = try Neighbours(
            given: given,
            selectionCount: selectionCount,
            tuning: tuning,
            from: source
        )
        for (index, weight) in found.weights.enumerated() {
            for position in found.pool.otherTags(index) {
                // Every tag in a selection with a given one is a candidate, unless the counts are damaged.
                let slot = slots.slot(of: found.pool.others[position]) ?? -1
                voteSlots.append(Int32(truncatingIfNeeded: slot))
                if slot >= 0 { votes[slot] += weight }
            }
        }
        neighbours = found
    }

    /// Computes the final scores, after all stages.
    mutating func finish() {
        scores = slots.features.indices.map { slot in
            let discount = exponential(-tuning.popularityDiscount * logarithm(max(1, uses[slot])))
            return estimate(slot) * discount
        }
    }

    /// Returns the best tags that satisfy a predicate, best first, with explanations.
    ///
    /// - Complexity: O(candidates · log candidates), about O(candidates) for limits up to 64; plus O(selections that vote).
    public func best(_ limit: Int, where isWanted: (UInt32) -> Bool = { _ in true }) -> [NextTag] {
        explain(slots: bestSlots(limit, by: scores, where: isWanted))
    }

    /// Returns the best tags with their scores from 0 to 1, best first, without explanations.
    ///
    /// - Complexity: O(candidates · log candidates), about O(candidates) for limits up to 64.
    public func scores(_ limit: Int) -> [(tag: UInt32, score: Double)] {
        bestSlots(limit, by: scores).map { (slots.features[$0], Self.clamped(scores[$0])) }
    }

    /// Returns the explained scores of some tags, in their order, without those that are not candidates.
    ///
    /// - Complexity: O(tags + selections that vote).
    public func explain(_ tags: [UInt32]) -> [NextTag] {
        explain(slots: tags.compactMap { slots.slot(of: $0) })
    }

    private func explain(slots best: [Int]) -> [NextTag] {
        zip(best, support(of: best))
            .map { explain($0, score: Self.clamped(scores[$0]), support: $1) }
    }

    private static func clamped(_ score: Double) -> Double {
        score.isFinite ? min(1, max(0, score)) : 0
    }

    /// The weight of the prior, in votes.
    private var priorVotes: Double {
        guard let count = neighbours?.pool.count, count > 0 else { return 1 }
        return tuning.priorVotes * (1 + tuning.priorScarcity / Double(count))
    }

    /// The most that either regression may contribute to the prior.
    ///
    /// A regression is not bounded by 1. Clipping at 1.5 was tuned with the other constants on the development split of 30,303
    /// debtags tag sets, where the method reaches NDCG@10 .717 (one hidden tag) and .752 (half of the tags hidden).
    private static let priorLimit = 1.5
    /// The least prior, as a fraction of the tag's share of all saved selections; tuned like ``priorLimit``.
    ///
    /// It orders tags that the regressions estimate at zero or less by their use.
    private static let popularityFloor = 0.02

    /// Estimates the fraction of selections like this one that contain the candidate.
    private func estimate(_ slot: Int) -> Double {
        var prior = min(Self.priorLimit, linearScores[slot])
        if let contributions = local[slot] {
            prior = (prior + min(Self.priorLimit, contributions.reduce(0, +))) / 2
        }
        prior = max(prior, Self.popularityFloor * uses[slot] / selectionCount)
        let total = (neighbours?.totalWeight ?? 0) + priorVotes
        return (votes[slot] + priorVotes * prior) / total
    }

    /// Returns the slots of the greatest values, best first; ties are broken by uses, then by tag.
    ///
    /// - Complexity: O(*n* log *n*) for *n* slots; about O(*n*) for limits up to 64 and values in random order.
    private func bestSlots(
        _ limit: Int,
        by values: [Double],
        where isWanted: (UInt32) -> Bool = { _ in true }
    ) -> [Int] {
        func precedes(_ left: Int, _ right: Int) -> Bool {
            if values[left] != values[right] { return values[left] > values[right] }
            if uses[left] != uses[right] { return uses[left] > uses[right] }
            return slots.features[left] < slots.features[right]
        }
        func isCandidate(_ slot: Int) -> Bool {
            let tag = slots.features[slot]
            return uses[slot] > 0 && !given.excluded.contains(tag) && isWanted(tag)
        }
        guard limit <= 64 else {
            return Array(values.indices.filter(isCandidate).sorted(by: precedes).prefix(limit))
        }
        var best: [Int] = []
        for slot in values.indices {
            if best.count >= limit, let last = best.last, !precedes(slot, last) { continue }
            guard isCandidate(slot) else { continue }
            best.insert(slot, at: best.firstIndex { precedes(slot, $0) } ?? best.count)
            if best.count > limit { best.removeLast() }
        }
        return best
    }

    /// Returns the tag of a slot, with its estimate broken down by given feature.
    private func explain(_ slot: Int, score: Double, support: [Double]) -> NextTag {
        let total = (neighbours?.totalWeight ?? 0) + priorVotes
        let share = priorVotes / total / (local[slot] == nil ? 1 : 2)
        let contributions = given.features.indices.map { index in
            NextTag.Contribution(
                feature: given.features[index],
                linear: share * linear.weights[index]
                    * Double(given.rows[index][slots.features[slot]]),
                local: share * (local[slot]?[index] ?? 0),
                neighbours: support[index] / total
            )
        }
        return NextTag(
            tag: slots.features[slot],
            score: score,
            popularity: share * linear.intercept * uses[slot],
            contributions: contributions.sorted { $0.total > $1.total }
        )
    }

    /// Returns, for each of `best`, the weight of the selections that voted for it, broken down by given feature.
    private func support(of best: [Int]) -> [[Double]] {
        let none = [Double](repeating: 0, count: given.count)
        var sums = [[Double]](repeating: none, count: best.count)
        guard let neighbours else { return sums }
        var places = [Int32](repeating: -1, count: slots.count)
        for (place, slot) in best.enumerated() { places[slot] = Int32(truncatingIfNeeded: place) }
        for index in neighbours.weights.indices {
            for position in neighbours.pool.otherTags(index) where voteSlots[position] >= 0 {
                let place = places[Int(voteSlots[position])]
                if place >= 0 { neighbours.share(index, among: &sums[Int(place)]) }
            }
        }
        return sums
    }
}
