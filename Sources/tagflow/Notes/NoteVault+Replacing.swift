import TagService
import TaggedFiles
import TerminalFrontEnd

/// Replacing tags in the notes of a folder, for `notes fix` and `rename --in-notes`.
extension NoteVault {
    /// The number of changed notes, and of notes that couldn't be changed.
    struct Replacement {
        var changed = 0
        var skipped = 0
        /// The number of changed notes that undo can't restore, because the undo log has a limit.
        var discarded = 0

        /// The number of changed notes in words.
        var report: String {
            let notes = changed == 1 ? "changed 1 note" : "changed \(changed) notes"
            return discarded == 0 ? notes : "\(notes); \(discarded) \(discarded == 1 ? "is" : "are") too large to undo"
        }

        /// Throws if notes couldn't be changed.
        func requireNoneSkipped() throws {
            guard skipped > 0 else { return }
            throw CommandError(
                code: ExitStatus.inputOutput,
                message: skipped == 1 ? "1 note was skipped; see above" : "\(skipped) notes were skipped; see above")
        }
    }

    /// The changes of notes, which are a part of an undo step.
    struct Writing {
        let service: TagService
        let step: EditStep
    }

    /// Replaces tags in all notes, or prints a diff.
    ///
    /// - Parameters:
    ///   - names: The new names by old name.
    ///   - writing: How to change the notes; nil to print a diff.
    ///   - session: The session that prints the diff, and reports notes that can't be changed.
    ///   - global: The global options.
    ///   - left: Called with each tag that can't be changed in place.
    /// - Returns: The number of changed and skipped notes.
    /// - Throws: `CommandError` for a note that can't be written, and the errors of `left`.
    func replace(
        _ names: [String: String], _ writing: Writing?, in session: Session, _ global: GlobalOptions,
        left: (NoteTag, NoteFile) throws -> Void
    ) throws -> Replacement {
        var replacement = Replacement()
        var (edits, size): ([FileEdit], Int) = ([], 0)
        for entry in notes where entry.tags.contains(where: { names[$0.name] != nil }) {
            let edit = try edit(of: entry, names, &replacement, in: session, global, left: left)
            guard let edit else { continue }
            guard let writing else {
                try session.output.write(UnifiedDiff(edit.old, edit.bytes, path: pathInDiff(entry.file)).bytes)
                continue
            }
            edits.append(edit)
            size += edit.old.count + edit.bytes.count
            if edits.count == Self.batchLength || size >= Self.batchBytes {
                size = 0
                try write(&edits, writing, &replacement, session, global)
            }
        }
        if let writing {
            if !edits.isEmpty { try write(&edits, writing, &replacement, session, global) }
            replacement.discarded = try writing.service.undoLog.discardedFiles(of: writing.step)
        }
        return replacement
    }

    /// Returns the change of a note, or `nil` if it doesn't change or can't be read.
    private func edit(
        of entry: Entry, _ names: [String: String], _ replacement: inout Replacement, in session: Session,
        _ global: GlobalOptions, left: (NoteTag, NoteFile) throws -> Void
    ) throws -> FileEdit? {
        switch Result(catching: entry.file.note) {
        case .success(let (note, content)):
            let change = note.replacing(names)
            for tag in change.left { try left(tag, entry.file) }
            return change.file == content.bytes ? nil : FileEdit(entry.file, .content(content), bytes: change.file)
        case .failure(let error):
            replacement.skipped += 1
            try reportSkipped(error, session, global)
            return nil
        }
    }

    /// Writes notes, and counts them.
    private func write(
        _ edits: inout [FileEdit], _ writing: Writing, _ replacement: inout Replacement, _ session: Session,
        _ global: GlobalOptions
    ) throws {
        let errors = try writing.service.undoLog.write(edits, in: writing.step).compactMap(\.self)
        replacement.changed += edits.count - errors.count
        replacement.skipped += errors.count
        for error in errors { try reportSkipped(error, session, global) }
        edits = []
    }

    /// The maximum number of notes whose old text is stored in one transaction.
    private static let batchLength = 32
    /// The number of bytes from which such a transaction isn't extended.
    private static let batchBytes = 16 << 20
}
