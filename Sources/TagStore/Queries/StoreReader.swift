internal import GRDB

/// The reader of one snapshot of the database, created by ``TagStore/read(_:)`` and by ``StoreWriter/reader``.
///
/// The queries are grouped in extensions by subject: tags and aliases, sets and members, saved selections and counts, and search.
///
/// ```swift
/// let target = try store.read { reader in try reader.target(of: TagKey("Reading")) }
/// print(target?.tag.name ?? "no such tag")
/// ```
///
/// What may be answered from memory alone is tried first with ``ofNothing``, whose first query throws ``NothingIsRead``.
package struct StoreReader {
    private let connection: Database?

    init(database: Database) { connection = database }

    private init() { connection = nil }

    /// A reader without a database.
    package static var ofNothing: StoreReader { StoreReader() }

    /// The connection that it reads through.
    var database: Database {
        get throws(NothingIsRead) {
            guard let connection else { throw NothingIsRead() }
            return connection
        }
    }
}

/// A query was made through a reader without a database.
package struct NothingIsRead: Error {}

extension Database {
    /// Runs work in a transaction, and commits it unless the work throws.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func committing<Result>(_ work: () throws -> Result) throws -> Result {
        var result: Result?
        try inTransaction {
            result = try work()
            return .commit
        }
        guard let result else { throw StoreError.unexpected(detail: "a transaction gave nothing") }
        return result
    }

    /// Runs work that only reads in a transaction.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        // Beginning and ending cost as much as a query if they are prepared each time, as ``committing(_:)`` does. Work that
        // writes needs the protection that it has: of a transaction that SQLite rolled back, nothing more may be written.
        try run("BEGIN DEFERRED TRANSACTION")
        do {
            let result = try work()
            try run("COMMIT TRANSACTION")
            return result
        } catch {
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }

    /// Runs a statement, which is prepared once per connection.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Returns the first row of a query, which is prepared once per connection.
    func first(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
            .map { StoredRow($0, of: sql) }
    }

    /// Returns the first column of a query's first row; `nil` if there is no row or it is NULL.
    func value<Value: ColumnValue>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> Value? {
        guard let row = try first(sql, arguments) else { return nil }
        let value: Value? = try row[0]
        return value
    }

    /// Returns the first column of a query's first row, which must lie within a range; `nil` if there is no row or it is NULL.
    func value<Value: ColumnValue & Comparable>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        in range: ClosedRange<Value>
    ) throws -> Value? {
        guard let row = try first(sql, arguments) else { return nil }
        let value: Value? = try row[0, range]
        return value
    }

    /// Returns the rows of a query, which is prepared once per connection, one at a time.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRows {
        StoredRows(try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments), of: sql)
    }
}

/// The rows of a query, one at a time; each row is valid until the next one is read.
struct StoredRows {
    private let cursor: RowCursor
    private let sql: String

    init(_ cursor: RowCursor, of sql: String) {
        self.cursor = cursor
        self.sql = sql
    }

    /// Returns the next row, or `nil` at the end.
    func next() throws -> StoredRow? {
        try cursor.next().map { StoredRow($0, of: sql) }
    }

    /// Returns all rows, converted to values.
    func mapAll<Value>(_ transform: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
