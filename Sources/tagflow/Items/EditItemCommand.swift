import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `edit-item ID|LOCATION`.
///
/// ```
/// $ tagflow edit-item 3 --title 'The Swift language' --add swift --remove language
/// changed 3 The Swift language: swift  https://swift.org/
/// ```
struct EditItemCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "edit-item", abstract: "Change the title, location, note, time or tags of an item.",
        discussion: """
            Without options, the picker changes its tags on a terminal, but not in the REPL. An \
            empty value removes a note or location.

            Example: tagflow edit-item 12 --title 'tuesday morning' --add swimming
            Example: tagflow edit-item https://swift.org/ --note 'read the book first'
            Example: tagflow edit-item 12 --follow
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var fields: ItemFieldOptions
    @OptionGroup var newTags: NewTagOptions

    @Option(help: ArgumentHelp("The new URL or path.", valueName: "location")) var location: String?
    @Flag(help: "Take the location that the item has moved to, as 'items --check' found.") var follow = false
    @Option(name: [.long, .customLong("tag")], help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"))
    var add: [String] = []
    @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag")) var remove: [String] = []
    @Argument(help: ArgumentHelp("The number or location.", valueName: "id or location")) var item: String

    var onlyReads: Bool { false }
    static let completions: [String: CommandArguments.Value] = ["--add": .newTag, "--tag": .newTag]

    func validate() throws {
        guard follow, location != nil else { return }
        throw ValidationError("--follow can't be combined with --location")
    }

    func run(in session: Session) throws {
        let service = try session.pickingService(global)
        let found = try session.item(item, global)
        var edit = ItemEdit(
            title: fields.title, location: location.map(LocationOpener.typed), note: fields.note,
            savedAt: try fields.at.map { try service.time($0) }, added: try session.named(add, global),
            removed: try session.named(remove, global))
        edit.followsMove = follow
        if edit == ItemEdit() {
            guard session.isInteractive else {
                throw CommandError(
                    code: ExitStatus.usage,
                    message: "nothing to change; use --title, --location, --follow, --note, --at, --add or --remove")
            }
            let picker = ItemPicker(of: found, service: service, session: session)
            guard let chosen = try picker.pick(from: found.tags) else {
                throw CommandError(code: ExitStatus.nothingFound, message: "nothing was changed")
            }
            edit.tags = chosen
        }
        let names = (edit.tags ?? []) + edit.added
        let notice = try SimilarTagNotice(of: names, newTags, global, in: session)
        try notice.requireTerminal(in: session)
        let changed = try service.items.edit(found.id, with: edit)
        try session.report(changed, as: "changed", output, global)
        // The picker has already offered the known tags.
        if edit.tags == nil { try notice.warn(in: session, global) }
    }
}

/// The command `show-item ID|LOCATION`.
struct ShowItemCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "show-item", abstract: "Show all fields of an item.",
        discussion: "Example: tagflow show-item https://swift.org/")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: ArgumentHelp("The number or location.", valueName: "id or location")) var item: String

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        let item = try session.item(item, global)
        guard output.format == .text else { return try session.print(json: ItemDocument(item)) }
        guard !session.output.isTerminal else {
            let columns = TerminalWidth.columns(of: 1, environment: session.environment)
            let lines = ItemDetail(item).lines(columns: columns, isColored: session.isColored)
            for line in lines { try session.print(line) }
            return
        }
        for (name, value) in item.shownFields { try session.print("\(name): \(value)\n") }
        guard !item.note.isEmpty else { return }
        try session.print("\n")
        for line in item.note.split(separator: "\n", omittingEmptySubsequences: false) {
            try session.print("\(String(line))\n")
        }
    }
}

/// The command `open-item ID|LOCATION`.
struct OpenItemCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "open-item", abstract: "Open the location of an item in the browser or its program.",
        discussion: """
            Runs $BROWSER for URLs if it is set, otherwise xdg-open (macOS: open).

            Example: tagflow open-item 12
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The number or location.", valueName: "id or location")) var item: String

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        let item = try session.item(item, global)
        guard let location = item.location else {
            throw CommandError(
                code: ExitStatus.badData,
                message: "item \(item.id) has no location; use 'edit-item \(item.id) --location' to add one")
        }
        try LocationOpener(environment: session.environment).open(location)
        try session.remark("opened \(location)\n", global)
    }
}

extension Session {
    /// Returns the item with a number or location.
    ///
    /// - Throws: `TagServiceError.unknownItem` for a number, `CommandError` for an unknown location or one in several sets.
    func item(_ text: String, _ global: GlobalOptions) throws -> Item {
        let service = try service(global)
        if let id = Int64(text), id > 0 { return try item(id, global, service) }
        if let set = global.set {
            if let item = try service.items.item(at: text, in: .named(set)) { return item }
            throw Self.unknownLocation(text)
        }
        guard let item = try onlyItem(at: text, service) else { throw Self.unknownLocation(text) }
        return item
    }

    private func item(_ id: Int64, _ global: GlobalOptions, _ service: TagService) throws -> Item {
        let item = try service.items.item(id)
        guard let set = global.set, try service.sets.name(of: .named(set)) != item.set else { return item }
        throw CommandError(
            code: ExitStatus.badData, message: "item \(id) is in the set \(item.set.quoted), not \(set.quoted)")
    }

    /// Returns the item at a location.
    ///
    /// - Returns: the item; `nil` if there is none.
    /// - Throws: `CommandError` if several sets have an item at the location.
    func onlyItem(at location: String, _ service: TagService) throws -> Item? {
        let items = try service.items.find(at: location)
        guard items.count > 1 else { return items.first }
        let sets = items.map(\.set.quoted).joined(separator: " and ")
        throw CommandError(
            code: ExitStatus.badData, message: "\(location.quoted) is in the sets \(sets); use --set to choose one")
    }

    private static func unknownLocation(_ text: String) -> CommandError {
        CommandError(code: ExitStatus.badData, message: "no item at \(text.quoted); use 'items' to find its number")
    }
}
