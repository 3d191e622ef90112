import Foundation
import GRDB
import Testing

@testable import TagStore

/// Statements that are prepared once per connection.
@Suite struct DatabaseStatementTests {
    private static func queue() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "CREATE TABLE number (id INTEGER PRIMARY KEY, other)")
            try database.committing {
                for number in 1...5 { try database.run("INSERT INTO number (id) VALUES (?)", [number]) }
            }
        }
        return queue
    }

    @Test func `a query can run while its own rows are read`() throws {
        let pairs = try Self.queue()
            .read { database in
                let sql = "SELECT id FROM number WHERE id > ? ORDER BY id"
                var pairs: [[Int]] = []
                let rows = try database.rows(sql, [2])
                while let row = try rows.next() {
                    let id: Int = try row[0]
                    let inner = try database.rows(sql, [id]).mapAll { try $0[0] as Int }
                    pairs.append([id] + inner)
                }
                return pairs
            }
        #expect(pairs == [[3, 4, 5], [4, 5], [5]])
    }

    @Test func `rows stay at their end, and a query can be run again`() throws {
        try Self.queue()
            .read { database in
                let sql = "SELECT id FROM number WHERE id = ?"
                let rows = try database.rows(sql, [1])
                #expect(try rows.next() != nil)
                #expect(try rows.next() == nil)
                #expect(try rows.next() == nil)
                #expect(try database.value(sql, [2]) == 2)
                #expect(try database.value(sql, [6]) as Int? == nil)
                #expect(try database.hasRow(sql, [5]))
            }
    }

    @Test func `releasing rows that were read to the end doesn't reset later rows of the same query`() throws {
        let ids = try Self.queue()
            .read { database in
                let sql = "SELECT id FROM number ORDER BY id"
                var first: StoredRows? = try database.rows(sql)
                while try first?.next() != nil {}
                let second = try database.rows(sql)
                var ids: [Int] = []
                while ids.count < 9, let row = try second.next() {
                    ids.append(try row[0])
                    first = nil
                }
                return ids
            }
        #expect(ids == [1, 2, 3, 4, 5])
    }

    @Test func `releasing rows of a statement that can't be finished doesn't trap`() throws {
        try Self.queue()
            .writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        PRAGMA foreign_keys = ON; CREATE TABLE parent (id INTEGER PRIMARY KEY);
                        CREATE TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
                        """)
                // The row comes before the end of the statement, which fails since the parent is missing.
                let sql = "INSERT INTO child VALUES (1) RETURNING id"
                #expect(try database.first(sql) { try $0[0] as Int } == 1)
                #expect(throws: DatabaseError.self) { try database.rows(sql).mapAll { try $0[0] as Int } }
                #expect(try database.value("SELECT count(*) FROM child") == 0)
            }
    }

    @Test func `values of all types are read as they were bound`() throws {
        try Self.queue()
            .writeWithoutTransaction { database in
                let kinds: [((any DatabaseValueConvertible)?, DatabaseValue.Storage)] = [
                    (nil, .null), (Int64.min, .int64(.min)), (true, .int64(1)), (0.5, .double(0.5)), ("", .string("")),
                    ("早\u{301}", .string("早\u{301}")), (Data(), .blob(Data())),
                ]
                for (value, stored) in kinds {
                    let row = try #require(try database.rows("SELECT ?", [value]).next())
                    #expect("\(row.stored(0))" == "\(stored)")
                    #expect("\(row.stored(1))" == "null")
                }
            }
    }

    @Test func `a failed statement can be run again`() throws {
        try Self.queue()
            .writeWithoutTransaction { database in
                let sql = "INSERT INTO number (id) VALUES (?)"
                try database.committing {
                    let error = #expect(throws: DatabaseError.self) { try database.run(sql, [1]) }
                    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_PRIMARYKEY)
                    #expect(error?.message == "UNIQUE constraint failed: number.id")
                    try database.run(sql, [6])
                    #expect(throws: DatabaseError.self) { try database.run(sql, [7, 8]) }
                    #expect(throws: DatabaseError.self) { try database.run("INSERT INTO nothing VALUES (1)") }
                }
                #expect(try database.value("SELECT count(*) FROM number") == 6)
            }
    }

    @Test func `nothing is written after SQLite has ended a transaction`() throws {
        try Self.queue()
            .writeWithoutTransaction { database in
                let insert = "INSERT INTO number (id) VALUES (?)"
                var failures = 0
                let error = #expect(throws: DatabaseError.self) {
                    try database.committing {
                        try database.run(insert, [6])
                        for statement in ["INSERT OR ROLLBACK INTO number (id) VALUES (1)", insert] {
                            let values: StatementValues = statement == insert ? [7] : []
                            do { try database.run(statement, values) } catch { failures += 1 }
                        }
                    }
                }
                #expect(failures == 2)
                #expect(error != nil)
                #expect(throws: DatabaseError.self) { try database.run(insert, [8]) }
                #expect(!database.isInsideTransaction)
                let last: Int? = try database.value("SELECT max(id) FROM number")
                #expect(last == 5)
            }
    }

    @Test func `work that throws leaves no transaction and no changes`() throws {
        struct Stop: Error {}
        try Self.queue()
            .writeWithoutTransaction { database in
                #expect(throws: Stop.self) {
                    try database.committing {
                        try database.run("DELETE FROM number")
                        throw Stop()
                    }
                }
                #expect(throws: Stop.self) { try database.reading { throw Stop() } }
                #expect(!database.isInsideTransaction)
                let count: Int? = try database.reading { try database.value("SELECT count(*) FROM number") }
                #expect(count == 5)
            }
    }
}
