internal import CSQLite
internal import GRDB

/// The values of a statement's parameters in order; `nil` for NULL.
typealias StatementValues = [(any DatabaseValueConvertible)?]

/// Transactions, and statements that are prepared once per connection.
extension Database {
    /// Runs work in a write transaction and commits it unless the work throws.
    ///
    /// - Throws: the errors of `work`, and SQLite's errors.
    func committing<Result>(_ work: () throws -> Result) throws -> Result { try transaction(.immediate, work) }

    /// Runs read-only work in a transaction.
    ///
    /// - Throws: the errors of `work`, and SQLite's errors.
    func reading<Result>(_ work: () throws -> Result) throws -> Result { try transaction(.deferred, work) }

    private func transaction<Result>(_ kind: TransactionKind, _ work: () throws -> Result) throws -> Result {
        var result: Result?
        try inTransaction(kind) {
            result = try work()
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return result
    }

    /// Runs a statement that changes the database; the statement is prepared once per connection.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - values: the values of its parameters.
    /// - Throws: SQLite's error; `SQLITE_ABORT` outside a transaction. SQLite ends a transaction by itself if the disk
    ///   is full, and the following statements must not be committed separately.
    func run(_ sql: String, _ values: StatementValues = []) throws {
        guard isInsideTransaction else {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "no transaction is open", sql: sql)
        }
        let statement = try freeStatement(sql)
        try statement.execute(arguments: StatementArguments(values))
        // Release the values, which may be large, because the statement stays cached.
        statement.setUncheckedArguments([])
    }

    /// Returns the cached statement, or a new one while the rows of the cached statement are being read.
    ///
    /// A statement that hasn't been stepped yet may be returned to the next caller, too.
    private func freeStatement(_ sql: String) throws -> Statement {
        let cached = try cachedStatement(sql: sql)
        // The statement belongs to an open connection.
        let isInUse = unsafe sqlite3_stmt_busy(cached.sqliteStatement) != 0
        return isInUse ? try makeStatement(sql: sql) : cached
    }

    /// Reads the first row of a query; the query is prepared once per connection.
    ///
    /// - Parameters:
    ///   - sql: the query.
    ///   - values: the values of its parameters.
    ///   - read: converts the row, which is valid only during the call.
    /// - Returns: the result of `read`; `nil` if the query has no rows.
    /// - Throws: SQLite's error, and the errors of `read`.
    func first<Value>(
        _ sql: String, _ values: StatementValues = [], _ read: (StoredRow) throws -> Value
    ) throws -> Value? { try rows(sql, values).next().map(read) }

    /// Returns whether a query, which is prepared once per connection, has any rows.
    func hasRow(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }

    /// Returns the first column of a query's first row; `nil` without a row or for NULL.
    func value<Value: ColumnValue>(_ sql: String, _ values: StatementValues = []) throws -> Value? {
        try first(sql, values) { try $0[0] as Value? } ?? nil
    }

    /// Returns the first column of a query's first row, which must be within a range; `nil` without a
    /// row or for NULL.
    func value<Value: ColumnValue & Comparable>(
        _ sql: String, _ values: StatementValues = [], in range: ClosedRange<Value>
    ) throws -> Value? { try first(sql, values) { try $0[0, range] as Value? } ?? nil }

    /// Switches to write-ahead logs, and returns the mode that the file then has: `wal` unless its file system doesn't support them.
    ///
    /// The statement is run to its end, since it changes the file after its only row.
    func useLog() throws -> String? {
        try rows("PRAGMA journal_mode = WAL").mapAll { try $0[0] as String? }.last ?? nil
    }

    /// Returns the rows of a query with a varying condition, which isn't cached, because there is no limit to the number of conditions.
    func uncachedRows(_ sql: String, _ values: StatementValues = []) throws -> StoredRows {
        try StoredRows(makeStatement(sql: sql), values)
    }

    /// Returns the rows of a query, which is prepared once per connection, one at a time.
    func rows(_ sql: String, _ values: StatementValues = []) throws -> StoredRows {
        try StoredRows(freeStatement(sql), values)
    }
}
