/// A row of the co-occurrence matrix: how often one feature occurs together with each other feature.
///
/// An entry is a 64-bit word with the feature in its lower half and the count in its upper half. Entries are sorted by
/// feature. The database stores their little-endian bytes.
///
/// ```swift
/// var row = PairCounts()
/// row.change(7, adding: true)
/// row.change(7, adding: true)
/// row[7]  // 2
/// row.entries.map(PairCounts.feature)  // [7]
/// ```
public struct PairCounts: Hashable, Sendable {
    /// The packed entries, sorted by feature; features are unique and counts are positive.
    public private(set) var entries: [UInt64]

    /// Creates an empty row.
    public init() { entries = [] }

    /// Creates a row from packed entries; sorts them and drops duplicates and zero counts if necessary.
    ///
    /// - Complexity: O(*n*) for sorted entries, otherwise O(*n* log *n*).
    public init(packed: [UInt64]) {
        entries = packed
        guard !isOrdered else { return }
        entries = []
        for entry in packed.sorted(by: { Self.feature($0) < Self.feature($1) }) {
            let isRepeated = Self.feature(entry) == entries.last.map(Self.feature)
            if Self.count(entry) > 0, !isRepeated { entries.append(entry) }
        }
    }

    /// Creates a row from packed entries; `nil` if they are out of order, or an entry has count 0 or feature 0.
    ///
    /// - Complexity: O(*n*).
    package init?(validating packed: [UInt64]) {
        entries = packed
        guard isOrdered, packed.first.map(Self.feature) != 0 else { return nil }
    }

    /// Returns the feature of a packed entry.
    public static func feature(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry) }

    /// Returns the count of a packed entry.
    public static func count(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

    /// The number of items that contain both this row's feature and `feature`.
    ///
    /// - Complexity: O(log *n*).
    public subscript(feature: UInt32) -> UInt32 {
        let index = position(of: feature)
        guard index < entries.count, Self.feature(entries[index]) == feature else { return 0 }
        return Self.count(entries[index])
    }

    /// Increments or decrements the count of `feature`; an entry whose count falls to zero is removed.
    ///
    /// - Complexity: O(*n*).
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

    /// Adds differences to the counts and removes entries whose count falls to zero.
    ///
    /// - Parameter differences: the differences in ascending order of features, each feature once.
    /// - Complexity: O(*n* + *m*) for *m* differences.
    package mutating func add(_ differences: [(feature: UInt32, difference: Int)]) {
        var merged: [UInt64] = []
        merged.reserveCapacity(entries.count + differences.count)
        var rest = differences[...]
        for entry in entries {
            let feature = Self.feature(entry)
            while let next = rest.first, next.feature < feature {
                merged.appendEntry(next.feature, next.difference)
                rest.removeFirst()
            }
            if let next = rest.first, next.feature == feature {
                merged.appendEntry(feature, Int(Self.count(entry)) + next.difference)
                rest.removeFirst()
            } else {
                merged.append(entry)
            }
        }
        for next in rest { merged.appendEntry(next.feature, next.difference) }
        entries = merged
    }

    /// Returns the packed entry of a feature and a count.
    public static func pack(_ feature: UInt32, _ count: UInt32) -> UInt64 { UInt64(count) << 32 | UInt64(feature) }

    /// Whether features strictly ascend and all counts are positive.
    private var isOrdered: Bool {
        var previous: Int64 = -1
        for entry in entries {
            let feature = Int64(Self.feature(entry))
            guard Self.count(entry) > 0, feature > previous else { return false }
            previous = feature
        }
        return true
    }

    /// Returns the index of the first entry whose feature is at least `feature`, by binary search.
    private func position(of feature: UInt32) -> Int {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if Self.feature(entries[middle]) < feature {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}

extension [UInt64] {
    /// Appends the packed entry of a feature if its count is positive.
    fileprivate mutating func appendEntry(_ feature: UInt32, _ count: Int) {
        guard count > 0 else { return }
        append(PairCounts.pack(feature, UInt32(clamping: count)))
    }
}
