internal import TagService
internal import Terminal
internal import TextMeasurement

/// The interactive REPL: the board, the typed line, and the suggestions.
///
/// Entered lines are executed in the background, one at a time. The terminal is lent to commands that
/// print.
struct ReplProgram: TerminalProgram {
    /// The results of background work.
    enum Message: Sendable {
        /// A line was executed. It's blank if only the board was read, for a new size of the terminal.
        case executed(ReplScreen, ReplLine)
        case suggestions([String], for: String)
        case completions([String], for: ReplWord)
        /// Finding suggestions or completions failed for this reason.
        case suggestingFailed(String)
    }

    typealias Output = Void
    typealias Effect = ProgramEffect<Message, Void>

    let service: TagService
    /// The state of the screen after the last executed line.
    var shown: ReplScreen
    let isColored: Bool
    let widths: TerminalWidths
    /// The arguments of each command, for completion.
    let arguments: @Sendable (String) -> CommandArguments?
    let grammar: ReplGrammar
    /// Executes a line, given the prompt and the terminal's columns.
    let execute: @Sendable (ReplLine, String, Int) -> ReplScreen
    /// The file with the entered lines.
    let history: HistoryFile?
    var editor: LineEditor
    var size: CellSize
    /// The first visible row of the board.
    var boardTop = 0
    /// The chips of a large board in sections; nil for a board that is drawn as it is.
    var sections: BoardSections?
    /// The sections that match the typed text; nil without such a text.
    var filtered: BoardSections?
    /// The typed text that the board is filtered by.
    var filter = ""
    /// The selected and likely chips of a board that is taller than half the screen; nil for other boards.
    var summary: BoardSections?
    /// Whether a tall board is shown as a whole.
    var showsWhole = false
    /// The suggestions for the selection, without a typed text.
    var likely: [String] = []
    /// The help that covers the screen.
    var pane: TextPane?
    var suggestions: [String] = []
    /// The index of the highlighted suggestion.
    var highlight: Int?
    var completion: ReplCompletion?
    /// A message for the user, shown until the next key.
    var remark: String?
    /// The known tags that Tab takes instead of new tags, while they are offered.
    var offers: [TagOffer] = []
    /// The line that Enter completed before it was executed; Backspace brings it back.
    var taken: TakenLine?
    /// The lines to execute after the current line.
    var waiting: [ReplLine] = []
    var isBusy = false
    var isLeaving = false
    /// Lines that the user has been told are both a command and the name of a tag.
    var ambiguousLines: Set<String> = []
    /// The pending query for suggestions.
    var awaitedQuestion: String?
    /// The result that keys are waiting for.
    var awaited: Awaited?
    /// The events held until the result arrives.
    var heldEvents: [TerminalEvent] = []

    /// The set that lines apply to.
    var set: SetReference { shown.set }
    var board: Board? { shown.board }
    /// The program's commands and the words of the REPL.
    var commands: Set<String> { grammar.words }

    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        let effects = handle(input)
        filterBoard()
        return effects
    }

    private mutating func handle(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started:
            arrangeBoard()
            return suggest()
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
            suggestions = beginningsFirst(found)
            if text.isEmpty {
                likely = found
                summarizeBoard()
            }
            // The user may have pressed Down while the suggestions were being computed.
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

    /// Shows the result of a line.
    ///
    /// If the board couldn't be read, the previous board stays.
    private mutating func show(_ screen: ReplScreen, after line: ReplLine) {
        let before = shown
        shown = screen
        shown.board = screen.board ?? before.board
        if line.isBlank { shown.answerRows = before.answerRows } else { pane = nil }
        if let text = screen.pane { pane = TextPane(text) }
        arrangeBoard()
        scrollBoard(by: 0)
        remark = screen.remark ?? remark
        tell(of: screen.changes)
        if screen.remark == nil { show(screen.taken) }
        if screen.remark == nil { show(offers + screen.offers) }
    }

    /// Shows the first of the offers, which Tab takes.
    private mutating func show(_ offers: [TagOffer]) {
        self.offers = offers
        guard let first = offers.first else { return }
        let rest = offers.count > 1 ? " (\(offers.count - 1) more)" : ""
        remark = "\(first.question) Tab swaps\(rest)"
    }

    /// Reports which tag was taken for the typed text.
    private mutating func show(_ line: TakenLine?) {
        taken = line
        guard let line else { return }
        remark = "took \(line.tag) for \(line.word.quoted); Backspace brings it back"
    }

    /// Merges the new tag into the known tag that is offered, if the line is empty.
    mutating func takeOffer() -> [Effect]? {
        guard editor.isEmpty, let offer = offers.first,
            let merge = CommandHint("merge", ReplSession.typed(offer.new), ReplSession.typed(offer.known))
        else { return nil }
        offers.removeFirst()
        return run(ReplLine(merge.text, grammar: grammar))
    }

    /// Reads the board again for the terminal's new size, unless that is already going to happen.
    private mutating func readBoard() -> [Effect] {
        waiting.last?.isBlank == true ? [] : run(ReplLine("", grammar: grammar))
    }

    /// Executes a line after the lines that were entered before it.
    mutating func run(_ line: ReplLine) -> [Effect] {
        waiting.append(line)
        return isBusy ? [] : executeNext()
    }

    /// Executes the next waiting line.
    private mutating func executeNext() -> [Effect] {
        isBusy = false
        guard !waiting.isEmpty else { return [] }
        let line = waiting.removeFirst()
        if case .success(.quit) = line.input { return leave() }
        isBusy = true
        let (execute, prompt, columns) = (execute, promptText, size.columns)
        let work: @Sendable () -> Message = { .executed(execute(line, prompt, columns), line) }
        guard line.isPrinted else { return [.run(work)] }
        return [.lend(line.needsTerminal ? .whole : .printing, work)]
    }

    /// The word being typed.
    var word: ReplWord { ReplWord(editor.textBeforeCursor, commands: commands, arguments: arguments) }
}
