import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `use SET`.
struct UseCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Choose the set that commands are about.",
        discussion: "Example: tagflow use habits"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The name of the set.") var name: String

    func run(in session: Session) async throws {
        let service = try session.service(global)
        let chosen = try await service.chooseSet(name)
        session.repl?.set = .chosen
        try await session.confirm(chosen, from: service, output, global)
    }
}
