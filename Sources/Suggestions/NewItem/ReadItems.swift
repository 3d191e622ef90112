/// The saved items that share words with a new item, as rows of a sparse matrix X with one column per query word.
///
/// An entry is the word's inverse document frequency times its weight in the item. Rows are in the order in which items
/// are first read: most informative word first, newest item first.
struct ReadItems: Sendable {
    /// The item of each row.
    private(set) var items: [Int64] = []
    /// The columns of all entries, row by row, ascending within a row.
    private(set) var columns: [Int] = []
    /// The values of all entries.
    private(set) var values: [Double] = []
    /// The product of each row with the query's shares ("rough").
    private(set) var products: [Double] = []
    /// The index of the first entry of each row, followed by the number of entries.
    private var starts: [Int] = [0]

    /// The maximum number of postings that are read.
    static let postingLimit = 8_000

    /// Reads the postings of the query's words until the limit is reached.
    ///
    /// - Complexity: O(postings).
    init<Source: ItemSource>(_ query: QueryWords, from source: Source) throws(Source.Failure) {
        var read: [(row: Int, column: Int, value: Double)] = []
        read.reserveCapacity(Self.postingLimit)
        var rows: [Int64: Int] = [:]
        rows.reserveCapacity(Self.postingLimit)
        for (column, word) in query.words.enumerated() where read.count < Self.postingLimit {
            let postings = try source.postings(of: word, limit: Self.postingLimit - read.count)
            for posting in postings where posting.weight.isFinite {
                let next = rows.count
                let row = rows[posting.item, default: next]
                if row == next {
                    rows[posting.item] = next
                    items.append(posting.item)
                }
                read.append((row, column, query.rarities[column] * Double(posting.weight)))
            }
        }
        sort(read)
        products = [Double](repeating: 0, count: items.count)
        for entry in read { products[entry.row] += query.shares[entry.column] * entry.value }
    }

    /// Returns the indexes of a row's entries.
    func range(ofRow row: Int) -> Range<Int> { starts[row]..<starts[row + 1] }

    /// Distributes the entries to their rows (a counting sort, which keeps the order of columns).
    private mutating func sort(_ read: [(row: Int, column: Int, value: Double)]) {
        var next = [Int](repeating: 0, count: items.count + 1)
        for entry in read { next[entry.row + 1] += 1 }
        for row in items.indices { next[row + 1] += next[row] }
        starts = next
        columns = [Int](repeating: 0, count: read.count)
        values = [Double](repeating: 0, count: read.count)
        for entry in read {
            columns[next[entry.row]] = entry.column
            values[next[entry.row]] = entry.value
            next[entry.row] += 1
        }
    }
}
