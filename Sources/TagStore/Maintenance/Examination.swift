internal import GRDB

/// A look at everything in a database, which goes on after whatever it finds, and always ends.
///
/// 1. SQLite's own check of pages and indexes. Where pages are not sound, no query over whole tables need ever end:
///    what follows then only reads rows, and no more of them than the file has room for.
/// 2. The schema, each row of each table, and what rows must have in common with others.
/// 3. The counts, where all that is as it should be.
struct Examination {
    let database: Database
    let damages = FindingList()
    let miscounts = FindingList()
    private(set) var tables: [StoreDiagnosis.TableCount] = []
    private(set) var size: Int64 = 0

    init(_ database: Database) throws {
        self.database = database
        try attempt("pages", checkPages)
        let isSound = damages.isEmpty
        try attempt("schema") { try SchemaCheck(database: database).run(into: damages) }
        size = try fileSize()
        for table in StoredTable.all {
            var count: Int64 = 0
            try attempt(table.name) { try check(table, &count) }
            tables.append(StoreDiagnosis.TableCount(table: table.name, count: count))
        }
        guard isSound else { return }
        try attempt("references", checkReferences)
        for index in ["key_trigram", "key_word"] { try attempt(index) { try search(index) } }
        try attempt("relations") { try RelationCheck(database: database).run(into: damages) }
        guard damages.isEmpty else { return }
        try attempt("counts") {
            try CountCheck(reader: StoreReader(database: database)).run(into: miscounts)
        }
    }

    /// Runs a step; what SQLite says of damage in it is a finding, what it says of disks and locks is thrown.
    private func attempt(_ step: String, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let damage as RowDamage {
            damages.add(damage.detail, kind: step)
        } catch let error as DatabaseError {
            switch StoreError(error, path: "") {
            case .corrupt(_, let detail), .unexpected(let detail):
                damages.add("\(step): \(detail)", kind: step)
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
        let rows = try database.rows("PRAGMA integrity_check(\(FindingList.most + 1))")
        while let row = try rows.next() {
            let text: String = try row[0]
            // SQLite puts several lines into one.
            for line in text.split(separator: "\n") where line != "ok" {
                damages.add(String(line), kind: "pages")
            }
        }
    }

    /// Reads every row of a table, and counts them.
    private func check(_ table: StoredTable, _ count: inout Int64) throws {
        let rows = try database.rows("SELECT \(table.columns) FROM \(table.name) NOT INDEXED")
        while let row = try rows.next() {
            // A row takes four bytes at the least; pages that lead to one another give more for ever.
            guard count <= size / 4 else {
                throw RowDamage("table \(table.name): more rows than the file has room for")
            }
            count += 1
            do {
                try table.check(row)
            } catch let damage as RowDamage {
                damages.add(damage.detail, kind: table.name)
            }
        }
    }

    /// Searches a full-text index, which reads its settings and its structure.
    private func search(_ index: String) throws {
        _ = try database.rows("SELECT rowid FROM \(index) WHERE \(index) MATCH 'tag' LIMIT 1")
            .next()
    }

    private func checkReferences() throws {
        let rows = try database.rows("PRAGMA foreign_key_check")
        while let row = try rows.next() {
            let (table, id, parent): (String?, Int64?, String?) = (
                try row[0], try row[1], try row[2]
            )
            let place = id.map { "row \($0)" } ?? "a row"
            damages.add(
                "table \(table ?? "?"), \(place): refers to nothing in \(parent ?? "?")",
                kind: "references"
            )
        }
    }
}
