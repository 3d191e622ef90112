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

    /// Checks that the file can be written.
    ///
    /// - Throws: `NoteFileError` if another program changed the file since it was read, or if it isn't writable.
    fileprivate func check() throws(NoteFileError) {
        switch place {
        case .content(let content): try file.requireReplaceable(content)
        case .attribute(let value): try file.requireReplaceable(tags: value)
        }
    }

    /// Whether the file has the new bytes, although writing it reported an error, such as that of a folder that can't be synchronized.
    fileprivate var isWritten: Bool {
        do throws(NoteFileError) {
            switch place {
            case .content: return try file.read().bytes == bytes
            case .attribute: return try file.attribute(NoteFile.tagsAttribute) == bytes
            }
        } catch {
            // The error of writing the file is reported.
            return false
        }
    }

    /// Returns the row of the undo log that reverts the change.
    fileprivate func row() -> UndoFileRow? {
        guard let path = file.realPath else { return nil }
        let isAttribute = if case .attribute = place { true } else { false }
        return UndoFileRow(
            path: path, isAttribute: isAttribute, written: Data(SHA256.digest(of: bytes)), bytes: Data(old))
    }

    /// Reads a file of an undo step, to write bytes to it.
    ///
    /// A database may come from someone else. Undo therefore writes only files that tagflow edits: notes, and the tags of other files.
    init(_ bytes: Data, to row: UndoFileRow) throws(NoteFileError) {
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
        self.bytes = Array(bytes)
    }

    /// Returns whether the bytes before the change have a SHA-256.
    func hasOld(hash: Data) -> Bool { SHA256.digest(of: old) == Array(hash) }
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

    /// The number of transactions that changed something so far.
    package var transactions: Int { chain.transactions }

    /// Sets the names in the summary.
    package func name(_ names: [String]) { chain.summary = StepSummary(command: command, names: names).text }
}

extension TagService.UndoLog {
    /// Writes files as a part of an undo step.
    ///
    /// The old bytes and a hash of the new bytes are committed before the first file is written, so that undo restores the files
    /// even if the program is killed.
    ///
    /// - Parameters:
    ///   - edits: the changes.
    ///   - step: the step.
    /// - Returns: the error of each file that can't be written, which stays as it is; `nil` for the others.
    /// - Throws: `StoreError`.
    package func write(_ edits: [FileEdit], in step: EditStep) throws -> [NoteFileError?] {
        try joining(step) { try store.writingFiles { try writeRecorded(edits, summary: step.chain.summary) } }
    }

    private func writeRecorded(_ edits: [FileEdit], summary: String?) throws -> [NoteFileError?] {
        var errors = edits.map { edit in Self.error { () throws(NoteFileError) in try edit.check() } }
        let rows = zip(edits, errors).map { edit, error in error == nil ? edit.row() : nil }
        let ids = try writing { writer in
            writer.summary = summary ?? "edit files"
            return try rows.map { row in try row.map { try writer.insert($0) } }
        }
        for (index, edit) in edits.enumerated() where errors[index] == nil {
            errors[index] = Self.error { () throws(NoteFileError) in try edit.write() }
        }
        let unwritten = edits.indices.filter { errors[$0] != nil && !edits[$0].isWritten }.compactMap { ids[$0] }
        if !unwritten.isEmpty { try writing { writer in for id in unwritten { try writer.removeUndoFile(id) } } }
        return errors
    }

    private static func error(_ work: () throws(NoteFileError) -> Void) -> NoteFileError? {
        do throws(NoteFileError) {
            try work()
            return nil
        } catch { return error }
    }

    /// Returns the number of files of a step that can't be restored, because their bytes exceed the limit of the undo log.
    package func discardedFiles(of step: EditStep) throws -> Int {
        guard let id = step.chain.step else { return 0 }
        return try store.read { try $0.discardedFiles(ofStep: id) }
    }

    /// Runs work whose changes of the database belong to an undo step.
    package func joining<Result>(_ step: EditStep, _ work: () throws -> Result) rethrows -> Result {
        try TagStore.chaining(step.chain, work)
    }
}
