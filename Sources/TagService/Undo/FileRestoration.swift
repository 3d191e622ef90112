internal import Foundation
internal import TagStore

/// The files of an undone or redone step.
public struct RestoredFiles: Hashable, Sendable {
    /// A file that was left as it is.
    public struct Left: Hashable, Sendable {
        /// The absolute path.
        public var path: String
        /// The reason, such as `changed since`.
        public var reason: String
    }

    /// The number of files that were restored.
    public var restored = 0
    /// The files that were left as they are.
    public var left: [Left] = []
    /// The number of files that undo can't restore, because their bytes were discarded to keep the undo log within its limit.
    public var discarded = 0
}

/// Restores the files of a step that is undone or redone.
///
/// Files are restored in batches, and other programs can change the database in between:
///
/// 1. One transaction keeps the present bytes of the files.
/// 2. The files are written.
/// 3. One transaction exchanges the kept bytes with the written ones, for the opposite command.
///
/// An interrupted command is continued by the next undo or redo, which finds each file with one of the two contents.
struct FileRestoration {
    /// A file of a batch.
    private struct Entry {
        var row: UndoFileRow
        /// The change of the file; `nil` if an interrupted command has written it.
        var edit: FileEdit?
        /// Whether the change reverts that of an interrupted command in the opposite direction, which needs no more bytes.
        var isRevert = false
    }

    /// The maximum number of files in a batch, and the size in bytes from which it isn't extended.
    private static let limits = (files: 32, bytes: 16 << 20)

    private let undoLog: TagService.UndoLog
    private let step: Int64
    private let isUndo: Bool
    /// The result so far.
    private(set) var files = RestoredFiles()
    /// The ids of the files to restore; the last one is next.
    private var rest: [Int64] = []

    /// Prepares restoring the files of a step, whose changes of the database have been undone or redone.
    ///
    /// - Parameters:
    ///   - step: the id of the step.
    ///   - undoLog: the undo log.
    ///   - isUndo: whether the step is undone, rather than redone.
    init(of step: Int64, in undoLog: TagService.UndoLog, isUndo: Bool) {
        (self.step, self.undoLog, self.isUndo) = (step, undoLog, isUndo)
    }

    /// Restores the files; a file that has changed since is left as it is.
    ///
    /// - Throws: `StoreError`.
    mutating func restore() throws {
        (rest, files.discarded) = try undoLog.store.read { reader in
            let ids = try reader.undoFileIDs(ofStep: step, isUndo: isUndo)
            return (Array(ids.reversed()), try isUndo ? reader.discardedFiles(ofStep: step) : 0)
        }
        while !rest.isEmpty { try restore(nextBatch()) }
        try undoLog.writing { try $0.endRestoring(step: step, isUndo: isUndo) }
    }

    /// Reads the next files, and leaves out those that have changed.
    private mutating func nextBatch() throws -> [Entry] {
        var (batch, paths, size): ([Entry], Set<String>, Int) = ([], [], 0)
        while let id = rest.last, batch.count < Self.limits.files, size < Self.limits.bytes {
            if let row = try undoLog.store.read({ try $0.undoFile(id: id) }) {
                // Several changes of a file are reverted one after the other.
                guard paths.insert(row.path).inserted else { break }
                // The interrupted command may have left the draft of a file that needs no restoration.
                DraftName.removeAbandoned(nextTo: row.path)
                do {
                    if let entry = try Self.entry(row, isUndo: isUndo) {
                        batch.append(entry)
                        size += row.bytes.count + (entry.edit?.old.count ?? 0)
                    }
                } catch let error as NoteFileError { files.left.append(.init(path: row.path, reason: error.reason)) }
            }
            rest.removeLast()
        }
        return batch
    }

    /// Compares a file with the two contents that its row knows; returns `nil` if nothing is to be done.
    ///
    /// - Throws: `NoteFileError` if the file has changed since, or can't be read.
    private static func entry(_ row: UndoFileRow, isUndo: Bool) throws -> Entry? {
        let isRevert = row.isUndone == isUndo
        let edit = try FileEdit(isRevert ? row.replaced ?? Data() : row.bytes, to: row)
        if edit.hasOld(hash: row.written) { return isRevert ? nil : Entry(row: row, edit: edit) }
        guard edit.old == Array(row.bytes) else {
            throw NoteFileError(path: row.path, reason: "it has changed since", cause: .changed)
        }
        // Without kept bytes, the step was interrupted before it wrote the file.
        guard row.replaced != nil else { return nil }
        return isRevert ? Entry(row: row, edit: edit, isRevert: true) : Entry(row: row)
    }

    private mutating func restore(_ batch: [Entry]) throws {
        guard !batch.isEmpty else { return }
        try undoLog.writing { writer in
            for entry in batch where !entry.isRevert {
                if let edit = entry.edit { try writer.keep(Data(edit.old), replacedIn: entry.row) }
            }
        }
        var restored: [UndoFileRow] = []
        for entry in batch {
            do throws(NoteFileError) {
                if let edit = entry.edit {
                    try edit.write()
                    files.restored += 1
                }
                if !entry.isRevert { restored.append(entry.row) }
            } catch { files.left.append(.init(path: entry.row.path, reason: error.reason)) }
        }
        let reversed = restored.map { ($0, Data(SHA256.digest(of: Array($0.bytes)))) }
        try undoLog.writing { writer in for (row, hash) in reversed { try writer.reverse(row, hash: hash) } }
    }
}
