public import TagService
public import TextMeasurement

/// Executes lines of the REPL: on the service, through the program's commands, and on what the session remembers.
public struct ReplExecutor {
    /// What the REPL needs of the program around it.
    public struct Hooks {
        /// Runs a command of the command line.
        public var run: ([String]) async throws -> Void
        /// The help on everything, or on one command.
        public var help: (String?) throws -> PrintableText
        /// Writes and flushes an answer.
        public var write: (PrintableText) throws -> Void
        /// Reports an error in one line, and returns its exit code.
        public var report: (any Error) throws -> Int32

        /// Hooks into a program.
        public init(
            run: @escaping ([String]) async throws -> Void,
            help: @escaping (String?) throws -> PrintableText,
            write: @escaping (PrintableText) throws -> Void,
            report: @escaping (any Error) throws -> Int32
        ) {
            self.run = run
            self.help = help
            self.write = write
            self.report = report
        }
    }

    let service: TagService
    let session: ReplSession
    let grammar: ReplGrammar
    let hooks: Hooks

    /// An executor on a service.
    ///
    /// - Parameters:
    ///   - service: the service.
    ///   - session: what is remembered from line to line.
    ///   - commands: the words that are commands of the program.
    ///   - hooks: what the REPL needs of the program.
    public init(
        service: TagService,
        session: ReplSession,
        commands: some Sequence<String>,
        hooks: Hooks
    ) {
        self.service = service
        self.session = session
        grammar = ReplGrammar(commands: commands)
        self.hooks = hooks
    }

    /// Executes a line and reports its error; false where it asks to leave.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - failure: is given the exit code of an error that was reported.
    /// - Returns: whether the REPL goes on.
    /// - Throws: `StreamError`, where no error could be reported either.
    func execute(
        _ line: ReplLine,
        failure: (Int32) -> Void = { _ in }
    ) async throws -> Bool {
        do {
            return try await execute(try line.input.get())
        } catch let error as StreamError {
            throw error
        } catch {
            failure(try hooks.report(error))
            return true
        }
    }

    private func execute(_ input: ReplInput) async throws -> Bool {
        // Numbers stand for what `find` showed only until the next line that does something.
        let found = session.found
        if case .nothing = input { return true }
        session.found = []
        switch input {
        case .nothing: break
        case .quit: return false
        case .help(let command): try hooks.write(try hooks.help(command))
        case .toggle(.numbers(let numbers)) where !found.isEmpty:
            try await toggle(.suggested(try Self.names(numbers, of: found)))
        case .toggle(let target): try await toggle(target)
        case .find(let text): try await find(text)
        case .trying(let settings):
            session.presenter.tried = settings.withDefaults(from: session.presenter.tried)
            try await drawBoard()
        case .showSetting(let word):
            let kept = try service.layoutSettings(of: session.set).settings
            let text = LayoutTrial.text(of: word, tried: session.presenter.tried, kept: kept)
            try hooks.write("\(text)\n")
        case .resetTrial(let word):
            LayoutTrial.reset(word, in: &session.presenter.tried)
            try await drawBoard()
        case .command(let words):
            try await session.pinSet(in: service)
            try await hooks.run(words)
            try await session.pinSet(in: service)
        }
        return true
    }

    private func toggle(_ target: ToggleTarget) async throws {
        if case .numbers(let numbers) = target, drawsBoards {
            let (presenter, service) = (session.presenter, service)
            let drawing = try service.toggle(
                numbers: numbers,
                asDrawn: session.drawn,
                in: session.set,
                board: presenter.request()
            ) { presenter.drawing(of: $1, changed: ChangedTags($0), from: service) }
            return try show(drawing)
        }
        let change = try await grammar.toggle(
            target,
            asDrawn: session.drawn,
            in: session.set,
            of: service
        )
        try await drawBoard(changed: ChangedTags(change))
    }

    private func drawBoard(changed: ChangedTags? = nil) async throws {
        guard drawsBoards else { return }
        let drawing = try await session.presenter.drawing(
            of: session.set,
            changed: changed,
            from: service
        )
        try show(drawing)
    }

    /// Whether boards are drawn after lines that change them.
    private var drawsBoards: Bool { !session.isBoardShown && !session.isQuiet }

    private func show(_ drawing: BoardDrawing) throws {
        try hooks.write(drawing.text)
        session.note(drawing)
    }

    /// Shows suggestions with numbers.
    private func find(_ text: String) async throws {
        let given = try service.selection(of: session.set)
        let suggestions = try service.suggestions(
            for: SuggestionQuery(text: text, given: given)
        )
        session.found = suggestions.map(\.tag)
        guard !suggestions.isEmpty else { return try hooks.write("nothing found\n") }
        for (place, suggestion) in suggestions.enumerated() {
            try hooks.write("\(place + 1) \(suggestion.tag)\n")
        }
    }

    /// The names that numbers stand for in what `find` showed.
    private static func names(_ numbers: [Int], of found: [String]) throws -> [String] {
        try numbers.map { number in
            guard found.indices.contains(number - 1) else {
                throw TagServiceError.unknownNumber(number, count: found.count)
            }
            return found[number - 1]
        }
    }
}
