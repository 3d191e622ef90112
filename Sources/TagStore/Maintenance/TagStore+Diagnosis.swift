internal import GRDB

extension TagStore {
    /// Checks the database and its counts.
    ///
    /// - Complexity: O(*n*) in the size of the database.
    package func diagnose() throws -> StoreDiagnosis {
        // Not through `read`, which itself calls this method after unexpected errors.
        try withConnection { connection in
            var diagnosis: StoreDiagnosis?
            try connection.inTransaction(.deferred) {
                diagnosis = StoreDiagnosis(
                    try Examination(connection),
                    schemaVersion: try Schema.version(of: connection)
                )
                return .commit
            }
            guard let diagnosis else { throw StoreError.unexpected(detail: "a read gave nothing") }
            return diagnosis
        }
    }

    /// Returns the statements that created the schema, in a fixed order.
    package func schema() throws -> String {
        try read { reader in
            try reader.database
                .rows(
                    """
                    SELECT sql || ';' FROM sqlite_schema
                    WHERE sql IS NOT NULL AND name NOT LIKE 'key!_%!_%' ESCAPE '!'
                        AND name NOT IN ('grdb_migrations', 'sqlite_sequence')
                    ORDER BY type DESC, name
                    """
                )
                .mapAll { try $0[0] as String }.joined(separator: "\n") + "\n"
        }
    }
}

extension TagStore {
    /// Runs an operation and converts SQLite's errors into `StoreError`.
    ///
    /// An unexpected error, such as a failed constraint or a missing table, can be caused by damage as well as by a defect of ours.
    /// It is reported as a defect only if an examination finds the database sound.
    func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try StoreError.translating(path: path) { try noting(work) }
        } catch StoreError.unexpected(let detail) where isDamaged {
            throw StoreError.corrupt(path: path, detail: detail)
        }
    }

    /// Whether an examination finds damage, or fails.
    private var isDamaged: Bool {
        // Why the examination fails does not matter, since the original error is the one to be reported.
        guard let diagnosis = try? diagnose() else { return true }
        return !diagnosis.damages.isEmpty || !diagnosis.miscounts.isEmpty
    }
}
