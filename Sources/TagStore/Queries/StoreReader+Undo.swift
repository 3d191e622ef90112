internal import GRDB

extension StoreReader {
    /// Returns the state of the logs in one query, because every change needs it.
    ///
    /// - Parameters:
    ///   - bytes: the size of the new undo step.
    ///   - addsStep: whether the transaction adds a step and needs the number of the last one.
    /// - Returns: the state of the logs.
    /// - Throws: SQLite's errors, `RowError`.
    func undoLog(with bytes: Int64, addsStep: Bool) throws -> StoreReader.UndoLogState {
        let rows = try database.rows(
            """
            SELECT (SELECT max(id) FROM commit_log) AS last_commit,
                (SELECT seq FROM sqlite_sequence WHERE name = 'undo_step') AS seq,
                EXISTS (SELECT 1 FROM undo_step WHERE undone = 1 AND received = 0) AS undone,
                (SELECT undo_bytes + ? > undo_limit FROM state) AS is_full,
                (SELECT restoring_step IS NOT NULL FROM state) AS is_restoring
            """, [bytes])
        let row = try rows.next()
        return StoreReader.UndoLogState(
            lastCommit: try row?[0, StoredRange.id] ?? 0,
            lastStep: addsStep ? try row?[1, 0...StoredRange.id.upperBound - 1] ?? 0 : 0,
            hasUndone: try row?[2] ?? false, isFull: try row?[3] ?? false, isRestoring: try row?[4] ?? false)
    }

    /// Returns the next steps to undo, in that order, without those of exchanges.
    ///
    /// A step whose files are still being restored comes first.
    package func undoSteps(limit: Int) throws -> [StoreReader.UndoStepRow] {
        try database.rows(
            """
            SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step
            WHERE received = 0 AND (undone = 0 OR id = (SELECT restoring_step FROM state)) ORDER BY id DESC LIMIT ?
            """, [limit]
        )
        .mapAll(StoreReader.UndoStepRow.init(row:))
    }

    /// Returns the next step to redo, or `nil` if nothing can be redone.
    package func redoStep() throws -> StoreReader.UndoStepRow? {
        let restoring = try database.first(
            """
            SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step
            WHERE id = (SELECT restoring_step FROM state)
            """, [], StoreReader.UndoStepRow.init(row:))
        if let restoring { return restoring }
        return
            try database.rows(
                """
                SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step
                WHERE undone = 1 AND received = 0 ORDER BY id LIMIT 1
                """
            )
            .mapAll(StoreReader.UndoStepRow.init(row:)).first
    }

    /// Returns the number and size of the steps in the undo log.
    package func undoLogSize() throws -> StoreReader.UndoLogSize {
        let steps: Int64? = try database.value(
            """
            SELECT count(*) FROM undo_step
            WHERE received = 0 AND (undone = 0 OR id = (SELECT restoring_step FROM state))
            """)
        let rows = try database.rows("SELECT undo_bytes, undo_limit, undo_discarded FROM state")
        let row = try rows.next()
        return StoreReader.UndoLogSize(
            steps: steps ?? 0, bytes: try row?[0, 0...Int64.max] ?? 0, limit: try row?[1, 0...Int64.max] ?? 0,
            discarded: try row?[2, 0...Int64.max] ?? 0)
    }
}

extension StoreReader {
    /// The state of the logs that a transaction needs in order to append to them.
    struct UndoLogState {
        /// The number of the latest commit, or 0 before the first commit.
        var lastCommit: Int64
        /// The largest number ever assigned to an undo step, or 0 if it wasn't requested.
        var lastStep: Int64
        /// Whether there are steps that can be redone.
        var hasUndone: Bool
        /// Whether old steps must be discarded when a step is added.
        var isFull: Bool
        /// Whether files of a step are being restored, or restoring them was interrupted.
        var isRestoring: Bool
    }

    /// The number and size of the steps in the undo log.
    ///
    /// ```swift
    /// let size = try store.read { reader in try reader.undoLogSize() }
    /// print("\(size.steps) steps, \(size.bytes) of \(size.limit) bytes")
    /// ```
    package struct UndoLogSize: Hashable, Sendable {
        /// The number of steps that can be undone.
        package var steps: Int64
        /// The size of all steps in bytes, including undone steps that can be redone.
        package var bytes: Int64
        /// The maximum total size of the steps, in bytes.
        package var limit: Int64
        /// The number of steps that were discarded to stay within the limit.
        package var discarded: Int64
    }

    /// A step of the undo log.
    package struct UndoStepRow: Hashable, Sendable {
        package var id: Int64
        /// When the step was made, in milliseconds since 1970.
        package var madeAt: Int64
        package var summary: String

        /// The size of a step in bytes, not counting its summary and changes.
        static let rowBytes: Int64 = 64

        static let columns = "id, made_at, summary"
        static let columnCount = 3

        /// Returns the size of a step in bytes, not counting its summary.
        static func bytes(changes: String, parts: Int64) -> Int64 { rowBytes + Int64(changes.utf8.count) + parts }

        init(row: StoredRow) throws {
            id = try row[0, StoredRange.id]
            madeAt = try row[1, StoredRange.time]
            summary = try row[2]
        }
    }
}
