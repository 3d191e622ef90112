import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `new SET [TAG…]`.
struct NewCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a tag set and choose it.",
        discussion: """
            Example: tagflow new habits reading running
            Example: tagflow new --daily habits reading running
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Flag(help: "Keep one item per day: 'save' replaces the item of the same day.") var daily = false
    @Argument(help: "The name of the set.") var name: String
    @Argument(help: ArgumentHelp("Its tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .newTag]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let names = try session.tags(tags, global)
        let notice = try SimilarTagNotice(of: names, newTags, global, in: session)
        let change = try service.sets.create(name, tags: names, isDaily: daily)
        try notice.warn(in: session, global)
        session.repl?.set = .chosen
        if session.repl?.isBoardShown == true {
            try session.remark("created the set \(change.set.quoted) and chose it; 'undo' reverts this\n", global)
        }
        try session.confirm(change.set, from: service, output, global)
    }
}
