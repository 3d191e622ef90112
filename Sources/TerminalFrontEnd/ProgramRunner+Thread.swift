internal import Foundation
internal import Terminal

extension ProgramRunner where Program.Output: Sendable {
    /// Runs the program on a separate thread and returns its output.
    ///
    /// The runner blocks its thread, and Swift's executor has only one thread per processor. With one
    /// processor, the program's background work would never run if the program blocked that thread.
    ///
    /// - Parameter waitsForWork: Whether to wait for all work that the program started.
    /// - Returns: The program's output.
    /// - Throws: The errors of `run()`.
    mutating func runOnOwnThread(waitsForWork: Bool = false) async throws -> Program.Output {
        // `nonisolated(unsafe)`: a runner holds the session, which two threads must not use
        // concurrently. They don't: this function waits until the thread resumes the continuation,
        // and the thread does nothing after that.
        nonisolated(unsafe) var runner = self
        let outcome: Result<Program.Output, TerminalError> = await withCheckedContinuation { continuation in
            Thread {
                let outcome = Result { () throws(TerminalError) in try unsafe runner.run() }
                continuation.resume(returning: outcome)
            }
            .start()
        }
        unsafe self = runner
        if waitsForWork { await waitForWork() }
        return try outcome.get()
    }
}
