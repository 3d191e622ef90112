internal import GRDB

/// The result of checking a database.
package struct StoreDiagnosis: Hashable, Sendable {
    /// The problems found, one line each; empty if there are none.
    package var problems: [String]
    /// The counts that don't match the items, one line each.
    package var miscounts: [String]
    package var schemaVersion: Int
    /// The size of the database in bytes, without its write-ahead log.
    package var size: Int64
    /// The number of rows of each table.
    package var tables: [TableCount]

    /// A table and the number of its rows.
    package struct TableCount: Hashable, Sendable {
        package var table: String
        package var count: Int64
    }
}

extension StoreDiagnosis {
    init(_ check: DatabaseCheck, schemaVersion: Int) {
        self.init(
            problems: check.problems.texts, miscounts: check.miscounts.texts, schemaVersion: schemaVersion,
            size: check.size, tables: check.tables)
    }
}

/// The findings of a check: the first lines of each kind, and the number of the others.
final class FindingList {
    /// The maximum number of lines kept of each kind.
    static let limit = 20

    private var lines: [String] = []
    private var counts: [String: Int] = [:]

    /// Whether there are no findings.
    var isEmpty: Bool { counts.isEmpty }

    /// Adds a finding of the given kind.
    func add(_ text: String, kind: String) {
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= Self.limit { lines.append(text) }
    }

    /// The lines, followed by a line for each kind with more findings.
    var texts: [String] {
        lines
            + counts.filter { $0.value > Self.limit }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value - Self.limit) more like these" }
    }
}

extension TagStore {
    /// Checks the database and its counts.
    ///
    /// ```swift
    /// let diagnosis = try store.diagnose()
    /// for problem in diagnosis.problems + diagnosis.miscounts { print(problem) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the database.
    package func diagnose() throws -> StoreDiagnosis {
        // This doesn't use `read`, which calls this method after unexpected errors.
        try withConnection { connection in
            var diagnosis: StoreDiagnosis?
            try connection.inTransaction(.deferred) {
                diagnosis = StoreDiagnosis(
                    try DatabaseCheck(connection), schemaVersion: try DatabaseSchema.version(of: connection))
                return .commit
            }
            guard let diagnosis else { throw StoreError.unexpected(detail: "a transaction returned no result") }
            return diagnosis
        }
    }

    /// Returns the statements that created the schema, each after a line with its type and name.
    package func schema() throws -> String {
        try read { reader in
            let rows = try reader.database.rows(
                "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name")
            let statements = try rows.mapAll { row in
                let (type, name, sql): (String, String, String) = (try row[0], try row[1], try row[2])
                return "-- \(type) \(name)\n\(sql);\n\n"
            }
            return statements.joined()
        }
    }
}

extension TagStore {
    /// Runs an operation and converts SQLite's errors into `StoreError`.
    ///
    /// An unexpected error, such as a violated constraint or a missing table, can be caused by damaged data or by a bug
    /// in tagflow. It is reported as a bug only if a check of the database finds no problems.
    func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try StoreError.translating(path: path) { try watchingErrors(work) } } catch StoreError.unexpected(
            let detail) where isDamaged
        { throw StoreError.corrupt(path: path, detail: detail) }
    }

    /// Whether a check of the database finds problems or fails.
    private var isDamaged: Bool {
        do {
            let diagnosis = try diagnose()
            return !diagnosis.problems.isEmpty || !diagnosis.miscounts.isEmpty
        } catch {
            // The error that led to the check is reported instead.
            return true
        }
    }
}

/// A complete check of a database, which continues after each finding and always terminates.
///
/// 1. SQLite checks pages and indexes. If pages are damaged, a query over a whole table may never end, so the following
///    steps then only read rows, and at most as many as the file has room for.
/// 2. The schema (``SchemaComparison``), each row of each table (``StoredTable``), and relations between rows
///    (``RelationCheck``) are checked.
/// 3. If there were no problems, the rows are compared with what sync shows (``StoreReader/syncDifferences()``), and the counts are
///    checked (``CountCheck``).
struct DatabaseCheck {
    let database: Database
    let problems = FindingList()
    let miscounts = FindingList()
    private(set) var tables: [StoreDiagnosis.TableCount] = []
    private(set) var size: Int64 = 0

    /// Checks a database.
    ///
    /// - Throws: I/O errors and lock errors; damaged data is a finding.
    init(_ database: Database) throws {
        self.database = database
        try attempt("pages", checkPages)
        let pagesAreSound = problems.isEmpty
        var changedTables: Set<String> = []
        try attempt("schema") { changedTables = try checkSchema() }
        size = try fileSize()
        // Reading a changed table could evaluate costly expressions.
        for table in StoredTable.all where !changedTables.contains(table.name) {
            var count: Int64 = 0
            try attempt(table.name) { try check(table, &count) }
            tables.append(StoreDiagnosis.TableCount(table: table.name, count: count))
        }
        guard pagesAreSound, changedTables.isEmpty else { return }
        try attempt("references", checkReferences)
        for index in ["key_trigram", "item_text"] { try attempt(index) { try search(index) } }
        try attempt("relations") { try RelationCheck(database: database).run(into: problems) }
        try attempt("implications") { try ImplicationCheck(database: database).run(into: problems) }
        guard problems.isEmpty else { return }
        try attempt("sync") {
            for line in try StoreReader(database: database).syncDifferences() ?? [] {
                problems.add("sync: \(line); the next 'sync' corrects it", kind: "sync")
            }
        }
        try attempt("counts") {
            let reader = StoreReader(database: database)
            try CountCheck(reader: reader).run(into: miscounts)
            try EvidenceCheck(reader: reader).run(into: miscounts)
        }
    }

    /// Runs a step; errors that indicate damaged data become findings, I/O and lock errors are rethrown.
    private func attempt(_ step: String, _ body: () throws -> Void) throws {
        do { try body() } catch let error as RowError { problems.add(error.detail, kind: step) } catch let error
            as DatabaseError
        {
            switch StoreError(error, path: "") {
            case .corrupt(_, let detail), .unexpected(let detail): problems.add("\(step): \(detail)", kind: step)
            default: throw error
            }
        }
    }

    private func fileSize() throws -> Int64 {
        let pages: Int64 = try database.value("PRAGMA page_count") ?? 0
        let pageSize: Int64 = try database.value("PRAGMA page_size") ?? 0
        return pages.multipliedReportingOverflow(by: pageSize).partialValue
    }

    private func checkPages() throws {
        let rows = try database.rows("PRAGMA integrity_check(\(FindingList.limit + 1))")
        while let row = try rows.next() {
            let text: String = try row[0]
            // SQLite may return several lines in one row.
            for line in text.split(separator: "\n") where line != "ok" { problems.add(String(line), kind: "pages") }
        }
    }

    /// Compares the schema; returns the changed tables.
    private func checkSchema() throws -> Set<String> {
        let version = try DatabaseSchema.version(of: database)
        let comparison = try SchemaComparison(database, version: min(max(0, version), DatabaseSchema.version))
        for problem in comparison.problems { problems.add("schema: \(problem)", kind: "schema") }
        return comparison.changedTables
    }

    /// Checks and counts the rows of a table.
    private func check(_ table: StoredTable, _ count: inout Int64) throws {
        let rows = try database.rows("SELECT \(table.columns) FROM \(table.name) NOT INDEXED")
        while let row = try rows.next() {
            // A row takes at least four bytes. Without this limit, a cycle of pages would yield rows forever.
            guard count <= size / 4 else { throw RowError("table \(table.name): more rows than fit in the file") }
            count += 1
            do { try table.check(row) } catch let error as RowError { problems.add(error.detail, kind: table.name) }
        }
    }

    /// Searches a full-text index, which validates its configuration and structure.
    private func search(_ index: String) throws {
        _ = try database.rows("SELECT rowid FROM \(index) WHERE \(index) MATCH 'tag' LIMIT 1").next()
    }

    private func checkReferences() throws {
        let rows = try database.rows("PRAGMA foreign_key_check")
        while let row = try rows.next() {
            let (table, id, parent): (String?, Int64?, String?) = (try row[0], try row[1], try row[2])
            let rowName = id.map { "row \($0)" } ?? "a row"
            problems.add(
                "table \(table ?? "?"), \(rowName): refers to a missing row in \(parent ?? "?")", kind: "references")
        }
    }
}
