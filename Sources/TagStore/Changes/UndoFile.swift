package import Foundation
internal import GRDB
internal import Synchronization

/// A row of `undo_file`: the bytes that undoing or redoing a step writes to a file.
///
/// A row is committed before its file is written, and ``replaced`` before the file is restored. So a file always has one of two
/// contents that the row knows, whenever the program is interrupted.
///
/// ```swift
/// try writer.insert(UndoFileRow(path: "/notes/a.md", written: hash, bytes: old))
/// ```
package struct UndoFileRow: Hashable, Sendable {
    package var id: Int64 = 0
    package var stepID: Int64 = 0
    /// The absolute path, without symbolic links.
    package var path: String
    /// Whether the bytes are those of the file's attribute `user.xdg.tags`, rather than its content.
    package var isAttribute: Bool
    /// The SHA-256 of the bytes that the file must still have.
    package var written: Data
    /// The bytes that replace them.
    package var bytes: Data
    /// Whether the bytes are those after the step, which redoing it writes.
    package var isUndone = false
    /// The bytes with the hash ``written``, while the file is being restored; otherwise `nil`.
    package var replaced: Data?

    /// Creates the row of a file that is about to be written.
    package init(path: String, isAttribute: Bool, written: Data, bytes: Data) {
        (self.path, self.isAttribute, self.written, self.bytes) = (path, isAttribute, written, bytes)
    }
}

extension UndoFileRow {
    static let columns = "id, step_id, path, is_attribute, written, bytes, undone, replaced"

    /// The size of a row as a part of its step, as SQL.
    static let size = "length(bytes) + ifnull(length(replaced), 0) + length(CAST(path AS BLOB)) + 64"

    /// The maximum length of a path in bytes.
    private static let pathLimit = 4_096

    init(row: StoredRow) throws {
        self.init(path: try row[2], isAttribute: try row[3], written: Data(try row.hash(4)), bytes: try row[5])
        id = try row[0, StoredRange.id]
        stepID = try row[1, StoredRange.id]
        isUndone = try row[6]
        replaced = try row[7]
        guard path.hasPrefix("/"), path.utf8.count <= Self.pathLimit, !path.utf8.contains(0) else {
            throw row.error(at: 2, "isn't an absolute path")
        }
    }
}

extension StoreReader {
    /// Returns the ids of the files that undoing or redoing a step restores, in that order.
    ///
    /// - Parameters:
    ///   - id: the step.
    ///   - isUndo: whether the step is undone, rather than redone.
    /// - Returns: the ids, including those of files whose restoration was interrupted.
    /// - Throws: SQLite's errors.
    package func undoFileIDs(ofStep id: Int64, isUndo: Bool) throws -> [Int64] {
        try database.rows(
            """
            SELECT id FROM undo_file WHERE step_id = ? AND (undone <> ? OR replaced IS NOT NULL)
            ORDER BY \(isUndo ? "-id" : "id")
            """, [id, isUndo]
        )
        .mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns a file of a step.
    package func undoFile(id: Int64) throws -> UndoFileRow? {
        try database.first("SELECT \(UndoFileRow.columns) FROM undo_file WHERE id = ?", [id], UndoFileRow.init(row:))
    }

    /// Returns the number of files of a step whose bytes were discarded, because the undo log has a limit.
    package func discardedFiles(ofStep id: Int64) throws -> Int {
        try database.value("SELECT discarded_files FROM undo_step WHERE id = ?", [id]) ?? 0
    }

    /// Returns the size of the files of a step, in bytes.
    func fileBytes(ofStep id: Int64) throws -> Int64 {
        try database.value("SELECT sum(\(UndoFileRow.size)) FROM undo_file WHERE step_id = ?", [id]) ?? 0
    }
}

extension StoreWriter {
    /// Adds a file to the undo step of the transaction, before it is written.
    ///
    /// The step of a chain gets it even if another program has made a change since.
    ///
    /// - Returns: the id of the row.
    package func insert(_ row: UndoFileRow) throws -> Int64 {
        let step = try currentStep(onlyNewest: hasChanged)
        fileCount += 1
        try database.run(
            "INSERT INTO undo_file (step_id, path, is_attribute, written, bytes) VALUES (?, ?, ?, ?, ?)",
            [step, row.path, row.isAttribute, row.written, row.bytes])
        return database.lastInsertedRowID
    }

    /// Removes a file that wasn't written, and its step if nothing else is left of it.
    package func removeUndoFile(_ id: Int64) throws {
        guard let step = try reader.undoFile(id: id)?.stepID else { return }
        try deleteUndoFile(id, ofStep: step)
        try deleteIfEmpty(step: step)
    }

    /// Marks a step as one whose files are being restored.
    package func beginRestoring(step id: Int64) throws { try database.run("UPDATE state SET restoring_step = ?", [id]) }

    /// Ends restoring the files of a step.
    package func endRestoring(step id: Int64, isUndo: Bool) throws {
        try database.run("UPDATE state SET restoring_step = NULL WHERE restoring_step = ?", [id])
        // Another program may have made a change meanwhile, so that the step can't be redone.
        if isUndo { try deleteIfEmpty(step: id) }
    }

    /// Keeps the present bytes of a file that is about to be restored.
    package func keep(_ bytes: Data, replacedIn row: UndoFileRow) throws {
        try resizing(row.id, ofStep: row.stepID) {
            try database.run("UPDATE undo_file SET replaced = ? WHERE id = ?", [bytes, row.id])
        }
    }

    /// Makes a restored file one that the opposite of the restoration restores.
    ///
    /// - Parameters:
    ///   - row: the file.
    ///   - hash: the SHA-256 of its present bytes.
    /// - Throws: SQLite's errors.
    package func reverse(_ row: UndoFileRow, hash: Data) throws {
        try resizing(row.id, ofStep: row.stepID) {
            try database.run(
                """
                UPDATE undo_file SET written = ?, bytes = replaced, replaced = NULL, undone = NOT undone
                WHERE id = ? AND undone = ? AND replaced IS NOT NULL
                """, [hash, row.id, row.isUndone])
        }
    }

    private func deleteUndoFile(_ id: Int64, ofStep step: Int64) throws {
        try resizing(id, ofStep: step) { try database.run("DELETE FROM undo_file WHERE id = ?", [id]) }
    }

    /// Deletes a step that has nothing to undo.
    private func deleteIfEmpty(step id: Int64) throws {
        try database.run(
            """
            DELETE FROM undo_step WHERE id = ? AND undone = 0 AND changes = '[]' AND discarded_files = 0
                AND NOT EXISTS (SELECT 1 FROM undo_part WHERE step_id = undo_step.id)
                AND NOT EXISTS (SELECT 1 FROM undo_file WHERE step_id = undo_step.id AND undone = 0)
            """, [id])
    }

    /// Deletes the oldest files of a step until the undo log is within its limit.
    func discardOldFiles(ofStep id: Int64) throws {
        while try database.value("SELECT undo_bytes > undo_limit FROM state") ?? false {
            let oldest = try database.value("SELECT min(id) FROM undo_file WHERE step_id = ?", [id], in: StoredRange.id)
            guard let oldest else { return }
            try deleteUndoFile(oldest, ofStep: id)
            try database.run("UPDATE undo_step SET discarded_files = discarded_files + 1 WHERE id = ?", [id])
        }
    }

    /// Runs a change of a file of a step, and changes the size of the step accordingly.
    private func resizing(_ id: Int64, ofStep step: Int64, _ change: () throws -> Void) throws {
        func size() throws -> Int64 {
            try database.value("SELECT \(UndoFileRow.size) FROM undo_file WHERE id = ?", [id]) ?? 0
        }
        let before = try size()
        try change()
        try database.run("UPDATE undo_step SET bytes = max(bytes + ?, 0) WHERE id = ?", [try size() - before, step])
    }
}

/// Several transactions that are one undo step.
///
/// ```swift
/// let chain = StepChain()
/// try TagStore.chaining(chain) {
///     try store.write(at: now) { … }
///     try store.write(at: now) { … }  // extends the step of the first
/// }
/// ```
package final class StepChain: Sendable {
    private struct State {
        var step: Int64?
        var summary: String?
        var transactions = 0
    }

    private let state = Mutex(State())

    /// Creates a chain without a step.
    package init() {}

    /// The step that the next transaction extends; `nil` before the first change.
    package var step: Int64? { state.withLock { $0.step } }

    /// The number of transactions that changed something.
    package var transactions: Int { state.withLock { $0.transactions } }

    /// Records a transaction that made or extended a step.
    func append(step: Int64) {
        state.withLock { state in
            state.step = step
            state.transactions += 1
        }
    }

    /// The summary of the step; `nil` to keep that of its first transaction.
    package var summary: String? {
        get { state.withLock { $0.summary } }
        set { state.withLock { $0.summary = newValue } }
    }
}

extension TagStore {
    /// Runs work whose transactions extend the step of a chain.
    ///
    /// A transaction with changes makes another step if the step isn't the newest any more. So changes of the database come first
    /// if a series must be one step.
    package static func chaining<Result>(_ chain: StepChain, _ work: () throws -> Result) rethrows -> Result {
        var scope = Self.scope
        scope.chain = chain
        return try Self.$scope.withValue(scope, operation: work)
    }
}

extension TagStore {
    /// Runs work that writes files of an undo step, while no other process does so.
    ///
    /// Otherwise, an undo could miss a file that a command has recorded and not yet written.
    ///
    /// - Throws: ``StoreError/locked(path:)`` after ten seconds, and the errors of `work`.
    package func writingFiles<Result>(_ work: () throws -> Result) throws -> Result {
        let database = try database()
        guard database.identity != nil else { return try work() }
        return try FolderLock.run(folder: DatabasePath.folder(of: database.path), path: path, work)
    }
}
