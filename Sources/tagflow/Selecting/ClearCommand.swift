import ArgumentParser
import TagService

/// The command `clear`.
struct ClearCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Turn every tag of a set off.",
        discussion: "Example: tagflow clear --set habits"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let change = try await service.clear(session.set(global))
        try await session.confirm(change.set, from: service, output, global)
    }
}
