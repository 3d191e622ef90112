import ArgumentParser
import TagService

/// The command `add TAG…`.
struct AddCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add tags to a set; new ones are made.",
        discussion: "Example: tagflow add reading running"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads a tag a line.", valueName: "tag")) var tags:
        [String]

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.addTags(StandardInput.tags(tags), to: session.set(global))
        try await session.confirm(change.set, from: service, output, global)
    }
}
