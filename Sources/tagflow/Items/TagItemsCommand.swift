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
            adds each item's own suggestions of at least that probability; with --dry-run, it reports how many of them are \
            probably right. Without --set, --all or a term 'set:', only \
            items of the chosen set change.

            Example: tagflow tag-items --matching '#todo before:2025' --add later --remove todo
            Example: tagflow tag-items --matching untagged --accept .8 --dry-run
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions
    @OptionGroup var allSets: AllSetsOption

    @Option(help: ArgumentHelp("The query for the items, as in 'items'.", valueName: "query")) var matching: String
    @Option(name: [.long, .customLong("tag")], help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
    var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag")) var remove: [String] = []
    @Option(
        help: ArgumentHelp("Add suggestions with at least this probability.", valueName: "p"),
        transform: Probability.init(_:)) var accept: Probability?
    @Flag(help: "Report the number of items without changing them.") var dryRun = false

    var onlyReads: Bool { dryRun }
    static let completions: [String: CommandArguments.Value] = ["--add": .newTag, "--tag": .newTag]

    func validate() throws {
        try allSets.validate(global)
        guard add.isEmpty, remove.isEmpty, accept == nil else { return }
        throw ValidationError("nothing to change; use --add, --remove or --accept")
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let tagging = BulkTagging(
            added: try session.named(add, global), removed: try session.named(remove, global), accepted: accept?.value)
        let query = ItemQuery(matching)
        let choice = ItemChoice.matching(query)
        let set = session.itemSet(allSets, global, query: matching)
        let (count, lost) = try service.items.retag(choice, with: tagging, in: set, isDryRun: true)
        if count == 0, try service.items.count(query, in: set) == 0,
            let error = try session.noMatch(query, in: set, service)
        {
            throw error
        }
        let place = try session.place(of: query, in: set, service)
        let items = "\(String.counted(count, "item"))\(place)"
        guard count > 0, !dryRun else {
            let accepted = dryRun ? try service.items.estimate(of: tagging, for: choice, in: set) : nil
            let text: PrintableText =
                dryRun ? "would change \(items)\(accepted.map(Self.text) ?? "")\n" : "no item needs a change\n"
            try session.report(DryTagging(changed: count, displaced: lost, accepted), text, output, global)
            return try reportDisplaced(lost, session)
        }
        let notice = try SimilarTagNotice(of: tagging.added, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        try session.confirm(
            "This changes \(items).", needing: newTags.yes,
            else: "this would change \(items); nothing was changed; use --yes to change them")
        let (changed, displaced) = try service.items.retag(choice, with: tagging, in: set)
        let text: PrintableText = "changed \(String.counted(changed, "item"))\(place)\n"
        let document = ["changed": changed].merging(displaced > 0 ? ["displaced": displaced] : [:]) { $1 }
        try session.report(document, text, output, global)
        try reportDisplaced(displaced, session)
        try notice.warn(in: session, global)
    }
}

extension TagItemsCommand {
    /// Reports tags that items lose, because they get others of the same groups.
    private func reportDisplaced(_ count: Int, _ session: Session) throws {
        guard count > 0, output.format == .text else { return }
        let tags = "\(String.counted(count, "tag")) \(dryRun ? "would be" : count == 1 ? "was" : "were")"
        try session.note("\(tags) left out, because items have at most one tag of a group", global)
    }

    /// Returns the part of a dry run's report about suggestions.
    private static func text(of accepted: AcceptedTags) -> String {
        guard accepted.count > 0 else { return "" }
        let right = Int(accepted.right.rounded())
        return "; probably right: \(right) of \(String.counted(accepted.count, "suggested tag"))"
    }

    /// The report of a dry run as JSON.
    private struct DryTagging: Encodable {
        let changed: Int
        /// The number of tags that items would lose to others of their groups; `nil` if there are none.
        let displaced: Int?
        /// The number of suggested tags; `nil` unless suggestions are accepted.
        let suggested: Int?
        /// The expected number of suggested tags that are right.
        let right: Double?

        init(changed: Int, displaced: Int, _ accepted: AcceptedTags?) {
            self.changed = changed
            self.displaced = displaced > 0 ? displaced : nil
            suggested = accepted?.count
            right = accepted.map { ($0.right * 10).rounded() / 10 }
        }
    }
}

extension Session {
    /// Whether there is a person to ask.
    var canAsk: Bool { repl?.isBoardShown ?? (isatty(0) == 1 && isatty(1) == 1) }

    /// Asks whether to go on; elsewhere than on a terminal, `--yes` is needed.
    func confirm(_ question: String, needing isConfirmed: Bool, else refusal: String) throws {
        guard !isConfirmed else { return }
        guard canAsk else { throw CommandError(code: ExitStatus.usage, message: refusal) }
        try self.print("\(question)\nContinue? [y/N] ")
        try output.flush()
        guard try Confirmation.confirm(whereInterrupted: { try self.print("\n") }) else {
            throw CommandError(code: ExitStatus.nothingFound, message: "nothing was changed")
        }
    }
}
