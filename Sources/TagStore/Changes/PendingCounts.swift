internal import GRDB
internal import TagCore

/// The changes that a transaction makes to uses and pair counts, collected until they are written.
///
/// Items are stored as lists of features. Their pairs, which are far more numerous, are formed only when they are
/// written, one feature at a time, so that each row of pair counts is read and written once for many items.
struct PendingCounts {
    /// The change in the number of items that contain each feature.
    var uses: [UInt32: Int] = [:]
    /// The items whose pairs haven't been written yet.
    private var items: [CountedItem] = []
    /// The number of features in ``items``.
    private var size = 0

    /// An item whose pairs are added or subtracted.
    private struct CountedItem {
        /// The tags whose pairs are counted.
        var tags: [UInt32]
        var words: [UInt32]
        /// 1 to add, −1 to subtract.
        var difference: Int
    }

    /// The number of features at which the pairs are written, which takes about 10 MB.
    private static let limit = 500_000

    /// Whether the pairs must be written now.
    var isFull: Bool { size > Self.limit }

    /// Adds the tags and words of an item to the counts, or subtracts them.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - words: the features of its title's words.
    ///   - difference: 1 to add, −1 to subtract.
    /// - Complexity: O(features).
    mutating func count(_ row: ItemRow, words: [UInt32], by difference: Int) {
        for feature in row.tagIDs.ids + words { uses[feature, default: 0] += difference }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        items.append(CountedItem(tags: tags, words: words, difference: difference))
        size += tags.count + words.count
    }

    /// Removes the pending pairs and passes those of each feature to a closure, in ascending order of features.
    ///
    /// Words have pairs with tags, but tags have no pairs with words.
    ///
    /// - Parameter body: receives a feature and, for each other feature in ascending order, the change in the number of
    ///   items that contain both. A change may be 0.
    /// - Throws: the errors of `body`.
    /// - Complexity: O(pairs), plus sorting the other features of each feature.
    mutating func drainPairs(
        _ body: (_ feature: UInt32, _ differences: [(feature: UInt32, difference: Int)]) throws ->
            Void
    ) rethrows {
        let items = items
        self.items = []
        size = 0
        let features = Set(items.flatMap { $0.tags + $0.words }).sorted()
        var positions: [UInt32: Int] = [:]
        for (position, feature) in features.enumerated() { positions[feature] = position }
        // Positions are dense, so the sums can be arrays instead of dictionaries.
        let dense = items.map { item in
            (
                tags: item.tags.compactMap { positions[$0] },
                words: item.words.compactMap { positions[$0] },
                difference: item.difference
            )
        }
        var containing = [[Int]](repeating: [], count: features.count)
        for (number, item) in dense.enumerated() {
            for position in item.tags { containing[position].append(number) }
            for position in item.words { containing[position].append(number) }
        }
        var sums = [Int](repeating: 0, count: features.count)
        var isSummed = [Bool](repeating: false, count: features.count)
        for (position, feature) in features.enumerated() {
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
            for number in containing[position] {
                add(dense[number].tags, dense[number].difference)
                if Feature.isWord(feature) { add(dense[number].words, dense[number].difference) }
            }
            others.sort()
            let differences = others.map { (feature: features[$0], difference: sums[$0]) }
            for other in others {
                sums[other] = 0
                isSummed[other] = false
            }
            if !differences.isEmpty { try body(feature, differences) }
        }
    }
}
