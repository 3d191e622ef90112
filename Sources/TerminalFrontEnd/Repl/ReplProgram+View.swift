internal import ChipRendering
internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

extension ReplProgram {
    /// The maximum number of rows with suggestions.
    private static let suggestionRows = 2

    /// The number of rows of the board as it's shown.
    ///
    /// While a summarized board is filtered, it has half the screen, so that nothing moves with each key.
    var boardHeight: Int {
        guard !shown.showsResults else { return 0 }
        if let summary { return filtered == nil ? summary.rows : max(summary.rows, size.rows / 2) }
        return sections?.rows ?? plainHeight
    }

    /// The number of rows of the board without sections.
    var plainHeight: Int { Int(exactly: (board?.size.height ?? 0).rounded()) ?? 0 }

    /// Returns the number of visible rows of the board, between the output above it and the line below.
    func boardRows(in size: CellSize) -> Int {
        let suggestions = isLeaving ? 0 : Self.suggestionRows
        let most = size.rows - lineRows - suggestions - 1
        guard shown.answerRows > 0 else { return min(boardHeight, max(most, 0)) }
        let left = rowsLeft(in: size)
        // Reserve rows for suggestions, so that nothing moves while the user types. Only if that would
        // leave almost no rows, the board uses them until the user types.
        let isTight = left < Self.suggestionRows + 2 && editor.isEmpty
        return min(boardHeight, max(min(most, isTight ? left : left - suggestions), 0))
    }

    /// Reports changes to chips that aren't visible, as a remark.
    mutating func tell(of changes: [ChangedTags]) {
        let rows = boardTop..<boardTop + boardRows(in: size)
        let seen =
            (summary ?? sections).map { $0.chips.filter { rows.contains($0.row) }.map(\.chip) }
            ?? (board?.chips ?? []).filter { rows.contains(Int(exactly: $0.frame.minY.rounded()) ?? -1) }
        let names = Set(seen.map(\.tag))
        if let unseen = changes.compactMap({ $0.unseen(among: names) }).last { remark = unseen }
    }

    /// The maximum number of rows with suggestions, given the output above and the board.
    private var suggestionRows: Int {
        guard shown.answerRows > 0 else { return Self.suggestionRows }
        let left = rowsLeft(in: size)
        // If the output fills the screen, its beginning has already scrolled off, so more of it may go.
        guard left > 0 else { return editor.isEmpty ? 0 : Self.suggestionRows }
        return min(max(left - boardRows(in: size), 0), Self.suggestionRows)
    }

    /// Returns the number of rows that aren't taken by the output above or by the line and the notes.
    private func rowsLeft(in size: CellSize) -> Int { size.rows - lineRows - shown.answerRows }

    /// The number of rows for the typed line and the notes below it.
    private var lineRows: Int { isLeaving ? 0 : 1 + max(remarkRows(in: size).count, 1) }

    /// Returns the remark in rows, at most half of the terminal's rows.
    ///
    /// A longer remark loses its beginning, because the end often names the remedy.
    func remarkRows(in size: CellSize) -> [String] {
        guard let remark else { return [] }
        return TerminalText.printable(remark)
            .wrapped(columns: size.columns, most: max(size.rows / 2, 1), widths: widths, atSpaces: true)
    }

    func view(in size: CellSize) -> TerminalFrame {
        let widths = widths
        let cellWidth: CellWidth = { widths.cells(in: $0) }
        let rows = boardRows(in: size)
        if let pane, !isLeaving { return pane.frame(in: size, widths) }
        guard !isLeaving else {
            var frame = TerminalFrame(size: CellSize(columns: size.columns, rows: rows), cellWidth: cellWidth)
            drawBoard(rows: rows, in: &frame.grid)
            return frame
        }
        let notes = notes(rows: rows, in: size)
        let line = LineEditorView(prompt: [StyledText(promptText, TextStyle(attributes: .bold))], cellWidth: cellWidth)
            .frame(editor, in: CellSize(columns: size.columns, rows: max(size.rows - rows - 4, 1)))
        let chips = chipRows(columns: size.columns)
        let wanted = rows + line.grid.size.rows + chips.count + notes.count
        let total = CellSize(columns: size.columns, rows: min(wanted, size.rows))
        var frame = TerminalFrame(size: total, cellWidth: cellWidth)
        drawBoard(rows: rows, in: &frame.grid)
        frame.grid.draw(line.grid, at: CellPosition(row: rows, column: 0))
        frame.cursor = line.cursor.map { CellPosition(row: $0.row + rows, column: $0.column) }
        var row = rows + line.grid.size.rows
        for chips in chips {
            draw(chips, row: row, in: &frame.grid)
            row += 1
        }
        for note in notes {
            let style = TextStyle(attributes: remark == nil ? .dim : .bold)
            frame.grid.write(note, at: CellPosition(row: row, column: 0), style: style)
            row += 1
        }
        return frame
    }

    /// The prompt: the set's name.
    var promptText: String {
        let name = TerminalText.printable(board?.set ?? "")
        let room = max(size.columns / 3, 4)
        return TerminalText.truncated(name, toCells: room, measurer: widths) + "> "
    }

    /// Returns the suggestions or the candidates of a completion, in as many rows as fit.
    private func chipRows(columns: Int) -> [[PaintedChip]] {
        // The likely chips of a summary are above the line.
        let isShownAbove = summary != nil && !shown.showsResults && editor.isEmpty && highlight == nil
        guard editor.search == nil, !isShownAbove else { return [] }
        let chips = completion.map(candidateChips) ?? suggestionChips
        var rows: [[PaintedChip]] = []
        var used = columns
        let start = max((chips.firstIndex { $0.isHighlighted } ?? 0) - 4, 0)
        for chip in chips[min(start, chips.count)...] {
            let width = ChipStyle.pill.width(labelCells: chip.labelCells)
            if used + 1 + width > columns {
                guard rows.count < suggestionRows else { break }
                rows.append([])
                used = -1
            }
            rows[rows.count - 1].append(chip)
            used += 1 + width
        }
        return rows
    }

    private var suggestionChips: [PaintedChip] {
        choices.enumerated()
            .map { place, choice in
                let label = choice.label
                return PaintedChip(
                    label: label, labelCells: widths.cells(in: label), isHighlighted: place == highlight,
                    matches: MatchRanges.range(ofFiltered: question, in: label).map { [$0] } ?? [], mark: "+")
            }
    }

    private func candidateChips(_ completion: ReplCompletion) -> [PaintedChip] {
        completion.candidates.enumerated()
            .map { place, text in
                let label = TerminalText.printable(text)
                return PaintedChip(
                    label: label, labelCells: widths.cells(in: label), isHighlighted: place == completion.index)
            }
    }

    private func draw(_ chips: [PaintedChip], row: Int, in grid: inout CellGrid) {
        let painter = ChipPainter(
            isColored: isColored, colors: shown.presenter.style.colors, isOnLight: shown.presenter.style.isOnLight,
            isLikely: true, widths: widths)
        var column = 0
        for chip in chips {
            let width = min(ChipStyle.pill.width(labelCells: chip.labelCells), grid.size.columns)
            painter.draw(chip, at: CellPosition(row: row, column: column), columns: width, in: &grid)
            column += width + 1
        }
    }
}
