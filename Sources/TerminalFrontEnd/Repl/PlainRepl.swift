/// The REPL without a terminal: a line a command, no prompt, no escape codes.
///
/// Each answer is flushed once its transaction has committed. A failed command changes nothing and the REPL goes on.
public struct PlainRepl {
    private let executor: ReplExecutor
    private let nextLine: () throws -> String?

    /// A REPL that reads lines.
    ///
    /// - Parameters:
    ///   - executor: what executes each line.
    ///   - nextLine: returns the next line without its end; nil at the end of input.
    public init(executor: ReplExecutor, nextLine: @escaping () throws -> String?) {
        self.executor = executor
        self.nextLine = nextLine
    }

    /// Executes lines up to `quit` or the end of input.
    ///
    /// - Returns: the exit code of the first line that failed, or 0.
    /// - Throws: what the hooks throw where nothing can be read or written any more.
    public func run() async throws -> Int32 {
        var firstFailure: Int32 = 0
        while let text = try nextLine() {
            let line = ReplLine(text, grammar: executor.grammar)
            let goesOn = try await executor.execute(line) { code in
                if firstFailure == 0 { firstFailure = code }
            }
            guard goesOn else { break }
        }
        return firstFailure
    }
}
