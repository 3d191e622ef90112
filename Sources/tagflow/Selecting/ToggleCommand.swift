import ArgumentParser
import TagService

/// The command `toggle TAG…`.
struct ToggleCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Turn tags of a set on or off.",
        discussion: "Example: tagflow toggle reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        try await session.change(tags, .toggle, global, output)
    }
}
