import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `redo`.
struct RedoCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Make the change again that was taken back last.",
        discussion: "Example: tagflow redo"
    )

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.service(global)
        guard let repl = session.repl else {
            return try session.remark("redone: \(try await service.redo())\n", global)
        }
        // The set that is shown may go or come back with the step.
        try await repl.following(service) {
            try session.remark("redone: \(try await service.redo())\n", global)
        }
        try await session.printBoard(session.set(global), from: service)
    }
}
