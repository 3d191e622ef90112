/// Compares keys with a query that may be misspelt: their beginnings, with a bound on the edits.
///
/// The distance of Damerau and Levenshtein in the form of optimal string alignment, in bytes, a column of the table in
/// a few machine words: the bit-parallel algorithm of Hyyrö (2003), which goes back to Myers (1999).
struct TypoMatch {
    /// The most edits.
    let bound: Int
    /// The signs of the query.
    let signs: SignSet
    private let count: Int
    /// Where each byte stands in the query, as bits.
    private let places: [UInt64]

    /// A comparison; nil for a query too short to be corrected, or so long that it is no name.
    init?(_ query: [UInt8]) {
        guard (4...60).contains(query.count) else { return nil }
        count = query.count
        bound = query.count < 8 ? 1 : 2
        signs = SignSet(query)
        var places = Array(repeating: UInt64(0), count: 256)
        for (place, byte) in query.enumerated() { places[Int(byte)] |= 1 << UInt64(place) }
        self.places = places
    }

    /// The edits that make the query the beginning of a key; nil where they are more than the bound.
    ///
    /// Complexity: O(query + bound).
    func edits(to key: ArraySlice<UInt8>) -> Int? {
        guard key.count + bound >= count else { return nil }
        var column = TypoColumn()
        var edits = count
        var best = count
        for byte in key.prefix(count + bound) {
            edits += column.next(places[Int(byte)], last: count - 1)
            best = min(best, edits)
        }
        return best <= bound ? best : nil
    }
}

/// A column of the table of distances, as the differences between its rows, a bit a row.
private struct TypoColumn {
    private var isUp: UInt64 = ~0
    private var isDown: UInt64 = 0
    private var isSame: UInt64 = 0
    private var previous: UInt64 = 0

    /// Goes on by a byte that stands at these places of the query; gives how much the last row changes.
    mutating func next(_ places: UInt64, last: Int) -> Int {
        let swapped = ((~isSame & places) << 1) & previous
        isSame = (((places & isUp) &+ isUp) ^ isUp) | places | isDown | swapped
        let rises = isDown | ~(isSame | isUp)
        let falls = isUp & isSame
        // The first row rises with every byte: the query is the beginning of the key, not a part of it.
        let above = rises << 1 | 1
        isUp = falls << 1 | ~(isSame | above)
        isDown = above & isSame
        previous = places
        return Int(rises >> UInt64(last) & 1) - Int(falls >> UInt64(last) & 1)
    }
}
