/// Positions in packed keys, sorted by the string that begins at each.
///
/// The first eight bytes at every so-many-th position, as a number, are kept beside, near each other in memory: a
/// search goes through these before it touches the text.
final class SortedPositions: Sendable {
    /// The positions.
    let positions: [UInt32]
    private let keys: PackedKeys
    private let fence: [UInt64]
    private let count: Int
    private let step: Int

    /// Takes sorted positions, the first `count` of an array; of every `step` of them one has its first bytes kept.
    ///
    /// Complexity: O(n).
    init(_ positions: [UInt32], count: Int, in keys: PackedKeys, step: Int) {
        self.positions = positions
        self.count = count
        self.keys = keys
        self.step = step
        fence = stride(from: 0, to: count, by: step)
            .map {
                SuffixOrder.eightBytes(keys.text, Int(positions[$0]))
            }
    }

    /// The indices of the positions at which `prefix` begins.
    ///
    /// Complexity: O(log n).
    func indices(beginningWith prefix: [UInt8]) -> Range<Int> {
        let head = KeyHead(prefix)
        let (least, greatest) = (head.least, head.greatest)
        let first = fencePosts(0..<fence.count) { $0 < least }
        let last = fencePosts(first..<fence.count) { $0 <= greatest }
        if step == 1, head.isWhole { return first..<last }
        let whole = window(first).lowerBound..<window(last).upperBound
        guard head.isWhole else {
            return keys.items(beginningWith: prefix, in: positions, whole, depth: 0)
        }
        let lower = keys.items(beginningWith: prefix, in: positions, window(first), depth: 0)
        guard first < last else { return lower }
        let upper = keys.items(beginningWith: prefix, in: positions, window(last), depth: 0)
        return lower.lowerBound..<upper.upperBound
    }

    /// Of a range of indices that agree up to a prefix, those that begin with it; `head` is its first bytes.
    ///
    /// For positions of which every one is a fence post. Complexity: O(log n).
    func narrow(_ range: Range<Int>, to head: KeyHead, prefix: () -> [UInt8]) -> Range<Int> {
        guard !range.isEmpty else { return range }
        let (least, greatest) = (head.least, head.greatest)
        let first = fencePosts(range) { $0 < least }
        guard first < range.upperBound, fence[first] <= greatest else { return first..<first }
        let found = first..<end(of: greatest, first..<range.upperBound)
        guard !head.isWhole else { return found }
        return keys.items(beginningWith: prefix(), in: positions, found, depth: 0)
    }

    /// Of a range whose first index begins with a prefix of at most eight bytes, the indices that do.
    ///
    /// For positions of which every one is a fence post. Complexity: O(log of what is found).
    func run(_ range: Range<Int>, of head: KeyHead) -> Range<Int> {
        range.lowerBound..<end(of: head.greatest, range)
    }

    /// The end of the indices, from the range's first one on, whose bytes are at most `greatest`.
    private func end(of greatest: UInt64, _ range: Range<Int>) -> Int {
        // Mostly few begin alike, so the end is looked for in growing steps.
        var bound = range.lowerBound + 1
        var stride = 1
        while bound < range.upperBound, fence[bound] <= greatest {
            stride *= 2
            bound = min(range.upperBound, bound + stride)
        }
        return fencePosts(max(range.lowerBound, bound - stride)..<bound) { $0 <= greatest }
    }

    /// The indices from the fence post before number `post` up to that one.
    private func window(_ post: Int) -> Range<Int> {
        max(0, post - 1) * step..<min(count, post * step)
    }

    /// The first fence post of a range for which the predicate, true up to one of them, is false.
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

/// The first eight bytes of a prefix, as the range of the numbers that keys with it begin with.
struct KeyHead {
    private var value: UInt64 = 0
    private var count = 0

    /// Makes the head of some bytes.
    init(_ bytes: some Sequence<UInt8>) { append(bytes) }

    /// Makes it the head of a longer prefix.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            count += 1
            if count <= 8 { value = value << 8 | UInt64(byte) }
        }
    }

    /// Makes the head of a longer prefix.
    func appending(_ bytes: some Sequence<UInt8>) -> KeyHead {
        var head = self
        head.append(bytes)
        return head
    }

    /// Whether the prefix has no more than eight bytes.
    var isWhole: Bool { count <= 8 }

    /// The least number that a key with the prefix begins with.
    var least: UInt64 { count == 0 ? 0 : value << UInt64(8 * (8 - min(8, count))) }

    /// The greatest one.
    var greatest: UInt64 { count >= 8 ? value : least | (UInt64.max >> UInt64(8 * count)) }
}
