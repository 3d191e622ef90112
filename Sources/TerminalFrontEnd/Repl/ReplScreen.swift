internal import TagService
internal import TextMeasurement

/// The content of the interactive REPL after executing a line, except for the input line.
struct ReplScreen: Sendable {
    /// The set that lines apply to.
    var set: SetReference
    /// How the board is drawn.
    var presenter: BoardPresenter
    /// The set's chips; `nil` if they couldn't be read.
    var board: Board?
    /// The number of rows of output above the board.
    var answerRows = 0
    /// The other sets, if the board is empty and there are any.
    var otherSets: OtherSets?
    /// The text to show over the screen, if the line asked for help.
    var pane: PrintableText?
    /// Whether the results of `find` are shown, whose numbers replace those of the board.
    var showsResults = false
    /// The tags that the line changed.
    var changes: [ChangedTags] = []
    /// The known tags to offer instead of the new tags.
    var offers: [TagOffer] = []
    /// The error from executing the line or reading the board.
    var remark: String?
    /// The line before Enter completed it; nil if it was executed as typed.
    var taken: TakenLine?
}

extension ReplExecutor {
    /// Executes a line of the interactive REPL and returns the content to show; a blank line shows
    /// the current board.
    ///
    /// A line that only toggles prints nothing. Any other line is printed on the terminal, followed by
    /// its output or error.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - prompt: The prompt printed before the line.
    ///   - columns: The terminal's width.
    ///   - widths: The character widths of the terminal.
    /// - Returns: The content to show.
    func execute(_ line: ReplLine, prompt: String, columns: Int, widths: TerminalWidths) -> ReplScreen {
        session.presenter.columns = columns
        session.printedRows.begin(columns: columns, widths: widths)
        var remark: String?
        var pane: PrintableText?
        var taken: TakenLine?
        do {
            let (whole, typed) = try completed(line)
            taken = typed
            if case .success(.help(let command)) = whole.input {
                pane = try hooks.help(command)
            } else if whole.isPrinted {
                try hooks.write("\(prompt)\(whole.text)\n")
                _ = try execute(whole)
            } else {
                try execute(try whole.input.get())
            }
        } catch { remark = Remark.text(of: error) }
        var screen: ReplScreen
        do { screen = try self.screen() } catch {
            screen = ReplScreen(set: session.set, presenter: session.presenter)
            remark = remark ?? Remark.text(of: error)
        }
        screen.answerRows = session.printedRows.count
        screen.remark = remark
        screen.pane = pane
        taken?.isUndoable = screen.changes.contains { $0.isChange }
        screen.taken = remark == nil ? taken : nil
        return screen
    }

    /// Returns the content to show now.
    ///
    /// Numbers in later lines refer to its board.
    func screen() throws -> ReplScreen {
        try session.pinSet(in: service)
        var screen = ReplScreen(set: session.set, presenter: session.presenter)
        let board = try service.sets.board(session.presenter.request(), of: session.set)
        session.drawn.note(board)
        screen.board = board
        if board.chips.isEmpty { screen.otherSets = try OtherSets(than: board.set, in: service) }
        screen.showsResults = !session.found.isEmpty
        (screen.changes, session.changes) = (session.changes, [])
        (screen.offers, session.offers) = (session.offers, [])
        return screen
    }
}
