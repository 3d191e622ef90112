public import TagService
public import TextMeasurement

/// Executes lines of the REPL.
///
/// They toggle tags, run commands of the program, or change the session.
public struct ReplExecutor {
    /// The functions of the program that the REPL needs.
    public struct Hooks {
        /// Runs one of the program's commands with its arguments.
        public var run: ([String]) throws -> Void
        /// Returns the help for everything, or for one command.
        public var help: (String?) throws -> PrintableText
        /// Writes and flushes output.
        public var write: (PrintableText) throws -> Void
        /// Reports an error in one line, and returns its exit code.
        public var report: (any Error) throws -> Int32

        /// Creates hooks into a program.
        public init(
            run: @escaping ([String]) throws -> Void, help: @escaping (String?) throws -> PrintableText,
            write: @escaping (PrintableText) throws -> Void, report: @escaping (any Error) throws -> Int32
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
    /// The commands that replaced commands of earlier versions, by their former names.
    private let replacements: [String: String]

    /// Creates an executor.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - session: The state kept between lines.
    ///   - commands: The names of the program's commands.
    ///   - replacements: The commands that replaced commands of earlier versions, by their former names.
    ///   - hooks: The functions of the program.
    public init(
        service: TagService, session: ReplSession, commands: some Sequence<String>,
        replacements: [String: String] = [:], hooks: Hooks
    ) {
        self.service = service
        self.session = session
        self.replacements = replacements
        grammar = ReplGrammar(commands: commands)
        self.hooks = hooks
    }

    /// Executes a line and reports its error.
    ///
    /// - Returns: The exit code of the error; 0 without an error.
    /// - Throws: `StreamError` if the error couldn't be reported.
    func execute(_ line: ReplLine) throws -> Int32 {
        do {
            try execute(try line.input.get())
            return 0
        } catch let error as StreamError { throw error } catch { return try hooks.report(error) }
    }

    /// Executes a parsed line, the same way on a terminal and in a pipe.
    func execute(_ input: ReplInput) throws {
        switch input {
        case .nothing, .quit: return
        case .find(let text): return try find(text)
        default: break
        }
        // The board is always drawn again after a line, unless it is printed.
        defer { if session.isBoardShown { session.found = [] } }
        do { try change(input) } catch TagServiceError.unknownTag(let name, let nearest, canBeMade: true)
            where ChipNumbers.typed(name) != name
        {
            // Don't suggest creating the tag with 'add 12', because that would refer to chip 12.
            throw TagServiceError.unknownTag(name, nearest: nearest, canBeMade: false)
        }
    }

    private func change(_ input: ReplInput) throws {
        switch input {
        case .nothing, .quit, .find, .board: break
        case .help(let command): try hooks.write(try hooks.help(command))
        case .toggle(let target): try toggle(target)
        case .trying(let settings):
            session.presenter.tried = settings.withDefaults(from: session.presenter.tried)
            try drawBoard()
        case .showSetting(let word):
            let kept = try service.sets.layoutSettings(of: session.set).settings
            let text = LayoutTrial.text(of: word, tried: session.presenter.tried, kept: kept)
            try hooks.write("\(text)\n")
        case .resetTrial(let word):
            LayoutTrial.reset(word, in: &session.presenter.tried)
            try drawBoard()
        case .command(let words):
            try session.pinSet(in: service)
            try hooks.run(words)
            try session.pinSet(in: service)
        }
    }

    private func toggle(_ target: ReplInput.ToggleTarget) throws {
        let change: TagChange
        do {
            change = try service.selection.toggle(
                try names(of: target), in: session.set, addingMissing: isSuggested(target))
        } catch { throw explaining(error) }
        try drawBoard(changed: ChangedTags(change))
    }

    /// If an unknown tag is a URL or a command of an earlier version, returns an error that names the command to use.
    ///
    /// Otherwise, suggests a command that may have been misspelled.
    private func explaining(_ error: any Error) -> any Error {
        guard case TagServiceError.unknownTag(let name, _, _) = error else { return error }
        if TagService.isWebAddress(name) { return WebAddressError(name) }
        let first = String(name.prefix { !$0.isWhitespace })
        if let command = replacements[first] { return ReplInputError.formerCommand(first, replacement: command) }
        return grammar.addingCommand(to: error)
    }

    private func names(of target: ReplInput.ToggleTarget) throws -> [String] {
        switch target {
        case .numbers(let numbers): try session.names(ofChips: numbers, in: service)
        case .tag(let tag): [tag]
        case .suggested(let tags): tags
        }
    }

    /// Returns whether the tags were suggested.
    ///
    /// If so, tags that aren't in the set are added to it.
    private func isSuggested(_ target: ReplInput.ToggleTarget) -> Bool {
        switch target {
        case .numbers: !session.found.isEmpty
        case .tag: false
        case .suggested: true
        }
    }

    /// Draws the board after a change, unless the board is always visible.
    private func drawBoard(changed: ChangedTags? = nil) throws {
        guard !session.isBoardShown else {
            session.changes += [changed].compactMap(\.self)
            return
        }
        guard !session.isQuiet else { return }
        let drawing = try session.presenter.drawing(of: session.set, changed: changed, from: service)
        try hooks.write(drawing.text)
        session.note(drawing)
    }

    /// Prints numbered suggestions for a text.
    private func find(_ text: String) throws {
        session.found = []
        let given = try service.selection.tags(in: session.set)
        let suggestions = try service.suggestions.find(for: SuggestionQuery(text: text, given: given, set: session.set))
        session.found = suggestions.map(\.tag)
        // Selected tags aren't suggested.
        let selected = given.filter { TagService.Tags.begins($0, with: text) }.prefix(Self.reportedTags)
        for tag in selected { try hooks.write("\(tag) is on\n") }
        guard !suggestions.isEmpty || !selected.isEmpty else {
            let items = CommandHint("items", text).map { "; '\($0.text)' finds items" } ?? ""
            return try hooks.write("no tag found\(text.isEmpty ? "" : items)\n")
        }
        for (place, suggestion) in suggestions.enumerated() { try hooks.write("\(place + 1) \(suggestion.tag)\n") }
    }

    /// The maximum number of selected tags that `find` reports.
    private static let reportedTags = 10
}

extension ReplGrammar {
    /// If the first word of an unknown tag may be a misspelled command, returns an error that suggests
    /// the command; otherwise returns the error unchanged.
    fileprivate func addingCommand(to error: any Error) -> any Error {
        guard case TagServiceError.unknownTag(let name, let nearest, _) = error,
            let first = name.split(whereSeparator: { $0.isWhitespace }).first,
            let command = NearestNames(to: String(first)).among(words.sorted()).first, command != first
        else { return error }
        return ReplInputError.unknownCommand(line: name, nearest: command, tags: nearest)
    }
}
