internal import Foundation
internal import Terminal

extension ProgramRunner {
    /// Runs the program on a thread of its own.
    ///
    /// The threads that tasks run on are as few as processors: where there is one, work beside a program that blocked
    /// it would never be done.
    mutating func runOnOwnThread() async throws -> Program.Output {
        // The thread has the runner for itself: this function waits, and takes it back when the thread is done.
        nonisolated(unsafe) var runner = self
        nonisolated(unsafe) var outcome: Result<Program.Output, TerminalError>?
        await withCheckedContinuation { continuation in
            Thread {
                unsafe outcome = Result { () throws(TerminalError) in try unsafe runner.run() }
                continuation.resume()
            }
            .start()
        }
        unsafe self = runner
        guard let outcome = unsafe outcome else { throw TerminalError.closed }
        return try outcome.get()
    }
}
