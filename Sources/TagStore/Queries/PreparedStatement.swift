internal import CSQLite
internal import GRDB

/// The values of a statement's parameters, in their order; `nil` for NULL.
typealias StatementValues = [(any StatementBinding)?]

/// A statement that is prepared once per connection, and run by SQLite's own functions.
///
/// GRDB prepares the statement and keeps it. Its rows are read here: GRDB copies each first row of a query together with the
/// names of its columns, and looks for observers at every step, which takes longer than most statements themselves.
@safe final class PreparedStatement {
    let sql: String
    /// Keeps the statement that is run.
    private let statement: Statement
    private let handle: OpaquePointer
    /// Whether the rows of the latest run were all read.
    private var isAtEnd = true

    /// Takes a statement from the connection's cache, or prepares it.
    ///
    /// One that has not been stepped yet may be given to whoever asks for the same statement next.
    ///
    /// - Parameters:
    ///   - sql: the statement.
    ///   - database: the connection, which must be used until the statement is released.
    /// - Throws: SQLite's error if the statement is wrong, or the file cannot be read.
    init(_ sql: String, in database: Database) throws {
        self.sql = sql
        let cached = try database.cachedStatement(sql: sql)
        // The statement belongs to an open connection.
        let isInUse = unsafe sqlite3_stmt_busy(cached.sqliteStatement) != 0
        // Whoever reads the rows of the same query has the cached one.
        statement = isInUse ? try database.makeStatement(sql: sql) : cached
        unsafe handle = statement.sqliteStatement
    }

    deinit {
        // Once its rows are read, another one may have the cached statement.
        if !isAtEnd { reset() }
    }

    /// Binds the values of the statement's parameters, in their order.
    ///
    /// - Parameter values: as many as the statement has parameters.
    /// - Throws: SQLite's error, for one thing if a value is too large.
    func bind(_ values: StatementValues) throws {
        // The handle is that of a statement that is kept here.
        guard unsafe sqlite3_bind_parameter_count(handle) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values")
        }
        for (index, value) in values.enumerated() {
            let parameter = CInt(truncatingIfNeeded: index + 1)
            let code =
                unsafe value?.bind(to: handle, at: parameter)
                ?? sqlite3_bind_null(handle, parameter)
            if code != SQLITE_OK { throw error(code) }
        }
        isAtEnd = false
    }

    /// Runs the statement with values of its parameters to its end.
    func run(_ values: StatementValues = []) throws {
        try bind(values)
        while try step() {}
    }

    /// Steps to the next row.
    ///
    /// - Returns: whether there is one.
    /// - Throws: SQLite's error; there are no more rows then.
    func step() throws -> Bool {
        guard !isAtEnd else { return false }
        // The handle is that of a statement that is kept here.
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw error(code) }
        reset()
        return false
    }

    /// Ends a run, and with it what SQLite locks for it.
    func reset() {
        isAtEnd = true
        // The handle is that of a statement that is kept here; the code is that of the latest step, which has been told. Values are
        // cleared, since they may be large and the statement is kept.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    /// SQLite's latest error, as GRDB would throw it.
    private func error(_ code: CInt) -> DatabaseError {
        // The text is copied before another call replaces it.
        let message = unsafe String(cString: sqlite3_errmsg(sqlite3_db_handle(handle)))
        reset()
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

/// The columns of the row to which a statement was stepped.
extension PreparedStatement {
    var columnNames: [String] {
        // The handle is that of a statement that is kept here, and the names are copied.
        unsafe (0..<sqlite3_column_count(handle))
            .map { index in
                unsafe sqlite3_column_name(handle, index).map { unsafe String(cString: $0) } ?? "?"
            }
    }

    /// The value of the column at an index; NULL behind the last column.
    func value(at index: Int) -> DatabaseValue.Storage {
        // The handle is that of a statement that is kept here; texts and blobs are copied.
        unsafe DatabaseValue(sqliteStatement: handle, index: CInt(truncatingIfNeeded: index))
            .storage
    }
}
