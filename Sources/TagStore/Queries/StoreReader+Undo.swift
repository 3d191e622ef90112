internal import GRDB

/// A step of the undo log.
package struct UndoStepRow: Hashable, Sendable {
    package var id: Int64
    /// When it was made, in milliseconds since 1970.
    package var madeAt: Int64
    package var summary: String

    /// The bytes that a step is counted with beside its summary and its changes.
    static let rowBytes: Int64 = 64

    static let columns = "id, made_at, summary"
    static let columnCount = 3

    /// The bytes that a step is counted with, beside its summary.
    static func bytes(changes: String, parts: Int64) -> Int64 {
        rowBytes + Int64(changes.utf8.count) + parts
    }

    init(row: StoredRow) throws {
        id = try row[0, StoredRange.id]
        madeAt = try row[1, StoredRange.time]
        summary = try row[2]
    }
}

/// What the undo log holds.
package struct UndoLogSize: Hashable, Sendable {
    /// The number of steps that can be undone.
    package var steps: Int64
    /// The bytes of all steps, with those that were undone and can be redone.
    package var bytes: Int64
    /// The most bytes that the steps may take in all.
    package var limit: Int64
    /// The number of steps that were forgotten to make room.
    package var forgotten: Int64
}

/// What a transaction has to know of the logs before it adds to them.
struct UndoLogState {
    /// The number of the latest commit, or 0 if there is none.
    var lastCommit: Int64
    /// The number of the latest undo step that ever was, where it was asked for.
    var lastStep: Int64
    /// Whether there are steps that can be redone.
    var hasUndone: Bool
    /// Whether steps have to be forgotten with the one that is added.
    var isFull: Bool
}

extension StoreReader {
    /// Returns what a transaction has to know before it adds to the logs, by one query as each change needs it.
    ///
    /// - Parameters:
    ///   - bytes: what its undo step will take.
    ///   - addsStep: whether it makes a new step, and has to know the number of the last one.
    /// - Returns: the state of the logs.
    /// - Throws: SQLite's errors, `RowError`.
    func undoLog(with bytes: Int64, addsStep: Bool) throws -> UndoLogState {
        let rows = try database.rows(
            """
            SELECT (SELECT max(id) FROM commit_log) AS last_commit,
                (SELECT seq FROM sqlite_sequence WHERE name = 'undo_step') AS seq,
                EXISTS (SELECT 1 FROM undo_step WHERE undone = 1) AS undone,
                (SELECT undo_bytes + ? > undo_limit FROM state) AS is_full
            """,
            [bytes]
        )
        let row = try rows.next()
        return UndoLogState(
            lastCommit: try row?[0, StoredRange.id] ?? 0,
            lastStep: addsStep ? try row?[1, 0...StoredRange.id.upperBound - 1] ?? 0 : 0,
            hasUndone: try row?[2] ?? false,
            isFull: try row?[3] ?? false
        )
    }

    /// Returns the steps that undo would take, the next one first.
    package func undoSteps(limit: Int) throws -> [UndoStepRow] {
        try database.rows(
            "SELECT \(UndoStepRow.columns) FROM undo_step WHERE undone = 0 ORDER BY id DESC LIMIT ?",
            [limit]
        )
        .mapAll(UndoStepRow.init(row:))
    }

    /// Returns the step that redo would take, or `nil` if there is none.
    package func redoStep() throws -> UndoStepRow? {
        try database.rows(
            "SELECT \(UndoStepRow.columns) FROM undo_step WHERE undone = 1 ORDER BY id LIMIT 1"
        )
        .mapAll(UndoStepRow.init(row:)).first
    }

    /// Returns what the undo log holds.
    package func undoLogSize() throws -> UndoLogSize {
        let steps: Int64? = try database.value("SELECT count(*) FROM undo_step WHERE undone = 0")
        let rows = try database.rows("SELECT undo_bytes, undo_limit, undo_discarded FROM state")
        let row = try rows.next()
        return UndoLogSize(
            steps: steps ?? 0,
            bytes: try row?[0, 0...Int64.max] ?? 0,
            limit: try row?[1, 0...Int64.max] ?? 0,
            forgotten: try row?[2, 0...Int64.max] ?? 0
        )
    }
}
