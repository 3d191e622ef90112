/// The REPL without a terminal: one command per line, without a prompt or escape codes.
///
/// The output of each command is flushed after its transaction has been committed. A command that
/// fails changes nothing, and the REPL continues.
public struct PlainRepl {
    private let executor: ReplExecutor
    private let numbersLines: Bool
    private let stopsOnError: Bool
    private let nextLine: () throws -> String?

    /// Creates a REPL that reads lines.
    ///
    /// - Parameters:
    ///   - executor: Executes each line.
    ///   - numbersLines: Whether errors include the line number, for scripts.
    ///   - stopsOnError: Whether to stop at the first line that fails.
    ///   - nextLine: Returns the next line without its newline, or nil at the end of the input.
    public init(
        executor: ReplExecutor, numbersLines: Bool = false, stopsOnError: Bool = false,
        nextLine: @escaping () throws -> String?
    ) {
        self.executor = executor
        self.numbersLines = numbersLines
        self.stopsOnError = stopsOnError
        self.nextLine = nextLine
    }

    /// Executes lines until `quit` or the end of the input.
    ///
    /// - Returns: The exit code of the first line that failed, or 0.
    /// - Throws: The hooks' errors if reading or writing fails.
    public func run() throws -> Int32 {
        var firstFailure: Int32 = 0
        var number = 0
        while let text = try nextLine() {
            number += 1
            if numbersLines { executor.session.lineNumber = number }
            let line = ReplLine(text, grammar: executor.grammar)
            if case .success(.quit) = line.input { break }
            let code = try executor.execute(line)
            if firstFailure == 0 { firstFailure = code }
            // An error from here on is a read error, which doesn't belong to a line.
            executor.session.lineNumber = nil
            guard !stopsOnError || firstFailure == 0 else { break }
        }
        return firstFailure
    }
}
