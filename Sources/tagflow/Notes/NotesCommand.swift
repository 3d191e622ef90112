import ArgumentParser
import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The command `notes check|fix DIR`.
///
/// ```
/// $ tagflow notes check notes
/// notes/day.md:2: 'fotos' is an alias; write 'photo'
/// notes/day.md:4: 'lakee' is like 'lake', one letter away; write 'lake'
/// ```
struct NotesCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "Find and fix tags in a folder of Markdown notes.",
        discussion: """
            Reads tags in front matter (tags, tag, keywords) and '#tags' in the text of .md files. \
            Hidden folders and files named by .gitignore are skipped, and links aren't followed. A \
            tag is reported if it is an alias or the name of a merged tag, another spelling, or a \
            near duplicate of a tag. 'distinguish' records that two similar tags are different.

            'check' prints file, line and replacement, and exits with 1 if it finds anything. \
            'fix' prints a diff for 'git apply' in the current folder, or in the notes' folder if \
            DIR is an absolute path. 'fix --write' changes the notes; only the bytes of tags \
            change. Notes that can't be written, or that change meanwhile, are reported and \
            skipped.

            Example: tagflow notes check ~/notes
            Example: tagflow notes fix notes | git apply
            Example: tagflow notes fix --write --exact notes
            """
    )

    /// The action on notes.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case check
        case fix
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "The action.") var action: Action
    @Argument(help: ArgumentHelp("The folder of notes.", valueName: "dir")) var folder: String
    @Flag(help: "With 'fix', write the changes to the notes.") var write = false
    @Flag(help: "Ignore near duplicates.") var exact = false

    func validate() throws {
        guard action == .fix || !write else {
            throw ValidationError("--write is only for 'notes fix'")
        }
        guard action == .check || output.format == .text else {
            throw ValidationError("--format is only for 'notes check'")
        }
    }

    func run(in session: Session) async throws {
        let vault = try NoteVault(folder, session, global)
        let spellings = try session.service(global)
            .spellings(of: vault.names, similar: !exact)
        switch action {
        case .check: try check(vault, spellings, in: session)
        case .fix: try fix(vault, spellings, in: session)
        }
    }

    private func check(
        _ vault: NoteVault,
        _ spellings: [String: TagSpelling],
        in session: Session
    ) throws {
        var count = 0
        for note in vault.notes {
            for tag in note.tags {
                guard let wrong = wrong(tag, in: note.file, spellings, vault) else { continue }
                count += 1
                try report(wrong, in: session)
            }
        }
        if count > 0 { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
        try vault.requireAllRead()
    }

    private func report(_ wrong: WrongTag, in session: Session) throws {
        guard output.format == .text else { return try session.print(json: wrong) }
        try session.print("\(wrong.file):\(wrong.line): \(wrong.words)\n")
    }

    private func fix(
        _ vault: NoteVault,
        _ spellings: [String: TagSpelling],
        in session: Session
    ) throws {
        let names = spellings.mapValues(\.tag)
        var (changed, left) = (0, vault.unread)
        for entry in vault.notes where entry.tags.contains(where: { names[$0.name] != nil }) {
            switch Result(catching: entry.file.note) {
            case .success(let (note, content)):
                let edit = note.replacing(names)
                try reportProblem(edit.left, of: entry.file, spellings, vault, in: session)
                guard edit.file != content.bytes else { continue }
                let problem = try put(edit, content, at: entry.file, vault, in: session)
                if let problem { try leave(problem, vault, in: session) }
                (changed, left) = problem == nil ? (changed + 1, left) : (changed, left + 1)
            case .failure(let error):
                left += 1
                try leave(error, vault, in: session)
            }
        }
        if write { try session.remark("changed \(changed) notes\n", global) }
        guard left == vault.unread else {
            throw CommandError(
                code: ExitStatus.inputOutput,
                message: "\(left) notes were skipped; see above"
            )
        }
        try vault.requireAllRead()
    }

    /// Writes a note's new text, or prints a diff; returns the error if the note can't be written.
    private func put(
        _ edit: NoteEdit,
        _ content: NoteFile.Content,
        at file: NoteFile,
        _ vault: NoteVault,
        in session: Session
    ) throws -> NoteFileError? {
        guard write else {
            let path = vault.pathInDiff(file)
            try session.output.write(UnifiedDiff(content.bytes, edit.file, path: path).bytes)
            return nil
        }
        do throws(NoteFileError) {
            try file.replace(with: edit.file, after: content)
            return nil
        } catch {
            return error
        }
    }

    private func leave(
        _ error: NoteFileError,
        _ vault: NoteVault,
        in session: Session
    ) throws {
        try session.note("\(vault.shown(error.path)): \(error.reason); skipped", global)
    }

    /// Reports tags that can't be changed in place.
    private func reportProblem(
        _ tags: [NoteTag],
        of file: NoteFile,
        _ spellings: [String: TagSpelling],
        _ vault: NoteVault,
        in session: Session
    ) throws {
        for tag in tags {
            guard let wrong = wrong(tag, in: file, spellings, vault) else { continue }
            try session.note("\(wrong.file):\(wrong.line): \(wrong.words)", global)
        }
    }

    /// Returns the problem of a tag, or `nil` if the tag is acceptable.
    ///
    /// An alias is acceptable if the name of its tag can't be written in that position.
    private func wrong(
        _ tag: NoteTag,
        in file: NoteFile,
        _ spellings: [String: TagSpelling],
        _ vault: NoteVault
    ) -> WrongTag? {
        guard let spelling = spellings[tag.name] else { return nil }
        let wrong = WrongTag(vault.shown(file.path), tag, spelling)
        return wrong.isWritable || spelling.reason == .similar ? wrong : nil
    }
}

/// A tag that should be spelled differently, as printed by `notes check`.
private struct WrongTag: Encodable {
    let file: String
    let line: Int
    let tag: String
    let write: String
    let because: TagSpelling.Reason
    /// A description of the problem.
    let words: String
    /// Whether the replacement can be written in place of the tag.
    let isWritable: Bool

    enum CodingKeys: CodingKey {
        case file
        case line
        case tag
        case write
        case because
    }

    init(_ file: String, _ tag: NoteTag, _ spelling: TagSpelling) {
        self.file = file
        line = tag.line
        self.tag = tag.name
        write = spelling.tag
        because = spelling.reason
        isWritable = tag.written(spelling.tag) != nil
        let byHand = " by hand; tagflow can't change it there"
        words = "\(spelling.words)\(isWritable && tag.range != nil ? "" : byHand)"
    }
}
