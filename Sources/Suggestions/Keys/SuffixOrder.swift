/// Sorting of positions in a text of zero-terminated strings, by the string that begins at each
/// position.
///
/// Positions are first sorted by two bytes with a counting sort, then by eight bytes at a time, compared as one number,
/// until the strings differ or end.
/// Equal strings keep the order of their positions.
///
/// ```
/// text       b a 0 a 0
/// positions  0 1   3
/// sorted     1 3 0      "a", "a", "ba"
/// ```
enum SuffixOrder {
    private typealias Keyed = (key: UInt64, position: UInt32)

    /// Sorts positions by the strings that begin at them.
    ///
    /// - Parameters:
    ///   - text: the strings, each terminated by a zero byte, followed by at least eight zeros.
    ///   - bucketsFrom: the minimum number of positions for the counting sort.
    ///   - forEachPosition: calls its argument with every position, ascending; it is called several times.
    /// - Returns: the sorted positions.
    /// - Complexity: O(*n* log *n*) comparisons of eight bytes; slightly more than four bytes of memory per position.
    static func sorted(
        _ text: PackedArray<UInt8>, bucketsFrom: Int = 20_000, forEachPosition: ((_ visit: (Int) -> Void) -> Void)
    ) -> PackedArray<UInt32> {
        var count = 0
        forEachPosition { _ in count += 1 }
        // The array is filled in place, because there may be many millions of positions.
        return PackedArray(repeating: 0, count: count) { positions in
            var scratch: [Keyed] = []
            guard count >= bucketsFrom else {
                var found: [UInt32] = []
                forEachPosition { found.append(UInt32(truncatingIfNeeded: $0)) }
                for index in found.indices { positions[index] = found[index] }
                return refine(&positions, 0..<count, text, depth: 0, scratch: &scratch)
            }
            let ends = [0] + fillBuckets(&positions, text, forEachPosition)
            for bucket in 0..<(ends.count - 1) where bucket & 0xFF != 0 {
                let range = ends[bucket]..<ends[bucket + 1]
                refine(&positions, range, text, depth: 2, scratch: &scratch)
            }
        }
    }

    /// Sorts the positions by the first two bytes of their strings; returns the end of each bucket.
    private static func fillBuckets(
        _ positions: inout MutableSpan<UInt32>, _ text: PackedArray<UInt8>,
        _ forEachPosition: (_ visit: (Int) -> Void) -> Void
    ) -> [Int] {
        var ends = [Int](repeating: 0, count: 1 << 16)
        forEachPosition { ends[firstBytes(text, $0)] += 1 }
        var total = 0
        for bucket in ends.indices {
            let count = ends[bucket]
            ends[bucket] = total
            total += count
        }
        forEachPosition { position in
            let bucket = firstBytes(text, position)
            positions[ends[bucket]] = UInt32(truncatingIfNeeded: position)
            ends[bucket] += 1
        }
        return ends
    }

    /// Returns the first two bytes of a string; the second is zero if the string has one byte.
    private static func firstBytes(_ text: PackedArray<UInt8>, _ position: Int) -> Int {
        let first = Int(text[position])
        return first == 0 ? 0 : first << 8 | Int(text[position + 1])
    }

    /// Sorts a range of positions whose strings agree in their first `depth` bytes.
    private static func refine(
        _ positions: inout MutableSpan<UInt32>, _ range: Range<Int>, _ text: PackedArray<UInt8>, depth: Int,
        scratch: inout [Keyed]
    ) {
        guard range.count > 1 else { return }
        scratch.removeAll(keepingCapacity: true)
        for index in range {
            let position = positions[index]
            scratch.append((eightBytes(text, Int(position) + depth), position))
        }
        scratch.sort { $0.key != $1.key ? $0.key < $1.key : $0.position < $1.position }
        for (offset, keyed) in scratch.enumerated() { positions[range.lowerBound + offset] = keyed.position }
        for run in unfinishedRuns(scratch) {
            let lower = range.lowerBound + run.lowerBound
            refine(&positions, lower..<(lower + run.count), text, depth: depth + 8, scratch: &scratch)
        }
    }

    /// Returns the runs of equal keys whose strings continue.
    private static func unfinishedRuns(_ keyed: [Keyed]) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for index in 1...keyed.count where index == keyed.count || keyed[index].key != keyed[start].key {
            if index - start > 1, keyed[start].key & 0xFF != 0 { runs.append(start..<index) }
            start = index
        }
        return runs
    }

    /// Returns the eight bytes at a position as a number with the same order, padded with zeros after the end of the string.
    static func eightBytes(_ text: PackedArray<UInt8>, _ position: Int) -> UInt64 {
        var value: UInt64 = 0
        for offset in 0..<8 {
            let byte = text[position + offset]
            if byte == 0 { return value << UInt64(8 * (8 - offset)) }
            value = value << 8 | UInt64(byte)
        }
        return value
    }
}
