import Foundation
import TerminalFrontEnd

extension Session {
    /// Lets a server read standard input, and writes what it says to standard output, until it ends.
    ///
    /// - Parameters:
    ///   - output: what the server says.
    ///   - run: reads the pieces of the input until they end.
    /// - Returns: what `run` returns.
    /// - Throws: why nothing can be written any more; what was asked until then is still done.
    func converse<Outcome: Sendable>(
        _ output: AsyncStream<[UInt8]>,
        run: @escaping @Sendable (AsyncStream<[UInt8]>) async -> Outcome
    ) async throws -> Outcome {
        let (input, source) = AsyncStream<[UInt8]>.makeStream()
        Thread.detachNewThread {
            // A failure to read is the end of what can be read.
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
