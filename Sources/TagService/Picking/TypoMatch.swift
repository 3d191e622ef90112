/// Compares keys with a query that may be misspelt: their beginnings, with a bound on the edits.
///
/// The distance of Damerau and Levenshtein in the form of optimal string alignment, in bytes, row by row; a key is
/// given up as soon as a whole row is above the bound.
struct TypoMatch {
    private let query: [UInt8]
    private let bound: Int
    private var rows: [[Int]]

    /// A comparison; nil for a query too short to be corrected, or so long that it is no name.
    init?(_ query: [UInt8]) {
        guard (4...60).contains(query.count) else { return nil }
        self.query = query
        bound = query.count < 8 ? 1 : 2
        rows = Array(repeating: Array(repeating: 0, count: query.count + 1), count: 3)
    }

    /// The edits that make the query the beginning of a key; nil where they are more than the bound.
    ///
    /// Complexity: O(query · (query + bound)).
    mutating func edits(to key: ArraySlice<UInt8>) -> Int? {
        guard key.count + bound >= query.count else { return nil }
        for column in 0...query.count { rows[0][column] = column }
        var best = query.count
        var previous: UInt8 = 0
        for (row, byte) in key.prefix(query.count + bound).enumerated() {
            let least = fill(row + 1, byte, previous)
            best = min(best, rows[(row + 1) % 3][query.count])
            guard least <= bound else { break }
            previous = byte
        }
        return best <= bound ? best : nil
    }

    /// Fills the row of the key's byte; gives the row's least distance.
    private mutating func fill(_ row: Int, _ byte: UInt8, _ previous: UInt8) -> Int {
        let (now, above, twoAbove) = (row % 3, (row + 2) % 3, (row + 1) % 3)
        rows[now][0] = row
        var least = row
        for column in 1...query.count {
            var distance = min(rows[above][column], rows[now][column - 1]) + 1
            let isSame = query[column - 1] == byte
            distance = min(distance, rows[above][column - 1] + (isSame ? 0 : 1))
            if row > 1, column > 1, query[column - 1] == previous, query[column - 2] == byte {
                distance = min(distance, rows[twoAbove][column - 2] + 1)
            }
            rows[now][column] = distance
            least = min(least, distance)
        }
        return least
    }
}
