internal import ChipRendering
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
    /// The range of the label that matches the typed text, in characters.
    var match: Range<Int>?
    /// The mark before the label of a chip that isn't selected.
    var mark = " "
    /// The style of each character of the label; empty if the label has a single style.
    var styles: [TextStyle] = []
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
    /// Whether chips that aren't highlighted are faint, like suggestions.
    var isFaint = false
    /// The character widths of the terminal, for truncating labels.
    var widths = TerminalWidths()

    /// Draws a chip in the given number of columns, and truncates its label if necessary.
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
        let room = columns - ChipStyle.pill.width(labelCells: 0, number: chip.number)
        guard room > 0 else { return write(chip.label, style) }
        write(head + (chip.isSelected ? "✓" : chip.mark), style)
        let label =
            chip.labelCells > room
            ? TerminalText.truncated(chip.label, toCells: room, measurer: widths) : chip.label
        let characters = Array(label)
        let match = (chip.match ?? 0..<0).clamped(to: 0..<characters.count)
        for (range, style) in runs(of: chip, in: characters, match, style) {
            write(String(characters[range]), style)
        }
        if !isColored {
            place.column = end - 1
            write(chip.isHighlighted ? "]" : ")", style)
        }
    }

    /// Draws a chip whose text is already laid out in lines, clipped to the rows of the board.
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

    /// Returns the parts of a label with their styles; the match is underlined.
    private func runs(
        of chip: PaintedChip,
        in characters: [Character],
        _ match: Range<Int>,
        _ style: TextStyle
    ) -> [(range: Range<Int>, style: TextStyle)] {
        var matched = style
        matched.attributes.insert(.underline)
        guard isColored, !chip.styles.isEmpty else {
            let end = characters.count
            return [
                (0..<match.lowerBound, style), (match, matched), (match.upperBound..<end, style),
            ]
        }
        return characters.indices.map { place in
            let base = match.contains(place) ? matched : style
            // The ellipsis of a truncated label has the chip's style.
            let isOwn = place < chip.styles.count && characters[place] != "…"
            return (place..<place + 1, isOwn ? base.overlaid(with: chip.styles[place]) : base)
        }
    }

    /// Returns the colors and attributes of a chip.
    func style(of chip: PaintedChip) -> TextStyle {
        let paint = TerminalChipPaint(
            colors: isColored ? colors : .none,
            isSelected: chip.isSelected,
            isHighlighted: chip.isHighlighted,
            isFaint: isFaint
        )
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
            attributes: attributes.union(other.attributes)
        )
    }
}
