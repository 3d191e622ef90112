import ArgumentParser
import TagService
import TextMeasurement

/// The command `items [--tag T]… [--title TEXT] [--location TEXT] [--since TIME] [--limit N]`.
///
/// Tabs separate the ID, time, title, tags and location:
///
/// ```
/// $ tagflow items --tag lake
/// 1  2026-11-25 09:00:26  monday      lake, photo
/// 2  2026-01-31 00:00:00  an example  lake, photo  https://example.org/
/// ```
struct ItemsCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "items",
        abstract: "List items, newest first.",
        discussion: """
            Each line shows the number, the local time, the title, the tags and the location. With \
            --format json the time is in UTC. Items without a time come last.

            Example: tagflow items --limit 5
            Example: tagflow items --tag reading --since '2 weeks ago'
            Example: tagflow items --location example.org
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(
        name: .customLong("tag"),
        help: ArgumentHelp("Only items with this tag; may be repeated.", valueName: "tag")
    )
    var tags: [String] = []
    @Option(help: ArgumentHelp("Only items whose title contains this text.", valueName: "text"))
    var title: String?
    @Option(
        help: ArgumentHelp(
            "Only items whose location contains this text.",
            valueName: "text"
        )
    )
    var location: String?
    @Option(
        help: ArgumentHelp(
            "Only items since then: 2026-01-31, '2026-01-31 08:30', yesterday, '3 days ago'.",
            valueName: "time"
        )
    )
    var since: String?
    @Option(
        help: ArgumentHelp("The maximum number of lines.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let query = ItemQuery(
            tags: try await session.named(tags, global),
            title: title ?? "",
            location: location ?? "",
            since: try since.map { try service.time($0) },
            limit: limit
        )
        let page = try service.items(query, of: session.set(global))
        if output.format == .json {
            try session.print(json: page.items.map(ItemDocument.init))
        } else {
            for saved in page.items { try session.print(Self.line(saved)) }
        }
        guard page.remaining > 0 else { return }
        try session.note("and \(page.remaining) more; --limit shows them", global)
    }

    private static func line(_ saved: Item) -> PrintableText {
        let time = saved.savedAt.map(LocalZone.system.text) ?? "-"
        let location: PrintableText = saved.location.map { "\t\($0)" } ?? ""
        return
            "\(saved.id)\t\(time)\t\(saved.title)\t\(saved.tags.joined(separator: ", "))\(location)\n"
    }
}
