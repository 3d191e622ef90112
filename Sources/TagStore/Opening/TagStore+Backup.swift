internal import GRDB

extension TagStore {
    /// Copies a snapshot of the database into a new file.
    package func backUp(to target: String) throws {
        let database = try database()
        try BackupFile(target)
            .make { draft in
                let copy = try DatabaseQueue(path: draft)
                // No other process sees the draft, and it is synchronized as a whole.
                try copy.writeWithoutTransaction { try $0.execute(sql: Self.draftPragmas) }
                try database.writer.backup(to: copy)
                // Responses that clients may ask for again are no content of a backup.
                if try read({ try $0.hasIdempotencyRows() }) {
                    try copy.writeWithoutTransaction { try $0.execute(sql: Self.forgetResponses) }
                }
                try copy.close()
            }
    }

    // With the lock for itself, the connection needs no shared index of the log, for which a full disk may have no room.
    private static let forgetResponses = """
        PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; DELETE FROM idempotency_key; PRAGMA secure_delete = OFF
        """
}
