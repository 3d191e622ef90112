import Foundation
import TerminalFrontEnd
import TextMeasurement

extension Session {
    /// Connects a server to standard input and output until it ends.
    ///
    /// - Parameters:
    ///   - output: the server's output.
    ///   - run: the server, which reads the chunks of input until they end.
    /// - Returns: the result of `run`.
    /// - Throws: a write error. Requests that were already received are still completed.
    func converse<Outcome: Sendable>(
        _ output: AsyncStream<[UInt8]>, run: @escaping @Sendable (AsyncStream<[UInt8]>) async -> Outcome
    ) async throws -> Outcome {
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
        let running = Task.detached { await run(input) }
        do {
            for await bytes in output {
                try self.output.write(bytes)
                try self.output.flush()
            }
        } catch {
            source.finish()
            _ = await running.value
            throw error
        }
        return await running.value
    }
}
