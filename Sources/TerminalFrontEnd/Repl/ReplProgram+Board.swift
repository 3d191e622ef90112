internal import ChipRendering
internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The board above the typed line.
extension ReplProgram {
    /// Arranges a large board in sections, after it has been read.
    mutating func arrangeBoard() {
        (sections, filtered, filter) = (nil, nil, "")
        guard let board else { return }
        sections = BoardSections(board, gathersSelected: isTall, style: shown.presenter.style, widths)
        summarizeBoard()
    }

    /// Summarizes a board that is taller than half the screen, unless it's shown as a whole.
    mutating func summarizeBoard() {
        summary = nil
        guard let board, isTallerThanHalf, !showsWhole else { return }
        summary = BoardSections(summaryOf: board, likely: likely, style: shown.presenter.style, widths)
    }

    /// Whether the board is taller than half the screen.
    var isTallerThanHalf: Bool { plainHeight > size.rows / 2 }

    /// The arranged chips that are shown; nil for a board that is drawn as it is.
    var shownSections: BoardSections? { filtered ?? summary ?? sections }

    /// Shows the whole of a tall board, or its summary again.
    mutating func showWholeBoard(_ isWhole: Bool) {
        showsWhole = isWhole
        boardTop = 0
        summarizeBoard()
    }

    /// Whether the board doesn't fit on the terminal.
    private var isTall: Bool { plainHeight > size.rows - 4 }

    /// Shows only the chips of a large board that contain the typed word.
    mutating func filterBoard() {
        let text = typedTag
        guard text != filter else { return }
        filter = text
        filtered = nil
        guard !text.isEmpty, let board else { return }
        filtered = BoardSections(board, filter: text, gathersSelected: false, style: shown.presenter.style, widths)
    }

    /// The typed word, if it may name a tag.
    private var typedTag: String {
        guard let board, BoardSections.counts.contains(board.chips.count), highlight == nil, completion == nil,
            editor.search == nil, !editor.isEmpty, editor.count <= Self.longestLine
        else { return "" }
        let word = word
        guard word.isTag, !word.text.isNumberList else { return "" }
        return word.text.trimmed
    }

    func drawBoard(rows: Int, in grid: inout CellGrid) {
        guard let board, !shown.showsResults else { return }
        let style = shown.presenter.style
        let painter = ChipPainter(
            isColored: isColored, colors: style.colors, isOnLight: style.isOnLight, widths: widths)
        if let sections = shownSections { return draw(sections, rows: rows, painter, in: &grid) }
        for chip in board.chips {
            let top = Int(exactly: chip.frame.minY.rounded()) ?? 0
            let height = Int(exactly: chip.frame.height.rounded()) ?? 0
            guard top + height > boardTop, top < boardTop + rows else { continue }
            let painted = PaintedChip(
                label: TerminalText.printable(chip.tag), labelCells: Int(exactly: chip.label.width.rounded()) ?? 0,
                number: chip.number, isSelected: chip.isSelected, color: chip.color)
            let place = CellPosition(row: top - boardTop, column: Int(exactly: chip.frame.minX.rounded()) ?? 0)
            let columns = Int(exactly: chip.frame.width.rounded()) ?? 0
            if shown.presenter.style.chip == .pill {
                painter.draw(painted, at: place, columns: columns, in: &grid)
            } else {
                let lines = lineStyle.lines(of: chip)
                painter.draw(lines, of: painted, at: place, rows: rows, in: &grid)
            }
        }
    }

    /// The style for the board's text, without colors because `ChipPainter` adds them.
    private var lineStyle: TextBoardStyle {
        var style = shown.presenter.style
        style.colors = .none
        style.widths = widths
        return style
    }

    private func draw(_ sections: BoardSections, rows: Int, _ painter: ChipPainter, in grid: inout CellGrid) {
        let top = filtered == nil ? boardTop : 0
        let visible = top..<top + rows
        let isPill = shown.presenter.style.chip == .pill
        for heading in sections.headings where visible.contains(heading.row) {
            grid.write(
                heading.text, at: CellPosition(row: heading.row - top, column: 0), style: TextStyle(attributes: .bold))
        }
        for placed in sections.chips where visible.contains(placed.row) {
            let painted = PaintedChip(
                label: placed.label, labelCells: placed.labelCells, number: placed.chip.number,
                isSelected: placed.chip.isSelected,
                matches: filtered == nil
                    ? [] : MatchRanges.range(ofFiltered: filter, in: placed.label).map { [$0] } ?? [],
                color: placed.chip.color)
            let position = CellPosition(row: placed.row - top, column: placed.column)
            if isPill {
                painter.draw(painted, at: position, columns: placed.columns, in: &grid)
            } else {
                let text = "\(placed.chip.number)\(placed.chip.isSelected ? "✓" : " ")\(placed.label)"
                grid.write(text, at: position, style: painter.style(of: painted))
            }
        }
    }
}
