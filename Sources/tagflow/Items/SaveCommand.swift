import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `save [TITLE]`.
///
/// ```
/// $ tagflow select sea photo
/// (✓sea ) ( map ) (✓photo )
/// $ tagflow save morning
/// saved 1 morning: sea, photo
/// ```
struct SaveCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save the selection as an item; suggestions learn from it immediately.",
        discussion: """
            TIME is 2026-01-31, '2026-01-31 08:30', yesterday, 'last Monday' or '3 days ago', in \
            the local time zone. An item with a location replaces the item at that location in the \
            set; in a daily set it's only saved if --set names the set. In a daily set, an item without a location \
            replaces the item of the same day.

            Example: tagflow save 'monday morning'
            Example: tagflow save --at '3 days ago' swimming
            Example: tagflow save --location https://example.org/ 'an example'
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Option(help: ArgumentHelp("The time of the item; default: now.", valueName: "time")) var at: String?
    @Option(help: ArgumentHelp("The URL or path of the item.", valueName: "location")) var location: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("Your own description.", valueName: "text")) var note: String?
    @Argument(help: "The title of the item.") var title: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.title }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let draft = ItemDraft(
            title: title.isEmpty ? nil : title.joined(separator: " "), location: location.map(LocationOpener.typed),
            note: note, savedAt: try at.map { try service.time($0) })
        let saved = try service.selection.save(
            draft, in: session.set(global), into: draft.location == nil ? nil : session.terminalSet(global))
        try session.report(saved, output, global)
        guard at == nil, let day = draft.title, Self.isTime(day, for: service) else { return }
        try session.note(
            "\(day.quoted) is the title; 'undo', then 'save --at \(ShellQuoting.posix.quoted(day))' saves for that day",
            global)
    }

    /// Returns whether a title is a day such as `yesterday`, which was meant as the time.
    private static func isTime(_ title: String, for service: TagService) -> Bool {
        do {
            _ = try service.time(title)
            return true
        } catch { return false }
    }
}
