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
    func first(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }

    /// A row at a time of a query, prepared once a connection.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
    }
}
