internal import TagCore

/// A numbering of features 0, 1, 2 … in order of first appearance.
///
/// Low features, such as all tags in most databases, are looked up in an array; the others, in an open-addressing hash
/// table.
struct SlotTable: Sendable {
    /// The features by slot.
    private(set) var features: [UInt32] = []
    /// The slots of the low features, by feature; -1 for none.
    private var lowSlots: [Int32]
    /// The slots of the other features, by hash; -1 if free.
    private var table: [Int32]
    private var mask: Int
    /// The number of features in ``table``.
    private var hashed = 0
    /// The features modulo 64, as bits; in a small table, this excludes most other features without a lookup.
    private var bits: UInt64 = 0

    /// Creates a table with room for about `expected` features before it grows.
    ///
    /// - Parameters:
    ///   - expected: the expected number of features.
    ///   - low: the limit of low features, which are looked up in an array of 4 bytes each.
    init(expected: Int, low: Int = 0) {
        var capacity = 64
        while capacity < min(expected, 1 << 24) * 2, low == 0 { capacity *= 2 }
        lowSlots = [Int32](repeating: -1, count: low)
        table = [Int32](repeating: -1, count: capacity)
        mask = capacity - 1
        features.reserveCapacity(expected)
    }

    /// The maximum limit of low features; their array takes 16 kB.
    static let mostLow = 4_096

    /// The limit of low features if no feature in the table is from this number up to ``mostLow``.
    private static let fewLow = 1_024

    /// Creates a table of a few features.
    ///
    /// The array of low features extends beyond the highest feature, because which features are beyond it would be
    /// unpredictable.
    init(_ features: some Collection<UInt32>) {
        let highest = features.lazy.filter { $0 < Self.mostLow }.max()
        let low = highest.map { $0 < Self.fewLow ? Self.fewLow : Self.mostLow } ?? 0
        self.init(expected: features.count, low: low)
        for feature in features { _ = slot(adding: feature) }
    }

    /// Creates a table of low features only, with slots in ascending order.
    ///
    /// - Parameter isIn: whether the table contains each low feature, by feature.
    init(low isIn: [Bool]) {
        self.init(expected: 0)
        var found = [UInt32](repeating: 0, count: isIn.count + 1)
        var slots = [Int32](repeating: -1, count: isIn.count)
        var (count, bits) = (0, UInt64(0))
        var places = found.mutableSpan
        for feature in isIn.indices {
            // Without a branch, because which features are in the table is unpredictable.
            let (isIn, feature32) = (isIn[feature], UInt32(truncatingIfNeeded: feature))
            places[count] = feature32
            slots[feature] = isIn ? Int32(truncatingIfNeeded: count) : -1
            bits |= isIn ? Self.bit(of: feature32) : 0
            count += isIn ? 1 : 0
        }
        found.removeLast(found.count - count)
        (features, lowSlots, self.bits) = (found, slots, bits)
    }

    /// The number of features.
    var count: Int { features.count }

    /// Returns the slot of a feature, adding the feature if it is new.
    @inline(__always)
    mutating func slot(adding feature: UInt32) -> Int { slot(of: feature) ?? add(feature) }

    /// Adds a feature that has no slot yet.
    private mutating func add(_ feature: UInt32) -> Int {
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

    /// Returns whether a feature may have a slot; quickly excludes most features in a small table.
    private func mayHave(_ feature: UInt32) -> Bool { bits & Self.bit(of: feature) != 0 }

    private static func bit(of feature: UInt32) -> UInt64 { 1 &<< UInt64(feature & 63) }

    /// Returns the slot of a feature that isn't low, or `nil` if it was never added.
    func slot(ofHigh feature: UInt32) -> Int? { mayHave(feature) ? slot(of: feature) : nil }

    /// Replaces the contents of an array with the counts of the features in a row, by slot, followed by an unused
    /// element.
    ///
    /// - Complexity: O(features) for an indexed row; otherwise O(*n*) in the entries of the row, or O(features · log
    ///   *n*) if it has many more entries than the table has features.
    func read(_ row: PairCounts, into counts: inout [UInt32]) {
        if counts.count != count + 1 { counts = [UInt32](repeating: 0, count: count + 1) }
        let entries = row.entries
        guard entries.count < Self.entriesToSearch * count, !row.isIndexed else {
            return row.copyCounts(of: features, to: &counts)
        }
        let (low, none) = (lowSlots.span, count)
        var found = counts.mutableSpan
        for slot in found.indices { found[slot] = 0 }
        for entry in entries {
            let feature = PairCounts.feature(entry)
            var slot = none
            if Int(feature) < low.count {
                let known = UInt32(bitPattern: low[Int(feature)])
                slot = Int(min(known, UInt32(truncatingIfNeeded: none)))
            } else {
                slot = self.slot(ofHigh: feature) ?? none
            }
            // A slot is below the number of features; entries without a slot are written to the unused last element.
            unsafe found[unchecked: slot] = PairCounts.count(entry)
        }
    }

    /// The number of entries that can be scanned in the time of one binary search.
    private static let entriesToSearch = 50

    /// Returns the slot of a feature, or `nil` if it was never added.
    func slot(of feature: UInt32) -> Int? {
        let isLow = Int(feature) < lowSlots.count
        let slot = isLow ? lowSlots[Int(feature)] : table[place(of: feature)]
        return slot < 0 ? nil : Int(slot)
    }

    /// Returns the index of a feature in the hash table, or the free index at which to insert it.
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
