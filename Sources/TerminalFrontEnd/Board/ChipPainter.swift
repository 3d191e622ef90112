internal import ChipRendering
internal import TagService
internal import Terminal
internal import TextMeasurement

/// A chip to draw.
struct PaintedChip: Hashable, Sendable {
    var label: String
    /// The width of the label, in cells.
    var labelCells: Int
    var number: Int?
    var isSelected = false
    var isHighlighted = false
    /// The ranges of the label that match the typed text, in characters, in ascending order.
    var matches: [Range<Int>] = []
    /// The mark before the label of a chip that isn't selected.
    var mark = " "
    /// The style of each character of the label; empty if the label has a single style.
    var styles: [TextStyle] = []
    /// The tag's color; `nil` if it has none.
    var color: TagColor?
}

/// A painter that draws chips into a grid, with the same look as `TextBoard`.
///
/// ```text
/// (1✓reading )    number 1, selected
/// (2 running )    number 2
/// [ sea ]         without a number, highlighted
/// ```
struct ChipPainter: Sendable {
    let isColored: Bool
    /// The colors to use if chips are colored.
    var colors = BoardColors.palette
    /// Whether the background of the terminal is light.
    var isOnLight = false
    /// Whether the chips are suggestions.
    var isLikely = false
    /// The character widths of the terminal, for truncating labels.
    var widths = TerminalWidths()

    /// Draws a chip in the given number of columns, and truncates its label if necessary.
    func draw(_ chip: PaintedChip, at position: CellPosition, columns: Int, in grid: inout CellGrid) {
        let style = style(of: chip)
        let end = position.column + columns
        grid.fill(rows: position.row..<position.row + 1, columns: position.column..<end, with: style)
        var place = position
        func write(_ text: String, _ style: TextStyle) {
            place.column += grid.write(text, at: place, style: style, limit: end - place.column)
        }
        let room = columns - ChipStyle.pill.width(labelCells: 0, number: chip.number)
        guard room > 0 else { return write(chip.label, style) }
        write(isColored ? " " : chip.isHighlighted ? "[" : "(", style)
        if let number = chip.number {
            var dimmed = style
            dimmed.attributes.insert(.dim)
            write("\(number)", dimmed)
        }
        write(chip.isSelected ? "✓" : chip.mark, style)
        // A label can be much longer than the part that may be visible.
        let needed = max(chip.matches.last?.upperBound ?? 0, columns) + 2 * columns
        let characters = Array(chip.label.prefix(needed))
        let visible =
            chip.labelCells > room
            ? VisibleRange(of: characters, room: room, matches: chip.matches, widths) : VisibleRange(characters.indices)
        if visible.isCutAtStart { write(TerminalText.ellipsis, style) }
        for (range, style) in runs(of: chip, visible.range, style) { write(String(characters[range]), style) }
        if visible.isCutAtEnd { write(TerminalText.ellipsis, style) }
        if !isColored {
            place.column = end - 1
            write(chip.isHighlighted ? "]" : ")", style)
        }
    }

    /// Draws a chip whose text is already laid out in lines, clipped to the rows of the board.
    func draw(
        _ lines: [PrintableText], of chip: PaintedChip, at position: CellPosition, rows: Int, in grid: inout CellGrid
    ) {
        let style = style(of: chip)
        for (offset, line) in lines.enumerated() where position.row + offset < rows {
            let place = CellPosition(row: position.row + offset, column: position.column)
            grid.write(line.text, at: place, style: style)
        }
    }

    /// Returns the parts of the visible range of a label with their styles; matches are underlined.
    private func runs(
        of chip: PaintedChip, _ visible: Range<Int>, _ style: TextStyle
    ) -> [(range: Range<Int>, style: TextStyle)] {
        var matched = style
        matched.attributes.insert(.underline)
        var runs: [(range: Range<Int>, style: TextStyle)] = []
        var start = visible.lowerBound
        for match in chip.matches.map({ $0.clamped(to: visible) }) where !match.isEmpty {
            runs += [(start..<match.lowerBound, style), (match, matched)]
            start = match.upperBound
        }
        runs.append((start..<visible.upperBound, style))
        guard isColored, !chip.styles.isEmpty else { return runs }
        return runs.flatMap { run in
            run.range.map { place in
                let isStyled = chip.styles.indices.contains(place)
                let style = isStyled ? run.style.overlaid(with: chip.styles[place]) : run.style
                return (place..<place + 1, style)
            }
        }
    }

    /// Returns the colors and attributes of a chip.
    func style(of chip: PaintedChip) -> TextStyle {
        let paint = TerminalChipPaint(
            colors: isColored ? colors : .none, isOnLight: isOnLight, isSelected: chip.isSelected,
            isHighlighted: chip.isHighlighted, isLikely: isLikely, color: chip.color)
        var style = TextStyle()
        if let foreground = paint.foreground { style.foreground = .palette(foreground) }
        if let background = paint.background { style.background = .palette(background) }
        if paint.isBold { style.attributes.insert(.bold) }
        if paint.isDim { style.attributes.insert(.dim) }
        if paint.isReversed { style.attributes.insert(.reverse) }
        return style
    }
}

extension TextStyle {
    /// Returns the style with the colors and attributes that another style sets on top.
    fileprivate func overlaid(with other: TextStyle) -> TextStyle {
        TextStyle(
            foreground: other.foreground == .standard ? foreground : other.foreground,
            background: other.background == .standard ? background : other.background,
            attributes: attributes.union(other.attributes))
    }
}
