internal import ChipRendering
internal import Foundation
internal import TagService
internal import Terminal
internal import TextMeasurement

/// The rows of a review on a terminal of a size.
///
/// They depend only on the size and the number of chips, so that nothing moves from one item to the next.
struct ReviewLayout: Hashable, Sendable {
    /// The rows of title, site and note.
    let text: Range<Int>
    /// The rows of the item's tags.
    let tags: Range<Int>
    /// The rows of the suggestions.
    let suggestions: Range<Int>
    /// The row of the field.
    let field: Int
    /// The row of the keys.
    let keys: Int

    /// Lays out rows: suggestions get the rows that they need, and the text most of the rest.
    ///
    /// - Parameters:
    ///   - rows: The height of the terminal.
    ///   - tagRows: The number of rows that the chips of the tags need.
    ///   - suggestionRows: The number of rows that the chips of the suggestions need.
    init(rows: Int, tagRows: Int, suggestionRows: Int) {
        let gap = rows >= 14 ? 1 : 0
        // The rows of progress, field, message and keys, and of the gaps before text, tags and field.
        let room = max(rows - 4 - 3 * gap, 0)
        let chips = max(min(max(suggestionRows, rows >= 20 ? 2 : 1), room - 3), 1)
        let own = max(min(max(tagRows, 1), 3, room - chips - 2), room > chips + 1 ? 1 : 0)
        let lines = max(min(room - chips - own, 6), 1)
        text = 1 + gap..<1 + gap + lines
        tags = text.upperBound + gap..<text.upperBound + gap + own
        suggestions = tags.upperBound..<tags.upperBound + chips
        field = suggestions.upperBound + gap
        keys = rows - 1
    }
}

extension Review {
    func view(in size: CellSize) -> TerminalFrame {
        let widths = widths
        var frame = TerminalFrame(size: size) { widths.cells(in: $0) }
        let own = ownChips(size.columns)
        let offered = offeredChips(size.columns)
        let layout = ReviewLayout(rows: size.rows, tagRows: own.flow.rows, suggestionRows: offered.flow.rows)
        drawProgress(in: &frame)
        if let item = subject?.item { draw(item, in: layout.text, of: &frame) }
        draw(own, in: layout.tags, of: &frame)
        if own.chips.isEmpty, chips.tags.isEmpty, subject != nil, !layout.tags.isEmpty {
            let place = CellPosition(row: layout.tags.lowerBound, column: 0)
            frame.grid.write("untagged", at: place, style: TextStyle(attributes: .dim))
        }
        draw(offered, in: layout.suggestions, of: &frame)
        if question == nil { drawField(at: layout.field, in: &frame) }
        drawFooter(above: layout.keys, in: &frame)
        return frame
    }

    private func drawProgress(in frame: inout TerminalFrame) {
        let tag = question.map { " · #\(TerminalText.printable($0))" } ?? ""
        let text = cut("\(min(place + 1, total)) of \(total)\(tag)", frame)
        frame.grid.write(text, at: CellPosition(row: 0, column: 0), style: TextStyle(attributes: .dim))
    }

    // The item

    private func draw(_ item: Item, in rows: Range<Int>, of frame: inout TerminalFrame) {
        let columns = frame.grid.size.columns
        let bold = TextStyle(attributes: .bold)
        let dim = TextStyle(attributes: .dim)
        var lines = clipped(item.name, columns: columns, rows: rows.count >= 4 ? 2 : 1).map { StyledText($0, bold) }
        if rows.count > 1 { lines.append(StyledText(cut(origin(of: item), frame), dim)) }
        let room = rows.count - lines.count
        if room > 0, !item.note.isEmpty {
            lines += clipped(item.note, columns: columns, rows: room).map { StyledText($0) }
        }
        for (row, line) in zip(rows, lines) { frame.grid.write([line], at: CellPosition(row: row, column: 0)) }
    }

    /// Returns the site, the age and, if there are several sets, the set of an item.
    private func origin(of item: Item) -> String {
        let site = item.host.isEmpty ? item.location ?? "" : item.host
        let age = item.savedAt.map { RelativeDate.moment($0) } ?? ""
        let set = showsSets ? "in \(item.set)" : ""
        return TerminalText.printable([site, age, set].filter { !$0.isEmpty }.joined(separator: " · "))
    }

    /// Returns the first rows of a text, broken at spaces and lines if possible.
    private func clipped(_ text: String, columns: Int, rows: Int) -> [String] {
        // A note can be much longer than the part that is visible.
        let start = text.prefix(max(columns, 1) * (rows + 1))
        let lines = start.split(whereSeparator: \.isNewline)
            .flatMap {
                TerminalText.printable(String($0)).wrapped(columns: columns, most: .max, widths: widths, atSpaces: true)
            }
            .map(\.trimmed)
        guard lines.count > rows, let last = lines.prefix(rows).last else { return lines }
        let end = TerminalText.truncated("\(last) \(TerminalText.ellipsis)", toCells: columns, measurer: widths)
        return lines.prefix(rows - 1) + [end]
    }

    // The chips

    /// Chips on lines.
    private struct LaidOutChips {
        var chips: [PaintedChip]
        var flow: ChipFlow
    }

    private func laidOut(_ chips: [PaintedChip], _ columns: Int) -> LaidOutChips {
        let cells = chips.map { ChipStyle.pill.width(labelCells: $0.labelCells, number: $0.number) }
        let (layout, direction) = (field.flowLayout, field.layoutDirection)
        return LaidOutChips(
            chips: chips, flow: ChipFlow(widths: cells, layout: layout, direction: direction, columns: columns))
    }

    /// Returns the tags of the item and the added tags; while a tag is typed, its completions hide the suggestions, so those that
    /// are on follow.
    private func ownChips(_ columns: Int) -> LaidOutChips {
        let highlighted = chips.highlighted
        let hidden = field.hasNoTag ? [] : chips.suggestions.filter(\.isOn)
        return laidOut(
            (chips.own + hidden)
                .map { chip in
                    var painted = self.chip(chip.name, columns: columns)
                    (painted.isSelected, painted.isHighlighted) = (chip.isOn, chip == highlighted)
                    return painted
                }, columns)
    }

    /// Returns the suggestions or, while a tag is typed, its completions; in a review of one tag, the tag.
    private func offeredChips(_ columns: Int) -> LaidOutChips {
        guard question == nil else { return laidOut(questionChip(columns), columns) }
        guard field.hasNoTag else { return laidOut(completionChips(columns), columns) }
        let highlighted = chips.highlighted
        return laidOut(
            chips.suggestions.map { chip in
                var painted = self.chip(chip.name, chip.probabilityText, number: chip.digit, columns: columns)
                (painted.isSelected, painted.isHighlighted) = (chip.isOn, chip == highlighted)
                return painted
            }, columns)
    }

    private func questionChip(_ columns: Int) -> [PaintedChip] {
        guard let question, let subject else { return [] }
        return [chip(question, subject.probability.map(ReviewChips.text(of:)) ?? "", columns: columns)]
    }

    private func completionChips(_ columns: Int) -> [PaintedChip] {
        field.choices.enumerated()
            .map { place, choice in
                let name = choice.isNew ? "Create \"\(choice.name)\"" : choice.name
                var painted = chip(name, number: place + 1, columns: columns)
                (painted.isHighlighted, painted.isSelected) = (place == field.highlight, chips.isOn(choice.name))
                if choice.isNew { painted.mark = "+" }
                return painted
            }
    }

    /// Returns a chip with a name, which is cut so that the text after it fits in the width.
    private func chip(_ name: String, _ end: String = "", number: Int? = nil, columns: Int) -> PaintedChip {
        let end = end.isEmpty ? "" : " \(end)"
        let room = columns - ChipStyle.pill.width(labelCells: end.count, number: number)
        let name = TerminalText.printable(name)
        let label = TerminalText.truncated(name, toCells: max(room, 1), measurer: widths) + end
        return PaintedChip(label: label, labelCells: widths.cells(in: label), number: number, color: field.colors[name])
    }

    private func draw(_ laidOut: LaidOutChips, in rows: Range<Int>, of frame: inout TerminalFrame) {
        let painter = ChipPainter(isColored: isColored, isOnLight: isOnLight, widths: widths)
        // The highlighted chip is always visible.
        let highlight = laidOut.chips.firstIndex(where: \.isHighlighted).flatMap { laidOut.flow.frame(at: $0)?.row }
        let top = max((highlight ?? 0) - rows.count + 1, 0)
        for (place, cells) in laidOut.flow.chips(inRows: top..<top + rows.count) {
            painter.draw(
                laidOut.chips[place], at: CellPosition(row: rows.lowerBound + cells.row - top, column: cells.column),
                columns: cells.columns, in: &frame.grid)
        }
    }

    // The field, the message and the keys

    private func drawField(at row: Int, in frame: inout TerminalFrame) {
        let columns = frame.grid.size.columns
        let prompt = [StyledText("> ", TextStyle(attributes: .bold))]
        let line = LineEditorView(prompt: prompt, cellWidth: frame.grid.cellWidth)
            .frame(field.editor, in: CellSize(columns: columns, rows: 1))
        frame.grid.draw(line.grid, at: CellPosition(row: row, column: 0))
        frame.cursor = line.cursor.map { CellPosition(row: row, column: $0.column) }
        guard field.isEmpty else { return }
        let hints = StatusHints(["type a tag", "# before s, x, u, o or a digit", "Alt+1 toggles and saves"])
        let place = CellPosition(row: row, column: 2)
        frame.grid.write(hints.text(columns: columns - 2, widths), at: place, style: TextStyle(attributes: .dim))
    }

    private func drawFooter(above keys: Int, in frame: inout TerminalFrame) {
        let size = frame.grid.size
        let text = hints.text(columns: size.columns, widths)
        frame.grid.write(text, at: CellPosition(row: keys, column: 0), style: TextStyle(attributes: .dim))
        guard let notice else { return }
        let style = TextStyle(attributes: notice.isQuiet ? .dim : .bold)
        let message = TerminalText.printable(notice.text)
        let lines =
            notice.isQuiet
            ? [cut(message, frame)] : message.wrapped(columns: size.columns, most: 3, widths: widths, atSpaces: true)
        for (row, line) in lines.enumerated() {
            let place = CellPosition(row: keys - lines.count + row, column: 0)
            frame.grid.fill(rows: place.row..<place.row + 1, columns: 0..<size.columns, with: .plain)
            frame.grid.write(line, at: place, style: style)
        }
    }

    /// The keys that do something now, most important first.
    private var hints: StatusHints {
        let undo = steps.isEmpty ? [] : ["u undoes"]
        let opening = subject?.item.location == nil ? [] : ["o opens"]
        guard question == nil else { return StatusHints(["y yes", "n no", "s skips"] + undo + opening + ["Esc ends"]) }
        guard field.isEmpty else { return typingHints }
        let digits = chips.suggestions.compactMap(\.digit)
        var suggesting: [String] = []
        if let first = digits.first, let last = digits.last {
            suggesting = [first == last ? "\(first) toggles" : "\(first)-\(last) toggle"]
        }
        let dismissing = chips.dismissible == nil ? [] : ["x dismisses"]
        return StatusHints(["Enter saves"] + suggesting + ["s skips"] + dismissing + undo + opening + ["Esc ends"])
    }

    private var typingHints: StatusHints {
        guard let choice = field.highlighted else {
            return StatusHints(["type another tag", "Enter saves", "Esc clears"])
        }
        let name = TerminalText.printable(choice.name)
        guard !choice.isNew else {
            return StatusHints(["Enter creates the tag", "Alt+digit takes another", "Esc clears"])
        }
        let asTyped = field.typed?.isNew == true ? ["comma adds it as typed"] : []
        return StatusHints(["Enter adds \(name)"] + asTyped + ["Alt+digit takes another", "Esc clears"])
    }

    private func cut(_ text: String, _ frame: TerminalFrame) -> String {
        TerminalText.truncated(text, toCells: frame.grid.size.columns, measurer: widths)
    }
}
