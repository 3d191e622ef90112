import ArgumentParser
import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The command `rename OLD NEW`.
///
/// Two tags can't have the same name; `merge` combines them instead:
///
/// ```
/// $ tagflow rename photos photo
/// tagflow: 'photo' is already a tag; use 'merge photos photo' to merge the two tags
/// $ tagflow merge photos photo
/// photos is now an alias of photo
/// ```
struct RenameCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a tag everywhere; its old name becomes an alias.",
        discussion: """
            Imports, notes and editors that still use the old name find the tag through the alias; \
            --no-alias leaves none. A change of spelling only, such as 'swift' to 'Swift', needs \
            no alias.

            --in-notes also writes the new name in a folder of Markdown notes, like 'notes fix \
            --write' for this tag only. 'undo' also restores the notes that haven't changed since.

            Example: tagflow rename runing running
            Example: tagflow rename --in-notes ~/notes k8s kubernetes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The current name.") var old: String
    @Argument(help: "The new name.") var new: String
    @Flag(help: "Don't leave an alias.") var noAlias = false
    @Option(help: ArgumentHelp("Also rename the tag in the notes of a folder.", valueName: "dir")) var inNotes: String?

    /// The result in JSON.
    private struct Renamed: Encodable {
        var old: String
        var new: String
        /// The number of changed notes, with `--in-notes`.
        var notes: Int?
    }

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["old": .tag, "new": .tag]

    func run(in session: Session) throws {
        let vault = try inNotes.map { try NoteVault($0, session, global) }
        let old = try session.tag(old, global)
        let service = try session.service(global)
        let writing = NoteVault.Writing(service: service, step: EditStep())
        let names = try service.undoLog.joining(writing.step) {
            try service.tags.rename(old, to: session.repl?.name(new) ?? new, leavesAlias: !noAlias)
        }
        let replacement = try vault.map { vault in try rename(names.old, to: names.new, in: vault, writing, session) }
        var text: PrintableText = "\(names.old) is now \(names.new)\n"
        if let replacement { text += "\(replacement.report)\n" }
        if output.format == .json, let replacement, replacement.discarded > 0 {
            try session.note("\(replacement.report)", global)
        }
        try session.report(Renamed(old: names.old, new: names.new, notes: replacement?.changed), text, output, global)
        try replacement?.requireNoneSkipped()
        try vault?.requireAllRead()
    }

    /// Replaces all spellings of the old name in the notes.
    private func rename(
        _ old: String, to new: String, in vault: NoteVault, _ writing: NoteVault.Writing, _ session: Session
    ) throws -> NoteVault.Replacement {
        let spellings = vault.counts.keys.filter { $0 != new && TagService.Tags.isSpelling($0, of: old) }
        let names = spellings.reduce(into: [:]) { $0[$1] = new }
        return try vault.replace(names, writing, in: session, global) { tag, file in
            try session.note(
                "\(vault.shown(file.path)):\(tag.line): write \(new.quoted) instead of \(tag.name.quoted) by hand",
                global)
        }
    }
}
