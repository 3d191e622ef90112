internal import ChipRendering
internal import TagService
internal import Terminal
internal import TextMeasurement

extension Picker {
    /// Returns the number of rows above the board: the input line, and the header if there is room.
    func rowsAboveBoard(in size: CellSize) -> Int {
        let room = height(in: size) - (hasFooter(in: size) ? 3 : 2)
        return 1 + min(options.header.count, max(room, 0))
    }

    /// Returns the number of visible rows of the board on a terminal of a size.
    func boardRows(in size: CellSize) -> Int {
        let rest = rowsAboveBoard(in: size) + footer(in: size).count
        let most = max(height(in: size) - rest, 0)
        // Keep the height while typing reduces the matches, so that nothing jumps.
        let wanted = isLoading || preview?.isVisible == true ? most : max(fullRows, 1)
        return options.usesFullScreen ? most : min(most, wanted)
    }

    /// Returns the height of the picker without the rows of the preview.
    private func height(in size: CellSize) -> Int { fullHeight(in: size) - previewArea.rows }

    /// The height of the picker without the rows of the preview.
    var boardHeight: Int { height(in: size) }

    /// The area of the preview in the terminal.
    var previewArea: PreviewPane.Area {
        let rows = fullHeight(in: terminalSize)
        return preview?.area(columns: terminalSize.columns, rows: rows) ?? PreviewPane.Area()
    }

    private func fullHeight(in size: CellSize) -> Int {
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
        let area = previewArea
        guard let preview, area != PreviewPane.Area(), size == terminalSize else { return board(in: size) }
        let board = board(in: self.size)
        let rows = max(board.grid.size.rows + area.rows, fullHeight(in: size))
        let widths = widths
        var frame = TerminalFrame(size: CellSize(columns: size.columns, rows: rows)) { widths.cells(in: $0) }
        frame.grid.draw(board.grid, at: CellPosition(row: 0, column: 0))
        frame.cursor = board.cursor
        preview.draw(in: &frame, area, isColored: isColored, widths: widths)
        return frame
    }

    /// Returns the picker without its preview.
    private func board(in size: CellSize) -> TerminalFrame {
        let rows = boardRows(in: size)
        let footer = footer(in: size)
        let total = options.usesFullScreen ? height(in: size) : rowsAboveBoard(in: size) + rows + footer.count
        let frameSize = CellSize(columns: size.columns, rows: min(total, size.rows))
        let widths = widths
        var frame = TerminalFrame(size: frameSize) { widths.cells(in: $0) }
        drawPrompt(in: &frame)
        drawHeader(rows: rowsAboveBoard(in: size) - 1, in: &frame)
        drawBoard(rows: rows, below: rowsAboveBoard(in: size), in: &frame)
        draw(footer, in: &frame)
        return frame
    }

    private func drawPrompt(in frame: inout TerminalFrame) {
        let status = status
        let columns = frame.grid.size.columns
        let statusColumn = columns - status.count
        let room = statusColumn > 12 ? statusColumn - 1 : columns
        let line = LineEditorView(prompt: prompt, cellWidth: frame.grid.cellWidth)
            .frame(editor, in: CellSize(columns: room, rows: 1))
        frame.grid.draw(line.grid, at: CellPosition(row: 0, column: 0))
        frame.cursor = line.cursor
        guard room < columns else { return }
        let place = CellPosition(row: 0, column: statusColumn)
        frame.grid.write(status, at: place, style: TextStyle(attributes: .dim))
    }

    private var prompt: [StyledText] {
        let style = TextStyle(attributes: .bold)
        guard let text = options.prompt else { return [StyledText("> ", style)] }
        return ColoredLine(text.utf8, style: style).drawn(widths)
    }

    private func drawHeader(rows: Int, in frame: inout TerminalFrame) {
        for (row, line) in options.header.prefix(rows).enumerated() {
            let pieces = ColoredLine(line.utf8).drawn(widths)
            frame.grid.write(pieces, at: CellPosition(row: row + 1, column: 0))
        }
    }

    /// The number of matching tags and of chosen tags.
    private var status: String {
        let found = tags.matches.count == tags.count ? "\(tags.count)" : "\(tags.matches.count)/\(tags.count)"
        let limit = options.limit.map { "/\($0)" } ?? ""
        return tags.chosen.isEmpty ? found : "\(found) · \(tags.chosen.count)\(limit) chosen"
    }

    private func drawBoard(rows: Int, below first: Int, in frame: inout TerminalFrame) {
        let columns = frame.grid.size.columns
        let flow = flow.columns == columns ? flow : laidOut(columns: columns)
        let painter = ChipPainter(isColored: isColored, isOnLight: isOnLight, widths: widths)
        if flow.count == 0 {
            let text = tags.count > 0 ? "nothing matches" : isLoading ? "" : Self.emptyHint(options)
            let place = CellPosition(row: first, column: 0)
            frame.grid.write(text, at: place, style: TextStyle(attributes: .dim))
        }
        for (place, cells) in flow.chips(inRows: top..<top + rows) {
            painter.draw(
                chip(at: place), at: CellPosition(row: cells.row - top + first, column: cells.column),
                columns: cells.columns, in: &frame.grid)
        }
    }

    private func chip(at place: Int) -> PaintedChip {
        guard let tag = tag(at: place) else {
            let text = newLabel ?? ""
            return PaintedChip(
                label: text, labelCells: tags.cells(of: text), isHighlighted: place == highlight, mark: "+")
        }
        let label = tags.label(of: tag)
        return PaintedChip(
            label: label, labelCells: tags.cells(of: label), isSelected: tags.contains(chosen: tag),
            isHighlighted: place == highlight, matches: tags.matchedRanges(in: label),
            mark: tags.all.tags[tag].isLikely ? "•" : " ", styles: options.readsColors ? tags.styles(of: tag) : [],
            color: tags.all.tags[tag].color)
    }

    /// Returns the rows below the board: the description of the highlighted tag if any tag has one, and below it a message,
    /// the full name of the highlighted chip if it's truncated, or the chosen tags.
    private func footer(in size: CellSize) -> [String] {
        guard hasFooter(in: size) else { return [] }
        guard tags.all.hasDescriptions, height(in: size) > 4 else { return lastRows(in: size) }
        let text = tag(at: highlight).flatMap { tags.all.tags[$0].description } ?? ""
        return [TerminalText.truncated(TerminalText.printable(text), toCells: size.columns, measurer: widths)]
            + lastRows(in: size, below: 1)
    }

    /// Returns the last rows below the board, and below a number of other rows.
    private func lastRows(in size: CellSize, below others: Int = 0) -> [String] {
        let cut = { TerminalText.truncated($0, toCells: size.columns, measurer: widths) }
        // Leave at least one row of the board, for the highlighted chip.
        let room = max(height(in: size) - rowsAboveBoard(in: size) - others - 1, 1)
        let rows = { (text: String, atSpaces: Bool) in
            text.wrapped(columns: size.columns, most: room, widths: widths, atSpaces: atSpaces)
        }
        if let message = remark ?? failure { return rows(TerminalText.printable(message), true) }
        if let name = cutName(in: size) { return rows(name, false) }
        let labels = tags.chosen.map { tags.label(of: $0) }
        // A field shows tags as the list of items does.
        let chosen = options.takesText ? labels.map { "#\($0)" }.joined(separator: " ") : labels.joined(separator: ", ")
        guard chosen.isEmpty || options.takesText && !editor.isEmpty else {
            let line = StatusHints(["✓ " + chosen] + chosenHints).text(columns: size.columns, widths)
            return [line.isEmpty ? cut("✓ " + chosen) : line]
        }
        return [hints.text(columns: size.columns, widths)]
    }

    /// Returns the full label of the highlighted chip if the chip shows it truncated.
    private func cutName(in size: CellSize) -> String? {
        let name = tag(at: highlight).map { tags.label(of: $0) }
        let label = name ?? newLabel ?? ""
        let cells = ChipStyle.pill.width(labelCells: tags.cells(of: label))
        return cells > size.columns ? label : nil
    }

    private func draw(_ footer: [String], in frame: inout TerminalFrame) {
        let attributes: TextStyle.Attributes = remark ?? failure ?? cutName(in: size) == nil ? .dim : .bold
        for (row, text) in footer.enumerated() {
            frame.grid.write(
                text, at: CellPosition(row: frame.grid.size.rows - footer.count + row, column: 0),
                style: TextStyle(attributes: attributes))
        }
    }

    private static func emptyHint(_ options: PickerOptions) -> String {
        options.isStrict ? "no tags; press Esc to cancel" : "no tags; type a new one"
    }

    private var chosenHints: [String] {
        let back = taken.map { ["Backspace brings \"\(TerminalText.printable($0.text))\" back"] } ?? []
        return back + [options.takesText ? "Enter saves" : "Enter accepts", "Esc cancels", "Tab chooses more"]
    }

    private var hints: StatusHints {
        guard options.takesText else { return Self.hints }
        if editor.isEmpty { return Self.fieldHints }
        if tag(at: highlight) == nil { return Self.newHints }
        let name = tag(at: highlight).map { tags.label(of: $0) } ?? ""
        let isTyped = tags.tag(equalTo: editor.text) != nil
        return StatusHints(
            ["Enter adds \(name)"] + (isTyped ? [] : ["Alt+Enter adds it as typed"]) + [
                "arrows choose another", "Esc cancels",
            ])
    }

    private static let hints = StatusHints([
        "type to filter", "Tab chooses", "Enter accepts", "Esc cancels", "arrows move",
    ])
    private static let fieldHints = StatusHints([
        "type to filter or add", "Enter saves", "Esc cancels", "arrows move", "Tab chooses",
    ])
    private static let newHints = StatusHints(["Enter creates the tag", "arrows choose another", "Esc cancels"])
}
