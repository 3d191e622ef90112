import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The tagged notes of a folder.
///
/// Notes that can't be read are reported and skipped.
struct NoteVault {
    /// A note that has tags.
    struct Entry {
        var file: NoteFile
        var tags: [NoteTag]
    }

    /// The notes, in the order of their paths.
    private(set) var notes: [Entry] = []
    /// The number of notes with each tag, by the name in the note.
    private(set) var counts: [String: Int] = [:]
    /// The number of notes that couldn't be read.
    private(set) var unread = 0
    private let folder: String

    /// Reads a folder.
    ///
    /// - Throws: `CommandError` if the folder doesn't exist.
    init(_ path: String, _ session: Session, _ global: GlobalOptions) throws {
        folder = path
        try Self.open(path)
            .forEachNote(
                { file in
                    switch Result(catching: file.note) {
                    case .success(let found): try add(found.note, of: file, session, global)
                    case .failure(let error): try leaveOut(error, session, global)
                    }
                }, skipped: { try leaveOut($0, session, global) })
    }

    private static func open(_ path: String) throws -> NoteFolder {
        do throws(NoteFileError) { return try NoteFolder(path) } catch {
            throw CommandError(
                code: error.isMissing ? ExitStatus.noInput : ExitStatus.noPermission,
                message: "can't read the folder \(path.quoted): \(error.reason)")
        }
    }

    private mutating func add(_ note: Note, of file: NoteFile, _ session: Session, _ global: GlobalOptions) throws {
        if let problem = note.parseError {
            try session.note("\(shown(file.path)):\(problem.line): \(problem.text)", global)
        }
        guard !note.tags.isEmpty else { return }
        notes.append(Entry(file: file, tags: note.tags))
        for name in Set(note.tags.map(\.name)) { counts[name, default: 0] += 1 }
    }

    private mutating func leaveOut(_ error: NoteFileError, _ session: Session, _ global: GlobalOptions) throws {
        if !error.isLink { unread += 1 }
        try reportSkipped(error, session, global)
    }

    /// Reports a note that is skipped.
    func reportSkipped(_ error: NoteFileError, _ session: Session, _ global: GlobalOptions) throws {
        try session.note("\(shown(error.path)): \(error.reason); skipped", global)
    }

    /// Returns the path of a note for messages.
    func shown(_ path: String) -> String {
        let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        return base == "." ? path : "\(base)/\(path)"
    }

    /// Returns the path of a note for a diff.
    ///
    /// The path is relative to the current folder if that contains the notes; otherwise to the
    /// notes' folder.
    func pathInDiff(_ file: NoteFile) -> String {
        let parts = folder.split(separator: "/").filter { $0 != "." }
        guard !folder.hasPrefix("/"), !parts.contains("..") else { return file.path }
        return (parts.map(String.init) + [file.path]).joined(separator: "/")
    }

    /// Throws if a note couldn't be read.
    func requireAllRead() throws {
        guard unread > 0 else { return }
        throw CommandError(
            code: ExitStatus.badData,
            message: unread == 1 ? "1 note couldn't be read; see above" : "\(unread) notes couldn't be read; see above")
    }
}
