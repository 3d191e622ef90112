internal import CSQLite
internal import GRDB

/// The values of a statement's parameters, in their order; `nil` for NULL.
typealias StatementValues = [(any DatabaseValueConvertible)?]

/// Transactions, and statements that are prepared once per connection.
extension Database {
    /// Runs work in a transaction that writes, and commits it unless the work throws.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func committing<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction(.immediate, work)
    }

    /// Runs work that only reads in a transaction.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction(.deferred, work)
    }

    private func transaction<Result>(
        _ kind: TransactionKind,
        _ work: () throws -> Result
    ) throws -> Result {
        var result: Result?
        try inTransaction(kind) {
            result = try work()
            return .commit
        }
        guard let result else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return result
    }

    /// Runs a statement that changes the database, which is prepared once per connection.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - values: the values of its parameters.
    /// - Throws: SQLite's error; also if there is no transaction: SQLite ends one by itself where a disk is full, and what came
    ///   after it would be committed alone.
    func run(_ sql: String, _ values: StatementValues = []) throws {
        guard isInsideTransaction else {
            throw DatabaseError(
                resultCode: .SQLITE_ABORT,
                message: "there is no transaction",
                sql: sql
            )
        }
        let statement = try freeStatement(sql)
        try statement.execute(arguments: StatementArguments(values))
        // The statement is kept, and its values may be large.
        statement.setUncheckedArguments([])
    }

    /// The cached statement, or another one while the rows of the cached one are read.
    ///
    /// One that has not been stepped yet may be given to whoever asks for the same statement next.
    private func freeStatement(_ sql: String) throws -> Statement {
        let cached = try cachedStatement(sql: sql)
        // The statement belongs to an open connection.
        let isInUse = unsafe sqlite3_stmt_busy(cached.sqliteStatement) != 0
        return isInUse ? try makeStatement(sql: sql) : cached
    }

    /// Reads the first row of a query, which is prepared once per connection.
    ///
    /// - Parameters:
    ///   - sql: the query.
    ///   - values: the values of its parameters.
    ///   - read: reads the row, which is valid until it returns.
    /// - Returns: what `read` returns; `nil` if there is no row.
    /// - Throws: SQLite's error, and what `read` throws.
    func first<Value>(
        _ sql: String,
        _ values: StatementValues = [],
        _ read: (StoredRow) throws -> Value
    ) throws -> Value? {
        try rows(sql, values).next().map(read)
    }

    /// Whether a query, which is prepared once per connection, has any rows.
    func hasRow(_ sql: String, _ values: StatementValues = []) throws -> Bool {
        try first(sql, values) { _ in true } ?? false
    }

    /// Returns the first column of a query's first row; `nil` if there is no row or it is NULL.
    func value<Value: ColumnValue>(
        _ sql: String,
        _ values: StatementValues = []
    ) throws -> Value? {
        try first(sql, values) { try $0[0] as Value? } ?? nil
    }

    /// Returns the first column of a query's first row, which must lie within a range; `nil` if there is no row or it is NULL.
    func value<Value: ColumnValue & Comparable>(
        _ sql: String,
        _ values: StatementValues = [],
        in range: ClosedRange<Value>
    ) throws -> Value? {
        try first(sql, values) { try $0[0, range] as Value? } ?? nil
    }

    /// Returns the rows of a query, which is prepared once per connection, one at a time.
    func rows(_ sql: String, _ values: StatementValues = []) throws -> StoredRows {
        try StoredRows(freeStatement(sql), values)
    }
}
