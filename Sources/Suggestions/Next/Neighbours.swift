internal import TagCore

/// The saved selections that are most similar to the given features, each with a weight from 0 to 1.
struct Neighbours: Sendable {
    /// The selections, newest of the rarest given feature first.
    let pool: SelectionPool
    /// The weight of each selection; 1 for the most similar one.
    private(set) var weights: [Double] = []
    /// The sum of all weights.
    private(set) var totalWeight = 0.0
    /// The similarity of the most similar selection, from 0 to 1; 1 for one that contains what is given and nothing else.
    private(set) var bestSimilarity = 0.0
    /// The total rarity of each set of given features that selections contain.
    private var sharedRarities: [Double] = []
    /// The information content of each given feature (its inverse document frequency): ln((N + 1) / uses).
    private let rarity: [Double]
    private let candidateCount: Int

    /// Collects the newest selections that contain a given feature, rarest feature first, and weights them.
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        candidates: SlotTable,
        selectionCount: Double,
        tuning: NextTags.Tuning,
        from source: Source
    ) throws(Source.Failure) {
        candidateCount = candidates.count
        rarity = given.uses.map { max(1e-9, logarithm((selectionCount + 1) / $0)) }
        var pool = SelectionPool(
            given: given.features,
            capacity: tuning.neighbourLimit,
            candidates: candidates
        )
        let rarestFirst = given.features.indices.sorted {
            (given.uses[$0], $0) < (given.uses[$1], $1)
        }
        for index in rarestFirst where !pool.isFull {
            try source.collectNewest(holding: given.features[index], into: &pool)
            pool.exhaust(index)
        }
        // A source that put another pool in place of this one gave it tags with the slots of another question.
        if !pool.isMade(for: given.features, candidates: candidates) {
            pool = SelectionPool(given: given.features, capacity: 0, candidates: candidates)
        }
        self.pool = pool
        weigh(extraTagCost: tuning.extraTagCost)
    }

    /// Returns, by slot of a candidate, the weight of all selections with it.
    ///
    /// - Complexity: O(*n*) in the number of tags of all selections.
    func votes() -> [Double] {
        var votes = [Double](repeating: 0, count: candidateCount + SelectionPool.spare)
        var sums = votes.mutableSpan
        let (tags, weights) = (pool.tags.span, weights.span)
        for index in 0..<pool.tagCount {
            let tag = tags[index]
            // A tag has a candidate's slot or a spare one, and its owner is a member; each member has a weight.
            let weight = unsafe weights[unchecked: Int(tag.owner)]
            unsafe sums[unchecked: Int(tag.slot)] += weight
        }
        votes.removeLast(SelectionPool.spare)
        return votes
    }

    /// Returns, for some candidates one after the other, the weight of all selections with them, broken down by given feature: each
    /// selection's weight is distributed over the given features that it contains, in proportion to their rarity.
    ///
    /// - Parameter candidates: their slots; `nil` for one that is supported by nothing.
    /// - Returns: as many numbers a candidate as there are given features.
    /// - Complexity: O(*n*) in the number of tags of all selections, and O(candidates · given features) for each set of given features
    ///   that some of them contain.
    func support(of candidates: [Int?]) -> [Double] {
        // First by the set of given features that selections share, of which there are few.
        let width = candidates.count
        var columns = [Int](repeating: -1, count: candidateCount + SelectionPool.spare)
        for (column, slot) in candidates.enumerated() {
            if let slot { columns[slot] = column }
        }
        let parts = zip(pool.members, weights)
            .map { member, weight in
                let rarity = sharedRarities[Int(member.place)]
                return (start: Int(member.place) * width, share: rarity > 0 ? weight / rarity : 0)
            }
        var shares = [Double](repeating: 0, count: pool.shared.count * width)
        var sums = shares.mutableSpan
        for tag in tags(among: columns) {
            let part = parts[Int(tag.owner)]
            sums[part.start + columns[Int(tag.slot)]] += part.share
        }
        return distributed(shares, width: width)
    }

    /// Returns the sums of shares by set of given features and candidate, distributed over the features of each set.
    private func distributed(_ shares: [Double], width: Int) -> [Double] {
        var support = [Double](repeating: 0, count: width * rarity.count)
        var sums = support.mutableSpan
        for (place, set) in pool.shared.features.enumerated() {
            var rest = set
            while rest != 0 {
                let feature = rest.trailingZeroBitCount
                rest &= rest - 1
                let rarity = rarity[feature]
                for column in 0..<width {
                    sums[column * self.rarity.count + feature] +=
                        shares[place * width + column] * rarity
                }
            }
        }
        return support
    }

    /// The tags of the pool that have a column.
    private func tags(among columns: [Int]) -> [SelectionPool.Tag] {
        var found = [SelectionPool.Tag](
            repeating: SelectionPool.Tag(slot: 0, owner: 0),
            count: pool.tagCount + 1
        )
        var count = 0
        var places = found.mutableSpan
        let (tags, columns) = (pool.tags.span, columns.span)
        for index in 0..<pool.tagCount {
            let tag = tags[index]
            // Which tag is one of them, no processor can predict. A slot is a candidate's or a spare one.
            unsafe places[unchecked: count] = tag
            count += unsafe columns[unchecked: Int(tag.slot)] < 0 ? 0 : 1
        }
        found.removeLast(found.count - count)
        return found
    }

    /// Returns the total rarity of a set of given features.
    private func totalRarity(_ bits: UInt32) -> Double {
        var bits = bits
        var sum = 0.0
        while bits != 0 {
            sum += rarity[bits.trailingZeroBitCount]
            bits &= bits - 1
        }
        return sum
    }

    /// Weights each selection by its similarity to the given features.
    ///
    /// The similarity is the rarity of the shared features over the rarity of all given ones plus a cost per tag that is not
    /// given; the weight is the sixth power of its ratio to the best. The power was tuned on the development split of 30,303
    /// debtags tag sets, jointly with ``NextTags/Tuning``: the weighted votes reach NDCG@10 .708 for one hidden tag and .751 for half
    /// of the tags hidden, against .668 and .717 for the regression alone.
    private mutating func weigh(extraTagCost: Double) {
        let all = rarity.reduce(0, +)
        let extraCost = extraTagCost * all / Double(max(1, rarity.count))
        sharedRarities = pool.shared.features.map(totalRarity)
        weights = pool.members.map {
            sharedRarities[Int($0.place)] / (all + Double($0.otherCount) * extraCost)
        }
        guard let best = weights.max(), best > 0 else { return }
        bestSimilarity = best
        for index in weights.indices {
            let ratio = weights[index] / best
            weights[index] = ratio * ratio * ratio * ratio * ratio * ratio
            totalWeight += weights[index]
        }
    }
}
