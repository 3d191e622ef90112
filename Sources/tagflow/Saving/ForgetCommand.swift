import ArgumentParser
import TagService

/// The command `forget ID`.
struct ForgetCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget a saved selection and what was learnt from it.",
        discussion: "Example: tagflow forget 12"
    )

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The number that history shows.", transform: NumberRange.id.number(in:))
    var id: Int

    func run(in session: Session) async throws {
        let saved = try await session.service(global).forget(Int64(id))
        try session.remark("forgot \(saved.id): \(saved.tags.joined(separator: ", "))\n", global)
    }
}
