internal import GRDB

/// Transactions, and statements that are prepared once per connection.
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
