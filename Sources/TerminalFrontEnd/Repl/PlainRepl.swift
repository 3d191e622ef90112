public import TagService
public import TextMeasurement

/// The REPL without a terminal: a line a command, no prompt, no escape codes.
///
/// Each answer is flushed once its transaction has committed. A failed command changes nothing and the REPL goes on.
public struct PlainRepl {
    /// What the REPL needs of the program around it.
    public struct Hooks {
        /// Runs a command of the command line.
        public var run: ([String]) async throws -> Void
        /// The help on everything, or on one command.
        public var help: (String?) throws -> PrintableText
        /// Writes and flushes an answer.
        public var write: (PrintableText) throws -> Void
        /// Reports an error in one line, and gives its exit code.
        public var report: (any Error) throws -> Int32
        /// The next line without its end; `nil` at the end of input.
        public var nextLine: () throws -> String?

        /// Hooks into a program.
        public init(
            run: @escaping ([String]) async throws -> Void,
            help: @escaping (String?) throws -> PrintableText,
            write: @escaping (PrintableText) throws -> Void,
            report: @escaping (any Error) throws -> Int32,
            nextLine: @escaping () throws -> String?
        ) {
            self.run = run
            self.help = help
            self.write = write
            self.report = report
            self.nextLine = nextLine
        }
    }

    private let service: TagService
    private let session: ReplSession
    private let grammar: ReplGrammar
    private let hooks: Hooks

    /// A REPL on a service, in which the words are commands of the program.
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

    /// Answers lines up to `quit` or the end of input.
    ///
    /// - Returns: the exit code of the first command that failed, or 0.
    /// - Throws: what the hooks throw where nothing can be read or written any more.
    public func run() async throws -> Int32 {
        var firstFailure: Int32 = 0
        while let line = try hooks.nextLine() {
            let goesOn = try await answerReporting(line) { code in
                if firstFailure == 0 { firstFailure = code }
            }
            guard goesOn else { break }
        }
        return firstFailure
    }

    /// Answers a line and reports its error; false where it asks to leave.
    func answerReporting(_ line: String, failure: (Int32) -> Void = { _ in }) async throws -> Bool {
        do {
            return try await answer(line)
        } catch let error as StreamError {
            throw error
        } catch {
            failure(try hooks.report(error))
            return true
        }
    }

    /// Answers a line; false where it asks to leave.
    private func answer(_ line: String) async throws -> Bool {
        let input = try grammar.input(line)
        // Numbers stand for what `find` showed only until the next command.
        let found = session.found
        if case .nothing = input { return true }
        session.found = []
        switch input {
        case .nothing: break
        case .quit: return false
        case .help(let command): try hooks.write(try hooks.help(command))
        case .toggleNumbers(let numbers) where !found.isEmpty:
            try await toggleFound(numbers, of: found)
        case .toggleNumbers(let numbers):
            _ = try await service.toggle(numbers: numbers, in: session.set)
            try await drawBoard()
        case .toggleTag(let tag):
            do {
                _ = try await service.changeSelection([tag], .toggle, in: session.set)
            } catch { throw grammar.mended(error) }
            try await drawBoard()
        case .find(let text): try await find(text)
        case .trying(let settings):
            session.presenter.tried = settings.withDefaults(from: session.presenter.tried)
            try await drawBoard()
        case .keptAgain(let word):
            LayoutTrial.takeBack(word, in: &session.presenter.tried)
            try await drawBoard()
        case .command(let words):
            try await session.holdSet(in: service)
            try await hooks.run(words)
            try await session.holdSet(in: service)
        }
        return true
    }

    private func drawBoard() async throws {
        guard !session.isBoardShown else { return }
        try hooks.write(try await session.presenter.text(of: session.set, from: service))
    }

    /// Shows suggestions with numbers.
    private func find(_ text: String) async throws {
        let given = try await service.selection(of: session.set)
        let suggestions = try await service.suggestions(
            for: SuggestionQuery(text: text, given: given)
        )
        session.found = suggestions.map(\.tag)
        guard !suggestions.isEmpty else { return try hooks.write("nothing found\n") }
        for (place, suggestion) in suggestions.enumerated() {
            try hooks.write("\(place + 1) \(suggestion.tag)\n")
        }
    }

    /// Toggles what `find` showed; tags that are not in the set yet are added to it.
    private func toggleFound(_ numbers: [Int], of found: [String]) async throws {
        let names = try numbers.map { number in
            guard found.indices.contains(number - 1) else {
                throw TagServiceError.unknownNumber(number, count: found.count)
            }
            return found[number - 1]
        }
        _ = try await service.changeSelection(names, .toggle, in: session.set, addingMissing: true)
        try await drawBoard()
    }
}
