import ArgumentParser
import TagService

/// The command `add TAG…`.
struct AddCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add tags to a set; new ones are made.",
        discussion: """
            A new tag that is one letter, an accent or a plural away from another one is told of; the REPL asks first.

            Example: tagflow add reading running
            """
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var newTags: NewTagOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let names = try StandardInput.tags(tags)
        let notice = try await SimilarTagNotice(of: names, newTags, global, in: session)
        try notice.ask(in: session)
        let change = try await service.addTags(names, to: session.set(global))
        try notice.warn(in: session, global)
        try await session.confirm(change.set, from: service, output, global)
    }
}
