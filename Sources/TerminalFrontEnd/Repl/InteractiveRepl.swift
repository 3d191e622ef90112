internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The REPL on a terminal: the board above, a line with suggestions below, redrawn in place.
public struct InteractiveRepl {
    private let executor: ReplExecutor
    private let arguments: @Sendable (String) -> CommandArguments?
    private let environment: [String: String]

    /// A REPL on the process's terminal.
    ///
    /// - Parameters:
    ///   - executor: what executes the lines that are not answered in place.
    ///   - arguments: what may follow a command.
    ///   - environment: the process's variables.
    public init(
        executor: ReplExecutor,
        arguments: @escaping @Sendable (String) -> CommandArguments?,
        environment: [String: String]
    ) {
        self.executor = executor
        self.arguments = arguments
        self.environment = environment
    }

    private var service: TagService { executor.service }
    private var session: ReplSession { executor.session }

    /// Whether the standard streams lead to a terminal that can be drawn on.
    public static func isPossible(environment: [String: String]) -> Bool {
        guard TerminalDevice.areTerminals([0, 1]) else { return false }
        return TerminalCapability(environment: environment, isTerminal: true) == .full
    }

    /// Runs up to `quit` or Ctrl-D.
    ///
    /// - Throws: `FrontEndError` where the terminal fails or goes away, and what the hooks throw.
    public func run() async throws {
        do {
            let device = try TerminalDevice(input: 0, output: 1)
            let terminal = try TerminalSession(
                device: device,
                modes: TerminalModes(),
                environment: environment
            )
            defer { terminal.close() }
            try await run(on: terminal)
        } catch let error as TerminalError { throw FrontEndError(error) }
    }

    private func run(on terminal: TerminalSession) async throws {
        session.isBoardShown = true
        // Each key asks for suggestions: what all of them need is read once.
        service.keepSuggestionsInMemory(
            indexedFrom: TagService.indexedFrom(in: environment)
        )
        let depth = ColorDepth(environment: environment, isTerminal: true)
        let widths = try service.widths(of: TerminalIdentity(environment: environment))
        var program = makeProgram(widths: widths, size: terminal.size, isColored: depth != .none)
        while true {
            try await prepare(&program, for: terminal)
            let screen = Screen(placement: .inline, depth: depth)
            var runner = ProgramRunner(program, on: terminal, screen: screen)
            guard case .answer(let lines, let next) = try await runner.runOnOwnThread() else {
                return
            }
            program = next
            if let board = program.board { session.drawn.note(board) }
            session.printedRows.begin(columns: program.size.columns, widths: widths)
            for line in lines {
                guard try await execute(line, program, on: terminal) else { return }
            }
            program.answerRows = session.printedRows.count
        }
    }

    /// The commands that open a session of their own on the terminal, or ask a question.
    private static let commandsOnTerminal: Set<String> = ["pick", "doctor", "add", "new", "tag"]

    /// Executes a line below the drawing, which was cleared away; false where it asks to leave.
    private func execute(
        _ line: ReplLine,
        _ program: ReplProgram,
        on terminal: TerminalSession
    ) async throws -> Bool {
        var isLent = false
        if case .success(.command(let words)) = line.input {
            isLent = !Self.commandsOnTerminal.isDisjoint(with: words.prefix(1))
        }
        if isLent { terminal.lend() } else { try terminal.beginPrinting() }
        try executor.hooks.write("\(program.promptText)\(line.text)\n")
        let goesOn = try await executor.execute(line)
        if isLent { try terminal.reclaim() } else { try terminal.endPrinting() }
        return goesOn
    }

    private func makeProgram(
        widths: TerminalWidths,
        size: CellSize,
        isColored: Bool
    ) -> ReplProgram {
        let history = HistoryFile(environment: environment)
        return ReplProgram(
            service: service,
            set: session.set,
            commands: executor.grammar.commands.union(ReplGrammar.ownWords),
            isColored: isColored,
            widths: widths,
            arguments: arguments,
            grammar: executor.grammar,
            history: history,
            presenter: session.presenter,
            editor: LineEditor(history: LineHistory(history?.lines() ?? [])),
            size: size
        )
    }

    /// Brings a program up to date with what commands have changed.
    private func prepare(_ program: inout ReplProgram, for terminal: TerminalSession) async throws {
        program.size = terminal.size
        program.presenter = session.presenter
        program.presenter.columns = program.size.columns
        session.presenter.columns = program.size.columns
        program.hasFound = !session.found.isEmpty
        try await session.pinSet(in: service)
        program.set = session.set
        program.boardVersion = try service.dataVersion()
        program.board = try service.board(program.presenter.request(), of: session.set)
        program.scrollBoard(by: 0)
        program.tell(of: session.changes)
        session.changes = []
    }
}
