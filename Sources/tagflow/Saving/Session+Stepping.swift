import TagService
import TerminalFrontEnd

extension Session {
    /// Takes a step back or makes it again, says so (`undone: …`), and in the REPL shows the board.
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
