import ArgumentParser
import TagService

/// The command `restore ID`.
struct RestoreCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a saved selection the selection of its set.",
        discussion: "Example: tagflow restore 12"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let saved = try await service.restore(Int64(id))
        try await session.confirm(saved.set, from: service, output, global)
    }
}
