import HeapModule

/// A best-first search for the best entries in ranges of the items of a ``RankedTree``.
///
/// The most promising node is expanded first, and nodes that can't improve the result are skipped, which takes about
/// O(limit · (block size + log *n*)) for a range.
struct BestSearch {
    /// An item found, with its rank.
    struct Hit {
        let rank: Rank
        let index: Int
    }

    private struct Node: Comparable {
        let rank: Rank
        let number: Int

        static func < (left: Node, right: Node) -> Bool { left.rank < right.rank }
    }

    /// The best items so far, best first, at most one per entry.
    private(set) var hits: [Hit] = []
    private let limit: Int
    private let weights: PackedArray<Double>
    private let excluded: ExcludedEntries
    private var heap = Heap<Node>()

    /// Creates a search for `limit` entries.
    init(limit: Int, weights: PackedArray<Double>, excluded: ExcludedEntries) {
        self.limit = limit
        self.weights = weights
        self.excluded = excluded
    }

    /// Adds the best items of the given ranges.
    mutating func add(_ ranges: [Range<Int>], _ items: some RankedItems, _ tree: RankedTree) {
        guard limit > 0 else { return }
        for range in ranges where !range.isEmpty {
            let cover = tree.cover(range, count: items.count)
            for ends in cover.items { offer(ends, items) }
            for node in cover.nodes { push(node, tree) }
        }
        while let node = heap.popMax(), isWanted(node.rank) {
            if node.number >= tree.leaves {
                offer(tree.items(ofBlock: node.number - tree.leaves, count: items.count), items)
            } else {
                push(2 * node.number, tree)
                push(2 * node.number + 1, tree)
            }
        }
        heap = Heap()
    }

    /// Returns whether an entry would be among the best so far.
    func isWanted(_ entry: UInt32) -> Bool { isWanted(Rank(weight: weights[Int(entry)], entry: entry)) }

    /// Returns whether a rank is better than the worst found, or whether there is room.
    private func isWanted(_ rank: Rank) -> Bool {
        guard hits.count >= limit, let last = hits.last else { return true }
        return last.rank < rank
    }

    private mutating func push(_ number: Int, _ tree: RankedTree) {
        let entry = tree.nodes[number]
        guard entry != RankedTree.none else { return }
        let rank = Rank(weight: weights[Int(entry)], entry: entry)
        if isWanted(rank) { heap.insert(Node(rank: rank, number: number)) }
    }

    /// Offers each item of a range to the result.
    mutating func offer(_ range: Range<Int>, _ items: some RankedItems) {
        for index in range {
            let entry = items.entry(at: index)
            let rank = Rank(weight: weights[Int(entry)], entry: entry)
            guard isWanted(rank), rank.weight > -.infinity, !excluded.contains(entry) else { continue }
            var place = hits.count
            while place > 0, hits[place - 1].rank < rank { place -= 1 }
            // Items of the same entry have equal ranks, so an earlier item is directly before this
            // one.
            if place > 0, hits[place - 1].rank.entry == entry { continue }
            hits.insert(Hit(rank: rank, index: index), at: place)
            if hits.count > limit { hits.removeLast() }
        }
    }
}

/// The entries of a segment that a search skips, by identifier.
struct ExcludedEntries {
    private let ids: PackedArray<UInt32>
    private let excluded: Set<UInt32>

    /// Excludes the entries whose identifier in `ids` is in a set.
    init(_ excluded: Set<UInt32>, ids: PackedArray<UInt32>) {
        self.ids = ids
        self.excluded = excluded
    }

    /// Returns whether an entry is excluded.
    func contains(_ entry: UInt32) -> Bool { !excluded.isEmpty && excluded.contains(ids[Int(entry)]) }
}
