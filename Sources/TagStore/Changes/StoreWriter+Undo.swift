internal import Foundation
internal import GRDB
internal import Sync

extension StoreWriter {
    /// Undoes the newest step; returns its summary, or `nil` if nothing can be undone.
    package func undo() throws -> String? { try undoStep()?.summary }

    /// Redoes the last undone step; returns its summary, or `nil` if nothing can be redone.
    package func redo() throws -> String? { try redoStep()?.summary }

    /// Undoes the newest step and returns it, or `nil` if nothing can be undone.
    ///
    /// If restoring the files of a step was interrupted, that step comes first, and its changes aren't applied twice.
    package func undoStep() throws -> StoreReader.UndoStepRow? {
        guard let step = try reader.undoSteps(limit: 1).first else { return nil }
        try replay(step, undone: true)
        return step
    }

    /// Redoes the last undone step and returns it, or `nil` if nothing can be redone.
    package func redoStep() throws -> StoreReader.UndoStepRow? {
        guard let step = try reader.redoStep() else { return nil }
        try replay(step, undone: false)
        return step
    }

    /// Applies the changes of a step and replaces them with their inverses.
    private func replay(_ step: StoreReader.UndoStepRow, undone: Bool) throws {
        let query = "SELECT \(StoreReader.UndoStepRow.columns), changes FROM undo_step WHERE id = ? AND undone <> ?"
        guard let row = try database.rows(query, [step.id, undone]).next() else { return }
        commitSummary = "\(undone ? "undo" : "redo") \(step.summary)"
        let newest = try reader.newestStep(beforeExchangeSince: step)
        beginReplay(ofStep: step.id)
        if let newest {
            let last = try lastPart(ofStep: step.id)
            try revertRegisters(of: step, since: newest, origin: undone ? .command : .undo)
            try database.run("DELETE FROM undo_part WHERE step_id = ? AND id <= ?", [step.id, last])
        } else {
            replayedStep = step.id
            // Applying the parts writes new parts with the inverses. Those have higher numbers than the
            // parts that remain to be applied.
            var last = try lastPart(ofStep: step.id) + 1
            try apply(row, column: StoreReader.UndoStepRow.columnCount)
            let part = "SELECT id, changes FROM undo_part WHERE step_id = ? AND id < ? ORDER BY id DESC LIMIT 1"
            while let row = try database.rows(part, [step.id, last]).next() {
                last = try row[0]
                try database.run("DELETE FROM undo_part WHERE id = ?", [last])
                try apply(row, column: 1)
            }
        }
        let (changes, partBytes) = try endReplay()
        try database.run(
            """
            UPDATE undo_step SET undone = ?, changes = ?, bytes = ? + length(CAST(summary AS BLOB)),
                replayed_after = (SELECT max(id) FROM undo_step), by_registers = ?
            WHERE id = ?
            """,
            [
                undone, changes,
                try StoreReader.UndoStepRow.bytes(changes: changes, parts: partBytes)
                    + reader.fileBytes(ofStep: step.id), isByRegisters, step.id,
            ])
    }

    /// Returns the number of the newest part of an undo step, or 0 if it has no parts.
    private func lastPart(ofStep id: Int64) throws -> Int64 {
        try database.value("SELECT max(id) FROM undo_part WHERE step_id = ?", [id], in: StoredRange.id) ?? 0
    }

    /// Applies the changes listed in a column of the undo log.
    private func apply(_ row: StoredRow, column: Int) throws {
        guard let changes = try UndoLog.decoded(row[column]) else {
            throw row.error(at: column, "isn't a valid list of changes")
        }
        do { for change in changes { try apply(change) } } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CONSTRAINT
        { throw row.error(at: column, "can't be applied (\(error.message ?? "constraint violated"))") }
    }
}

extension StoreWriter {
    /// Discards the steps that can be redone, because a change is made.
    ///
    /// A step whose files are still being restored becomes a step that only restores files, so that undo can continue.
    func discardUndoneSteps() throws {
        try database.run(
            """
            DELETE FROM undo_part WHERE step_id =
                (SELECT id FROM undo_step WHERE id = (SELECT restoring_step FROM state) AND undone = 1)
            """)
        try database.run(
            """
            UPDATE undo_step SET undone = 0, changes = '[]', bytes = \(StoreReader.UndoStepRow.rowBytes)
                + length(CAST(summary AS BLOB)) + length('[]')
                + ifnull((SELECT sum(\(UndoFileRow.size)) FROM undo_file WHERE step_id = undo_step.id), 0)
            WHERE id = (SELECT restoring_step FROM state) AND undone = 1
            """)
        try database.run("DELETE FROM undo_step WHERE undone = 1 AND received = 0")
        try database.run("UPDATE state SET restoring_step = NULL")
    }

    /// Sets the maximum total size of the undo steps, in bytes, and discards steps beyond it.
    package func setUndoLimit(_ bytes: Int64) throws {
        try database.run("UPDATE state SET undo_limit = ?", [bytes])
        let newest = try database.value("SELECT max(id) FROM undo_step", in: StoredRange.id)
        if let newest { try discardOldSteps(before: newest) }
    }

    /// Discards the oldest steps until the total size is within the limit; always keeps the newest step.
    func discardOldSteps(before id: Int64) throws {
        while try database.value("SELECT undo_bytes > undo_limit FROM state") ?? false {
            guard
                let oldest = try database.value("SELECT min(id) FROM undo_step WHERE id < ?", [id], in: StoredRange.id)
            else { return }
            let isOwn = try database.hasRow("SELECT 1 FROM undo_step WHERE id = ? AND received = 0", [oldest])
            try database.run("DELETE FROM undo_step WHERE id = ?", [oldest])
            if isOwn { try database.run("UPDATE state SET undo_discarded = undo_discarded + 1") }
        }
    }
}

/// The encoding of the changes of an undo step as a JSON array.
///
/// ```swift
/// let text = try UndoLog.encoded([.deleteTags(1...5)])  // [["deleteTags",1,5]]
/// UndoLog.decoded(text) == [.deleteTags(1...5)]         // true
/// ```
package enum UndoLog {
    /// Encodes a list of changes.
    package static func encoded(_ changes: [RowChange]) throws -> String {
        String(decoding: try encoder.encode(changes), as: UTF8.self)
    }

    private static let encoder = JSONEncoder()

    /// Decodes a list of changes; `nil` if the text isn't such a list or contains values that no row can have.
    package static func decoded(_ text: String) -> [RowChange]? {
        // The caller reports every decoding error as a damaged row, so the details aren't needed.
        let changes = try? JSONDecoder().decode([RowChange].self, from: Data(text.utf8))
        return changes.flatMap { $0.allSatisfy(\.isValid) ? $0 : nil }
    }
}

/// The inverses of a transaction's latest changes, collected until they are written as a part of its undo step.
struct PendingInverses {
    /// The size in bytes at which the inverses are written.
    private static let largeSize = 1 << 20
    /// The number of latest changes that a new deletion may be joined with.
    private static let joinDistance = 4

    /// The inverses, in the order of the changes.
    private var changes: [RowChange] = []
    private var size = 0

    /// Whether the inverses take a megabyte and should be written.
    var isFull: Bool { size >= Self.largeSize }

    /// Appends an inverse; joins a deletion with a recent one if it continues its range of ids.
    mutating func append(_ change: RowChange) {
        for index in changes.indices.reversed().prefix(Self.joinDistance) {
            if let joined = changes[index].joined(with: change) {
                changes[index] = joined
                return
            }
            // Rows must be deleted before the rows they refer to, so a deletion may only move past deletions of
            // referring rows.
            guard let rank = change.deletionRank, let passed = changes[index].deletionRank,
                passed > rank || passed == rank && rank == 2
            else { break }
        }
        changes.append(change)
        size += change.size
    }

    /// Returns the encoded inverses in the order in which undo applies them.
    func encoded() throws -> String { try UndoLog.encoded(changes.reversed()) }
}
