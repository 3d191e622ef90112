internal import Foundation
internal import TagStore

/// A change of a file that undo can revert.
///
/// ```swift
/// let edit = FileEdit(file, .content(content), bytes: note.replacing(["js": "javascript"]).file)
/// let errors = try service.undoLog.write([edit], in: EditStep("notes fix"))
/// ```
package struct FileEdit: Sendable {
    /// The part of the file that changes, as it was read.
    package enum Place: Sendable {
        /// The content.
        case content(NoteFile.Content)
        /// The value of the attribute ``NoteFile/tagsAttribute``.
        case attribute([UInt8])
    }

    private let file: NoteFile
    private let place: Place
    /// The new bytes.
    package let bytes: [UInt8]

    /// Creates a change of a file.
    package init(_ file: NoteFile, _ place: Place, bytes: [UInt8]) {
        (self.file, self.place, self.bytes) = (file, place, bytes)
    }

    /// The bytes before the change.
    package var old: [UInt8] {
        switch place {
        case .content(let content): content.bytes
        case .attribute(let value): value
        }
    }

    /// Writes the file, unless another program changed it since it was read.
    ///
    /// - Throws: `NoteFileError` if the file can't be written.
    package func write() throws(NoteFileError) {
        switch place {
        case .content(let content): try file.replace(with: bytes, after: content)
        case .attribute(let value): try file.replaceTags(value, with: bytes)
        }
    }

    /// Returns the row of the undo log that reverts the change.
    fileprivate func row() throws -> UndoFileRow? {
        guard let path = file.realPath else { return nil }
        let isAttribute = if case .attribute = place { true } else { false }
        return UndoFileRow(
            path: path, isAttribute: isAttribute, written: Data(try SHA256.digest(of: bytes)), bytes: Data(old))
    }

    /// Reads a file of an undo step, to restore it.
    ///
    /// A database may come from someone else. Undo therefore writes only files that tagflow edits: notes, and the tags of other files.
    fileprivate init(restoring row: UndoFileRow) throws(NoteFileError) {
        file = NoteFile(systemPath: row.path, path: row.path)
        guard row.isAttribute || file.isMarkdown, file.realPath.map({ $0 == row.path }) ?? true else {
            throw NoteFileError(path: row.path, reason: "it isn't a note that tagflow changed", cause: .content)
        }
        if row.isAttribute {
            try file.requireFile()
            place = .attribute(try file.attribute(NoteFile.tagsAttribute))
        } else {
            place = .content(try file.read())
        }
        bytes = Array(row.bytes)
    }
}

/// Changes of files and of the database that are one undo step.
package final class EditStep: Sendable {
    fileprivate let chain = StepChain()
    private let command: String

    /// Creates a step.
    ///
    /// - Parameter command: the command, which begins the summary; empty for the summary of the first change of the database.
    package init(_ command: String = "") {
        self.command = command
        chain.summary = command.isEmpty ? nil : command
    }

    /// Sets the names in the summary.
    package func name(_ names: [String]) { chain.summary = StepSummary(command: command, names: names).text }
}

extension TagService.UndoLog {
    /// Writes files as a part of an undo step.
    ///
    /// The old bytes are stored before a file is written, and the transaction ends after the last file.
    ///
    /// - Parameters:
    ///   - edits: the changes.
    ///   - step: the step.
    /// - Returns: the error of each file that can't be written, which stays as it is; `nil` for the others.
    /// - Throws: `StoreError`.
    package func write(_ edits: [FileEdit], in step: EditStep) throws -> [NoteFileError?] {
        try joining(step) {
            try writing { writer in
                writer.summary = step.chain.summary ?? "edit files"
                return try edits.map { edit -> NoteFileError? in
                    let id = try edit.row().map(writer.insert)
                    do throws(NoteFileError) {
                        try edit.write()
                        return nil
                    } catch {
                        if let id { try writer.remove(id) }
                        return error
                    }
                }
            }
        }
    }

    /// Runs work whose changes of the database belong to an undo step.
    package func joining<Result>(_ step: EditStep, _ work: () throws -> Result) rethrows -> Result {
        try TagStore.chaining(step.chain, work)
    }
}

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
    /// The number of files whose bytes were discarded earlier, because the undo log has a limit.
    public var discarded = 0
}

/// Restores the files of a step that is undone or redone.
struct FileRestoration {
    let writer: StoreWriter
    /// Whether the step is undone, rather than redone.
    let isUndo: Bool
    private(set) var files = RestoredFiles()

    init(with writer: StoreWriter, isUndo: Bool) { (self.writer, self.isUndo) = (writer, isUndo) }

    /// Restores all files of a step; a file that has changed since is left as it is.
    ///
    /// - Throws: `StoreError`, `SHA256.Unavailable`.
    mutating func restore(step id: Int64) throws {
        files.discarded = try writer.reader.discardedFiles(ofStep: id)
        for file in try writer.reader.undoFileIDs(ofStep: id, undone: !isUndo) {
            guard let row = try writer.reader.undoFile(id: file) else { continue }
            switch Result(catching: { () throws(NoteFileError) -> FileEdit in try FileEdit(restoring: row) }) {
            case .success(let edit): try restore(row, edit)
            case .failure(let error): files.left.append(.init(path: row.path, reason: error.reason))
            }
        }
    }

    private mutating func restore(_ row: UndoFileRow, _ edit: FileEdit) throws {
        guard try SHA256.digest(of: edit.old) == Array(row.written) else {
            guard edit.old == edit.bytes else {
                return files.left.append(.init(path: row.path, reason: "it has changed since"))
            }
            // An undo that was interrupted restored the file, so nothing is left to redo.
            files.restored += 1
            return try writer.deleteUndoFile(row.id, ofStep: row.stepID)
        }
        do throws(NoteFileError) { try edit.write() } catch {
            return files.left.append(.init(path: row.path, reason: error.reason))
        }
        var reverse = row
        reverse.written = Data(try SHA256.digest(of: edit.bytes))
        reverse.bytes = Data(edit.old)
        reverse.isUndone = isUndo
        try writer.update(reverse)
        files.restored += 1
    }
}
