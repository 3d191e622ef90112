internal import ChipRendering
internal import Terminal
internal import TextMeasurement

/// A chip to be drawn.
struct PaintedChip: Hashable, Sendable {
    var label: String
    /// The cells of the label.
    var labelCells: Int
    var number: Int?
    var isSelected = false
    var isHighlighted = false
    /// Where the typed text stands in the label, in characters.
    var match: Range<Int>?
    /// The mark before the label where the chip is not selected.
    var mark = " "
}

/// Draws chips of one row into a grid, as `TextBoard` draws its pills.
struct ChipPainter: Sendable {
    let isColored: Bool
    /// Whether chips that are not highlighted are drawn faintly, as suggestions are.
    var isFaint = false
    /// How wide the terminal draws, for labels that are cut.
    var widths = TerminalWidths()

    /// The cells of a chip besides its label and its number.
    static let cellsAroundLabel = 4

    /// How wide a chip is, in cells.
    static func width(labelCells: Int, number: Int? = nil) -> Int {
        labelCells + cellsAroundLabel + (number.map { String($0).utf8.count } ?? 0)
    }

    /// Draws a chip in a width.
    func draw(_ chip: PaintedChip, at position: CellPosition, columns: Int, in grid: inout CellGrid)
    {
        let style = style(of: chip)
        let end = position.column + columns
        grid.fill(
            rows: position.row..<position.row + 1,
            columns: position.column..<end,
            with: style
        )
        var place = position
        func write(_ text: String, _ style: TextStyle) {
            place.column += grid.write(text, at: place, style: style, limit: end - place.column)
        }
        let head =
            (isColored ? " " : chip.isHighlighted ? "[" : "(")
            + (chip.number.map(String.init) ?? "")
        let room = columns - Self.width(labelCells: 0, number: chip.number)
        guard room > 0 else { return write(chip.label, style) }
        write(head + (chip.isSelected ? "✓" : chip.mark), style)
        let label =
            chip.labelCells > room
            ? TerminalText.truncated(chip.label, toCells: room, measurer: widths) : chip.label
        var matched = style
        matched.attributes.insert(.underline)
        let characters = Array(label)
        let match = (chip.match ?? 0..<0).clamped(to: 0..<characters.count)
        write(String(characters[..<match.lowerBound]), style)
        write(String(characters[match]), matched)
        write(String(characters[match.upperBound...]), style)
        if !isColored {
            place.column = end - 1
            write(chip.isHighlighted ? "]" : ")", style)
        }
    }

    /// Draws a chip that is given as lines of text, as far as they are on the board's rows.
    func draw(
        _ lines: [PrintableText],
        of chip: PaintedChip,
        at position: CellPosition,
        rows: Int,
        in grid: inout CellGrid
    ) {
        let style = style(of: chip)
        for (offset, line) in lines.enumerated() where position.row + offset < rows {
            let place = CellPosition(row: position.row + offset, column: position.column)
            grid.write(line.text, at: place, style: style)
        }
    }

    private func style(of chip: PaintedChip) -> TextStyle {
        var style = TextStyle(attributes: chip.isSelected ? .bold : [])
        if isFaint, !chip.isHighlighted {
            style = isColored ? TextStyle(foreground: .palette(245)) : TextStyle(attributes: .dim)
            return style
        }
        guard isColored else {
            if chip.isHighlighted { style.attributes.insert(.reverse) }
            return style
        }
        switch (chip.isHighlighted, chip.isSelected) {
        case (true, true):
            style.foreground = .palette(231)
            style.background = .palette(34)
        case (true, false):
            style.foreground = .palette(231)
            style.background = .palette(62)
        case (false, true):
            style.foreground = .palette(231)
            style.background = .palette(28)
        case (false, false):
            style.foreground = .palette(252)
            style.background = .palette(238)
        }
        return style
    }
}
