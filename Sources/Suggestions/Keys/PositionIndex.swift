internal import TagCore

/// Positions in keys, sorted by the string that begins at each, with a ``RankedTree`` over them.
struct PositionIndex: Sendable {
    private let sorted: SortedPositions
    private var tree: RankedTree

    private struct Items: RankedItems {
        let positions: PackedArray<UInt32>
        let keys: PackedKeys
        let entries: PackedArray<UInt32>

        var count: Int { positions.count }

        func entry(at index: Int) -> UInt32 { entries[keys.row(at: positions[index])] }
    }

    /// Creates the index of sorted positions.
    ///
    /// - Complexity: O(*n*).
    init(
        sorted positions: PackedArray<UInt32>, _ keys: PackedKeys, _ entries: PackedArray<UInt32>,
        weights: PackedArray<Double>
    ) {
        sorted = SortedPositions(positions, count: positions.count, in: keys, step: 64)
        let items = Items(positions: positions, keys: keys, entries: entries)
        tree = RankedTree(items, blockSize: 32, weights: weights)
    }

    /// Opens a stored index without copying it.
    init(from store: inout IndexSource, _ keys: PackedKeys) throws {
        let positions: PackedArray<UInt32> = try store.array()
        sorted = try SortedPositions(from: &store, positions, count: positions.count, in: keys)
        tree = try RankedTree(from: &store)
    }

    /// Writes the index for ``init(from:_:)``.
    func store(in store: inout IndexWriter) throws {
        try store.add(sorted.positions)
        try sorted.store(in: &store)
        try tree.store(in: &store)
    }

    /// Adds the best positions at which `query` begins to a search.
    func addBest(
        beginningWith query: [UInt8], _ keys: PackedKeys, _ entries: PackedArray<UInt32>, to search: inout BestSearch
    ) { search.add([indices(beginningWith: query)], items(keys, entries), tree) }

    /// Returns the indices of the positions at which `query` begins.
    ///
    /// - Complexity: O(log *n*).
    func indices(beginningWith query: [UInt8]) -> Range<Int> { sorted.indices(beginningWith: query) }

    /// Returns the row of the item at an index.
    func row(at index: Int, _ keys: PackedKeys) -> Int { keys.row(at: sorted.positions[index]) }

    /// Updates the rank of a position after the weight of its entry has changed; does nothing if
    /// the position isn't in the index.
    ///
    /// - Complexity: O(log *n*).
    mutating func update(
        _ position: Int, _ keys: PackedKeys, _ entries: PackedArray<UInt32>, weights: PackedArray<Double>
    ) {
        guard let index = index(of: position, keys) else { return }
        tree.update(index, items(keys, entries), weights: weights)
    }

    /// Returns the index of a position, or `nil`; equal strings are sorted by position.
    private func index(of position: Int, _ keys: PackedKeys) -> Int? {
        let end = keys.range(keys.row(at: UInt32(truncatingIfNeeded: position))).upperBound
        let positions = sorted.positions
        var range = sorted.indices(beginningWith: Array(keys.text[position...end]))
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if Int(positions[middle]) == position { return middle }
            range = Int(positions[middle]) < position ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private func items(_ keys: PackedKeys, _ entries: PackedArray<UInt32>) -> Items {
        Items(positions: sorted.positions, keys: keys, entries: entries)
    }
}
