internal import TagService
internal import Terminal
internal import TextMeasurement

/// The interactive REPL between two commands: the board, the line being typed, and what is suggested.
///
/// Toggles happen here, in place. Any other line ends the program, is answered outside, and the program goes on.
struct ReplProgram: TerminalProgram {
    /// What comes back from the service.
    enum Message: Sendable {
        case board(Board, columns: Int)
        case toggled(TagChange)
        case failed(String)
        case suggestions([String], for: String)
        case completions([String], for: ReplWord)
    }

    /// How the program ended.
    enum Turn {
        /// With lines to be answered; the program goes on afterwards.
        case answer([String], ReplProgram)
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
    /// The options of a command, for completion.
    let optionNames: @Sendable (String) -> [String]
    let grammar: ReplGrammar
    /// Where entered lines are kept.
    let history: HistoryFile?
    var presenter: BoardPresenter
    var editor: LineEditor
    var size: CellSize
    var board: Board?
    /// The first row of the board that is seen.
    var boardTop = 0
    var suggestions: [String] = []
    /// The suggestion that Up and Down have come to.
    var highlight: Int?
    var completion: ReplCompletion?
    /// What a person has to know, until the next key.
    var remark: String?
    /// Lines that wait until a toggle that was begun is done.
    var waiting: [String] = []
    var isBusy = false
    /// Whether numbers stand for what `find` showed.
    var hasFound = false
    var isLeaving = false
    /// Lines that are commands and name tags of the board as well, and were shown to be both.
    var doubted: Set<String> = []
    /// Whether the board has to be asked for anew.
    var needsBoard = false

    mutating func update(_ input: ProgramInput<Message>) -> [Effect] {
        switch input {
        case .started:
            isBusy = false
            return suggest()
        case .message(let message): return take(message)
        case .event(.resize(let size)):
            self.size = size
            presenter.columns = size.columns
            return [askBoard()]
        case .event(.inputEnded): return [.finish(.leave, keepsDrawing: true)]
        case .event(let event): return take(event)
        }
    }

    private mutating func take(_ message: Message) -> [Effect] {
        switch message {
        case .board(let board, let columns):
            guard columns == presenter.columns else { return [] }
            self.board = board
            scrollBoard(by: 0)
            return []
        case .toggled(let change):
            apply(change)
            return suggest() + goOn()
        case .failed(let words):
            remark = words
            return goOn()
        case .suggestions(let found, let text):
            guard text == question else { return [] }
            suggestions = found
            // Down may have been pressed before the answer came.
            highlight = highlight.flatMap { found.isEmpty ? nil : min($0, found.count - 1) }
            showHint()
            return []
        case .completions(let candidates, let place):
            return complete(with: candidates, at: place)
        }
    }

    /// Shows on the board what was toggled; a tag that was not on it makes the board be asked for anew.
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

    /// Answers the next line that waited.
    private mutating func goOn() -> [Effect] {
        isBusy = false
        var effects: [Effect] = []
        if needsBoard { effects.append(askBoard()) }
        needsBoard = false
        guard !waiting.isEmpty else { return effects }
        let next = waiting.removeFirst()
        return effects + submit(next)
    }

    /// Asks for the board in the terminal's width.
    func askBoard() -> Effect {
        let (service, set, presenter) = (service, set, presenter)
        return .run {
            do {
                let board = try await service.board(presenter.request(), of: set)
                return .board(board, columns: presenter.columns)
            } catch { return .failed(ReplRemark.text(of: error)) }
        }
    }

    /// The word that is being typed.
    var word: ReplWord { ReplWord(editor.textBeforeCursor, commands: commands) }
}

/// An error in one line that is safe on a terminal.
enum ReplRemark {
    static func text(of error: any Error) -> String {
        "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
