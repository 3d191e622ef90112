import Suggestions
import TagCore

/// Co-occurrence counts and postings of items in memory, exact after every addition and removal.
///
/// Memory: 8 bytes per pair that occurs and direction, and 8 bytes per posting.
struct Cooccurrences: Sendable, Equatable, CooccurrenceSource {
    private var selections: [Int64: [UInt32]] = [:]
    private var rows: [UInt32: PairCounts] = [:]
    private var postings: [UInt32: [Int64]] = [:]
    /// All used tags, most used first, then by identifier; each as the complement of its uses above its identifier.
    private var ranking: [UInt64] = []

    /// Creates counts of no selections.
    init() {}

    /// Adds an item; one with the same identifier is replaced.
    ///
    /// Greater identifiers are newer.
    ///
    /// - Complexity: O(*k*² · row) for *k* features; rows are short.
    mutating func add(_ selection: Int64, features added: some Sequence<UInt32>) {
        remove(selection)
        let features = Set(added).sorted()
        selections[selection] = features
        count(features, adding: true)
        for feature in features {
            var list = postings.removeValue(forKey: feature) ?? []
            rank(feature, uses: list.count, isAdded: false)
            list.insert(selection, at: list.insertionIndex(of: selection))
            rank(feature, uses: list.count, isAdded: true)
            postings[feature] = list
        }
    }

    /// Removes an item and its counts; does nothing if it is unknown.
    mutating func remove(_ selection: Int64) {
        guard let features = selections.removeValue(forKey: selection) else { return }
        count(features, adding: false)
        for feature in features {
            guard var list = postings.removeValue(forKey: feature) else { continue }
            rank(feature, uses: list.count, isAdded: false)
            let index = list.insertionIndex(of: selection)
            if index < list.count, list[index] == selection { list.remove(at: index) }
            rank(feature, uses: list.count, isAdded: true)
            if !list.isEmpty { postings[feature] = list }
        }
    }

    /// Inserts a tag with a number of uses into the ranking, or removes it.
    private mutating func rank(_ feature: UInt32, uses: Int, isAdded: Bool) {
        guard uses > 0, !Feature.isWord(feature) else { return }
        let key = UInt64(~UInt32(clamping: uses)) << 32 | UInt64(feature)
        let index = ranking.insertionIndex(of: key)
        if isAdded {
            ranking.insert(key, at: index)
        } else if index < ranking.count, ranking[index] == key {
            ranking.remove(at: index)
        }
    }

    private mutating func count(_ features: [UInt32], adding: Bool) {
        for feature in features {
            var row = rows.removeValue(forKey: feature) ?? PairCounts()
            for other in features where other != feature {
                if Feature.isWord(other), !Feature.isWord(feature) { continue }
                row.change(other, adding: adding)
            }
            if !row.entries.isEmpty { rows[feature] = row }
        }
    }

    // MARK: CooccurrenceSource

    /// The number of items.
    func selectionCount() -> Int { selections.count }

    /// Returns the number of items that contain each of `features`.
    func uses(of features: [UInt32]) -> [UInt32] {
        features.map { UInt32(clamping: postings[$0]?.count ?? 0) }
    }

    /// Returns the most used tags, with equal uses by identifier.
    func mostUsed(limit: Int) -> [UInt32] {
        ranking.prefix(max(0, limit)).map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Returns the counts of the features that occur with `feature`.
    func pairs(of feature: UInt32) -> PairCounts { rows[feature] ?? PairCounts() }

    /// Adds the newest selections that contain `feature` to the pool.
    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) {
        for selection in (postings[feature] ?? []).reversed() {
            if pool.isFull { return }
            pool.add(selections[selection] ?? [])
        }
    }
}

extension Array where Element: Comparable {
    /// Returns the index of the first element that is not below `value`, in a sorted array.
    ///
    /// - Complexity: O(log *n*).
    fileprivate func insertionIndex(of value: Element) -> Int {
        if let last, last < value { return count }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
