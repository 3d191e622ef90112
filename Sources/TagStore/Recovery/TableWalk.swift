internal import GRDB

/// Reads as many rows of a damaged table as can be reached, each once.
///
/// The table is read forwards until SQLite refuses to go on, then backwards; what lies between is cut in halves and read
/// in the same way, again and again, until nothing is left but what cannot be reached. Rows count in whatever order
/// they come: where pages changed places, so did they.
struct TableWalk {
    private let database: Database
    private let table: String
    private let columns: String
    private let key: String
    private let filter: String
    private let likely: ClosedRange<Int64>
    /// What was read so far: pages that lead to one another give the same rows for ever.
    private var seen: Set<Int64> = []
    private var probes = 0
    /// How often the table is asked for what lies between.
    private let mostProbes: Int
    /// Whether every row was reached, as far as can be told.
    private(set) var isWhole = true

    /// A walk over a table whose rows have whole numbers as keys.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - columns: what to read; the key comes first.
    ///   - key: the key's column.
    ///   - likely: where its keys usually are.
    ///   - filter: which rows, as the beginning of a condition, `set_id = 1 AND`.
    ///   - mostProbes: how often to ask for what lies between; who walks a table in parts shares them among these.
    ///   - database: the database.
    init(
        _ table: String,
        columns: String,
        key: String = "id",
        likely: ClosedRange<Int64> = 0...1 << 20,
        filter: String = "",
        mostProbes: Int = 1_000,
        in database: Database
    ) {
        self.database = database
        self.table = table
        self.columns = columns
        self.key = key
        self.filter = filter
        self.likely = likely
        self.mostProbes = mostProbes
    }

    /// Hands on each row that can be reached.
    mutating func readAll(_ body: (StoredRow) -> Void) {
        // Everything first; what is left of it is looked for where keys usually are.
        guard let rest = read(Int64.min...Int64.max, body) else { return }
        isWhole = false
        var gaps = [rest.clamped(to: likely)]
        while let gap = gaps.first, probes < mostProbes {
            gaps.removeFirst()
            guard let rest = read(gap, body) else { continue }
            isWhole = false
            guard rest.lowerBound < rest.upperBound else { continue }
            let middle = rest.lowerBound / 2 + rest.upperBound / 2
            gaps.append(rest.lowerBound...min(middle, rest.upperBound - 1))
            gaps.append(min(middle, rest.upperBound - 1) + 1...rest.upperBound)
        }
    }

    /// Reads a run of keys from both ends; gives what lies between, where that could not be read.
    private mutating func read(
        _ run: ClosedRange<Int64>,
        _ body: (StoredRow) -> Void
    ) -> ClosedRange<Int64>? {
        let forwards = read(run, order: "ASC", body)
        if forwards.isComplete { return nil }
        let start = forwards.last.map { $0 < run.upperBound ? $0 + 1 : $0 } ?? run.lowerBound
        let backwards = read(start...run.upperBound, order: "DESC", body)
        if backwards.isComplete { return nil }
        let end = backwards.last.map { $0 > start ? $0 - 1 : $0 } ?? run.upperBound
        return start...end
    }

    /// Reads a run of keys until its end or until SQLite refuses; gives the last key in the run.
    private mutating func read(
        _ run: ClosedRange<Int64>,
        order: String,
        _ body: (StoredRow) -> Void
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
                    // Whatever comes again was read before; a page that leads to itself would bring it for ever.
                    isWhole = false
                    return (last, false)
                }
                if run.contains(id) { last = id }
                body(row)
            }
            return (last, true)
        } catch {
            // Why does not matter: what could not be read is what is left.
            return (last, false)
        }
    }
}
