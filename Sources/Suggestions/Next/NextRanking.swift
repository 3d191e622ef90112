internal import TagCore

/// The ranking of all tags related to the given features: the result of ``NextTags`` for one query.
///
/// Computed in stages: the candidates and their ``LinearScores``, the ``LocalRegression``, the votes of ``Neighbors``,
/// and the scores.
public struct NextRanking: Sendable {
    private let given: GivenFeatures
    private let text: TextEvidence
    private let tuning: NextTags.Tuning
    private let selectionCount: Double
    private let linear: LinearScores
    private var slots: SlotTable
    private var uses: [Double] = []
    /// Whether each candidate is given, and therefore not suggested, by slot.
    private var isExcluded: [Bool] = []
    /// The score of each candidate by the regression, by slot.
    private var linearScores: [Double]
    /// The contributions of a text's words to the estimate of each candidate, by slot; empty without a text.
    private var textScores: [Double] = []
    /// The contributions of the given features according to the local regression, for each of the best candidates in
    /// turn.
    private var local: [Double] = []
    /// The position of each candidate among the best candidates in ``local``, by slot; -1 for other candidates.
    private var localPlaces: [Int32] = []
    private var neighbors: Neighbors?
    /// The weight of the prior, in votes.
    private var priorVotes = 1.0
    /// The weight of the prior and of all neighbors, in votes.
    private var totalVotes = 1.0
    /// The votes for each candidate by slot.
    private var votes: [Double] = []
    private var scores: [Double] = []

    /// Collects the candidates (tags that occur with a given feature, and the most used tags) and scores them by regression.
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        text: TextEvidence,
        selectionCount: Double,
        limit: Int,
        tuning: NextTags.Tuning,
        from source: Source
    ) throws(Source.Failure) {
        self.given = given
        self.text = text
        self.tuning = tuning
        self.selectionCount = selectionCount
        linear = LinearScores(
            given: given,
            selectionCount: selectionCount,
            ridge: tuning.linearRidge
        )
        (slots, linearScores) = Self.linearScores(given, linear.weights)
        let wanted = min(limit, 1_000) + given.excluded.count
        for tag in try source.mostUsed(limit: wanted) where !Feature.isWord(tag) {
            if slots.slot(adding: tag) == linearScores.count { linearScores.append(0) }
        }
        for word in text.words {
            for (tag, gain) in word.gains { addText(word.weight * gain, to: tag) }
        }
        uses = try source.uses(of: slots.features).map { Double($0) }
        for slot in linearScores.indices { linearScores[slot] += linear.intercept * uses[slot] }
        isExcluded = [Bool](repeating: false, count: slots.count)
        for tag in given.excluded {
            if let slot = slots.slot(of: tag) { isExcluded[slot] = true }
        }
    }

    private mutating func addText(_ gain: Double, to tag: UInt32) {
        let slot = slots.slot(adding: tag)
        if slot == linearScores.count { linearScores.append(0) }
        while textScores.count < linearScores.count { textScores.append(0) }
        textScores[slot] += gain
    }

    /// Returns the tags in the rows of the given features, and the weighted sums over the rows, by slot.
    private static func linearScores(
        _ given: GivenFeatures,
        _ weights: [Double]
    ) -> (slots: SlotTable, scores: [Double]) {
        // Low tags are summed first, in arrays indexed by tag, which needs no lookups.
        let low = given.rows.reduce(0) { max($0, $1.lowCount(below: SlotTable.mostLow)) }
        var lowScores = [Double](repeating: 0, count: low)
        var isSeen = [Bool](repeating: false, count: low)
        var sums = lowScores.mutableSpan
        var seen = isSeen.mutableSpan
        for (row, weight) in zip(given.rows, weights) {
            for entry in row.entries {
                let tag = Int(PairCounts.feature(entry))
                if tag >= low { break }
                // Both spans have one element for each low tag.
                unsafe sums[unchecked: tag] += weight * Double(PairCounts.count(entry))
                unsafe seen[unchecked: tag] = true
            }
        }
        var slots = SlotTable(low: isSeen)
        var scores = slots.features.map { lowScores[Int($0)] }
        for (row, weight) in zip(given.rows, weights) {
            guard let last = row.entries.last, PairCounts.feature(last) >= low else { continue }
            for entry in row.entries {
                let feature = PairCounts.feature(entry)
                if feature < low { continue }
                if Feature.isWord(feature) { break }
                let slot = slots.slot(adding: feature)
                if slot == scores.count { scores.append(0) }
                scores[slot] += weight * Double(PairCounts.count(entry))
            }
        }
        return (slots, scores)
    }

    /// Refines the estimates of the best candidates by a regression among them.
    mutating func addLocalRegression<Source: CooccurrenceSource>(
        from source: Source
    ) throws(Source.Failure) {
        localPlaces = [Int32](repeating: -1, count: slots.count)
        // With a single given feature, the local regression would have a weight of zero.
        guard given.count > 1, tuning.localCandidates > 0 else { return }
        let best = bestSlots(tuning.localCandidates, by: linearScores)
        let regression = try LocalRegression(
            given: given,
            candidates: best.map { (slots.features[$0], uses[$0]) },
            ridge: tuning.localRidge,
            from: source
        )
        local = regression.contributions
        for (place, slot) in best.enumerated() {
            localPlaces[slot] = Int32(truncatingIfNeeded: place)
        }
    }

    /// Adds the votes of the items that are similar to the given features.
    mutating func addNeighbors<Source: CooccurrenceSource>(
        from source: Source
    ) throws(Source.Failure) {
        votes = [Double](repeating: 0, count: slots.count)
        guard given.count > 0, tuning.neighborLimit > 0 else { return }
        let found = try Neighbors(
            given: given,
            candidates: slots,
            selectionCount: selectionCount,
            tuning: tuning,
            from: source
        )
        // Every tag in a selection with a given tag is a candidate, unless the stored counts are corrupt.
        votes = found.votes()
        // Given features are in all of these selections and aren't candidates.
        for feature in given.features {
            if let slot = slots.slot(of: feature) { votes[slot] = 0 }
        }
        neighbors = found
        if found.pool.count > 0 {
            let scarcity = tuning.priorScarcity / Double(found.pool.count)
            priorVotes = tuning.priorVotes * (1 + scarcity)
        }
        totalVotes = found.totalWeight + priorVotes
    }

    /// Computes the final scores, after all stages.
    mutating func finish() {
        let confidences = tuning.confidences(inTagsUsed: uses)
        scores = slots.features.indices.map { estimate($0) * confidences[$0] }
    }

    /// The number of given tags and words used for the ranking.
    public var givenCount: Int { given.count }

    /// The similarity of the most similar item to the given features, from 0 to 1.
    var bestSimilarity: Double { neighbors?.bestSimilarity ?? 0 }

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

    /// Returns the score of a tag from 0 to 1; `nil` if it is not a candidate.
    public func score(of tag: UInt32) -> Double? {
        slots.slot(of: tag).map { Self.clamped(scores[$0]) }
    }

    /// Returns a tag's estimate, before the score's discount, and its uses; zeros if the tag isn't a candidate.
    func evidence(for tag: UInt32) -> (estimate: Double, uses: Double) {
        guard let slot = slots.slot(of: tag) else { return (0, 0) }
        let estimate = estimate(slot)
        return (estimate.isFinite ? estimate : 0, uses[slot])
    }

    /// Returns the given tags with explained scores, in the given order; tags that aren't candidates are omitted.
    ///
    /// - Complexity: O(tags + selections that vote).
    public func explain(_ tags: [UInt32]) -> [NextTag] {
        explain(slots: tags.compactMap { slots.slot(of: $0) })
    }

    private func explain(slots best: [Int]) -> [NextTag] {
        let support = support(of: best)
        let tags = best.map { slots.features[$0] }
        var counts: [UInt32] = []
        counts.reserveCapacity(best.count * given.count)
        for row in given.rows { for tag in tags { counts.append(row[tag]) } }
        return best.enumerated()
            .map { place, slot in
                explain(slot) { feature in
                    let index = feature * best.count + place
                    return (Double(counts[index]), support[index])
                }
            }
    }

    private static func clamped(_ score: Double) -> Double {
        score.isFinite ? min(1, max(0, score)) : 0
    }

    /// The maximum contribution of either regression to the prior.
    ///
    /// A regression isn't bounded by 1. The limit of 1.5 was tuned together with the other constants on the development
    /// split of 30,303 debtags tag sets, where the method reaches NDCG@10 .717 (one tag hidden) and .752 (half of the
    /// tags hidden).
    private static let priorLimit = 1.5
    /// The minimum prior, as a fraction of the tag's share of all items; tuned like ``priorLimit``.
    ///
    /// Orders by use the tags whose regression estimates are zero or less.
    private static let popularityFloor = 0.02

    /// Estimates the fraction of items with the given features that have the candidate.
    @inline(__always)
    private func estimate(_ slot: Int) -> Double {
        var prior = min(Self.priorLimit, linearScores[slot])
        if let contributions = localContributions(slot) {
            let refined = min(Self.priorLimit, local[contributions].reduce(0, +))
            prior += localShare(slot) * (refined - prior)
        }
        prior = max(prior, Self.popularityFloor * uses[slot] / selectionCount)
        let estimate = (votes[slot] + priorVotes * prior) / totalVotes
        return slot < textScores.count ? estimate + textScores[slot] : estimate
    }

    /// Returns the range of a candidate's contributions in ``local``, or `nil`.
    private func localContributions(_ slot: Int) -> Range<Int>? {
        guard localPlaces[slot] >= 0 else { return nil }
        let start = Int(localPlaces[slot]) * given.count
        return start..<(start + given.count)
    }

    /// Returns the share of the local regression in a candidate's prior, which grows with the number of given features
    /// and with the candidate's uses.
    ///
    /// The local regression separates the joint effects of features. That requires several given features, and counts
    /// beyond chance. On data in which most tags are used once, a constant share cost 1 to 2 points of NDCG@10.
    private func localShare(_ slot: Int) -> Double {
        guard localPlaces[slot] >= 0 else { return 0 }
        let features = Double(given.count)
        let support = uses[slot] / (uses[slot] + tuning.localSupport)
        return tuning.localWeight * support * (features - 1) / (features + 1)
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
            uses[slot] > 0 && !isExcluded[slot] && isWanted(slots.features[slot])
        }
        guard limit <= 64 else {
            return Array(values.indices.filter(isCandidate).sorted(by: precedes).prefix(limit))
        }
        var best: [Int] = []
        best.reserveCapacity(max(0, limit) + 1)
        // The value of the last of the `limit` best slots so far; most other values are less.
        var least = -Double.infinity
        for slot in values.indices where !(values[slot] < least) {
            if best.count >= limit, let last = best.last, !precedes(slot, last) { continue }
            guard isCandidate(slot) else { continue }
            var place = 0..<best.count
            while !place.isEmpty {
                let middle = place.lowerBound + place.count / 2
                place =
                    precedes(slot, best[middle])
                    ? place.lowerBound..<middle : middle + 1..<place.upperBound
            }
            best.insert(slot, at: place.lowerBound)
            if best.count > limit { best.removeLast() }
            if best.count == limit, let last = best.last { least = values[last] }
        }
        return best
    }

    /// Returns the tag of a slot, with its estimate broken down by given feature.
    ///
    /// - Parameters:
    ///   - slot: the slot.
    ///   - evidence: returns, for the index of a given feature, the number of items with both the feature and the tag,
    ///     and the weight of those that voted.
    /// - Returns: the tag.
    private func explain(
        _ slot: Int,
        evidence: (_ feature: Int) -> (count: Double, support: Double)
    ) -> NextTag {
        let share = priorVotes / totalVotes
        let localShare = localShare(slot)
        let local = localContributions(slot)?.lowerBound
        var contributions = given.features.indices.map { index in
            let (count, support) = evidence(index)
            return NextTag.Contribution(
                feature: given.features[index],
                linear: share * (1 - localShare) * linear.weights[index] * count,
                local: share * localShare * (local.map { self.local[$0 + index] } ?? 0),
                neighbors: support / totalVotes
            )
        }
        if !text.words.isEmpty { contributions += contributionsOfText(to: slots.features[slot]) }
        let explained = contributions.reduce(0) { $0 + $1.total }
        contributions.sort { $0.total > $1.total }
        return NextTag(
            tag: slots.features[slot],
            score: Self.clamped(scores[slot]),
            popularity: estimate(slot) - explained,
            contributions: contributions
        )
    }

    /// Returns the contributions of a text's words to a tag; words that don't contribute are omitted.
    private func contributionsOfText(to tag: UInt32) -> [NextTag.Contribution] {
        text.words.compactMap { word in
            let gain = word.gains.first { $0.tag == tag }?.gain ?? 0
            guard gain > 0 else { return nil }
            return NextTag.Contribution(
                feature: word.feature,
                linear: word.weight * gain,
                local: 0,
                neighbors: 0
            )
        }
    }

    /// Returns, for each given feature in turn, the weight of the selections that voted for each of `best`.
    private func support(of best: [Int]) -> [Double] {
        guard let neighbors else {
            return [Double](repeating: 0, count: best.count * given.count)
        }
        // Given tags don't support themselves.
        return neighbors.support(
            of: best.map { slots.features[$0] }
                .map { given.features.contains($0) ? nil : $0 }
        )
    }
}
