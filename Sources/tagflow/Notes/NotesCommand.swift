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
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "notes", abstract: "Find and fix tags in a folder of Markdown notes.",
        discussion: """
            Reads tags in front matter (tags, tag, keywords) and '#tags' in the text of .md files. \
            Hidden folders and files named by .gitignore are skipped, and links aren't followed. A \
            tag is reported if it is an alias or the name of a merged tag, another spelling, or a \
            near duplicate of a tag. Tags that the database doesn't have are compared with each \
            other; without a database, 'check' compares all tags so. The most common spelling is right; if two are equally common, 'fix' changes \
            neither. 'distinguish' records that two similar tags are different.

            'check' prints file, line and replacement, and exits with 1 if it finds anything; \
            --format json prints a list. 'fix' prints a diff for 'git apply' in the current \
            folder, or in the notes' folder if DIR is an absolute path. It changes aliases and \
            other spellings, and near duplicates only with --similar. 'fix --write' changes the \
            notes, and tags of the database follow; only the bytes of tags change. A tag in front matter is removed if its list \
            already has the other name. Notes that can't be written, or that change meanwhile, \
            are reported and skipped. 'undo' restores all notes that haven't changed since.

            Example: tagflow notes check ~/notes
            Example: tagflow notes fix notes | git apply
            Example: tagflow notes fix --write notes
            Example: tagflow notes fix --similar notes
            """)

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
    @Flag(help: "With 'check', ignore near duplicates.") var exact = false
    @Flag(help: "With 'fix', also change near duplicates.") var similar = false

    /// The undo log keeps the old text of changed notes.
    var onlyReads: Bool { !write }

    func validate() throws {
        guard action == .fix || !write else { throw ValidationError("--write is only for 'notes fix'") }
        guard action == .fix || !similar else {
            throw ValidationError("--similar is only for 'notes fix'; 'notes check' includes it")
        }
        guard !exact || !similar else { throw ValidationError("--exact and --similar exclude each other") }
        guard action == .check || output.format == .text else {
            throw ValidationError("--format is only for 'notes check'")
        }
    }

    func run(in session: Session) throws {
        let vault = try NoteVault(folder, session, global)
        let service = try action == .check ? session.serviceOrEmpty(global) : session.service(global)
        let spellings = try service.tags.spellings(ofNotes: vault.counts, similar: action == .check ? !exact : similar)
        switch action {
        case .check: try check(vault, spellings, in: session)
        case .fix: try fix(vault, spellings, with: service, in: session)
        }
    }

    private func check(_ vault: NoteVault, _ spellings: [String: TagSpelling], in session: Session) throws {
        let wrong = vault.notes.flatMap { note in
            note.tags.compactMap { self.wrong($0, in: note.file, spellings, vault) }
        }
        if output.format == .json { try session.print(json: wrong) }
        if output.format == .text { for tag in wrong { try session.print("\(tag.file):\(tag.line): \(tag.words)\n") } }
        if !wrong.isEmpty { throw CommandError(code: ExitStatus.nothingFound, message: nil) }
        try vault.requireAllRead()
    }

    private func fix(
        _ vault: NoteVault, _ spellings: [String: TagSpelling], with service: TagService, in session: Session
    ) throws {
        let names = spellings.filter { !$0.value.isTie }.mapValues(\.tag)
        let writing = write ? NoteVault.Writing(service: service, step: EditStep("notes fix \(folder)")) : nil
        // Changes of the database come first, so that the step isn't split if another program makes a change meanwhile.
        let followed = try writing.map { writing in
            try service.undoLog.joining(writing.step) { try service.tags.follow(notes: vault.counts, spellings) }
        }
        let replacement = try vault.replace(names, writing, in: session, global) { tag, file in
            guard let wrong = wrong(tag, in: file, spellings, vault) else { return }
            try session.note("\(wrong.file):\(wrong.line): \(wrong.words)", global)
        }
        if let followed {
            try session.remark("\(replacement.report)\n", global)
            for (old, new) in followed {
                try session.note("\(old.quoted) is now \(new.quoted) in the database; 'undo' reverts this", global)
            }
        }
        try replacement.requireNoneSkipped()
        try vault.requireAllRead()
    }

    /// Returns the problem of a tag, or `nil` if the tag is acceptable.
    ///
    /// An alias is acceptable if the name of its tag can't be written in that position.
    private func wrong(
        _ tag: NoteTag, in file: NoteFile, _ spellings: [String: TagSpelling], _ vault: NoteVault
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
