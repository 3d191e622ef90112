/// The REPL without a terminal: a line a command, no prompt, no escape codes.
///
/// Each answer is flushed once its transaction has committed. A failed command changes nothing and
/// the REPL goes on.
public struct PlainRepl {
    private let executor: ReplExecutor
    private let numbersLines: Bool
    private let stopsOnError: Bool
    private let nextLine: () throws -> String?

    /// A REPL that reads lines.
    ///
    /// - Parameters:
    ///   - executor: Executes each line.
    ///   - numbersLines: Whether errors name the line, as those of a script do.
    ///   - stopsOnError: Whether the first line that fails is the last one.
    ///   - nextLine: Returns the next line without its end; nil at the end of input.
    public init(
        executor: ReplExecutor,
        numbersLines: Bool = false,
        stopsOnError: Bool = false,
        nextLine: @escaping () throws -> String?
    ) {
        self.executor = executor
        self.numbersLines = numbersLines
        self.stopsOnError = stopsOnError
        self.nextLine = nextLine
    }

    /// Executes lines up to `quit` or the end of input.
    ///
    /// - Returns: The exit code of the first line that failed, or 0.
    /// - Throws: The hooks' errors if reading or writing fails.
    public func run() async throws -> Int32 {
        var firstFailure: Int32 = 0
        var number = 0
        while let text = try nextLine() {
            number += 1
            if numbersLines { executor.session.lineNumber = number }
            let line = ReplLine(text, grammar: executor.grammar)
            if case .success(.quit) = line.input { break }
            let code = try await executor.execute(line)
            if firstFailure == 0 { firstFailure = code }
            // Errors from here on are read errors.
            executor.session.lineNumber = nil
            guard !stopsOnError || firstFailure == 0 else { break }
        }
        return firstFailure
    }
}
