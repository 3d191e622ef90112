internal import GRDB

extension TagStore {
    /// Copies a snapshot of the database to a new file, or to one that replaces an earlier backup.
    ///
    /// ```swift
    /// try store.backUp(to: "tags-backup.sqlite")
    /// ```
    package func backUp(to target: String, replacing: Bool = false) throws {
        let database = try database()
        try BackupFile(target, replacing: replacing)
            .make { draft in
                let copy = try DatabaseQueue(path: draft, configuration: .distrusting())
                // No other process sees the draft, and it is synchronized as a whole at the end.
                try copy.writeWithoutTransaction { try $0.execute(sql: Self.draftPragmas) }
                try database.writer.backup(to: copy)
                // Stored responses, which clients may request again, aren't part of a backup.
                if try read({ try $0.hasIdempotencyRows() }) {
                    try copy.writeWithoutTransaction { try $0.execute(sql: Self.deleteResponses) }
                }
                try copy.close()
            }
    }

    // With an exclusive lock the connection doesn't need a shared-memory file for the log, which a full disk may not
    // have room for.
    private static let deleteResponses = """
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; DELETE FROM idempotency_key; PRAGMA secure_delete = OFF
        """
}
