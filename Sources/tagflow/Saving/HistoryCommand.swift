import ArgumentParser
import TagService

/// The command `history [--limit N]`.
struct HistoryCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List saved selections, the newest first.",
        discussion: "Example: tagflow history --limit 5"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(
        help: ArgumentHelp("The most that are listed.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var limit = 20

    func run(in session: Session) async throws {
        let history = try await session.service(global)
            .history(of: session.set(global), limit: limit)
        guard output.format == .text else {
            return try session.print(json: history.map(SavedSelectionDocument.init))
        }
        for saved in history {
            let time = SavedSelectionDocument(saved).at ?? "-"
            try session.print(
                "\(saved.id)\t\(time)\t\(saved.label)\t\(saved.tags.joined(separator: ", "))\n"
            )
        }
    }
}
