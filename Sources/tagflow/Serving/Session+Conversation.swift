import Foundation
import Synchronization
import TerminalFrontEnd
import TextMeasurement

extension Session {
    /// Connects a server to standard input and output, and blocks the thread until the server ends.
    ///
    /// - Parameters:
    ///   - output: the server's output.
    ///   - run: the server, which reads the chunks of input until they end.
    /// - Returns: the result of `run`.
    /// - Throws: a write error. Requests that were already received are still completed.
    func converse<Outcome: Sendable>(
        _ output: AsyncStream<[UInt8]>, run: @escaping @Sendable (AsyncStream<[UInt8]>) async -> Outcome
    ) throws -> Outcome {
        let (input, source) = AsyncStream<[UInt8]>.makeStream()
        Thread.detachNewThread {
            do {
                while true {
                    let piece = try InputFile.standardInput.piece()
                    if piece.isEmpty { break }
                    source.yield(piece)
                }
            } catch { ByteStream(descriptor: 2).printIfPossible("tagflow: \(String(describing: error))\n") }
            source.finish()
        }
        let result = Mutex<Result<Outcome, any Error>>(.failure(CancellationError()))
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            async let outcome = run(input)
            var failure: (any Error)?
            do {
                // The session's stream belongs to the waiting thread.
                let printed = ByteStream(descriptor: 1)
                for await bytes in output {
                    try printed.write(bytes)
                    try printed.flush()
                }
            } catch {
                failure = error
                source.finish()
            }
            let ended = await outcome
            result.withLock { $0 = failure.map(Result.failure) ?? .success(ended) }
            end.signal()
        }
        end.wait()
        return try result.withLock(\.self).get()
    }
}
