public import Foundation
internal import Sync
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
    /// The files that undoing or redoing the step restored; `nil` if it has none.
    public var files: RestoredFiles?
    /// The changes that undoing or redoing the step left, because other devices had made them again; `nil` if there are none.
    public var kept: KeptChanges?

    init(_ row: StoreReader.UndoStepRow, isOwn: Bool) {
        id = row.id
        summary = row.summary
        madeAt = Date(timeIntervalSince1970: Double(row.madeAt) / 1_000)
        self.isOwn = isOwn
    }
}

/// Changes that an undo or redo left, because other devices have made them again.
public struct KeptChanges: Hashable, Sendable {
    /// The message, such as `1 of 3 changes was made again on laptop and stays`.
    public let message: String
    /// The changes, such as `title of 'Swift book'`.
    public let names: [String]
    /// Whether these are all changes of the step, so that nothing was reverted.
    public let isEverything: Bool

    /// Creates the description of changes; `nil` if there are none.
    init?(_ changes: UnrevertedChanges) {
        guard let message = changes.message else { return nil }
        self.message = message
        names = changes.changes.map(\.name)
        isEverything = changes.reverted == 0
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
    /// A step may have changed files, which are restored unless they have changed since. Only a program that the owner of the files
    /// runs may do that: a client of a server, for example, could otherwise change files of the machine.
    ///
    /// - Parameters:
    ///   - newest: the id of the step that must be the newest; `nil` for any step.
    ///   - restoresFiles: whether files may be restored.
    /// - Returns: the step.
    /// - Throws: `TagServiceError.nothingToUndo`, `.undoneToLimit`, `.notNewestStep` if the newest step has another id, and
    ///   `.stepChangedFiles` if files would have to be restored and may not.
    @discardableResult public func undo(ifNewestIs newest: Int64? = nil, restoresFiles: Bool = false) throws -> UndoStep
    {
        try replay(isUndo: true, restoresFiles) { writer in
            let next = try writer.reader.undoSteps(limit: 1).first
            if let newest, next?.id != newest { throw TagServiceError.notNewestStep(newest) }
            return next
        } _: { writer in
            guard let row = try writer.undoStep() else {
                let size = try writer.reader.undoLogSize()
                throw size.discarded == 0
                    ? TagServiceError.nothingToUndo : .undoneToLimit(discarded: size.discarded, limit: size.limit)
            }
            return row
        }
    }

    /// Redoes the change that was undone last, and returns its step.
    ///
    /// - Parameter restoresFiles: whether files may be written, as in ``undo(ifNewestIs:restoresFiles:)``.
    /// - Returns: the step.
    /// - Throws: `TagServiceError.nothingToRedo`, `.stepChangedFiles`.
    @discardableResult public func redo(restoresFiles: Bool = false) throws -> UndoStep {
        try replay(isUndo: false, restoresFiles) {
            try $0.reader.redoStep()
        } _: { writer in
            guard let row = try writer.redoStep() else { throw TagServiceError.nothingToRedo }
            return row
        }
    }

    /// Undoes or redoes a step with its files.
    ///
    /// The changes of the database come first, in one transaction. If restoring the files is interrupted, the step is still the next
    /// one to undo and to redo.
    private func replay(
        isUndo: Bool, _ restoresFiles: Bool, next: (StoreWriter) throws -> StoreReader.UndoStepRow?,
        _ replay: (StoreWriter) throws -> StoreReader.UndoStepRow
    ) throws -> UndoStep {
        guard restoresFiles else { return try replayStep(isUndo: isUndo, restoresFiles, next: next, replay) }
        return try store.writingFiles { try replayStep(isUndo: isUndo, restoresFiles, next: next, replay) }
    }

    private func replayStep(
        isUndo: Bool, _ restoresFiles: Bool, next: (StoreWriter) throws -> StoreReader.UndoStepRow?,
        _ replay: (StoreWriter) throws -> StoreReader.UndoStepRow
    ) throws -> UndoStep {
        let (row, hasFiles, kept) = try writing { writer in
            let next = try next(writer)
            let hasFiles =
                try next.map { !(try writer.reader.undoFileIDs(ofStep: $0.id, isUndo: isUndo).isEmpty) } ?? false
            guard restoresFiles || !hasFiles else {
                throw TagServiceError.stepChangedFiles(next?.summary ?? "", isUndo: isUndo)
            }
            let row = try replay(writer)
            let discarded = try writer.reader.discardedFiles(ofStep: row.id)
            if hasFiles {
                try writer.beginRestoring(step: row.id)
            } else {
                try writer.endRestoring(step: row.id, isUndo: isUndo)
            }
            return (row, hasFiles || discarded > 0, KeptChanges(writer.keptChanges))
        }
        var restoration = FileRestoration(of: row.id, in: self, isUndo: isUndo)
        if hasFiles { try restoration.restore() }
        let files = restoration.files
        var step = UndoStep(row, isOwn: store.hasMade(step: row.id))
        step.files = files == RestoredFiles() ? nil : files
        step.kept = kept
        return step
    }

    /// Reverts the changes that were received last from other devices, and returns their step.
    ///
    /// Other devices receive it as a change of this one, and ``undo(ifNewestIs:restoresFiles:)`` reverts it.
    ///
    /// - Throws: `TagServiceError.nothingToUndo`, `StoreError`.
    @discardableResult public func undoReceived() throws -> UndoStep {
        let (row, kept) = try writing { writer in
            guard let row = try writer.undoReceivedStep() else { throw TagServiceError.nothingToUndo }
            return (row, KeptChanges(writer.keptChanges))
        }
        var step = UndoStep(row, isOwn: false)
        step.kept = kept
        return step
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
