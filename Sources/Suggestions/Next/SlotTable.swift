/// A numbering of features 0, 1, 2 … in the order of first appearance.
///
/// Low features, such as all tags of most databases, are looked up in an array, the others in an open-addressing hash table.
struct SlotTable: Sendable {
    /// The features by slot.
    private(set) var features: [UInt32] = []
    /// The slots of the features below its count; -1 for none.
    private var lowSlots: [Int32]
    /// The slots of the other features; -1 where it is free.
    private var table: [Int32]
    private var mask: Int
    /// The number of features in ``table``.
    private var hashed = 0
    /// The set of the features modulo 64, which rules most others out where there are few.
    private var bits: UInt64 = 0

    /// Creates a table with room for about `expected` features before it grows.
    ///
    /// - Parameters:
    ///   - expected: the number of features that are expected.
    ///   - low: the features below this one are looked up in an array of 4 bytes for each.
    init(expected: Int, low: Int = 0) {
        var capacity = 64
        while capacity < min(expected, 1 << 24) * 2, low == 0 { capacity *= 2 }
        lowSlots = [Int32](repeating: -1, count: low)
        table = [Int32](repeating: -1, count: capacity)
        mask = capacity - 1
        features.reserveCapacity(expected)
    }

    /// The greatest number of features that are worth an array: 16 kB.
    static let mostLow = 4_096

    /// Creates a table of a few features, in which those as low as any of them are looked up in an array.
    init(_ features: some Collection<UInt32>) {
        let highest = features.lazy.filter { $0 < Self.mostLow }.max()
        self.init(expected: features.count, low: highest.map { Int($0) + 1 } ?? 0)
        for feature in features { _ = slot(adding: feature) }
    }

    /// The number of features.
    var count: Int { features.count }

    /// Returns the slot of a feature, adding the feature if it is new.
    mutating func slot(adding feature: UInt32) -> Int {
        if let slot = slot(of: feature) { return slot }
        let slot = Int32(truncatingIfNeeded: features.count)
        features.append(feature)
        bits |= Self.bit(of: feature)
        if Int(feature) < lowSlots.count {
            lowSlots[Int(feature)] = slot
        } else {
            table[place(of: feature)] = slot
            hashed += 1
            if hashed * 2 > table.count { grow() }
        }
        return Int(slot)
    }

    /// Whether a feature may have a slot; a quick answer where there are few.
    private func mayHave(_ feature: UInt32) -> Bool { bits & Self.bit(of: feature) != 0 }

    private static func bit(of feature: UInt32) -> UInt64 { 1 &<< UInt64(feature & 63) }

    /// Returns the slot of a feature, or `none` if it was never added.
    ///
    /// Which of both it is, no processor can predict where it changes from feature to feature: for low ones there is no branch.
    func slot(of feature: UInt32, otherwise none: Int) -> Int {
        guard Int(feature) < lowSlots.count else {
            return mayHave(feature) ? slot(of: feature) ?? none : none
        }
        // As a number without a sign, -1 is the greatest.
        let slot = UInt32(bitPattern: lowSlots[Int(feature)])
        return Int(min(slot, UInt32(truncatingIfNeeded: none)))
    }

    /// Returns the slot of a feature, or `nil` if it was never added.
    func slot(of feature: UInt32) -> Int? {
        let isLow = Int(feature) < lowSlots.count
        let slot = isLow ? lowSlots[Int(feature)] : table[place(of: feature)]
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
        for slot in features.indices where Int(features[slot]) >= lowSlots.count {
            table[place(of: features[slot])] = Int32(truncatingIfNeeded: slot)
        }
    }
}
