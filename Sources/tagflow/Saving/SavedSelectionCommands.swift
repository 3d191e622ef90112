import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `history [--tag T]… [--label TEXT] [--since DATE] [--limit N]`.
struct HistoryCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List saved selections, the newest first.",
        discussion: """
            A line has the number, the time in the local zone, the label and the tags; with --format json the time is in \
            UTC. Those without a time come last.

            Example: tagflow history --limit 5
            Example: tagflow history --tag reading --since '2 weeks ago'
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("Only those that hold the tag; again for each.", valueName: "tag")
    )
    var tags: [String] = []
    @Option(help: ArgumentHelp("Only those whose label contains it.", valueName: "text"))
    var label: String?
    @Option(
        help: ArgumentHelp(
            "Only those from then on: 2026-01-31, '2026-01-31 08:30', yesterday, '3 days ago'.",
            valueName: "time"
        )
    )
    var since: String?
    @Option(
        help: ArgumentHelp("The most that are listed.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let query = HistoryQuery(
            tags: tags,
            label: label ?? "",
            since: try since.map { try service.time($0) },
            limit: limit
        )
        let page = try await service.history(query, of: session.set(global))
        if output.format == .json {
            try session.print(json: page.selections.map(SavedSelectionDocument.init))
        } else {
            for saved in page.selections { try session.print(Self.line(saved)) }
        }
        guard page.remaining > 0 else { return }
        try session.note("and \(page.remaining) more; --limit shows them", global)
    }

    private static func line(_ saved: SavedSelection) -> PrintableText {
        let time = saved.savedAt.map(LocalZone.system.text) ?? "-"
        return "\(saved.id)\t\(time)\t\(saved.label)\t\(saved.tags.joined(separator: ", "))\n"
    }
}

/// The command `restore ID|LABEL`.
struct RestoreCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a saved selection the selection of its set.",
        discussion: """
            A label means the newest saved selection of the set that has it.

            Example: tagflow restore 12
            Example: tagflow restore monday morning
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(
        help: ArgumentHelp("The number that history shows, or a label.", valueName: "id or label")
    )
    var name: [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let saved = try await service.restore(
            named: name.joined(separator: " "),
            in: session.set(global)
        )
        let changed = ChangedTags(selected: saved.tags)
        try await session.confirm(saved.set, changed: changed, from: service, output, global)
    }
}

/// The command `forget ID`.
struct ForgetCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a saved selection and what was learnt from it.",
        discussion: "Example: tagflow forget 12"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let saved = try await session.service(global).forget(Int64(id))
        try session.report(
            SavedSelectionDocument(saved),
            "forgot \(saved.id): \(saved.tags.joined(separator: ", "))\n",
            output,
            global
        )
    }
}
