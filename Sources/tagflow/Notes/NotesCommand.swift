import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement
import TaggedFiles

/// The command `notes check|fix DIR`.
struct NotesCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "Find and mend tags in a folder of Markdown notes.",
        discussion: """
            Reads tags in front matter (tags, tag, keywords) and '#tags' in the text of .md files; hidden folders and what .gitignore names \
            are left out, links are not followed. A tag is wrong that is an alias or a merged tag's name, a tag in other letters, or a near \
            duplicate of a tag; 'distinguish' tells that two tags are not the same.

            'check' prints file, line and what to write instead, and ends with code 1 where there is something. 'fix' prints the same as a \
            diff, which 'git apply' takes in the present folder, or in the notes' folder if that is given by an absolute path; with --write it \
            changes the notes: the bytes of the tags and nothing else. A note that may not be written to, or that somebody changes \
            meanwhile, is left as it is and told.

            Example: tagflow notes check ~/notes
            Example: tagflow notes fix notes | git apply
            Example: tagflow notes fix --write --exact notes
            """
    )

    /// What is done with notes.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case check
        case fix
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "What to do.") var action: Action
    @Argument(help: ArgumentHelp("The folder of the notes.", valueName: "dir")) var folder: String
    @Flag(help: "With 'fix', change the notes.") var write = false
    @Flag(help: "Leave near duplicates alone.") var exact = false

    func validate() throws {
        guard action == .fix || !write else {
            throw ValidationError("'notes check' changes nothing; --write is for 'notes fix'")
        }
        guard action == .check || output.format == .text else {
            throw ValidationError("'notes fix' prints a diff; --format is for 'notes check'")
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
                try tell(edit.left, of: entry.file, spellings, vault, in: session)
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
                message: "\(left) notes are left as they are; see above"
            )
        }
        try vault.requireAllRead()
    }

    /// Writes a note's new text, or prints the difference; why it is left as it is, if it is.
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
        try session.note("\(vault.shown(error.path)): \(error.reason); left as it is", global)
    }

    /// Tells of tags that cannot be changed where they stand.
    private func tell(
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

    /// What is wrong with a tag; `nil` where it is right, as an alias is whose tag cannot be written there.
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

/// A tag that should be written otherwise, as `notes check` prints it.
private struct WrongTag: Encodable {
    let file: String
    let line: Int
    let tag: String
    let write: String
    let because: TagSpelling.Reason
    /// What is wrong in words.
    let words: String
    /// Whether what is to be written can stand there.
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
        let byHand = " by hand: it cannot be changed there"
        words = "\(spelling.words)\(isWritable && tag.range != nil ? "" : byHand)"
    }
}
