internal import TagService
internal import TextMeasurement

/// What the interactive REPL shows after a line, apart from the one that is typed.
struct ReplScreen: Sendable {
    /// The set that lines are about.
    var set: SetReference
    /// How the board is drawn.
    var presenter: BoardPresenter
    /// The set's chips; nil where they could not be read.
    var board: Board?
    /// The rows of the answer above the board.
    var answerRows = 0
    /// What the line has changed.
    var changes: [ChangedTags] = []
    /// Why the line failed, or why there is no board.
    var remark: String?
}

extension ReplExecutor {
    /// Executes a line of the interactive REPL and returns what is to be shown then; a blank line shows the board as it is.
    ///
    /// A line that toggles prints nothing. Any other prints itself, its answer and its error on the terminal.
    ///
    /// - Parameters:
    ///   - line: the line.
    ///   - prompt: what the line is printed after.
    ///   - columns: the terminal's width.
    ///   - widths: how wide the terminal draws.
    /// - Returns: what is to be shown.
    func execute(
        _ line: ReplLine,
        prompt: String,
        columns: Int,
        widths: TerminalWidths
    ) async -> ReplScreen {
        session.presenter.columns = columns
        session.printedRows.begin(columns: columns, widths: widths)
        var remark: String?
        do {
            if line.isPrinted {
                try hooks.write("\(prompt)\(line.text)\n")
                _ = try await execute(line)
            } else {
                try await execute(try line.input.get())
            }
        } catch {
            remark = Remark.text(of: error)
        }
        var screen: ReplScreen
        do {
            screen = try await self.screen()
        } catch {
            screen = ReplScreen(set: session.set, presenter: session.presenter)
            remark = remark ?? Remark.text(of: error)
        }
        screen.answerRows = session.printedRows.count
        screen.remark = remark
        return screen
    }

    /// What is to be shown now; the numbers on its board are those that lines name from then on.
    func screen() async throws -> ReplScreen {
        try await session.pinSet(in: service)
        var screen = ReplScreen(set: session.set, presenter: session.presenter)
        let board = try service.board(session.presenter.request(), of: session.set)
        session.drawn.note(board)
        screen.board = board
        (screen.changes, session.changes) = (session.changes, [])
        return screen
    }
}
