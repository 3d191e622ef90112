import ArgumentParser
import TagService

/// The command `deselect TAG…`.
struct DeselectCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "deselect",
        abstract: "Turn tags of a set off.",
        discussion: "Example: tagflow deselect reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        try await session.change(tags, .deselect, global, output)
    }
}
