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

    /// Collects the newest selections that contain a given feature, rarest feature first, and weights them.
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        selectionCount: Double,
        tuning: NextTags.Tuning,
        from source: Source
    ) throws(Source.Failure) {
        rarity = given.uses.map { max(1e-9, logarithm((selectionCount + 1) / $0)) }
        var pool = SelectionPool(given: given.features, capacity: tuning.neighbourLimit)
        let rarestFirst = given.features.indices.sorted {
            (given.uses[$0], $0) < (given.uses[$1], $1)
        }
        for index in rarestFirst where !pool.isFull {
            try source.collectNewest(holding: given.features[index], into: &pool)
            pool.exhaust(index)
        }
        self.pool = pool
        weigh(extraTagCost: tuning.extraTagCost)
    }

    /// Returns, by the slots of a table, the weight of all selections with the tag of a slot.
    ///
    /// - Complexity: O(*n*) in the number of tags of all selections.
    func votes(by slots: SlotTable) -> [Double] {
        var votes = [Double](repeating: 0, count: slots.count + SlotTable.spare)
        var sums = votes.mutableSpan
        let (features, members, weights) = (pool.features.span, pool.members.span, weights.span)
        var start = 0
        for index in weights.indices {
            let member = members[index]
            let tags = features.extracting(start..<member.tagEnd)
            slots.add(weights[index], of: tags, to: &sums, from: 0)
            start = member.end
        }
        votes.removeLast(SlotTable.spare)
        return votes
    }

    /// Returns, by the slots of a table, the weight of all selections with the feature of a slot, broken down by given feature: each
    /// selection's weight is distributed over the given features that it contains, in proportion to their rarity.
    ///
    /// - Returns: as many numbers a slot as there are given features.
    /// - Complexity: O(*n*) in the number of features of all selections, and O(slots · given features) for each set of given features that
    ///   some of them contain.
    func support(by slots: SlotTable) -> [Double] {
        // First by the set of given features that selections share, of which there are few.
        let width = slots.count + SlotTable.spare
        var shares = [Double](repeating: 0, count: pool.shared.count * width)
        var sums = shares.mutableSpan
        let (features, members, weights) = (pool.features.span, pool.members.span, weights.span)
        let shared = sharedRarities.span
        var start = 0
        for index in weights.indices {
            let member = members[index]
            let rarity = shared[member.place]
            let factor = rarity > 0 ? weights[index] / rarity : 0
            let tags = features.extracting(start..<member.tagEnd)
            slots.add(factor, of: tags, to: &sums, from: member.place * width)
            start = member.end
        }
        var support = [Double](repeating: 0, count: slots.count * rarity.count)
        for (place, bits) in pool.shared.features.enumerated() {
            for part in rarity.indices where bits & 1 << UInt32(part) != 0 {
                for slot in 0..<slots.count {
                    support[slot * rarity.count + part] +=
                        shares[place * width + slot] * rarity[part]
                }
            }
        }
        return support
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
            sharedRarities[$0.place] / (all + Double($0.otherCount) * extraCost)
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
