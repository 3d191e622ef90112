/// What the transaction's saved selections add to the counts, written before they are many and when it ends.
struct PendingCounts {
    /// By feature, the difference in the number of saved selections that hold it.
    var uses: [UInt32: Int] = [:]
    /// By feature and other feature, the difference in the number that hold both; of a tag, other tags alone.
    private(set) var pairs: [UInt32: [UInt32: Int]] = [:]
    /// How many pairs were counted since they were last written, each time that one was.
    private var counted = 0

    /// How many pairs wait at the most before they are written: some 40 MB.
    private static let limit = 1_000_000

    /// Whether so many pairs wait that they must be written.
    var isFull: Bool { counted > Self.limit }

    /// Counts a selection's tags and words in (1) or out (−1).
    ///
    /// Complexity: linear in the features, and for each feature whose pairs count linear in those.
    /// - Parameters:
    ///   - row: the selection.
    ///   - words: the features of its label's words.
    ///   - difference: 1 or −1.
    ///   - flush: is called where ``isFull`` says so; it may take the pairs.
    /// - Throws: what `flush` throws.
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

    /// Takes the pairs that wait.
    mutating func takePairs() -> [UInt32: [UInt32: Int]] {
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
