/// Positions in keys, sorted by the string that begins at each, and the best-ranked of any range of them.
struct PositionIndex: Sendable {
    private let sorted: SortedPositions
    private var tree: RankedTree

    private struct Items: RankedItems {
        let positions: [UInt32]
        let keys: PackedKeys
        let entries: [UInt32]

        var count: Int { positions.count }

        func entry(at index: Int) -> UInt32 { entries[keys.row(at: positions[index])] }
    }

    /// Makes the index of sorted positions.
    ///
    /// Complexity: O(n).
    init(sorted positions: [UInt32], _ keys: PackedKeys, _ entries: [UInt32], weights: [Double]) {
        sorted = SortedPositions(positions, count: positions.count, in: keys, step: 64)
        let items = Items(positions: positions, keys: keys, entries: entries)
        tree = RankedTree(items, blockSize: 32, weights: weights)
    }

    /// Adds the best rows at whose positions `query` begins to a search, and gives their rows by entry.
    func addBest(
        beginningWith query: [UInt8],
        _ keys: PackedKeys,
        _ entries: [UInt32],
        to search: inout BestSearch
    ) {
        let range = sorted.indices(beginningWith: query)
        search.add([range], items(keys, entries), tree)
    }

    /// The row of the item at an index.
    func row(at index: Int, _ keys: PackedKeys) -> Int { keys.row(at: sorted.positions[index]) }

    /// Ranks a position again after its entry's weight changed; one that is not in the index is ignored.
    ///
    /// Complexity: O(log n).
    mutating func update(
        _ position: Int,
        _ keys: PackedKeys,
        _ entries: [UInt32],
        weights: [Double]
    ) {
        guard let index = index(of: position, keys) else { return }
        tree.update(index, items(keys, entries), weights: weights)
    }

    /// Where a position stands; equal strings stand in the order of positions.
    private func index(of position: Int, _ keys: PackedKeys) -> Int? {
        let end = keys.range(keys.row(at: UInt32(truncatingIfNeeded: position))).upperBound
        let positions = sorted.positions
        var range = sorted.indices(beginningWith: Array(keys.text[position...end]))
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if Int(positions[middle]) == position { return middle }
            range =
                Int(positions[middle]) < position
                ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private func items(_ keys: PackedKeys, _ entries: [UInt32]) -> Items {
        Items(positions: sorted.positions, keys: keys, entries: entries)
    }
}
