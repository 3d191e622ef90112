import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `delete-item ID|LOCATION…`.
struct DeleteItemCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "delete-item", abstract: "Delete items; suggestions no longer learn from them.",
        discussion: """
            All items of one command are deleted in one undo step.

            Example: tagflow delete-item 12 13
            Example: tagflow delete-item --matching 'missing' --yes
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @OptionGroup var allSets: AllSetsOption
    @Option(help: ArgumentHelp("Delete the items that match a query.", valueName: "query")) var matching: String?
    @Flag(name: [.long, .customShort("y")], help: "Delete matching items without asking.") var yes = false
    @Argument(help: ArgumentHelp("The numbers or locations.", valueName: "id or location")) var items: [String] = []

    var onlyReads: Bool { false }

    func validate() throws {
        try allSets.validate(global)
        guard (matching != nil) == items.isEmpty else {
            throw ValidationError("expected numbers or locations of items, or --matching")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        guard let matching else {
            let ids = try items.map { try session.item($0, global).id }
            return try session.deleteItems(ids, asking: nil, output, global)
        }
        let query = ItemQuery(matching, limit: 1_000_000)
        let set = session.itemSet(allSets, global, query: matching)
        let ids = try service.items.find(query, in: set).items.map(\.id)
        if ids.isEmpty, let error = try session.noMatch(query, in: set, service) { throw error }
        let place = try session.place(of: query, in: set, service)
        try session.deleteItems(ids, asking: yes ? nil : place, output, global)
    }
}

extension Session {
    /// Deletes items and lists the first of them.
    ///
    /// - Parameters:
    ///   - ids: the items.
    ///   - place: ` in SET` for the question before; without a terminal, the question is an error that names `--yes`.
    ///     `nil` asks nothing.
    ///   - output: the format.
    ///   - global: the options that include `--quiet`.
    /// - Throws: `CommandError` if the list is empty or the user declines.
    func deleteItems(_ ids: [Int64], asking place: String?, _ output: FormatOptions, _ global: GlobalOptions) throws {
        guard !ids.isEmpty else { throw CommandError(code: ExitStatus.nothingFound, message: "no item matches") }
        if let place {
            let items = String.counted(ids.count, "item") + place
            if isInteractive { try listItems(ids, global) }
            try confirm(
                "This deletes \(items).", needing: false,
                else: "this would delete \(items); nothing was deleted; use --yes to delete them")
        }
        let deleted = try service(global).items.delete(ids)
        guard output.format == .text else { return try self.print(json: deleted.map { ItemDocument($0) }) }
        let listed = Self.listedItems
        let hasSets = try hasSeveralSets(service(global))
        for item in deleted.prefix(listed) {
            let tags = item.tags.joined(separator: ", ")
            let title = item.heading.isEmpty ? "" : " \(item.heading)"
            let place = hasSets ? " in \(item.set)\(title.isEmpty ? "" : ":")" : ""
            try remark("deleted \(item.id)\(place)\(title)\(tags.isEmpty ? "" : ": \(tags)")\n", global)
        }
        let rest = deleted.count - listed
        if rest > 0 { try remark("deleted \(rest) more\n", global) }
    }

    /// The maximum number of items that are listed before and after they are deleted.
    private static let listedItems = 20

    /// Lists the first of some items, before a question about them.
    private func listItems(_ ids: [Int64], _ global: GlobalOptions) throws {
        let service = try service(global)
        for id in ids.prefix(Self.listedItems) {
            let item = try service.items.item(id)
            let location = item.location.map { "  \($0)" } ?? ""
            try self.print("\(id)  \(item.title)\(location)\n")
        }
        let rest = ids.count - Self.listedItems
        if rest > 0 { try self.print("… and \(rest) more\n") }
    }
}
