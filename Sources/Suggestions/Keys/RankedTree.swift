import HeapModule

/// The rank of an entry among entries with the same kind of match: greater weight first, then by
/// key.
struct Rank: Comparable {
    /// The weight of the entry; never NaN.
    let weight: Double
    /// The entry; entries are sorted by key.
    let entry: UInt32

    /// Returns whether the left rank is worse.
    static func < (left: Rank, right: Rank) -> Bool {
        left.weight != right.weight ? left.weight < right.weight : left.entry > right.entry
    }
}

/// A sequence of items, each belonging to an entry, that a ``RankedTree`` ranks.
protocol RankedItems {
    /// The number of items.
    var count: Int { get }

    /// Returns the entry of the item at an index.
    func entry(at index: Int) -> UInt32
}

/// A tournament tree over a sequence of items, which lists the best items of any range without
/// visiting all of them.
///
/// Items are grouped in blocks; each node stores the best entry below it. The tree doesn't store the items.
/// ``BestSearch`` searches it.
struct RankedTree: Sendable {
    /// The value of a node without entries.
    static let none = UInt32.max

    /// The number of blocks, whose nodes are at the end of ``nodes``.
    let leaves: Int
    /// The best entry below each node; node n has the children 2n and 2n + 1, and the root is 1.
    private(set) var nodes: PackedArray<UInt32>
    private let blockSize: Int

    /// Builds the tree.
    ///
    /// - Complexity: O(*n*) in the number of items.
    init(_ items: some RankedItems, blockSize: Int, weights: PackedArray<Double>) {
        self.blockSize = blockSize
        leaves = max(1, (items.count + blockSize - 1) / blockSize)
        nodes = PackedArray(repeatElement(Self.none, count: 2 * leaves))
        for block in 0..<leaves { updateBlock(block, items, weights) }
        for node in stride(from: leaves - 1, to: 0, by: -1) { updateNode(node, weights) }
    }

    /// Updates the ancestors of an item after its weight has changed.
    ///
    /// - Complexity: O(block size + log *n*).
    mutating func update(_ index: Int, _ items: some RankedItems, weights: PackedArray<Double>) {
        updateBlock(index / blockSize, items, weights)
        var node = leaves + index / blockSize
        while node > 1 {
            node /= 2
            updateNode(node, weights)
        }
    }

    /// Returns the indices of a block's items.
    func items(ofBlock block: Int, count: Int) -> Range<Int> {
        min(count, block * blockSize)..<min(count, (block + 1) * blockSize)
    }

    /// Divides a range of items into the minimal set of nodes that cover its complete blocks, and the items at its ends.
    func cover(_ range: Range<Int>, count: Int) -> (nodes: [Int], items: [Range<Int>]) {
        let first = (range.lowerBound + blockSize - 1) / blockSize
        let last = range.upperBound == count ? leaves : range.upperBound / blockSize
        guard first < last else { return ([], [range]) }
        var nodes: [Int] = []
        var low = first + leaves
        var high = last + leaves
        while low < high {
            if low & 1 == 1 {
                nodes.append(low)
                low += 1
            }
            if high & 1 == 1 {
                high -= 1
                nodes.append(high)
            }
            low /= 2
            high /= 2
        }
        let before = range.lowerBound..<(first * blockSize)
        return (nodes, [before, min(last * blockSize, range.upperBound)..<range.upperBound])
    }

    private mutating func updateBlock(_ block: Int, _ items: some RankedItems, _ weights: PackedArray<Double>) {
        var best = Self.none
        for index in self.items(ofBlock: block, count: items.count) {
            best = Self.better(best, items.entry(at: index), weights)
        }
        nodes[leaves + block] = best
    }

    private mutating func updateNode(_ node: Int, _ weights: PackedArray<Double>) {
        nodes[node] = Self.better(nodes[2 * node], nodes[2 * node + 1], weights)
    }

    private static func better(_ left: UInt32, _ right: UInt32, _ weights: PackedArray<Double>) -> UInt32 {
        guard left != none else { return right }
        guard right != none else { return left }
        let leftRank = Rank(weight: weights[Int(left)], entry: left)
        return leftRank < Rank(weight: weights[Int(right)], entry: right) ? right : left
    }
}

extension RankedTree: Storable {
    func store(in store: inout IndexWriter) throws {
        try store.add(leaves)
        try store.add(blockSize)
        try store.add(nodes)
    }

    init(from store: inout IndexSource) throws {
        leaves = try store.number()
        blockSize = try store.number()
        nodes = try store.array()
        try store.require(leaves > 0 && nodes.count / 2 == leaves && 1...64 ~= blockSize)
    }
}
