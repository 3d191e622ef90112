import ArgumentParser
import TagService
import TerminalFrontEnd

/// The command `undo`.
struct UndoCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take the last change back, also after a restart.",
        discussion: "Example: tagflow undo"
    )

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.service(global)
        guard let repl = session.repl else {
            return try session.remark("undone: \(try await service.undo())\n", global)
        }
        // The set that is shown may go or come back with the step.
        try await repl.following(service) {
            try session.remark("undone: \(try await service.undo())\n", global)
        }
        try await session.printBoard(session.set(global), from: service)
    }
}
