internal import GRDB

/// A reader that visits every reachable row of a damaged table once.
///
/// The table is read forwards until SQLite fails, then backwards. The gap between them is bisected, and each half is
/// read in the same way, until only unreachable rows are left. Damaged pages can be out of order, so rows can be, too.
struct TableWalk {
    private let database: Database
    private let table: String
    private let columns: String
    private let key: String
    private let filter: String
    private let expectedKeys: ClosedRange<Int64>
    /// The keys read so far; a cycle of pages would yield the same rows forever.
    private var seen: Set<Int64> = []
    private var probes = 0
    /// The maximum number of queries for gaps.
    private let probeLimit: Int
    /// Whether all rows seem to have been reached.
    private(set) var isWhole = true

    /// Creates a reader of a table with an integer key.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - columns: the columns to read, beginning with the key.
    ///   - key: the name of the key's column.
    ///   - expectedKeys: the usual range of keys.
    ///   - filter: a restriction of the rows as the beginning of an SQL condition, such as `set_id = 1 AND`.
    ///   - probeLimit: the maximum number of queries for gaps; divide it among the parts if a table is read in parts.
    ///   - database: the database.
    init(
        _ table: String, columns: String, key: String = "id", expectedKeys: ClosedRange<Int64> = 0...1 << 20,
        filter: String = "", probeLimit: Int = 1_000, in database: Database
    ) {
        self.database = database
        self.table = table
        self.columns = columns
        self.key = key
        self.filter = filter
        self.expectedKeys = expectedKeys
        self.probeLimit = probeLimit
    }

    /// Calls a closure with each reachable row.
    mutating func readAll(_ body: (StoredRow) -> Void) {
        // The first pass covers the whole table. Gaps are then only searched in the usual range of keys.
        guard let rest = read(Int64.min...Int64.max, body) else { return }
        isWhole = false
        var gaps = [rest.clamped(to: expectedKeys)]
        while let gap = gaps.first, probes < probeLimit {
            gaps.removeFirst()
            guard let rest = read(gap, body) else { continue }
            isWhole = false
            guard rest.lowerBound < rest.upperBound else { continue }
            let middle = rest.lowerBound / 2 + rest.upperBound / 2
            gaps.append(rest.lowerBound...min(middle, rest.upperBound - 1))
            gaps.append(min(middle, rest.upperBound - 1) + 1...rest.upperBound)
        }
    }

    /// Reads a range of keys from both ends; returns the gap that couldn't be read, or `nil`.
    private mutating func read(_ run: ClosedRange<Int64>, _ body: (StoredRow) -> Void) -> ClosedRange<Int64>? {
        let forwards = read(run, order: "ASC", body)
        if forwards.isComplete { return nil }
        let start = forwards.last.map { $0 < run.upperBound ? $0 + 1 : $0 } ?? run.lowerBound
        let backwards = read(start...run.upperBound, order: "DESC", body)
        if backwards.isComplete { return nil }
        let end = backwards.last.map { $0 > start ? $0 - 1 : $0 } ?? run.upperBound
        return start...end
    }

    /// Reads a range of keys until its end or until SQLite fails; returns the last key read within the range.
    private mutating func read(
        _ run: ClosedRange<Int64>, order: String, _ body: (StoredRow) -> Void
    ) -> (last: Int64?, isComplete: Bool) {
        probes += 1
        var last: Int64?
        do {
            let sql = """
                SELECT \(columns) FROM \(table)
                WHERE \(filter) \(key) BETWEEN ? AND ? ORDER BY \(key) \(order)
                """
            let rows = try database.rows(sql, [run.lowerBound, run.upperBound])
            while let row = try rows.next() {
                let id: Int64 = try row[0]
                guard seen.insert(id).inserted else {
                    // The row was read before; a page that links to itself would yield it forever.
                    isWhole = false
                    return (last, false)
                }
                if run.contains(id) { last = id }
                body(row)
            }
            return (last, true)
        } catch {
            // Any error ends the readable part; the rest of the range is the gap.
            return (last, false)
        }
    }
}
