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
        try await session.step("redone", global) { try await $0.redo() }
    }
}
