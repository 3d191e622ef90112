public import Foundation
internal import TagStore

/// A change that can be undone.
public struct UndoStep: Hashable, Sendable {
    /// The number of the step; later steps have higher numbers.
    public var id: Int64
    /// The command with its first tags.
    public var summary: String
    /// When the change was made.
    public var madeAt: Date
    /// Whether this service made the change, as opposed to another or an earlier process.
    public var isOwn: Bool

    init(_ row: StoreReader.UndoStepRow, isOwn: Bool) {
        id = row.id
        summary = row.summary
        madeAt = Date(timeIntervalSince1970: Double(row.madeAt) / 1_000)
        self.isOwn = isOwn
    }
}

/// The content of the undo log.
public struct UndoSteps: Hashable, Sendable {
    /// The most recent steps, newest first.
    public var steps: [UndoStep]
    /// The total number of steps.
    public var count: Int
    /// The number of older steps that were discarded.
    public var discarded: Int64
}

/// The steps that undo and redo would apply next.
public struct NextSteps: Hashable, Sendable {
    /// The step that undo would revert; `nil` if there is nothing to undo.
    public var undo: UndoStep?
    /// The step that redo would repeat; `nil` if there is nothing to redo.
    public var redo: UndoStep?
}

/// Undoing and redoing changes, including those made before a restart or by another process.
extension TagService.UndoLog {
    /// Undoes the newest change, and returns its step.
    ///
    /// ```swift
    /// try service.sets.addTags(["tea"])
    /// let undone = try service.undoLog.undo()
    /// print(undone.summary)  // add tea
    /// ```
    ///
    /// - Parameter newest: the id of the step that must be the newest; `nil` for any step.
    /// - Returns: the step.
    /// - Throws: `TagServiceError.nothingToUndo`, `.undoneToLimit`, `.notNewestStep` if the newest step has another id.
    @discardableResult public func undo(ifNewestIs newest: Int64? = nil) throws -> UndoStep {
        let row = try writing { writer in
            if let newest, try writer.reader.undoSteps(limit: 1).first?.id != newest {
                throw TagServiceError.notNewestStep(newest)
            }
            guard let row = try writer.undoStep() else {
                let size = try writer.reader.undoLogSize()
                throw size.discarded == 0
                    ? TagServiceError.nothingToUndo : .undoneToLimit(discarded: size.discarded, limit: size.limit)
            }
            return row
        }
        return UndoStep(row, isOwn: store.hasMade(step: row.id))
    }

    /// Redoes the change that was undone last, and returns its step.
    ///
    /// - Throws: `TagServiceError.nothingToRedo`.
    @discardableResult public func redo() throws -> UndoStep {
        let row = try writing { writer in
            guard let row = try writer.redoStep() else { throw TagServiceError.nothingToRedo }
            return row
        }
        return UndoStep(row, isOwn: store.hasMade(step: row.id))
    }

    /// Returns the changes that can be undone.
    ///
    /// - Parameter limit: the maximum number of steps to return.
    /// - Returns: the newest steps and their total number.
    /// - Throws: `StoreError`.
    public func steps(limit: Int) throws -> UndoSteps {
        let (rows, size) = try store.read { reader in (try reader.undoSteps(limit: limit), try reader.undoLogSize()) }
        return UndoSteps(
            steps: rows.map { UndoStep($0, isOwn: store.hasMade(step: $0.id)) }, count: Int(clamping: size.steps),
            discarded: size.discarded)
    }

    /// Returns the steps that undo and redo would apply next.
    ///
    /// - Throws: `StoreError`.
    public func next() throws -> NextSteps {
        // A caller limited to some sets can neither undo nor see changes to other sets.
        guard !store.isLimited else { return NextSteps() }
        let (undo, redo) = try store.read { reader in (try reader.undoSteps(limit: 1).first, try reader.redoStep()) }
        let step = { UndoStep($0, isOwn: self.store.hasMade(step: $0.id)) }
        return NextSteps(undo: undo.map(step), redo: redo.map(step))
    }

    /// Sets the maximum size of the undo log, and discards the oldest steps that exceed it; the newest step is always kept.
    ///
    /// - Parameter bytes: the maximum size in bytes, at least 1.
    /// - Throws: `StoreError`.
    public func setLimit(bytes: Int64) throws { try writing { try $0.setUndoLimit(max(bytes, 1)) } }
}

/// The summary of an undo step: its command and the first tags.
struct StepSummary {
    /// The command's name.
    let command: String
    /// The names of the affected tags.
    let names: [String]

    /// The summary as one line with at most three names.
    var text: String {
        let shown = names.prefix(3).joined(separator: ", ")
        let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.isEmpty ? command : "\(command) \(shown)\(rest)"
    }
}
