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
