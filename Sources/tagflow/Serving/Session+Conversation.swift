import Foundation
import TerminalFrontEnd

extension Session {
    /// Connects a server to standard input and output until it ends.
    ///
    /// - Parameters:
    ///   - output: the server's output.
    ///   - run: reads the pieces of the input until they end.
    /// - Returns: the result of `run`.
    /// - Throws: a write error; requests received until then are still completed.
    func converse<Outcome: Sendable>(
        _ output: AsyncStream<[UInt8]>,
        run: @escaping @Sendable (AsyncStream<[UInt8]>) async -> Outcome
    ) async throws -> Outcome {
        let (input, source) = AsyncStream<[UInt8]>.makeStream()
        Thread.detachNewThread {
            // A read error ends the input.
            while let piece = try? InputFile.standardInput.piece(), !piece.isEmpty {
                source.yield(piece)
            }
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
