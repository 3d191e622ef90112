internal import GRDB
internal import TagCore

/// The differences that a transaction makes to the counts; they are written when they are many, and at its end.
///
/// Selections are kept as lists of features. Their pairs, which are many more, are only formed when they are written, for one feature
/// at a time. So each row of pairs is read and written once for many selections.
struct PendingCounts {
    /// By feature, the difference in the number of items that contain it.
    var uses: [UInt32: Int] = [:]
    /// The selections whose pairs were not written yet.
    private var selections: [Selection] = []
    /// The number of features in ``selections``.
    private var size = 0

    /// A selection whose pairs are added or subtracted.
    private struct Selection {
        /// The tags whose pairs are counted.
        var tags: [UInt32]
        var words: [UInt32]
        /// 1 to add, −1 to subtract.
        var difference: Int
    }

    /// The number of features in selections at which the pairs are written: about 10 MB while they are.
    private static let limit = 500_000

    /// Whether the pairs must be written.
    var isFull: Bool { size > Self.limit }

    /// Adds the tags and words of a selection to the counts, or subtracts them.
    ///
    /// - Parameters:
    ///   - row: the selection.
    ///   - words: the features of its title's words.
    ///   - difference: 1 to add, −1 to subtract.
    /// - Complexity: O(features).
    mutating func count(_ row: ItemRow, words: [UInt32], by difference: Int) {
        for feature in row.tagIDs.ids + words { uses[feature, default: 0] += difference }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        selections.append(Selection(tags: tags, words: words, difference: difference))
        size += tags.count + words.count
    }

    /// Removes the pending pairs, and calls a function with those of each feature, in ascending order of features.
    ///
    /// Tags have no pairs with words, but words have pairs with tags.
    ///
    /// - Parameter body: receives a feature, and the differences in the number of items that also contain each other
    ///   feature, in ascending order. Some differences may be 0.
    /// - Throws: what `body` throws.
    /// - Complexity: O(pairs), and a sort of the others of each feature.
    mutating func drainPairs(
        _ body: (_ feature: UInt32, _ differences: [(feature: UInt32, difference: Int)]) throws ->
            Void
    ) rethrows {
        let selections = selections
        self.selections = []
        size = 0
        let features = Set(selections.flatMap { $0.tags + $0.words }).sorted()
        var positions: [UInt32: Int] = [:]
        for (position, feature) in features.enumerated() { positions[feature] = position }
        // Positions are dense, so that sums need no hashing.
        let dense = selections.map { selection in
            (
                tags: selection.tags.compactMap { positions[$0] },
                words: selection.words.compactMap { positions[$0] },
                difference: selection.difference
            )
        }
        var containing = [[Int]](repeating: [], count: features.count)
        for (number, selection) in dense.enumerated() {
            for position in selection.tags { containing[position].append(number) }
            for position in selection.words { containing[position].append(number) }
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
