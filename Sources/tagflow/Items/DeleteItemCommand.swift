import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `delete-item ID|LOCATION…`.
struct DeleteItemCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-item",
        abstract: "Delete items; suggestions no longer learn from them.",
        discussion: """
            All items of one command are deleted in one undo step.

            Example: tagflow delete-item 12 13
            Example: tagflow delete-item --matching 'missing' --yes
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(help: ArgumentHelp("Delete the items that match a query.", valueName: "query"))
    var matching: String?
    @Flag(name: [.long, .customShort("y")], help: "Delete matching items without asking.")
    var yes = false
    @Argument(help: ArgumentHelp("The numbers or locations.", valueName: "id or location"))
    var items: [String] = []

    func validate() throws {
        guard (matching != nil) == items.isEmpty else {
            throw ValidationError("expected numbers or locations of items, or --matching")
        }
    }

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let ids = try ids(service, session)
        guard !ids.isEmpty else {
            throw CommandError(code: ExitStatus.nothingFound, message: "no item matches")
        }
        if matching != nil {
            let items = ids.count == 1 ? "1 item" : "\(ids.count) items"
            try session.confirm(
                "This deletes \(items).",
                needing: yes,
                else: "this would delete \(items); nothing was deleted; use --yes to delete them"
            )
        }
        let deleted = try service.deleteItems(ids)
        guard output.format == .text else {
            return try session.print(json: deleted.map { ItemDocument($0) })
        }
        for item in deleted.prefix(Self.listed) {
            let title = item.title.isEmpty ? item.location ?? "" : item.title
            let tags = item.tags.joined(separator: ", ")
            try session.remark(
                "deleted \(item.id)\(title.isEmpty ? "" : " \(title)")\(tags.isEmpty ? "" : ": \(tags)")\n",
                global
            )
        }
        let rest = deleted.count - Self.listed
        if rest > 0 { try session.remark("deleted \(rest) more\n", global) }
    }

    /// The maximum number of deleted items that are listed.
    private static let listed = 20

    private func ids(_ service: TagService, _ session: Session) throws -> [Int64] {
        guard let matching else { return try items.map { try session.item($0, global).id } }
        let query = ItemQuery(matching, limit: 1_000_000)
        return try service.items(query, of: global.set.map(SetReference.named)).items.map(\.id)
    }
}
