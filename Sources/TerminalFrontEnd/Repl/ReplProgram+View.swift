internal import ChipRendering
internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

extension ReplProgram {
    /// The rows of suggestions at most.
    private static let suggestionRows = 2

    /// The rows of the whole board.
    var boardHeight: Int { Int(exactly: (board?.size.height ?? 0).rounded()) ?? 0 }

    /// The rows of the board that are seen: those that the answer above and the line below leave.
    func boardRows(in size: CellSize) -> Int {
        let suggestions = isLeaving ? 0 : Self.suggestionRows
        let most = size.rows - lineRows - suggestions - 1
        guard shown.answerRows > 0 else { return min(boardHeight, max(most, 0)) }
        let left = rowsLeft(in: size)
        // Typing moves nothing, unless the board would have almost no rows without those of the
        // suggestions.
        let isTight = left < Self.suggestionRows + 2 && editor.isEmpty
        return min(boardHeight, max(min(most, isTight ? left : left - suggestions), 0))
    }

    /// Reports changes to chips that aren't visible, as a remark.
    mutating func tell(of changes: [ChangedTags]) {
        let rows = boardTop..<boardTop + boardRows(in: size)
        let seen = (board?.chips ?? [])
            .filter { rows.contains(Int(exactly: $0.frame.minY.rounded()) ?? -1) }
        let names = Set(seen.map(\.tag))
        if let unseen = changes.compactMap({ $0.unseen(among: names) }).last { remark = unseen }
    }

    /// The rows of suggestions at most: those that the answer above and the board leave.
    private var suggestionRows: Int {
        guard shown.answerRows > 0 else { return Self.suggestionRows }
        let left = rowsLeft(in: size)
        // The beginning of an answer that fills the screen is gone already.
        guard left > 0 else { return editor.isEmpty ? 0 : Self.suggestionRows }
        return min(max(left - boardRows(in: size), 0), Self.suggestionRows)
    }

    /// The rows that the answer above and the line leave.
    private func rowsLeft(in size: CellSize) -> Int { size.rows - lineRows - shown.answerRows }

    /// The rows of the line that is typed and of the note.
    private var lineRows: Int { isLeaving ? 0 : 1 + max(remarkRows(in: size).count, 1) }

    /// The rows of the remark, which often ends with the remedy; at most half of the terminal's.
    private func remarkRows(in size: CellSize) -> [String] {
        guard let remark else { return [] }
        return TerminalText.printable(remark)
            .wrapped(
                columns: size.columns,
                most: max(size.rows / 2, 1),
                widths: widths,
                atSpaces: true
            )
    }

    /// The colors of the chips.
    private var colors: BoardColors { shown.presenter.style.colors }

    func view(in size: CellSize) -> TerminalFrame {
        let widths = widths
        let cellWidth: CellWidth = { widths.cells(in: $0) }
        let rows = boardRows(in: size)
        guard !isLeaving else {
            var frame = TerminalFrame(
                size: CellSize(columns: size.columns, rows: rows),
                cellWidth: cellWidth
            )
            drawBoard(rows: rows, in: &frame.grid)
            return frame
        }
        let notes = notes(rows: rows, in: size)
        let line = LineEditorView(
            prompt: [StyledText(promptText, TextStyle(attributes: .bold))],
            cellWidth: cellWidth
        )
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

    /// The rows below everything: a remark, the hidden part of the board, or a hint.
    private func notes(rows: Int, in size: CellSize) -> [String] {
        if remark != nil { return remarkRows(in: size) }
        let note = note(rows: rows)
            .map { TerminalText.truncated($0, toCells: size.columns, measurer: widths) }
        return [note].compactMap(\.self)
    }

    private func note(rows: Int) -> String? {
        let all = boardHeight
        var parts: [String] = []
        if all > rows { parts.append(noteOnRows(rows, of: all)) }
        if let hidden = board?.hidden, hidden > 0 { parts.append("\(hidden) more chips") }
        if editor.isEmpty, editor.search == nil {
            parts.append(
                board?.chips.isEmpty == true
                    ? "the set is empty: 'add reading running' puts tags in · help"
                    : "a number or a name toggles · ↓ suggestions · help · Ctrl-D leaves"
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The note on rows of the board that are not seen.
    private func noteOnRows(_ rows: Int, of all: Int) -> String {
        guard rows > 0 else { return "\(all) rows of chips are hidden, Page Down shows them" }
        let hidden = all - rows
        return "rows \(boardTop + 1)–\(boardTop + rows), \(hidden) hidden, Page Up and Down scroll"
    }

    private func drawBoard(rows: Int, in grid: inout CellGrid) {
        guard let board else { return }
        let painter = ChipPainter(isColored: isColored, colors: colors, widths: widths)
        for chip in board.chips {
            let top = Int(exactly: chip.frame.minY.rounded()) ?? 0
            let height = Int(exactly: chip.frame.height.rounded()) ?? 0
            guard top + height > boardTop, top < boardTop + rows else { continue }
            let painted = PaintedChip(
                label: TerminalText.printable(chip.tag),
                labelCells: Int(exactly: chip.label.width.rounded()) ?? 0,
                number: chip.number,
                isSelected: chip.isSelected
            )
            let place = CellPosition(
                row: top - boardTop,
                column: Int(exactly: chip.frame.minX.rounded()) ?? 0
            )
            let columns = Int(exactly: chip.frame.width.rounded()) ?? 0
            if shown.presenter.style.chip == .pill {
                painter.draw(painted, at: place, columns: columns, in: &grid)
            } else {
                let lines = lineStyle.lines(of: chip)
                painter.draw(lines, of: painted, at: place, rows: rows, in: &grid)
            }
        }
    }

    /// The board's style for text that is colored by the painter.
    private var lineStyle: TextBoardStyle {
        var style = shown.presenter.style
        style.colors = .none
        style.widths = widths
        return style
    }

    /// The suggestions, or the candidates of a completion, in rows that fit.
    private func chipRows(columns: Int) -> [[PaintedChip]] {
        guard editor.search == nil else { return [] }
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
        suggestions.enumerated()
            .map { place, suggestion in
                let label = TerminalText.printable(suggestion)
                return PaintedChip(
                    label: label,
                    labelCells: widths.cells(in: label),
                    isHighlighted: place == highlight,
                    match: MatchRanges.range(ofFiltered: question, in: label),
                    mark: "+"
                )
            }
    }

    private func candidateChips(_ completion: ReplCompletion) -> [PaintedChip] {
        completion.candidates.enumerated()
            .map { place, text in
                let label = TerminalText.printable(text)
                return PaintedChip(
                    label: label,
                    labelCells: widths.cells(in: label),
                    isHighlighted: place == completion.index
                )
            }
    }

    private func draw(_ chips: [PaintedChip], row: Int, in grid: inout CellGrid) {
        let painter = ChipPainter(
            isColored: isColored,
            colors: colors,
            isFaint: true,
            widths: widths
        )
        var column = 0
        for chip in chips {
            let width = min(ChipStyle.pill.width(labelCells: chip.labelCells), grid.size.columns)
            painter.draw(
                chip,
                at: CellPosition(row: row, column: column),
                columns: width,
                in: &grid
            )
            column += width + 1
        }
    }
}
