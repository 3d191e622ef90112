internal import Foundation
public import TagService
internal import Terminal
internal import TextMeasurement

/// The REPL on a terminal: the board above, a line with suggestions below, redrawn in place.
public struct InteractiveRepl {
    private let service: TagService
    private let session: ReplSession
    private let commands: Set<String>
    private let hooks: PlainRepl.Hooks
    private let optionNames: @Sendable (String) -> [String]
    private let environment: [String: String]

    /// A REPL on a service.
    ///
    /// - Parameters:
    ///   - service: the service.
    ///   - session: what is remembered from line to line.
    ///   - commands: the words that are commands of the program.
    ///   - hooks: what the REPL needs of the program; lines come from the terminal, not from them.
    ///   - optionNames: the options of a command, as they are typed.
    ///   - environment: the process's variables.
    public init(
        service: TagService,
        session: ReplSession,
        commands: some Sequence<String>,
        hooks: PlainRepl.Hooks,
        optionNames: @escaping @Sendable (String) -> [String],
        environment: [String: String]
    ) {
        self.service = service
        self.session = session
        self.commands = Set(commands)
        self.hooks = hooks
        self.optionNames = optionNames
        self.environment = environment
    }

    /// Whether the standard streams lead to a terminal that can be drawn on.
    public static func isPossible(environment: [String: String]) -> Bool {
        guard (try? TerminalDevice(input: 0, output: 1)) != nil else { return false }
        return TerminalCapability(environment: environment, isTerminal: true) == .full
    }

    /// Answers lines up to `quit` or Ctrl-D.
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
        // A question a key: what they have in common is read once.
        await service.keepSuggestionsInMemory()
        let depth = ColorDepth(environment: environment, isTerminal: true)
        let plain = PlainRepl(service: service, session: session, commands: commands, hooks: hooks)
        let widths = try await service.widths(of: TerminalIdentity(environment: environment))
        var program = makeProgram(widths: widths, size: terminal.size, isColored: depth != .none)
        while true {
            try await prepare(&program, for: terminal)
            let screen = Screen(placement: .inline, depth: depth)
            var runner = ProgramRunner(program, on: terminal, screen: screen)
            guard case .answer(let lines, let next) = try await runner.runOnOwnThread() else {
                return
            }
            program = next
            for line in lines {
                guard try await answer(line, program, plain, on: terminal) else { return }
            }
        }
    }

    /// Answers a line below the drawing that was cleared away; false where it asks to leave.
    private func answer(
        _ line: String,
        _ program: ReplProgram,
        _ plain: PlainRepl,
        on terminal: TerminalSession
    ) async throws -> Bool {
        let first = line.split(whereSeparator: \.isWhitespace).first
        // These open a session of their own, or ask a question.
        let isLent = first.map { ["pick", "doctor", "add", "new"].contains($0) } ?? false
        if isLent { terminal.lend() } else { try terminal.beginPrinting() }
        try hooks.write("\(program.promptText)\(line)\n")
        let goesOn = try await plain.answerReporting(line)
        if isLent { try terminal.takeBack() } else { try terminal.endPrinting() }
        return goesOn
    }

    private func makeProgram(
        widths: TerminalWidths,
        size: CellSize,
        isColored: Bool
    ) -> ReplProgram {
        let history = HistoryFile(environment: environment)
        let words = ["find", "help", "quit", "width", "align", "spacing", "lines"]
        return ReplProgram(
            service: service,
            set: session.set,
            commands: commands.union(words),
            isColored: isColored,
            widths: widths,
            optionNames: optionNames,
            grammar: ReplGrammar(commands: commands),
            history: history,
            presenter: session.presenter,
            editor: LineEditor(history: LineHistory(history?.lines() ?? [])),
            size: size
        )
    }

    /// Brings a program to the state that commands have left.
    private func prepare(_ program: inout ReplProgram, for terminal: TerminalSession) async throws {
        program.size = terminal.size
        program.presenter = session.presenter
        program.presenter.columns = program.size.columns
        session.presenter.columns = program.size.columns
        program.hasFound = !session.found.isEmpty
        try await session.holdSet(in: service)
        program.set = session.set
        program.board = try await service.board(program.presenter.request(), of: session.set)
        program.scrollBoard(by: 0)
    }
}
