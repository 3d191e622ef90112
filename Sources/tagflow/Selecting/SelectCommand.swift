import ArgumentParser
import TagService

/// The command `select TAG…`.
struct SelectCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Turn tags of a set on.",
        discussion: "Example: tagflow select reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        try await session.change(tags, .select, global, output)
    }
}
