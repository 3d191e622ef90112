/// A numbering of features 0, 1, 2 … in the order of first appearance: an open-addressing hash table.
struct SlotTable: Sendable {
    /// The features by slot.
    private(set) var features: [UInt32] = []
    private var table: [Int32]
    private var mask: Int

    /// Creates a table with room for about `expected` features before it grows.
    init(expected: Int) {
        var capacity = 64
        while capacity < min(expected, 1 << 24) * 2 { capacity *= 2 }
        table = [Int32](repeating: -1, count: capacity)
        mask = capacity - 1
        features.reserveCapacity(capacity / 2)
    }

    /// The number of features.
    var count: Int { features.count }

    /// Returns the slot of a feature, adding the feature if it is new.
    mutating func slot(adding feature: UInt32) -> Int {
        let index = place(of: feature)
        if table[index] >= 0 { return Int(table[index]) }
        table[index] = Int32(truncatingIfNeeded: features.count)
        features.append(feature)
        if features.count * 2 > table.count { grow() }
        return features.count - 1
    }

    /// Returns the slot of a feature, or `nil` if it was never added.
    func slot(of feature: UInt32) -> Int? {
        let slot = table[place(of: feature)]
        return slot < 0 ? nil : Int(slot)
    }

    /// Returns the place of a feature in the table, or the free place where it belongs.
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
