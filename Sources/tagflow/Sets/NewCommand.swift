import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `new SET [TAG…]`.
struct NewCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a tag set and choose it.",
        discussion: "Example: tagflow new habits reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Argument(help: "The name of the set.") var name: String
    @Argument(help: ArgumentHelp("Its tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String] = []

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let names = try StandardInput.tags(tags)
        let notice = try await SimilarTagNotice(of: names, newTags, global, in: session)
        try notice.ask(in: session)
        let change = try await service.makeSet(name, tags: names)
        try notice.warn(in: session, global)
        session.repl?.set = .chosen
        if session.repl?.isBoardShown == true {
            try session.remark(
                "made the set '\(change.set)' and chose it; 'undo' takes it back\n",
                global
            )
        }
        try await session.confirm(change.set, from: service, output, global)
    }
}
