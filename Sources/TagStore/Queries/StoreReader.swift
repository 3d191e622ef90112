internal import GRDB

/// Reads on one snapshot of the database.
package struct StoreReader {
    let database: Database
}

extension Database {
    /// Runs a statement, prepared once a connection.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a query, prepared once a connection.
    func first(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRow? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
            .map { StoredRow($0, of: sql) }
    }

    /// The first column of a query's first row; `nil` where there is no row or it is NULL.
    func value<Value: ColumnValue>(
        _ sql: String,
        _ arguments: StatementArguments = []
    ) throws -> Value? {
        guard let row = try first(sql, arguments) else { return nil }
        let value: Value? = try row[0]
        return value
    }

    /// The same where the value must lie within a range.
    func value<Value: ColumnValue & Comparable>(
        _ sql: String,
        _ arguments: StatementArguments = [],
        in range: ClosedRange<Value>
    ) throws -> Value? {
        guard let row = try first(sql, arguments) else { return nil }
        let value: Value? = try row[0, range]
        return value
    }

    /// A row at a time of a query, prepared once a connection.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> StoredRows {
        StoredRows(try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments), of: sql)
    }
}

/// The rows of a query, one at a time; each is good until the next.
struct StoredRows {
    private let cursor: RowCursor
    private let sql: String

    init(_ cursor: RowCursor, of sql: String) {
        self.cursor = cursor
        self.sql = sql
    }

    /// The next row, `nil` at the end.
    func next() throws -> StoredRow? {
        try cursor.next().map { StoredRow($0, of: sql) }
    }

    /// Every row, turned into a value.
    func mapAll<Value>(_ transform: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
