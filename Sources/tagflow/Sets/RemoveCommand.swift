import ArgumentParser
import TagService

/// The command `remove TAG…`.
struct RemoveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Take tags out of a set; the tags themselves stay.",
        discussion: "Example: tagflow remove running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.removeTags(
            try StandardInput.tags(tags),
            from: session.set(global)
        )
        try await session.confirm(change.set, from: service, output, global)
    }
}
