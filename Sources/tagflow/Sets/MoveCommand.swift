import ArgumentParser
import TagService

/// The command `move TAG --before TAG`.
struct MoveCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move a tag to the place before another one.",
        discussion: "Example: tagflow move running --before reading"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The tag to move.") var tag: String
    @Option(help: ArgumentHelp("The tag that comes after it.", valueName: "tag")) var before: String

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.moveTag(tag, before: before, in: session.set(global))
        try await session.confirm(change.set, from: service, output, global)
    }
}
