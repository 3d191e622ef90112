/// The edit distance, with transpositions (optimal string alignment), from one pattern to many texts.
///
/// The bit-parallel algorithm of Hyyrö (2003), which extends that of Myers (1999) by transpositions
/// (Damerau 1964), stores a column of the distance table in a few machine words. Symbols are bytes,
/// and a pattern has at most 64 of them.
///
/// ```swift
/// let pattern = BitParallelDistance(Array("siwft".utf8))
/// pattern?.distance(to: Array("swift".utf8), atMost: 2)  // 1
/// pattern?.distance(toPrefixOf: Array("swiftui".utf8), atMost: 2)  // 1
/// ```
struct BitParallelDistance: Sendable {
    /// The number of symbols in the pattern.
    let count: Int
    /// The positions of each symbol in the pattern, as bits.
    private let places: [UInt64]

    /// Prepares a pattern, or returns `nil` if it's empty or longer than 64 symbols.
    init?(_ pattern: [UInt8]) {
        guard 1...64 ~= pattern.count else { return nil }
        count = pattern.count
        var places = Array(repeating: UInt64(0), count: 256)
        for (place, symbol) in pattern.enumerated() { places[Int(symbol)] |= 1 << UInt64(place) }
        self.places = places
    }

    /// Returns the distance to a text, or `nil` if it exceeds `bound`.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    func distance(to text: some Collection<UInt8>, atMost bound: Int) -> Int? {
        guard abs(text.count - count) <= bound else { return nil }
        var column = Column()
        let distance = text.reduce(count) { $0 + column.advance(places[Int($1)], last: count - 1) }
        return distance <= bound ? distance : nil
    }

    /// Returns the least distance to any prefix of a text, or `nil` if it exceeds `bound`.
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

    /// A column of the distance table, as the differences between adjacent rows, one bit per row.
    private struct Column {
        /// The rows whose value is one more than that of the row before.
        private var upMask: UInt64 = ~0
        /// The rows whose value is one less than that of the row before.
        private var downMask: UInt64 = 0
        private var diagonalMask: UInt64 = 0
        private var previousPlaces: UInt64 = 0

        /// Advances by a symbol with the given positions in the pattern; returns the change in the last row.
        mutating func advance(_ places: UInt64, last: Int) -> Int {
            let swapped = ((~diagonalMask & places) << 1) & previousPlaces
            diagonalMask = (((places & upMask) &+ upMask) ^ upMask) | places | downMask | swapped
            let rises = downMask | ~(diagonalMask | upMask)
            let falls = upMask & diagonalMask
            // The first row increases with every symbol, because the pattern is anchored at the start of the text.
            let above = rises << 1 | 1
            upMask = falls << 1 | ~(diagonalMask | above)
            downMask = above & diagonalMask
            previousPlaces = places
            return Int(rises >> UInt64(last) & 1) - Int(falls >> UInt64(last) & 1)
        }
    }
}
