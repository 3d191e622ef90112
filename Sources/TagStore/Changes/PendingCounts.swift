internal import GRDB
internal import TagCore

/// The differences that a transaction makes to the counts; they are written when they are many, and at its end.
struct PendingCounts {
    /// By feature, the difference in the number of saved selections that contain it.
    var uses: [UInt32: Int] = [:]
    /// By pair of features, the difference in the number of saved selections that contain both; tags have no pairs with words.
    private(set) var pairs: [UInt32: [UInt32: Int]] = [:]
    /// The number of increments of pairs since they were last written.
    private var counted = 0

    /// The number of increments at which the pairs are written: about 12 MB.
    private static let limit = 300_000

    /// Whether the pairs must be written.
    var isFull: Bool { counted > Self.limit }

    /// Adds the tags and words of a selection to the counts, or subtracts them.
    ///
    /// - Parameters:
    ///   - row: the selection.
    ///   - words: the features of its label's words.
    ///   - difference: 1 to add, −1 to subtract.
    ///   - flush: called when ``isFull`` is true; it may drain the pairs.
    /// - Throws: what `flush` throws.
    /// - Complexity: O(features + *p*²) for *p* features whose pairs are counted.
    mutating func count(
        _ row: SavedSelectionRow,
        words: [UInt32],
        by difference: Int,
        flush: (inout Self) throws -> Void
    ) throws {
        for feature in row.tagIDs.ids + words { uses[feature, default: 0] += difference }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        for feature in tags {
            countPairs(of: feature, with: tags, by: difference)
            if isFull { try flush(&self) }
        }
        for word in words { countPairs(of: word, with: tags + words, by: difference) }
    }

    /// Returns the pending pairs and removes them.
    mutating func drainPairs() -> [UInt32: [UInt32: Int]] {
        defer {
            pairs = [:]
            counted = 0
        }
        return pairs
    }

    private mutating func countPairs(of feature: UInt32, with others: [UInt32], by difference: Int)
    {
        counted += others.count
        for other in others where other != feature {
            pairs[feature, default: [:]][other, default: 0] += difference
        }
    }
}
