internal import ChipRendering
internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The REPL on a terminal: a board, with an input line and suggestions below it, redrawn in place.
public struct InteractiveRepl {
    private let executor: ReplExecutor
    private let arguments: @Sendable (String) -> CommandArguments?
    private let environment: [String: String]

    /// Creates a REPL on standard input and output.
    ///
    /// - Parameters:
    ///   - executor: Executes the lines that the REPL doesn't handle itself.
    ///   - arguments: The arguments of each command.
    ///   - environment: The environment variables of the process.
    public init(
        executor: ReplExecutor, arguments: @escaping @Sendable (String) -> CommandArguments?,
        environment: [String: String]
    ) {
        self.executor = executor
        self.arguments = arguments
        self.environment = environment
    }

    private var service: TagService { executor.service }
    private var session: ReplSession { executor.session }

    /// Returns whether standard input and output are a terminal that can be drawn on.
    public static func isPossible(environment: [String: String]) -> Bool {
        guard TerminalDevice.areTerminals([0, 1]) else { return false }
        return TerminalDevice.canBeDrawnOn(environment)
    }

    /// Runs until `quit` or Ctrl-D.
    ///
    /// - Throws: `FrontEndError` if the terminal fails or is closed, and the hooks' errors.
    public func run() throws {
        do {
            let device = try TerminalDevice(input: 0, output: 1)
            let terminal = try TerminalSession(device: device, modes: TerminalModes(), environment: environment)
            defer { terminal.close() }
            try run(on: terminal)
        } catch let error as TerminalError { throw FrontEndError(error) }
    }

    private func run(on terminal: TerminalSession) throws {
        session.isBoardShown = true
        // Every key queries suggestions, so keep their data in memory.
        service.suggestions.keepInMemory()
        let depth = ColorDepth(environment: environment, isTerminal: true)
        let widths = try service.widths(of: TerminalIdentity(environment: environment))
        let size = terminal.size
        session.presenter.columns = size.columns
        if depth != .none {
            let known = try terminal.background() ?? TerminalBackground(environment: environment)
            session.presenter.style.isOnLight = known == .light
        }
        let start = try executor.screen()
        let program = makeProgram(start, widths: widths, size: size, isColored: depth != .none)
        let screen = Screen(placement: .inline, depth: depth)
        var runner = ProgramRunner(program, on: terminal, screen: screen)
        defer { runner.waitForWork() }
        try runner.run()
    }

    private func makeProgram(
        _ start: ReplScreen, widths: TerminalWidths, size: CellSize, isColored: Bool
    ) -> ReplProgram {
        let history = HistoryFile(environment: environment)
        // `nonisolated(unsafe)`: an executor holds the session, which two threads must not use
        // concurrently. They don't: the program executes one line at a time, and `run` waits until
        // the last line has been executed.
        nonisolated(unsafe) let executor = executor
        return unsafe ReplProgram(
            service: service, shown: start, isColored: isColored, widths: widths, arguments: arguments,
            grammar: executor.grammar,
            execute: { line, prompt, columns in
                unsafe executor.execute(line, prompt: prompt, columns: columns, widths: widths)
            }, history: history, editor: LineEditor(history: LineHistory(history?.lines() ?? [])), size: size)
    }
}
