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
        try await session.step("undone", global) { try await $0.undo() }
    }
}

/// The command `redo`.
struct RedoCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Make the change again that was taken back last.",
        discussion: "Example: tagflow redo"
    )

    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        try await session.step("redone", global) { try await $0.redo() }
    }
}

extension Session {
    /// Undoes or redoes a change, reports it (`undone: …`), and in the REPL shows the board.
    func step(
        _ word: String,
        _ global: GlobalOptions,
        _ step: (TagService) async throws -> String
    ) async throws {
        let service = try service(global)
        guard let repl else { return try remark("\(word): \(try await step(service))\n", global) }
        // The set that is shown may go or come back with the step.
        try await repl.following(service) {
            try remark("\(word): \(try await step(service))\n", global)
        }
        try await printBoard(set(global), from: service)
    }
}
