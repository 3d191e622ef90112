internal import GRDB

/// The rows of a query, one at a time; each row is valid until the next is read.
final class StoredRows {
    /// Steps through a statement.
    ///
    /// GRDB's cursor of rows builds a dictionary of column names for each query, which takes longer than most queries.
    // swift-format-ignore: NoLeadingUnderscores
    private final class Steps: DatabaseCursor {
        typealias Element = Void
        let _statement: Statement
        var _isDone = false

        init(_ statement: Statement) { _statement = statement }

        func _element(sqliteStatement: SQLiteStatement) {}
    }

    let statement: Statement
    private let steps: Steps
    private var isAtEnd = false

    /// Runs a query.
    init(_ statement: Statement, _ values: StatementValues) throws {
        try statement.setArguments(StatementArguments(values))
        self.statement = statement
        steps = Steps(statement)
    }

    deinit {
        // Reset the statement unless all rows were read, because then another query may already be using it.
        if !isAtEnd { statement.setUncheckedArguments([]) }
    }

    /// Returns the next row, or `nil` at the end.
    func next() throws -> StoredRow? {
        guard !isAtEnd else { return nil }
        // After an error there are no more rows.
        isAtEnd = true
        guard try steps.next() != nil else { return nil }
        isAtEnd = false
        return StoredRow(of: self)
    }

    /// Returns all rows, converted to values.
    func mapAll<Value>(_ transform: (StoredRow) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
