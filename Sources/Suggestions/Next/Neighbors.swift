internal import TagCore

/// The items that are most similar to the given features, each with a weight from 0 to 1.
struct Neighbors: Sendable {
    /// The selections: first those with the rarest given feature, newest first.
    let pool: SelectionPool
    /// The weight of each selection; 1 for the most similar selection.
    private(set) var weights: [Double] = []
    /// The sum of all weights.
    private(set) var totalWeight = 0.0
    /// The similarity of the most similar selection, from 0 to 1; 1 if it has all given features and no other tags.
    private(set) var bestSimilarity = 0.0
    /// The total rarity of each set of ``SelectionPool/shared``.
    private var sharedRarities: [Double] = []
    /// The information content of each given feature (its inverse document frequency): ln((N + 1) / uses).
    private let rarity: [Double]
    /// The candidates by slot.
    private let candidates: [UInt32]

    /// Collects the newest selections that contain a given feature, rarest feature first, and weights them.
    init<Source: CooccurrenceSource>(
        given: GivenFeatures,
        candidates: SlotTable,
        selectionCount: Double,
        tuning: NextTags.Tuning,
        from source: Source
    ) throws(Source.Failure) {
        self.candidates = candidates.features
        rarity = given.uses.map { max(1e-9, logarithm((selectionCount + 1) / $0)) }
        var pool = SelectionPool(
            given: given.features,
            capacity: tuning.neighborLimit,
            candidates: candidates
        )
        let rarestFirst = given.features.indices.sorted {
            (given.uses[$0], $0) < (given.uses[$1], $1)
        }
        for index in rarestFirst where !pool.isFull {
            try source.collectNewest(holding: given.features[index], into: &pool)
            pool.exhaust(index)
        }
        // A source can assign another pool to the `inout` argument; its slots would belong to another query.
        if !pool.isMade(for: given.features, candidates: candidates) {
            pool = SelectionPool(given: given.features, capacity: 0, candidates: candidates)
        }
        self.pool = pool
        weigh(extraTagCost: tuning.extraTagCost)
    }

    /// Returns the total weight of the selections that contain each candidate, by slot.
    ///
    /// - Complexity: O(*n*) in the number of tags of all selections.
    func votes() -> [Double] {
        var votes = [Double](repeating: 0, count: pool.indexCount)
        var sums = votes.mutableSpan
        let weights = weights.span
        for run in pool.runs {
            let indexes = run.indexes.span.extracting(run.tags)
            let owners = run.owners.span.extracting(run.tags)
            for place in indexes.indices {
                // Every index in a pool is below `indexCount`, and every owner is a member, which has a weight.
                let weight = unsafe weights[unchecked: Int(owners[unchecked: place]) &+ run.offset]
                unsafe sums[unchecked: Int(indexes[unchecked: place])] += weight
            }
        }
        return candidates.map { votes[Int(pool.index(of: $0))] }
    }

    /// Returns the weight of the selections that contain each of the given tags, broken down by given feature: each
    /// selection's weight is distributed over the given features that it contains, in proportion to their rarity.
    ///
    /// - Parameter candidates: the tags; `nil` for a tag without support.
    /// - Returns: for each given feature in turn, one number per candidate.
    /// - Complexity: O(*n*) in the number of tags of all selections, plus O(candidates · given features) for each
    ///   distinct set of given features that selections contain.
    func support(of candidates: [UInt32?]) -> [Double] {
        // Add up the weights by set of given features first, because there are few distinct sets. Tags that aren't
        // candidates are added to spare columns, because a branch to skip them would be unpredictable.
        let width = candidates.count + Self.spareColumns
        var columns = (0..<pool.indexCount)
            .map { candidates.count + $0 & (Self.spareColumns - 1) }
        for (column, tag) in candidates.enumerated() {
            if let tag { columns[Int(pool.index(of: tag))] = column }
        }
        let parts = zip(pool.members, weights)
            .map { member, weight in
                let rarity = sharedRarities[Int(member.place)]
                return (start: Int(member.place) * width, share: rarity > 0 ? weight / rarity : 0)
            }
        var shares = [Double](repeating: 0, count: pool.shared.count * width)
        var sums = shares.mutableSpan
        let (all, places) = (parts.span, columns.span)
        for run in pool.runs {
            let indexes = run.indexes.span.extracting(run.tags)
            let owners = run.owners.span.extracting(run.tags)
            for place in indexes.indices {
                // Every index in a pool is below `indexCount`, every owner is a member, and every set has a row.
                let part = unsafe all[unchecked: Int(owners[unchecked: place]) &+ run.offset]
                let column = unsafe places[unchecked: Int(indexes[unchecked: place])]
                unsafe sums[unchecked: part.start &+ column] += part.share
            }
        }
        return distributed(shares, width: width, count: candidates.count)
    }

    /// The number of columns for tags that aren't candidates; with a single column, each addition would wait for the
    /// one before.
    private static let spareColumns = 8

    /// Distributes the sums for each set of given features and candidate over the features of the set.
    private func distributed(_ shares: [Double], width: Int, count: Int) -> [Double] {
        var support = [Double](repeating: 0, count: rarity.count * count)
        var sums = support.mutableSpan
        for (place, set) in pool.shared.features.enumerated() {
            let own = shares.span.extracting(place * width..<place * width + count)
            var rest = set
            while rest != 0 {
                let feature = rest.trailingZeroBitCount
                rest &= rest - 1
                let rarity = rarity[feature]
                let start = feature * count
                precondition(start + count <= sums.count, "each feature has a row")
                for column in own.indices {
                    unsafe sums[unchecked: start &+ column] += own[unchecked: column] * rarity
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
    /// The similarity is the total rarity of the shared features, divided by the total rarity of all given features
    /// plus a cost for each tag that isn't given. The weight is the sixth power of the similarity relative to the best.
    /// The exponent was tuned together with ``NextTags/Tuning`` on the development split of 30,303 debtags tag sets:
    /// the weighted votes reach NDCG@10 .708 with one tag hidden and .751 with half of the tags hidden; the regression
    /// alone reaches .668 and .717.
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
