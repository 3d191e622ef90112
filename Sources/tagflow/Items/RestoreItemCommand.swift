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
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "restore-item", abstract: "Turn an item's tags on in its set.",
        discussion: """
            The item is named by its number, its location or its title. A title refers to the newest item of the set with that title. To bring back a deleted item, use undo.

            Example: tagflow restore-item 12
            Example: tagflow restore-item monday morning
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The number shown by 'items', or a title.", valueName: "id or title")) var name:
        [String]

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.name }
    static let completions: [String: CommandArguments.Value] = ["id or title": .title]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let name = name.joined(separator: " ")
        let isLocation = global.set == nil && Int64(name) == nil
        let item = isLocation ? try session.onlyItem(at: name, service) : nil
        let saved =
            if let item { try service.items.restore(item.id) } else {
                try service.items.restore(named: name, in: session.set(global))
            }
        let changed = ChangedTags(selected: saved.tags)
        try session.confirm(saved.set, changed: changed, from: service, output, global)
    }
}
