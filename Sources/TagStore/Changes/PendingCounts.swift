internal import GRDB
internal import TagCore

/// The changes that a transaction makes to uses and pair counts, collected until they are written.
///
/// Items are stored as lists of tags. Their pairs, which are far more numerous, are formed only when they are
/// written, one tag at a time, so that each row of pair counts is read and written once for many items.
struct PendingCounts {
    /// The change in the number of items that have each tag.
    var uses: [UInt32: Int] = [:]
    /// The items whose pairs haven't been written yet.
    private var items: [CountedItem] = []
    /// The number of tags in ``items``.
    private var size = 0

    /// An item whose pairs are added or subtracted.
    private struct CountedItem {
        /// The tags whose pairs are counted.
        var tags: [UInt32]
        /// 1 to add, −1 to subtract.
        var difference: Int
    }

    /// The number of tags at which the pairs are written, which takes about 10 MB.
    private static let limit = 500_000

    /// Whether the pairs must be written now.
    var isFull: Bool { size > Self.limit }

    /// Adds the tags of an item to the counts, or subtracts them.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - difference: 1 to add, −1 to subtract.
    /// - Complexity: O(tags).
    mutating func count(_ row: ItemRow, by difference: Int) {
        for tag in row.tagIDs.ids { uses[tag, default: 0] += difference }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        items.append(CountedItem(tags: tags, difference: difference))
        size += tags.count
    }

    /// Removes the pending pairs and passes those of each tag to a closure, in ascending order of tags.
    ///
    /// - Parameter body: receives a tag and, for each other tag in ascending order, the change in the number of items
    ///   that have both. A change may be 0.
    /// - Throws: the errors of `body`.
    /// - Complexity: O(pairs), plus sorting the other tags of each tag.
    mutating func drainPairs(
        _ body: (_ tag: UInt32, _ differences: [(feature: UInt32, difference: Int)]) throws -> Void
    ) rethrows {
        let items = items
        self.items = []
        size = 0
        let tags = Set(items.flatMap(\.tags)).sorted()
        var positions: [UInt32: Int] = [:]
        for (position, tag) in tags.enumerated() { positions[tag] = position }
        // Positions are dense, so the sums can be arrays instead of dictionaries.
        let dense = items.map { item in (tags: item.tags.compactMap { positions[$0] }, difference: item.difference) }
        var containing = [[Int]](repeating: [], count: tags.count)
        for (number, item) in dense.enumerated() { for position in item.tags { containing[position].append(number) } }
        var sums = [Int](repeating: 0, count: tags.count)
        var isSummed = [Bool](repeating: false, count: tags.count)
        for (position, tag) in tags.enumerated() {
            var others: [Int] = []
            func add(_ positions: [Int], _ difference: Int) {
                for other in positions where other != position {
                    sums[other] += difference
                    if !isSummed[other] {
                        isSummed[other] = true
                        others.append(other)
                    }
                }
            }
            for number in containing[position] { add(dense[number].tags, dense[number].difference) }
            others.sort()
            let differences = others.map { (feature: tags[$0], difference: sums[$0]) }
            for other in others {
                sums[other] = 0
                isSummed[other] = false
            }
            if !differences.isEmpty { try body(tag, differences) }
        }
    }
}
