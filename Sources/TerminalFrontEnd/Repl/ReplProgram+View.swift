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

    /// The rows of the board that are seen.
    func boardRows(in size: CellSize) -> Int {
        let below = isLeaving ? 0 : 1 + Self.suggestionRows + 1
        return min(boardHeight, max(size.rows - below - 1, 0))
    }

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
        let note = note(rows: rows)
        let line = LineEditorView(
            prompt: [StyledText(promptText, TextStyle(attributes: .bold))],
            cellWidth: cellWidth
        )
        .frame(editor, in: CellSize(columns: size.columns, rows: max(size.rows - rows - 4, 1)))
        let chips = chipRows(columns: size.columns)
        let wanted = rows + line.grid.size.rows + chips.count + (note == nil ? 0 : 1)
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
        if let note {
            let place = CellPosition(row: row, column: 0)
            frame.grid.write(
                TerminalText.truncated(note, toCells: size.columns, measurer: widths),
                at: place,
                style: TextStyle(attributes: remark == nil ? .dim : .bold)
            )
        }
        return frame
    }

    /// The prompt: the set's name.
    var promptText: String {
        let name = TerminalText.printable(board?.set ?? "")
        let room = max(size.columns / 3, 4)
        return TerminalText.truncated(name, toCells: room, measurer: widths) + "> "
    }

    /// The note below everything: a remark, which part of the board is hidden, or what to do.
    private func note(rows: Int) -> String? {
        if let remark { return TerminalText.printable(remark) }
        let all = boardHeight
        var parts: [String] = []
        if all > rows {
            parts.append(
                "lines \(boardTop + 1)–\(boardTop + rows) of \(all), Page Up and Down scroll"
            )
        }
        if let hidden = board?.hidden, hidden > 0 { parts.append("\(hidden) more are hidden") }
        if editor.isEmpty, editor.search == nil {
            parts.append(
                board?.chips.isEmpty == true
                    ? "the set is empty: 'add reading running' puts tags in · help"
                    : "a number or a name toggles · ↓ suggestions · help · Ctrl-D leaves"
            )
        }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func drawBoard(rows: Int, in grid: inout CellGrid) {
        guard let board else { return }
        let painter = ChipPainter(isColored: isColored, widths: widths)
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
            if presenter.style.chip == .pill {
                painter.draw(painted, at: place, columns: columns, in: &grid)
            } else {
                let lines = lineStyle.lines(of: chip)
                painter.draw(lines, of: painted, at: place, rows: rows, in: &grid)
            }
        }
    }

    /// The board's style for text that is coloured by the painter.
    private var lineStyle: TextBoardStyle {
        var style = presenter.style
        style.isColored = false
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
                guard rows.count < Self.suggestionRows else { break }
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
        let painter = ChipPainter(isColored: isColored, isFaint: true, widths: widths)
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
