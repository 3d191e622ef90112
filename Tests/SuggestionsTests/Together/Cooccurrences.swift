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
    /// - Complexity: O(*k*² · row) for *k* tags; rows are short.
    mutating func add(_ selection: Int64, tags added: some Sequence<UInt32>) {
        remove(selection)
        let tags = Set(added).sorted()
        selections[selection] = tags
        count(tags, adding: true)
        for tag in tags {
            var list = postings.removeValue(forKey: tag) ?? []
            rank(tag, uses: list.count, isAdded: false)
            list.insert(selection, at: list.insertionIndex(of: selection))
            rank(tag, uses: list.count, isAdded: true)
            postings[tag] = list
        }
    }

    /// Removes an item and its counts; does nothing if it is unknown.
    mutating func remove(_ selection: Int64) {
        guard let tags = selections.removeValue(forKey: selection) else { return }
        count(tags, adding: false)
        for tag in tags {
            guard var list = postings.removeValue(forKey: tag) else { continue }
            rank(tag, uses: list.count, isAdded: false)
            let index = list.insertionIndex(of: selection)
            if index < list.count, list[index] == selection { list.remove(at: index) }
            rank(tag, uses: list.count, isAdded: true)
            if !list.isEmpty { postings[tag] = list }
        }
    }

    /// Inserts a tag with a number of uses into the ranking, or removes it.
    private mutating func rank(_ tag: UInt32, uses: Int, isAdded: Bool) {
        guard uses > 0 else { return }
        let key = UInt64(~UInt32(clamping: uses)) << 32 | UInt64(tag)
        let index = ranking.insertionIndex(of: key)
        if isAdded {
            ranking.insert(key, at: index)
        } else if index < ranking.count, ranking[index] == key {
            ranking.remove(at: index)
        }
    }

    private mutating func count(_ tags: [UInt32], adding: Bool) {
        for tag in tags {
            var row = rows.removeValue(forKey: tag) ?? PairCounts()
            for other in tags where other != tag { row.change(other, adding: adding) }
            if !row.entries.isEmpty { rows[tag] = row }
        }
    }

    // MARK: CooccurrenceSource

    /// The number of items.
    func selectionCount() -> Int { selections.count }

    /// Returns the number of items that contain each of `tags`.
    func uses(of tags: [UInt32]) -> [UInt32] { tags.map { UInt32(clamping: postings[$0]?.count ?? 0) } }

    /// Returns the most used tags, with equal uses by identifier.
    func mostUsed(limit: Int) -> [UInt32] { ranking.prefix(max(0, limit)).map { UInt32(truncatingIfNeeded: $0) } }

    /// Returns the counts of the tags that occur with `tag`.
    func pairs(of tag: UInt32) -> PairCounts { rows[tag] ?? PairCounts() }

    /// Returns the newest selections that contain `tag`.
    func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] {
        (postings[tag] ?? []).suffix(limit).reversed().map { selections[$0] ?? [] }
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
