internal import TagCore

/// Keys in ascending order of their UTF-8, packed into one array, each terminated by a zero byte.
final class PackedKeys: Sendable {
    /// The keys, followed by zeros, so that eight bytes can be read at any position.
    let text: PackedArray<UInt8>
    /// The start of each key, followed by the end of the last key.
    let starts: PackedArray<UInt32>
    /// The set of starts, one bit per byte of ``text``.
    private let startBits: PackedArray<UInt64>
    /// The number of starts before each element of ``startBits``.
    private let startCounts: PackedArray<UInt32>

    /// The number of zeros after the last key.
    static let padding = 16

    /// Sorts keys; also returns the index in `keys` of each row.
    static func sorting(_ keys: UnsortedKeys) -> (keys: PackedKeys, order: [UInt32]) {
        let sorted = SuffixOrder.sorted(PackedArray(keys.padded)) { visit in
            for start in keys.starts { visit(Int(start)) }
        }
        var text: [UInt8] = []
        text.reserveCapacity(keys.padded.count)
        var starts: [UInt32] = []
        starts.reserveCapacity(sorted.count + 1)
        var order: [UInt32] = []
        order.reserveCapacity(sorted.count)
        for position in sorted {
            starts.append(UInt32(truncatingIfNeeded: text.count))
            let index = keys.index(at: position)
            order.append(UInt32(truncatingIfNeeded: index))
            text.append(contentsOf: keys.padded[keys.range(index)])
            text.append(0)
        }
        starts.append(UInt32(truncatingIfNeeded: text.count))
        text.append(contentsOf: repeatElement(0, count: padding))
        return (PackedKeys(text: text, starts: starts), order)
    }

    private init(text: [UInt8], starts: [UInt32]) {
        self.text = PackedArray(text)
        self.starts = PackedArray(starts)
        var bits = [UInt64](repeating: 0, count: text.count / 64 + 1)
        for start in starts.dropLast() { bits[Int(start) / 64] |= 1 << UInt64(start % 64) }
        startBits = PackedArray(bits)
        var total: UInt32 = 0
        startCounts = PackedArray(
            bits.map { word in
                defer { total += UInt32(word.nonzeroBitCount) }
                return total
            })
    }

    /// Opens stored keys without copying them.
    init(from store: inout IndexSource) throws {
        text = try store.array()
        starts = try store.array()
        startBits = try store.array()
        startCounts = try store.array()
        try store.require(!starts.isEmpty && text.count >= Self.padding)
        try store.require(startBits.count == text.count / 64 + 1)
        try store.require(startCounts.count == startBits.count)
    }

    /// Writes the keys for ``init(from:)``.
    func store(in store: inout IndexWriter) throws {
        try store.add(text)
        try store.add(starts)
        try store.add(startBits)
        try store.add(startCounts)
    }

    /// The number of keys.
    var count: Int { starts.count - 1 }

    /// Returns the range of a key in ``text``.
    func range(_ row: Int) -> Range<Int> { Int(starts[row])..<(Int(starts[row + 1]) - 1) }

    /// Returns the row of the key that contains a position of ``text``.
    func row(at position: UInt32) -> Int {
        let word = Int(position / 64)
        let upTo = startBits[word] << (63 - UInt64(position % 64))
        return Int(startCounts[word]) + upTo.nonzeroBitCount - 1
    }

    /// Returns whether a key contains a text in the given part.
    ///
    /// - Complexity: O(key · text).
    func contains(_ part: [UInt8], _ place: KeyTable.Part, row: Int) -> Bool {
        let key = text[range(row)]
        switch place {
        case .whole: return key.elementsEqual(part)
        case .prefix: return key.starts(with: part)
        case .anywhere: return key.indices.contains { key[$0...].starts(with: part) }
        case .word:
            return key.indices.dropFirst()
                .contains { position in
                    key[position...].starts(with: part) && isWordStart(position, after: key.startIndex)
                }
        }
    }

    /// Returns whether a scalar that isn't a separator begins at a position, after a separator.
    private func isWordStart(_ position: Int, after start: Int) -> Bool {
        var before = position - 1
        while before > start, UTF8.isContinuation(text[before]) { before -= 1 }
        var separators = Separators()
        return !UTF8.isContinuation(text[position]) && separators.contains(UTF8Text.scalar(text, before).scalar)
            && !separators.contains(UTF8Text.scalar(text, position).scalar)
    }

    /// Returns a key in UTF-8.
    func bytes(_ row: Int) -> [UInt8] { Array(text[range(row)]) }

    /// Returns a key as a string.
    func string(_ row: Int) -> String { String(decoding: text[range(row)], as: UTF8.self) }

    /// Replaces the contents of `scalars` with the scalars of a key.
    func decode(_ row: Int, into scalars: inout [UInt32]) {
        scalars.removeAll(keepingCapacity: true)
        let range = range(row)
        var position = range.lowerBound
        while position < range.upperBound {
            let (scalar, length) = UTF8Text.scalar(text, position)
            scalars.append(scalar)
            position += length
        }
    }

    /// Returns the range of sorted positions whose strings, from offset `depth`, begin with
    /// `prefix`.
    ///
    /// - Complexity: O(log *n*) comparisons.
    func items(
        beginningWith prefix: some RandomAccessCollection<UInt8>, in positions: PackedArray<UInt32>,
        _ range: Range<Int>, depth: Int
    ) -> Range<Int> {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if compare(Int(positions[middle]) + depth, prefix) < 0 { low = middle + 1 } else { high = middle }
        }
        let lower = low
        // Usually few positions match, so the end is found by galloping.
        var step = 1
        high = low
        while high < range.upperBound, compare(Int(positions[high]) + depth, prefix) == 0 {
            low = high + 1
            high = min(range.upperBound, high + step)
            step *= 2
        }
        while low < high {
            let middle = low + (high - low) / 2
            if compare(Int(positions[middle]) + depth, prefix) == 0 { low = middle + 1 } else { high = middle }
        }
        return lower..<low
    }

    /// Returns a negative number, zero, or a positive number if the string at `position` is before, begins with, or is after `prefix`.
    private func compare(_ position: Int, _ prefix: some RandomAccessCollection<UInt8>) -> Int {
        var position = position
        for byte in prefix {
            let difference = Int(text[position]) - Int(byte)
            if difference != 0 { return difference }
            position += 1
        }
        return 0
    }

    /// Calls a body with the position of every scalar of every key, ascending.
    func forEachScalar(_ visit: (Int) -> Void) {
        for position in text.indices where text[position] != 0 && !UTF8.isContinuation(text[position]) {
            visit(position)
        }
    }
}
