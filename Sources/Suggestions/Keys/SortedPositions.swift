/// Positions in packed keys, sorted by the string that begins at each.
///
/// The first eight bytes at every `step`-th position, a fence post, are stored as a number in a
/// separate array. A search first compares these numbers, which are close together in memory,
/// before it reads the text.
final class SortedPositions: Sendable {
    /// The positions.
    let positions: PackedArray<UInt32>
    private let keys: PackedKeys
    private let fence: PackedArray<UInt64>
    private let count: Int
    private let step: Int

    /// Creates the index of the first `count` sorted positions of an array, with a fence post at every `step`-th of them.
    ///
    /// - Complexity: O(*n*).
    init(_ positions: PackedArray<UInt32>, count: Int, in keys: PackedKeys, step: Int) {
        self.positions = positions
        self.count = count
        self.keys = keys
        self.step = step
        fence = PackedArray(
            stride(from: 0, to: count, by: step).map { SuffixOrder.eightBytes(keys.text, Int(positions[$0])) })
    }

    /// Opens a stored index of positions that are stored separately.
    init(from store: inout IndexSource, _ positions: PackedArray<UInt32>, count: Int, in keys: PackedKeys) throws {
        self.positions = positions
        self.count = count
        self.keys = keys
        step = try store.number()
        fence = try store.array()
        try store.require(1...64 ~= step && fence.count == (count + step - 1) / step)
    }

    /// Writes all but the positions.
    func store(in store: inout IndexWriter) throws {
        try store.add(step)
        try store.add(fence)
    }

    /// Returns the indices of the positions at which `prefix` begins.
    ///
    /// - Complexity: O(log *n*).
    func indices(beginningWith prefix: [UInt8]) -> Range<Int> {
        let head = KeyHead(prefix)
        let (least, greatest) = (head.least, head.greatest)
        let first = fencePosts(0..<fence.count) { $0 < least }
        let last = fencePosts(first..<fence.count) { $0 <= greatest }
        if step == 1, head.isWhole { return first..<last }
        let whole = window(first).lowerBound..<window(last).upperBound
        guard head.isWhole else { return keys.items(beginningWith: prefix, in: positions, whole, depth: 0) }
        let lower = keys.items(beginningWith: prefix, in: positions, window(first), depth: 0)
        guard first < last else { return lower }
        let upper = keys.items(beginningWith: prefix, in: positions, window(last), depth: 0)
        return lower.lowerBound..<upper.upperBound
    }

    /// Returns the indices in a range at which a prefix begins; `head` is the head of the prefix.
    ///
    /// Requires a `step` of 1, and a range whose strings agree in all bytes of the prefix except the last.
    /// - Complexity: O(log *n*).
    func narrow(_ range: Range<Int>, to head: KeyHead, prefix: () -> [UInt8]) -> Range<Int> {
        guard !range.isEmpty else { return range }
        let (least, greatest) = (head.least, head.greatest)
        let first = fencePosts(range) { $0 < least }
        guard first < range.upperBound, fence[first] <= greatest else { return first..<first }
        let found = first..<end(of: greatest, first..<range.upperBound)
        guard !head.isWhole else { return found }
        return keys.items(beginningWith: prefix(), in: positions, found, depth: 0)
    }

    /// Returns the indices in a range at which a prefix of at most eight bytes begins; the first
    /// index must be one of them.
    ///
    /// Requires a `step` of 1.
    /// - Complexity: O(log *m*) for *m* indices found.
    func run(_ range: Range<Int>, of head: KeyHead) -> Range<Int> { range.lowerBound..<end(of: head.greatest, range) }

    /// Returns the end of the indices at the start of a range whose first bytes are at most
    /// `greatest`.
    private func end(of greatest: UInt64, _ range: Range<Int>) -> Int {
        // Usually few positions match, so the end is found by galloping.
        var bound = range.lowerBound + 1
        var stride = 1
        while bound < range.upperBound, fence[bound] <= greatest {
            stride *= 2
            bound = min(range.upperBound, bound + stride)
        }
        return fencePosts(max(range.lowerBound, bound - stride)..<bound) { $0 <= greatest }
    }

    /// Returns the indices between a fence post and the fence post before it.
    private func window(_ post: Int) -> Range<Int> { max(0, post - 1) * step..<min(count, post * step) }

    /// Returns the first fence post of a range for which a predicate is false; it must also be
    /// false for all later posts.
    private func fencePosts(_ range: Range<Int>, _ predicate: (UInt64) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if predicate(fence[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The first eight bytes of a prefix, as a range of numbers.
///
/// The first eight bytes of every string with the prefix, read as a number, are in the range.
///
/// ```swift
/// let head = KeyHead("sw".utf8)
/// head.least  // 0x7377_0000_0000_0000
/// head.greatest  // 0x7377_FFFF_FFFF_FFFF
/// ```
struct KeyHead {
    private var value: UInt64 = 0
    private var count = 0

    /// Creates the head of the given bytes.
    init(_ bytes: some Sequence<UInt8>) { append(bytes) }

    /// Extends the prefix by bytes.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            count += 1
            if count <= 8 { value = value << 8 | UInt64(byte) }
        }
    }

    /// Returns the head of the prefix extended by bytes.
    func appending(_ bytes: some Sequence<UInt8>) -> KeyHead {
        var head = self
        head.append(bytes)
        return head
    }

    /// Whether the prefix has at most eight bytes.
    var isWhole: Bool { count <= 8 }

    /// The lower end of the range.
    var least: UInt64 { count == 0 ? 0 : value << UInt64(8 * (8 - min(8, count))) }

    /// The upper end of the range.
    var greatest: UInt64 { count >= 8 ? value : least | (UInt64.max >> UInt64(8 * count)) }
}
