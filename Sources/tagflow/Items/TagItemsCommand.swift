import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The command `tag-items --matching QUERY`.
///
/// ```
/// $ tagflow tag-items --matching 'untagged site:swift.org' --add swift --yes
/// changed 12 items
/// ```
struct TagItemsCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "tag-items", abstract: "Change the tags of all items that match a query, in one undo step.",
        discussion: """
            Reports the number of items and asks on a terminal; elsewhere needs --yes. --accept \
            adds each item's own suggestions of at least that probability.

            Example: tagflow tag-items --matching '#todo before:2025' --add later --remove todo
            Example: tagflow tag-items --matching untagged --accept .6 --dry-run
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Option(help: ArgumentHelp("The query for the items, as in 'items'.", valueName: "query")) var matching: String
    @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag")) var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag")) var remove: [String] = []
    @Option(
        help: ArgumentHelp("Add suggestions with at least this probability.", valueName: "p"),
        transform: Probability.init(_:)) var accept: Probability?
    @Flag(help: "Report the number of items without changing them.") var dryRun = false

    var onlyReads: Bool { dryRun }
    static let completions: [String: CommandArguments.Value] = ["--add": .newTag]

    func validate() throws {
        guard add.isEmpty, remove.isEmpty, accept == nil else { return }
        throw ValidationError("nothing to change; use --add, --remove or --accept")
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let tagging = BulkTagging(
            added: try session.named(add, global), removed: try session.named(remove, global), accepted: accept?.value)
        let choice = ItemChoice.matching(ItemQuery(matching))
        let set = global.set.map(SetReference.named)
        let count = try service.items.tag(choice, with: tagging, in: set, isDryRun: true)
        let items = count == 1 ? "1 item" : "\(count) items"
        guard count > 0, !dryRun else {
            try session.report(
                ["changed": count], dryRun ? "would change \(items)\n" : "no item needs a change\n", output, global)
            return
        }
        let notice = try SimilarTagNotice(of: tagging.added, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        try session.confirm(
            "This changes \(items).", needing: newTags.yes,
            else: "this would change \(items); nothing was changed; use --yes to change them")
        let changed = try service.items.tag(choice, with: tagging, in: set)
        try session.report(
            ["changed": changed], "changed \(changed == 1 ? "1 item" : "\(changed) items")\n", output, global)
        try notice.warn(in: session, global)
    }
}

extension Session {
    /// Asks whether to go on; elsewhere than on a terminal, `--yes` is needed.
    func confirm(_ question: String, needing isConfirmed: Bool, else refusal: String) throws {
        guard !isConfirmed else { return }
        guard repl?.isBoardShown ?? (isatty(0) == 1 && isatty(1) == 1) else {
            throw CommandError(code: ExitStatus.usage, message: refusal)
        }
        try self.print("\(question)\nContinue? [y/N] ")
        try output.flush()
        guard try Confirmation.confirm(whereInterrupted: { try self.print("\n") }) else {
            throw CommandError(code: ExitStatus.nothingFound, message: "nothing was changed")
        }
    }
}
