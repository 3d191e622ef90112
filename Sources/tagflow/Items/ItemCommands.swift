import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `restore-item ID|TITLE`.
///
/// ```
/// $ tagflow save monday
/// saved 1 monday: sea, photo
/// $ tagflow clear
/// ( sea ) ( map ) ( photo )
/// $ tagflow restore-item monday
/// (✓sea ) ( map ) (✓photo )
/// ```
struct RestoreItemCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore-item",
        abstract: "Turn an item's tags on in its set.",
        discussion: """
            A title refers to the newest item of the set with that title.

            Example: tagflow restore-item 12
            Example: tagflow restore-item monday morning
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(
        help: ArgumentHelp("The number shown by 'items', or a title.", valueName: "id or title")
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
        abstract: "Delete an item; suggestions no longer learn from it.",
        discussion: "Example: tagflow delete-item 12"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The number shown by 'items'.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let saved = try session.service(global).deleteItem(Int64(id))
        try session.report(
            ItemDocument(saved),
            "deleted \(saved.id): \(saved.tags.joined(separator: ", "))\n",
            output,
            global
        )
    }
}
