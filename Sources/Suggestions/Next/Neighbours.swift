internal import TagCore

/// The saved selections that resemble what is given, each with a weight from 0 to 1.
struct Neighbours: Sendable {
    /// The selections, newest of the rarest given feature first.
    let pool: SelectionPool
    /// The weight of each selection, 1 for the one that resembles most.
    private(set) var weights: [Double] = []
    /// The sum of all weights.
    private(set) var totalWeight = 0.0
    /// How much each given feature tells: ln((N + 1) / uses).
    private let rarity: [Double]

    /// Collects the newest selections that hold a given feature, rarest feature first, and weighs them.
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

    /// Divides a selection's weight among the given features that it holds, in proportion to their rarity.
    func share(_ index: Int, among sums: inout [Double]) {
        let shared = sharedRarity(index)
        guard shared > 0 else { return }
        let factor = weights[index] / shared
        var bits = pool.held[index]
        while bits != 0 {
            let part = bits.trailingZeroBitCount
            sums[part] += factor * rarity[part]
            bits &= bits - 1
        }
    }

    /// The rarity of what a selection shares with the given features, in all.
    private func sharedRarity(_ index: Int) -> Double {
        var bits = pool.held[index]
        var sum = 0.0
        while bits != 0 {
            sum += rarity[bits.trailingZeroBitCount]
            bits &= bits - 1
        }
        return sum
    }

    private mutating func weigh(extraTagCost: Double) {
        let all = rarity.reduce(0, +)
        let extraCost = extraTagCost * all / Double(max(1, rarity.count))
        weights = (0..<pool.count)
            .map { index in
                sharedRarity(index) / (all + Double(pool.otherTags(index).count) * extraCost)
            }
        guard let best = weights.max(), best > 0 else { return }
        for index in weights.indices {
            let ratio = weights[index] / best
            weights[index] = ratio * ratio * ratio * ratio * ratio * ratio
            totalWeight += weights[index]
        }
    }
}

/// Numbers features 0, 1, 2 … in the order in which they first appear: an open-addressing hash table.
struct SlotTable: Sendable {
    /// The features by slot.
    private(set) var features: [UInt32] = []
    private var table: [Int32]
    private var mask: Int

    /// Makes a table that takes about `expected` features before it grows.
    init(expected: Int) {
        var capacity = 64
        while capacity < min(expected, 1 << 24) * 2 { capacity *= 2 }
        table = [Int32](repeating: -1, count: capacity)
        mask = capacity - 1
        features.reserveCapacity(capacity / 2)
    }

    /// The number of features.
    var count: Int { features.count }

    /// The slot of a feature, which is added if it is new.
    mutating func slot(adding feature: UInt32) -> Int {
        let index = place(of: feature)
        if table[index] >= 0 { return Int(table[index]) }
        table[index] = Int32(truncatingIfNeeded: features.count)
        features.append(feature)
        if features.count * 2 > table.count { grow() }
        return features.count - 1
    }

    /// The slot of a feature, or nil if it was never added.
    func slot(of feature: UInt32) -> Int? {
        let slot = table[place(of: feature)]
        return slot < 0 ? nil : Int(slot)
    }

    /// The place in the table that holds a feature, or the free one where it belongs.
    private func place(of feature: UInt32) -> Int {
        let hash = UInt64(feature) &* 0x9E37_79B9_7F4A_7C15
        var index = Int(truncatingIfNeeded: hash >> 40) & mask
        while table[index] >= 0, features[Int(table[index])] != feature {
            index = (index + 1) & mask
        }
        return index
    }

    private mutating func grow() {
        mask = table.count * 2 - 1
        table = [Int32](repeating: -1, count: mask + 1)
        for slot in features.indices {
            table[place(of: features[slot])] = Int32(truncatingIfNeeded: slot)
        }
    }
}
