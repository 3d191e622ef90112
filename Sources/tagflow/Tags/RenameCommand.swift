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
            no alias. The tags below it follow, such as 'travel/italy' of 'travel'; on a terminal, it \
            asks first, and elsewhere it reports how many. --only leaves them, without asking.

            --in-notes also writes the new name in a folder of Markdown notes, like 'notes fix \
            --write' for this tag only. 'undo' also restores the notes that haven't changed since.

            Example: tagflow rename runing running
            Example: tagflow rename --only travel trips
            Example: tagflow rename --in-notes ~/notes k8s kubernetes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The current name.") var old: String
    @Argument(help: "The new name.") var new: String
    @Flag(help: "Don't leave an alias.") var noAlias = false
    @Flag(help: "Don't rename the tags below it, such as 'a/c' of 'a'.") var only = false
    @Option(help: ArgumentHelp("Also rename the tag in the notes of a folder.", valueName: "dir")) var inNotes: String?

    /// The result in JSON.
    private struct Renamed: Encodable {
        var old: String
        var new: String
        /// The tags below it that were renamed.
        var below: [RenamedTag]?
        /// The number of changed notes, with `--in-notes`.
        var notes: Int?
    }

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["old": .tag, "new": .tag]

    func run(in session: Session) throws {
        let vault = try inNotes.map { try NoteVault($0, session, global) }
        let old = try session.tag(old, global)
        let service = try session.service(global)
        if !only { try confirm(service.tags.below(old), below: old, session) }
        let writing = NoteVault.Writing(service: service, step: EditStep())
        let names = try service.undoLog.joining(writing.step) {
            try service.tags.rename(old, to: session.repl?.name(new) ?? new, leavesAlias: !noAlias, isOnly: only)
        }
        let replacement = try vault.map { vault in try rename(names.old, to: names.new, in: vault, writing, session) }
        let others = names.below.isEmpty ? "" : ", with \(String.counted(names.below.count, "tag")) below it"
        var text: PrintableText = "\(names.old) is now \(names.new)\(others)\n"
        if let replacement { text += "\(replacement.report)\n" }
        if output.format == .json, let replacement, replacement.discarded > 0 {
            try session.note("\(replacement.report)", global)
        }
        let below = names.below.isEmpty ? nil : names.below
        try session.report(
            Renamed(old: names.old, new: names.new, below: below, notes: replacement?.changed), text, output, global)
        try replacement?.requireNoneSkipped()
        try vault?.requireAllRead()
    }

    /// Asks on a terminal whether the tags below are renamed, too.
    private func confirm(_ below: [String], below name: String, _ session: Session) throws {
        guard !below.isEmpty, session.canAsk else { return }
        let rest = below.count - Self.listed
        let listed = below.prefix(Self.listed).map(\.quoted) + (rest > 0 ? ["\(rest) more"] : [])
        try session.confirm(
            "This also renames \(String.counted(below.count, "tag")) below \(name.quoted): \(listed.joined(separator: ", ")) (--only leaves them).",
            needing: false, else: "")
    }

    /// The maximum number of tags that the question lists.
    private static let listed = 5

    /// Replaces all spellings of the old name in the notes, also in the names below it.
    private func rename(
        _ old: String, to new: String, in vault: NoteVault, _ writing: NoteVault.Writing, _ session: Session
    ) throws -> NoteVault.Replacement {
        let spellings = vault.counts.keys.filter { $0 != new && TagService.Tags.isSpelling($0, of: old) }
        var names = spellings.reduce(into: [:]) { $0[$1] = new }
        if try !only && session.service(global).sets.hasLevels(in: session.set(global)) {
            for name in vault.counts.keys {
                if let renamed = TagService.Tags.name(name, afterRenaming: old, to: new) { names[name] = renamed }
            }
        }
        return try vault.replace(names, writing, in: session, global) { tag, file in
            try session.note(
                "\(vault.shown(file.path)):\(tag.line): write \(new.quoted) instead of \(tag.name.quoted) by hand",
                global)
        }
    }
}
