internal import GRDB

/// Transactions, and statements that are prepared once per connection.
extension Database {
    /// Runs work in a transaction that writes, and commits it unless the work throws.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func committing<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction("BEGIN IMMEDIATE TRANSACTION", work)
    }

    /// Runs work that only reads in a transaction.
    ///
    /// - Parameter work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws, and errors of SQLite's.
    func reading<Result>(_ work: () throws -> Result) throws -> Result {
        try transaction("BEGIN DEFERRED TRANSACTION", work)
    }

    /// Runs work between two statements that GRDB would prepare each time, which costs as much as several queries.
    private func transaction<Result>(_ begin: String, _ work: () throws -> Result) throws -> Result
    {
        try PreparedStatement(begin, in: self).run()
        do {
            let result = try work()
            try PreparedStatement("COMMIT TRANSACTION", in: self).run()
            return result
        } catch {
            if isInsideTransaction { try? rollback() }
            throw error
        }
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
        try PreparedStatement(sql, in: self).run(values)
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
        let statement = try PreparedStatement(sql, in: self)
        try statement.bind(values)
        return StoredRows(of: statement)
    }
}

/// The rows of a query, one at a time; each row is valid until the next one is read.
struct StoredRows {
    private let statement: PreparedStatement

    /// The rows of a statement whose values are bound.
    init(of statement: PreparedStatement) {
        self.statement = statement
    }

    /// Returns the next row, or `nil` at the end.
    func next() throws -> StoredRow? {
        try statement.step() ? StoredRow(of: statement) : nil
    }

    /// Returns all rows, converted to values.
    func mapAll<Value>(_ transform: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
