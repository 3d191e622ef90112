/// How often one feature occurs together with each other one: a row of the co-occurrence matrix.
///
/// An entry is one 64-bit word, the feature in its low half and the count in its high half, and entries are
/// sorted by feature. Written as little-endian bytes this is the packed form that the database keeps.
public struct PairCounts: Hashable, Sendable {
    /// The packed entries, sorted by feature, each feature once, no count zero.
    public private(set) var entries: [UInt64]

    /// Makes an empty row.
    public init() { entries = [] }

    /// Makes a row from packed entries; entries out of order or without a count are repaired.
    ///
    /// - Complexity: O(n) when they are sorted.
    public init(packed: [UInt64]) {
        entries = packed
        guard !isOrdered else { return }
        entries = []
        for entry in packed.sorted(by: { Self.feature($0) < Self.feature($1) }) {
            let isRepeated = Self.feature(entry) == entries.last.map(Self.feature)
            if Self.count(entry) > 0, !isRepeated { entries.append(entry) }
        }
    }

    /// Makes a row from packed entries, or `nil` if one is out of order, has no count or is of feature 0.
    ///
    /// - Complexity: O(n).
    package init?(validating packed: [UInt64]) {
        entries = packed
        guard isOrdered, packed.first.map(Self.feature) != 0 else { return nil }
    }

    /// The feature of a packed entry.
    public static func feature(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry) }

    /// The count of a packed entry.
    public static func count(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

    /// The number of saved selections that hold both this row's feature and `feature`.
    ///
    /// - Complexity: O(log n).
    public subscript(feature: UInt32) -> UInt32 {
        let index = position(of: feature)
        guard index < entries.count, Self.feature(entries[index]) == feature else { return 0 }
        return Self.count(entries[index])
    }

    /// Counts one more, or one fewer, selection with `feature`.
    ///
    /// A count of zero has no entry.
    ///
    /// - Complexity: O(n).
    public mutating func change(_ feature: UInt32, adding: Bool) {
        let index = position(of: feature)
        let isPresent = index < entries.count && Self.feature(entries[index]) == feature
        let count = isPresent ? Self.count(entries[index]) : 0
        let changed = adding ? (count == .max ? count : count + 1) : (count == 0 ? 0 : count - 1)
        if changed == 0 {
            if isPresent { entries.remove(at: index) }
        } else if isPresent {
            entries[index] = Self.pack(feature, changed)
        } else {
            entries.insert(Self.pack(feature, changed), at: index)
        }
    }

    /// Adds a difference to the count of each of some features, and removes the entries whose count falls to zero.
    ///
    /// - Complexity: O(n + m log m) for m differences.
    package mutating func add(_ differences: [UInt32: Int]) {
        var merged: [UInt64] = []
        merged.reserveCapacity(entries.count + differences.count)
        var rest = differences.sorted { $0.key < $1.key }[...]
        for entry in entries {
            let feature = Self.feature(entry)
            while let next = rest.first, next.key < feature {
                merged.appendEntry(next.key, next.value)
                rest.removeFirst()
            }
            if let next = rest.first, next.key == feature {
                merged.appendEntry(feature, Int(Self.count(entry)) + next.value)
                rest.removeFirst()
            } else {
                merged.append(entry)
            }
        }
        for next in rest { merged.appendEntry(next.key, next.value) }
        entries = merged
    }

    /// The packed entry of a feature and its count.
    public static func pack(_ feature: UInt32, _ count: UInt32) -> UInt64 {
        UInt64(count) << 32 | UInt64(feature)
    }

    /// Whether every entry has a count and stands after one with a lower feature.
    private var isOrdered: Bool {
        var previous: Int64 = -1
        for entry in entries {
            let feature = Int64(Self.feature(entry))
            guard Self.count(entry) > 0, feature > previous else { return false }
            previous = feature
        }
        return true
    }

    /// The index of the first entry whose feature is not below `feature`.
    private func position(of feature: UInt32) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if Self.feature(entries[middle]) < feature { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension [UInt64] {
    /// Appends the packed entry of a feature if its count is above zero.
    fileprivate mutating func appendEntry(_ feature: UInt32, _ count: Int) {
        guard count > 0 else { return }
        append(PairCounts.pack(feature, UInt32(clamping: count)))
    }
}
