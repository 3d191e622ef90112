/// Bounded edit distance with transpositions (optimal string alignment: no part is edited twice).
///
/// What agrees at the front is skipped, which is never worse; at the first difference the four edits are tried.
/// For bounds of one or two edits this takes less than any table.
enum EditDistance {
    /// The distance between two sequences of scalars if it is at most `bound`, else nil.
    ///
    /// Complexity: O(length · 4^bound).
    static func between(_ left: Span<UInt32>, _ right: Span<UInt32>, atMost bound: Int) -> Int? {
        guard abs(left.count - right.count) <= bound else { return nil }
        var ends = (left.count, right.count)
        while ends.0 > 0, ends.1 > 0, left[ends.0 - 1] == right[ends.1 - 1] {
            ends.0 -= 1
            ends.1 -= 1
        }
        for allowed in 0...max(0, bound)
        where isWithin(allowed, left, 0..<ends.0, right, 0..<ends.1) {
            return allowed
        }
        return nil
    }

    /// Whether, of two sequences one edit apart, the typed one has two scalars swapped or misses one.
    static func isLikely(_ typed: Span<UInt32>, for meant: Span<UInt32>) -> Bool {
        guard typed.count == meant.count else { return typed.count < meant.count }
        var differences = 0
        for index in typed.indices where typed[index] != meant[index] { differences += 1 }
        return differences > 1
    }

    /// Whether one range turns into the other with so many edits.
    private static func isWithin(
        _ allowed: Int,
        _ left: Span<UInt32>,
        _ leftRange: Range<Int>,
        _ right: Span<UInt32>,
        _ rightRange: Range<Int>
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
        if abs(surplus - 1) <= fewer,
            isWithin(fewer, left, (i + 1)..<leftEnd, right, j..<rightEnd)
        {
            return true
        }
        if abs(surplus + 1) <= fewer,
            isWithin(fewer, left, i..<leftEnd, right, (j + 1)..<rightEnd)
        {
            return true
        }
        guard i + 1 < leftEnd, j + 1 < rightEnd, left[i] == right[j + 1], left[i + 1] == right[j]
        else {
            return false
        }
        return isWithin(fewer, left, (i + 2)..<leftEnd, right, (j + 2)..<rightEnd)
    }
}

/// The edit distance from one pattern to many texts, with transpositions (optimal string alignment).
///
/// A column of the table of distances takes a few machine words: the bit-parallel algorithm of Hyyrö (2003), which extends
/// that of Myers (1999) by transpositions (Damerau 1964). Symbols are bytes; the pattern may have 64 at the most.
struct BitParallelDistance: Sendable {
    /// The number of symbols in the pattern.
    let count: Int
    /// Where each symbol stands in the pattern, as bits.
    private let places: [UInt64]

    /// Prepares a pattern; `nil` for an empty one or one of more than 64 symbols.
    init?(_ pattern: [UInt8]) {
        guard 1...64 ~= pattern.count else { return nil }
        count = pattern.count
        var places = Array(repeating: UInt64(0), count: 256)
        for (place, symbol) in pattern.enumerated() { places[Int(symbol)] |= 1 << UInt64(place) }
        self.places = places
    }

    /// The distance to a text if it is at most `bound`.
    ///
    /// - Complexity: O(text).
    func distance(to text: some Collection<UInt8>, atMost bound: Int) -> Int? {
        guard abs(text.count - count) <= bound else { return nil }
        var column = Column()
        let distance = text.reduce(count) { $0 + column.advance(places[Int($1)], last: count - 1) }
        return distance <= bound ? distance : nil
    }

    /// The least distance to a beginning of a text if it is at most `bound`.
    ///
    /// - Complexity: O(pattern + bound).
    func distance(toPrefixOf text: some Collection<UInt8>, atMost bound: Int) -> Int? {
        guard text.count + bound >= count else { return nil }
        var column = Column()
        var distance = count
        var least = count
        for symbol in text.prefix(count + bound) {
            distance += column.advance(places[Int(symbol)], last: count - 1)
            least = min(least, distance)
        }
        return least <= bound ? least : nil
    }

    /// A column of the table of distances, as the differences between its rows, a bit a row.
    private struct Column {
        /// The rows that are one above the row before them.
        private var upMask: UInt64 = ~0
        /// The rows that are one below the row before them.
        private var downMask: UInt64 = 0
        private var diagonalMask: UInt64 = 0
        private var previousPlaces: UInt64 = 0

        /// Moves on by a symbol that stands at these places of the pattern; returns the change of the last row.
        mutating func advance(_ places: UInt64, last: Int) -> Int {
            let swapped = ((~diagonalMask & places) << 1) & previousPlaces
            diagonalMask = (((places & upMask) &+ upMask) ^ upMask) | places | downMask | swapped
            let rises = downMask | ~(diagonalMask | upMask)
            let falls = upMask & diagonalMask
            // The first row rises with every symbol: the pattern starts where the text starts.
            let above = rises << 1 | 1
            upMask = falls << 1 | ~(diagonalMask | above)
            downMask = above & diagonalMask
            previousPlaces = places
            return Int(rises >> UInt64(last) & 1) - Int(falls >> UInt64(last) & 1)
        }
    }
}
