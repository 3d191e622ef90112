public import Foundation
internal import TagStore

/// A change that can be undone.
public struct UndoStep: Hashable, Sendable {
    /// Its number; a later step has a higher one.
    public var id: Int64
    /// The command that made it, with the first tags.
    public var summary: String
    /// When it was made.
    public var madeAt: Date
    /// Whether this service made it, and not another process or an earlier one.
    public var isOwn: Bool

    init(_ row: UndoStepRow, isOwn: Bool) {
        id = row.id
        summary = row.summary
        madeAt = Date(timeIntervalSince1970: Double(row.madeAt) / 1_000)
        self.isOwn = isOwn
    }
}

/// The changes that can be undone.
public struct UndoSteps: Hashable, Sendable {
    /// The newest ones, the newest first.
    public var steps: [UndoStep]
    /// The number of all of them.
    public var count: Int
    /// The number of older ones that are no longer kept.
    public var forgotten: Int64
}

/// What undo and redo would do now.
public struct NextSteps: Hashable, Sendable {
    /// What undo would take back; `nil` if there is nothing.
    public var undo: UndoStep?
    /// What redo would do again; `nil` if there is nothing.
    public var redo: UndoStep?
}

/// Undoing and redoing changes, also after a restart and from another process.
extension TagService {
    /// Undoes the newest change, and returns its summary.
    ///
    /// - Throws: `TagServiceError.nothingToUndo`, `.undoneToLimit`.
    public func undo() throws -> String { try undoStep().summary }

    /// Redoes the change that was undone last, and returns its summary.
    ///
    /// - Throws: `TagServiceError.nothingToRedo`.
    public func redo() throws -> String { try redoStep().summary }

    /// Undoes the newest change, and returns what it was.
    ///
    /// - Throws: `TagServiceError.nothingToUndo`, `.undoneToLimit`.
    public func undoStep() throws -> UndoStep {
        let row = try writing { writer in
            guard let row = try writer.undoStep() else {
                let size = try writer.reader.undoLogSize()
                throw size.forgotten == 0
                    ? TagServiceError.nothingToUndo
                    : .undoneToLimit(forgotten: size.forgotten, limit: size.limit)
            }
            return row
        }
        return UndoStep(row, isOwn: store.hasMade(step: row.id))
    }

    /// Redoes the change that was undone last, and returns what it was.
    ///
    /// - Throws: `TagServiceError.nothingToRedo`.
    public func redoStep() throws -> UndoStep {
        let row = try writing { writer in
            guard let row = try writer.redoStep() else { throw TagServiceError.nothingToRedo }
            return row
        }
        return UndoStep(row, isOwn: store.hasMade(step: row.id))
    }

    /// The changes that can be undone.
    ///
    /// - Parameter limit: the most that are returned.
    /// - Returns: the newest ones, and how many there are.
    /// - Throws: `StoreError`.
    public func undoSteps(limit: Int) throws -> UndoSteps {
        let (rows, size) = try store.read { reader in
            (try reader.undoSteps(limit: limit), try reader.undoLogSize())
        }
        return UndoSteps(
            steps: rows.map { UndoStep($0, isOwn: store.hasMade(step: $0.id)) },
            count: Int(clamping: size.steps),
            forgotten: size.forgotten
        )
    }

    /// What undo and redo would do now.
    ///
    /// - Throws: `StoreError`.
    public func nextSteps() throws -> NextSteps {
        let (undo, redo) = try store.read { reader in
            (try reader.undoSteps(limit: 1).first, try reader.redoStep())
        }
        let step = { UndoStep($0, isOwn: self.store.hasMade(step: $0.id)) }
        return NextSteps(undo: undo.map(step), redo: redo.map(step))
    }

    /// Sets how much is kept for undo, and forgets the oldest changes over that; the newest is kept in any case.
    ///
    /// - Parameter bytes: the most bytes, at least 1.
    /// - Throws: `StoreError`.
    public func setUndoLimit(bytes: Int64) throws {
        try writing { try $0.setUndoLimit(max(bytes, 1)) }
    }
}
