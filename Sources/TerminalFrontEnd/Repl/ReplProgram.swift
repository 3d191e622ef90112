internal import TagService
internal import Terminal
internal import TextMeasurement

/// The interactive REPL between two commands: the board, the line being typed, and what is suggested.
///
/// Toggles happen here, in place. Any other line finishes the program, which is run again after the line was executed.
struct ReplProgram: TerminalProgram {
    /// What work on the service brings back.
    enum Message: Sendable {
        case board(Board, columns: Int, version: Int64)
        /// A board could not be laid out, for this reason.
        case boardFailed(String)
        /// Chips were toggled, and the database then had this version.
        case toggled(TagChange, version: Int64)
        case failed(String)
        case suggestions([String], for: String)
        case completions([String], for: ReplWord)
        /// Suggestions or completions could not be found, for this reason.
        case suggestingFailed(String)
    }

    /// How the program ended.
    enum Turn {
        /// With lines to execute; the program is run again afterwards.
        case answer([ReplLine], ReplProgram)
        /// For good.
        case leave
    }

    typealias Output = Turn
    typealias Effect = ProgramEffect<Message, Turn>

    let service: TagService
    var set: SetReference
    let commands: Set<String>
    let isColored: Bool
    let widths: TerminalWidths
    /// What may follow a command, for completion.
    let arguments: @Sendable (String) -> CommandArguments?
    let grammar: ReplGrammar
    /// Where entered lines are kept.
    let history: HistoryFile?
    var presenter: BoardPresenter
    var editor: LineEditor
    var size: CellSize
    var board: Board?
    /// The version of the database that the board shows; a change by another process makes it another one.
    var boardVersion: Int64?
    /// The rows of the last answer above, which the board leaves on the screen.
    var answerRows = 0
    /// The first row of the board that is seen.
    var boardTop = 0
    var suggestions: [String] = []
    /// The suggestion that Up and Down have come to.
    var highlight: Int?
    var completion: ReplCompletion?
    /// A message for the user, shown until the next key.
    var remark: String?
    /// Lines that wait for the end of the toggle that is under way.
    var waiting: [ReplLine] = []
    var isBusy = false
    /// Whether numbers stand for what `find` showed.
    var hasFound = false
    var isLeaving = false
    /// Lines that are commands and name tags of the board as well, of which the user was told.
    var ambiguousLines: Set<String> = []
    /// What suggestions were asked for that have not come yet.
    var awaitedQuestion: String?
    /// The answer that keys wait for.
    var awaited: Awaited?
    /// The keys that wait.
    var heldEvents: [TerminalEvent] = []
    /// Whether the board on the screen is outdated.
    var needsBoard = false

    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started:
            isBusy = false
            return suggest() + release()
        case .message(let message): return receive(message)
        case .event(.resize(let size)):
            self.size = size
            presenter.columns = size.columns
            return [fetchBoard()]
        case .event(.inputEnded): return [.finish(.leave, keepsDrawing: true)]
        case .event(let event): return take(event)
        }
    }

    private mutating func receive(_ message: Message) -> [Effect] {
        switch message {
        case .board(let board, let columns, let version):
            guard columns == presenter.columns else { return [] }
            self.board = board
            boardVersion = version
            scrollBoard(by: 0)
            return []
        case .boardFailed(let words):
            remark = words
            return []
        case .toggled(let change, let version):
            apply(change)
            tell(of: [ChangedTags(change)])
            if version != boardVersion ?? version { needsBoard = true }
            return suggest() + executeNext()
        case .failed(let words):
            remark = words
            // What was meant may have been changed by another process: the board shows what is.
            needsBoard = true
            return executeNext()
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

    /// Shows on the board what was toggled; a tag that was not on it outdates the board.
    private mutating func apply(_ change: TagChange) {
        guard var board else { return }
        var states = Dictionary(zip(change.changed, change.selected)) { $1 }
        for place in board.chips.indices {
            guard let isOn = states.removeValue(forKey: board.chips[place].tag) else { continue }
            board.chips[place].isSelected = isOn
        }
        self.board = board
        if !states.isEmpty { needsBoard = true }
    }

    /// Executes the next line that waits.
    private mutating func executeNext() -> [Effect] {
        isBusy = false
        var effects: [Effect] = []
        if needsBoard { effects.append(fetchBoard()) }
        needsBoard = false
        guard !waiting.isEmpty else { return effects }
        let next = waiting.removeFirst()
        return effects + execute(next)
    }

    /// Fetches the board in the terminal's width.
    func fetchBoard() -> Effect {
        let (service, set, presenter) = (service, set, presenter)
        return .run {
            do {
                // Before the board, so that a change between the two is not missed.
                let version = try service.dataVersion()
                let board = try service.board(presenter.request(), of: set)
                return .board(board, columns: presenter.columns, version: version)
            } catch { return .boardFailed(Remark.text(of: error)) }
        }
    }

    /// The word that is being typed.
    var word: ReplWord {
        ReplWord(editor.textBeforeCursor, commands: commands, arguments: arguments)
    }
}
