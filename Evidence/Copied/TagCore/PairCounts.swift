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
    public private(set) var entries: [UInt64] {
        didSet { lowCounts = [] }
    }
    /// The counts of low features, indexed by feature; empty unless ``indexLowFeatures()`` created them.
    private var lowCounts: [UInt32] = []

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

    /// Returns whether two rows have the same entries.
    public static func == (left: PairCounts, right: PairCounts) -> Bool {
        left.entries == right.entries
    }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }

    /// Makes lookups of low features take constant time until the row changes.
    ///
    /// The index takes up to 4 kB. It is created only if it takes at most four times the space of the entries.
    ///
    /// - Complexity: O(*n*).
    package mutating func indexLowFeatures() {
        guard let last = entries.last else { return }
        let count = Int(min(Self.feature(last), Self.highestIndexed)) + 1
        guard entries.count * Self.leastDensity >= count else { return }
        var counts = [UInt32](repeating: 0, count: count)
        for entry in entries where Int(Self.feature(entry)) < count {
            counts[Int(Self.feature(entry))] = Self.count(entry)
        }
        lowCounts = counts
    }

    /// Whether low features are looked up in constant time.
    package var isIndexed: Bool { !lowCounts.isEmpty }

    /// The number of counts that ``indexLowFeatures()`` created.
    package var indexSize: Int { lowCounts.count }

    /// The highest feature that can be looked up in constant time.
    private static let highestIndexed: UInt32 = 1_023
    /// The index is created if at least one in this many low features has a count.
    private static let leastDensity = 8

    /// The number of items that contain both this row's feature and `feature`.
    ///
    /// - Complexity: O(log *n*); O(1) for a low feature after ``indexLowFeatures()``.
    public subscript(feature: UInt32) -> UInt32 {
        if Int(feature) < lowCounts.count { return lowCounts[Int(feature)] }
        guard !entries.isEmpty else { return 0 }
        let entry = entries[last(notAbove: feature)]
        return Self.feature(entry) == feature ? Self.count(entry) : 0
    }

    /// Copies the counts of features to the beginning of an array, in the order of the features.
    ///
    /// - Parameters:
    ///   - features: the features to look up.
    ///   - counts: the array to write to, with at least as many elements as `features`.
    /// - Complexity: O(features · log *n*); O(features) for low features after ``indexLowFeatures()``.
    package func copyCounts(of features: [UInt32], to counts: inout [UInt32]) {
        let low = lowCounts.span
        var copies = counts.mutableSpan
        for (index, feature) in features.enumerated() {
            copies[index] = Int(feature) < low.count ? low[Int(feature)] : self[feature]
        }
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
    public static func pack(_ feature: UInt32, _ count: UInt32) -> UInt64 {
        UInt64(count) << 32 | UInt64(feature)
    }

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

    /// Returns the index of the first entry whose feature is at least `feature`.
    private func position(of feature: UInt32) -> Int {
        guard !entries.isEmpty else { return 0 }
        let last = last(notAbove: feature)
        return Self.feature(entries[last]) < feature ? last + 1 : last
    }

    /// Returns 1 more than the highest feature of the row below a limit, or 0 if there is none.
    ///
    /// - Complexity: O(log *n*).
    package func lowCount(below limit: Int) -> Int {
        guard !entries.isEmpty, limit > 0 else { return 0 }
        let feature = Self.feature(entries[last(notAbove: UInt32(clamping: limit - 1))])
        return Int(feature) < limit ? Int(feature) + 1 : 0
    }

    /// Returns the index of the last entry whose feature is at most `feature`, or 0; the row must not be empty.
    private func last(notAbove feature: UInt32) -> Int {
        let entries = entries.span
        var first = 0
        var count = entries.count
        // No branch in this binary search depends on an entry. Such a branch would be unpredictable; without it, the
        // next search can start before this search ends.
        while count > 1 {
            let half = count / 2
            // `first + count` never exceeds the number of entries.
            let entry = unsafe entries[unchecked: first + half]
            first += Self.feature(entry) <= feature ? half : 0
            count -= half
        }
        return first
    }
}

extension [UInt64] {
    /// Appends the packed entry of a feature if its count is positive.
    fileprivate mutating func appendEntry(_ feature: UInt32, _ count: Int) {
        guard count > 0 else { return }
        append(PairCounts.pack(feature, UInt32(clamping: count)))
    }
}
