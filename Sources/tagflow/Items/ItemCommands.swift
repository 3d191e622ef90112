import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `restore-item ID|label`.
struct RestoreItemCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-item",
        abstract: "Make an item the selection of its set.",
        discussion: """
            A title means the newest item of the set that has it.

            Example: tagflow restore-item 12
            Example: tagflow restore-item monday morning
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(
        help: ArgumentHelp("The number that history shows, or a title.", valueName: "id or title")
    )
    var name: [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let saved = try service.restoreItem(
            named: name.joined(separator: " "),
            in: session.set(global)
        )
        let changed = ChangedTags(selected: saved.tags)
        try await session.confirm(saved.set, changed: changed, from: service, output, global)
    }
}

/// The command `delete-item ID`.
struct DeleteItemCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-item",
        abstract: "Forget an item and what was learnt from it.",
        discussion: "Example: tagflow delete-item 12"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let saved = try session.service(global).deleteItem(Int64(id))
        try session.report(
            ItemDocument(saved),
            "forgot \(saved.id): \(saved.tags.joined(separator: ", "))\n",
            output,
            global
        )
    }
}
