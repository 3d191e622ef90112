internal import TagService
internal import Terminal
internal import TextMeasurement

/// The interactive REPL: the board, the typed line, and the suggestions.
///
/// Entered lines are executed in the background, one at a time; commands that print get the
/// terminal meanwhile.
struct ReplProgram: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// A line was executed, or the board was read again after a change of the terminal's size.
        case executed(ReplScreen, ReplLine)
        case suggestions([String], for: String)
        case completions([String], for: ReplWord)
        /// Suggestions or completions could not be found, for this reason.
        case suggestingFailed(String)
    }

    typealias Output = Void
    typealias Effect = ProgramEffect<Message, Void>

    let service: TagService
    /// The output of the last line.
    var shown: ReplScreen
    let isColored: Bool
    let widths: TerminalWidths
    /// The arguments of each command, for completion.
    let arguments: @Sendable (String) -> CommandArguments?
    let grammar: ReplGrammar
    /// Executes a line, given the prompt and the terminal's columns.
    let execute: @Sendable (ReplLine, String, Int) async -> ReplScreen
    /// The store of entered lines.
    let history: HistoryFile?
    var editor: LineEditor
    var size: CellSize
    /// The first row of the board that is seen.
    var boardTop = 0
    var suggestions: [String] = []
    /// The suggestion that Up and Down have come to.
    var highlight: Int?
    var completion: ReplCompletion?
    /// A message for the user, shown until the next key.
    var remark: String?
    /// Lines that wait for the end of the one that is executed.
    var waiting: [ReplLine] = []
    var isBusy = false
    var isLeaving = false
    /// Lines that are both commands and names of tags, which were reported to the user.
    var ambiguousLines: Set<String> = []
    /// The pending query for suggestions.
    var awaitedQuestion: String?
    /// The answer that keys wait for.
    var awaited: Awaited?
    /// The keys that wait.
    var heldEvents: [TerminalEvent] = []

    /// The set that lines are about.
    var set: SetReference { shown.set }
    var board: Board? { shown.board }
    /// The words that a line may begin with.
    var commands: Set<String> { grammar.words }

    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started: return suggest()
        case .message(let message): return receive(message)
        case .event(.resize(let size)):
            self.size = size
            return readBoard()
        case .event(.inputEnded): return [.finish((), keepsDrawing: true)]
        case .event(let event): return take(event)
        }
    }

    private mutating func receive(_ message: Message) -> [Effect] {
        switch message {
        case .executed(let screen, let line):
            show(screen, after: line)
            return suggest() + executeNext()
        case .suggestions(let found, let text):
            guard editor.count <= Self.longestLine, text == question else { return [] }
            awaitedQuestion = nil
            suggestions = found
            // Down may have been pressed before the answer came.
            highlight = highlight.flatMap { found.isEmpty ? nil : min($0, found.count - 1) }
            showHint()
            return release(after: .suggestions)
        case .completions(let candidates, let place):
            return complete(with: candidates, at: place) + release(after: .completions)
        case .suggestingFailed(let words):
            awaitedQuestion = nil
            suggestions = []
            remark = words
            return release()
        }
    }

    /// Shows the result of a line; if the board couldn't be read, the last one stays.
    private mutating func show(_ screen: ReplScreen, after line: ReplLine) {
        let before = shown
        shown = screen
        shown.board = screen.board ?? before.board
        if line.isBlank { shown.answerRows = before.answerRows }
        scrollBoard(by: 0)
        remark = screen.remark ?? remark
        tell(of: screen.changes)
    }

    /// Reads the board for the terminal's size, once for all changes of it that have come.
    private mutating func readBoard() -> [Effect] {
        waiting.last?.isBlank == true ? [] : run(ReplLine("", grammar: grammar))
    }

    /// Executes a line, after those that were entered before it.
    mutating func run(_ line: ReplLine) -> [Effect] {
        waiting.append(line)
        return isBusy ? [] : executeNext()
    }

    /// Executes the next line that waits.
    private mutating func executeNext() -> [Effect] {
        isBusy = false
        guard !waiting.isEmpty else { return [] }
        let line = waiting.removeFirst()
        if case .success(.quit) = line.input { return leave() }
        isBusy = true
        let (execute, prompt, columns) = (execute, promptText, size.columns)
        let work: @Sendable () async -> Message = {
            .executed(await execute(line, prompt, columns), line)
        }
        guard line.isPrinted else { return [.run(work)] }
        return [.lend(line.needsTerminal ? .whole : .printing, work)]
    }

    /// The word that is being typed.
    var word: ReplWord {
        ReplWord(editor.textBeforeCursor, commands: commands, arguments: arguments)
    }
}
