internal import TagService
internal import Terminal
internal import TextMeasurement

extension Picker {
    /// The rows above the board: the line that is typed into.
    static let rowsAboveBoard = 1

    /// The rows of the board that are seen on a terminal of a size.
    func boardRows(in size: CellSize) -> Int {
        let rest = Self.rowsAboveBoard + (hasFooter(in: size) ? 1 : 0)
        let most = max(height(in: size) - rest, 0)
        // The height is kept while typing makes the board smaller, so that nothing jumps.
        let wanted = isLoading ? most : max(fullRows, 1)
        return options.usesFullScreen ? most : min(most, wanted)
    }

    private func height(in size: CellSize) -> Int {
        guard !options.usesFullScreen else { return size.rows }
        let wanted =
            switch options.height {
            case .rows(let rows): rows
            case .percent(let percent): max(size.rows * percent / 100, 5)
            }
        return min(max(wanted, 2), size.rows)
    }

    private func hasFooter(in size: CellSize) -> Bool { height(in: size) >= 4 }

    func view(in size: CellSize) -> TerminalFrame {
        let rows = boardRows(in: size)
        let hasFooter = hasFooter(in: size)
        let total =
            options.usesFullScreen ? size.rows : Self.rowsAboveBoard + rows + (hasFooter ? 1 : 0)
        let frameSize = CellSize(columns: size.columns, rows: min(total, size.rows))
        let widths = widths
        var frame = TerminalFrame(size: frameSize) { widths.cells(in: $0) }
        drawPrompt(in: &frame)
        drawBoard(rows: rows, columns: size.columns, in: &frame)
        if hasFooter { drawFooter(in: &frame) }
        return frame
    }

    private func drawPrompt(in frame: inout TerminalFrame) {
        let status = status
        let columns = frame.grid.size.columns
        let statusColumn = columns - status.count
        let room = statusColumn > 12 ? statusColumn - 1 : columns
        let prompt = StyledText("> ", TextStyle(attributes: .bold))
        let line = LineEditorView(prompt: [prompt], cellWidth: frame.grid.cellWidth)
            .frame(editor, in: CellSize(columns: room, rows: 1))
        frame.grid.draw(line.grid, at: CellPosition(row: 0, column: 0))
        frame.cursor = line.cursor
        guard room < columns else { return }
        let place = CellPosition(row: 0, column: statusColumn)
        frame.grid.write(status, at: place, style: TextStyle(attributes: .dim))
    }

    /// How many tags match, and how many are chosen.
    private var status: String {
        let found =
            tags.matches.count == tags.count
            ? "\(tags.count)" : "\(tags.matches.count)/\(tags.count)"
        let limit = options.limit.map { "/\($0)" } ?? ""
        return tags.chosen.isEmpty ? found : "\(found) · \(tags.chosen.count)\(limit) chosen"
    }

    private func drawBoard(rows: Int, columns: Int, in frame: inout TerminalFrame) {
        let flow =
            flow.columns == columns ? flow : tags.flow(new: newTag, columns: columns)
        let painter = ChipPainter(isColored: isColored, widths: widths)
        if flow.count == 0 {
            let text = tags.count > 0 ? "nothing matches" : isLoading ? "" : Self.emptyHint(options)
            let place = CellPosition(row: Self.rowsAboveBoard, column: 0)
            frame.grid.write(text, at: place, style: TextStyle(attributes: .dim))
        }
        let query = editor.text.trimmed
        for (place, cells) in flow.chips(inRows: top..<top + rows) {
            let position = CellPosition(
                row: cells.row - top + Self.rowsAboveBoard,
                column: cells.column
            )
            painter.draw(
                chip(at: place, query),
                at: position,
                columns: cells.columns,
                in: &frame.grid
            )
        }
    }

    private func chip(at place: Int, _ query: String) -> PaintedChip {
        guard let tag = tag(at: place) else {
            let text = TerminalText.printable(newTag ?? "")
            return PaintedChip(
                label: text,
                labelCells: tags.cells(of: text),
                isHighlighted: place == highlight,
                mark: "+"
            )
        }
        let label = tags.label(of: tag)
        return PaintedChip(
            label: label,
            labelCells: tags.cells(of: label),
            isSelected: tags.contains(chosen: tag),
            isHighlighted: place == highlight,
            match: query.isEmpty ? nil : MatchRanges.range(ofFiltered: query, in: label)
        )
    }

    private func drawFooter(in frame: inout TerminalFrame) {
        let size = frame.grid.size
        let chosen = tags.chosen.map { tags.label(of: $0) }.joined(separator: ", ")
        let text = remark ?? failure ?? (chosen.isEmpty ? Self.hint : "✓ " + chosen)
        frame.grid.write(
            TerminalText.truncated(text, toCells: size.columns, measurer: widths),
            at: CellPosition(row: size.rows - 1, column: 0),
            style: TextStyle(attributes: remark ?? failure == nil ? .dim : .bold)
        )
    }

    private static func emptyHint(_ options: PickerOptions) -> String {
        options.isStrict ? "there are no tags; Esc leaves" : "there are no tags; type a new one"
    }

    private static let hint =
        "type to filter · arrows move · Tab chooses · Enter accepts · Esc leaves"
}
