import TaggedFiles
import TerminalFrontEnd

/// Replacing tags in the notes of a folder, for `notes fix` and `rename --in-notes`.
extension NoteVault {
    /// The number of changed notes, and of notes that couldn't be changed.
    struct Replacement {
        var changed = 0
        var skipped = 0

        /// The number of changed notes in words.
        var report: String { changed == 1 ? "changed 1 note" : "changed \(changed) notes" }

        /// Throws if notes couldn't be changed.
        func requireNoneSkipped() throws {
            guard skipped > 0 else { return }
            throw CommandError(
                code: ExitStatus.inputOutput,
                message: skipped == 1 ? "1 note was skipped; see above" : "\(skipped) notes were skipped; see above")
        }
    }

    /// Replaces tags in all notes, or prints a diff.
    ///
    /// - Parameters:
    ///   - names: The new names by old name.
    ///   - writes: Whether to change the notes.
    ///   - session: The session that prints the diff, and reports notes that can't be changed.
    ///   - global: The global options.
    ///   - left: Called with each tag that can't be changed in place.
    /// - Returns: The number of changed and skipped notes.
    /// - Throws: `CommandError` for a note that can't be written, and the errors of `left`.
    func replace(
        _ names: [String: String], writes: Bool, in session: Session, _ global: GlobalOptions,
        left: (NoteTag, NoteFile) throws -> Void
    ) throws -> Replacement {
        var replacement = Replacement()
        for entry in notes where entry.tags.contains(where: { names[$0.name] != nil }) {
            switch Result(catching: entry.file.note) {
            case .success(let (note, content)):
                let edit = note.replacing(names)
                for tag in edit.left { try left(tag, entry.file) }
                guard edit.file != content.bytes else { continue }
                if let error = try put(edit, content, at: entry.file, writes: writes, in: session) {
                    replacement.skipped += 1
                    try reportSkipped(error, session, global)
                } else {
                    replacement.changed += 1
                }
            case .failure(let error):
                replacement.skipped += 1
                try reportSkipped(error, session, global)
            }
        }
        return replacement
    }

    /// Writes a note's new text, or prints a diff; returns the error if the note can't be written.
    private func put(
        _ edit: NoteEdit, _ content: NoteFile.Content, at file: NoteFile, writes: Bool, in session: Session
    ) throws -> NoteFileError? {
        guard writes else {
            let path = pathInDiff(file)
            try session.output.write(UnifiedDiff(content.bytes, edit.file, path: path).bytes)
            return nil
        }
        do throws(NoteFileError) {
            try file.replace(with: edit.file, after: content)
            return nil
        } catch { return error }
    }
}
