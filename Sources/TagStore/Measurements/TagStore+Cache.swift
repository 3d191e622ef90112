internal import GRDB

extension TagStore {
    /// Writes what can be done without, such as a cache: given up at once where somebody else is writing.
    ///
    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - body: what is written, all of it or nothing.
    /// - Returns: whether it was written.
    /// - Throws: what the body throws, and SQLite's errors other than that the database is busy.
    package func writeUnlessBusy(
        at now: Int64,
        _ body: (StoreWriter) throws -> Void
    ) throws -> Bool {
        try withConnection { connection in
            let timeout: Int = try connection.value("PRAGMA busy_timeout") ?? 0
            try connection.execute(sql: "PRAGMA busy_timeout = 0")
            let written = Result { try Self.write(on: connection, at: now, body) }
            try connection.execute(sql: "PRAGMA busy_timeout = \(timeout)")
            return try written.get()
        }
    }

    private static func write(
        on connection: Database,
        at now: Int64,
        _ body: (StoreWriter) throws -> Void
    ) throws -> Bool {
        do {
            try connection.inTransaction(.immediate) {
                let writer = StoreWriter(database: connection)
                try body(writer)
                try writer.finish(at: now)
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return false
        }
    }
}
