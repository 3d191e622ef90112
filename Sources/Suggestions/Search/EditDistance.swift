/// Bounded edit distance with transpositions (optimal string alignment: no substring is edited twice).
///
/// The common prefix is skipped, which is always optimal; at the first difference, each of the four
/// edits is tried. For bounds of one or two edits, this is faster than computing a table.
/// ``BitParallelDistance`` is for greater bounds.
///
/// ```swift
/// let typed = "siwft".unicodeScalars.map(\.value)
/// let meant = "swift".unicodeScalars.map(\.value)
/// EditDistance.between(typed.span, meant.span, atMost: 2)  // 1
/// ```
enum EditDistance {
    /// Returns the distance between two sequences of scalars, or `nil` if it exceeds `bound`.
    ///
    /// - Complexity: O(*n* · 4^bound) in the length of the sequences.
    static func between(_ left: Span<UInt32>, _ right: Span<UInt32>, atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var ends = (left.count, right.count)
        while ends.0 > 0, ends.1 > 0, left[ends.0 - 1] == right[ends.1 - 1] {
            ends.0 -= 1
            ends.1 -= 1
        }
        for allowed in 0...max(0, bound) where isWithin(allowed, left, 0..<ends.0, right, 0..<ends.1) { return allowed }
        return nil
    }

    /// Returns whether two ranges are at most `allowed` edits apart.
    private static func isWithin(
        _ allowed: Int, _ left: Span<UInt32>, _ leftRange: Range<Int>, _ right: Span<UInt32>, _ rightRange: Range<Int>
    ) -> Bool {
        var i = leftRange.lowerBound
        var j = rightRange.lowerBound
        let (leftEnd, rightEnd) = (leftRange.upperBound, rightRange.upperBound)
        while i < leftEnd, j < rightEnd, left[i] == right[j] {
            i += 1
            j += 1
        }
        let surplus = (leftEnd - i) - (rightEnd - j)
        if i == leftEnd || j == rightEnd { return abs(surplus) <= allowed }
        guard abs(surplus) <= allowed, allowed > 0 else { return false }
        let fewer = allowed - 1
        if isWithin(fewer, left, (i + 1)..<leftEnd, right, (j + 1)..<rightEnd) { return true }
        if abs(surplus - 1) <= fewer, isWithin(fewer, left, (i + 1)..<leftEnd, right, j..<rightEnd) { return true }
        if abs(surplus + 1) <= fewer, isWithin(fewer, left, i..<leftEnd, right, (j + 1)..<rightEnd) { return true }
        guard i + 1 < leftEnd, j + 1 < rightEnd, left[i] == right[j + 1], left[i + 1] == right[j] else { return false }
        return isWithin(fewer, left, (i + 2)..<leftEnd, right, (j + 2)..<rightEnd)
    }
}
