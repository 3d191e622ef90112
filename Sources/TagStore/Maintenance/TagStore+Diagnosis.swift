internal import GRDB

extension TagStore {
    /// Checks the database and its counts.
    ///
    /// ```swift
    /// let diagnosis = try store.diagnose()
    /// for problem in diagnosis.problems + diagnosis.miscounts { print(problem) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the database.
    package func diagnose() throws -> StoreDiagnosis {
        // This doesn't use `read`, which calls this method after unexpected errors.
        try withConnection { connection in
            var diagnosis: StoreDiagnosis?
            try connection.inTransaction(.deferred) {
                diagnosis = StoreDiagnosis(
                    try DatabaseCheck(connection), schemaVersion: try DatabaseSchema.version(of: connection))
                return .commit
            }
            guard let diagnosis else { throw StoreError.unexpected(detail: "a transaction returned no result") }
            return diagnosis
        }
    }

    /// Returns the statements that created the schema, each after a line with its type and name.
    package func schema() throws -> String {
        try read { reader in
            let rows = try reader.database.rows(
                "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name")
            let statements = try rows.mapAll { row in
                let (type, name, sql): (String, String, String) = (try row[0], try row[1], try row[2])
                return "-- \(type) \(name)\n\(sql);\n\n"
            }
            return statements.joined()
        }
    }
}

extension TagStore {
    /// Runs an operation and converts SQLite's errors into `StoreError`.
    ///
    /// An unexpected error, such as a violated constraint or a missing table, can be caused by damaged data or by a bug
    /// in tagflow. It is reported as a bug only if a check of the database finds no problems.
    func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try StoreError.translating(path: path) { try watchingErrors(work) } } catch StoreError.unexpected(
            let detail) where isDamaged
        { throw StoreError.corrupt(path: path, detail: detail) }
    }

    /// Whether a check of the database finds problems or fails.
    private var isDamaged: Bool {
        do {
            let diagnosis = try diagnose()
            return !diagnosis.problems.isEmpty || !diagnosis.miscounts.isEmpty
        } catch {
            // The error that led to the check is reported instead.
            return true
        }
    }
}
