internal import Foundation
internal import Terminal

extension ProgramRunner where Program.Output: Sendable {
    /// Runs the program on its own thread.
    ///
    /// Tasks run on as many threads as processors: with one processor, background work of a program
    /// that blocked it would never be done. With `waitsForWork`, all work that the program began is
    /// done when this returns.
    mutating func runOnOwnThread(waitsForWork: Bool = false) async throws -> Program.Output {
        // `nonisolated(unsafe)`: a runner holds the session, which two threads may not use
        // concurrently. Here they don't: this function waits from the thread's start to the
        // resumption, which is the last thing that the thread does.
        nonisolated(unsafe) var runner = self
        let outcome: Result<Program.Output, TerminalError> = await withCheckedContinuation {
            continuation in
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
