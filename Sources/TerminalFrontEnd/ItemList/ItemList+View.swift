internal import TagService
internal import Terminal
internal import TextMeasurement

extension ItemList {
    /// Returns the number of rows above the items: the query, and the status if there is room.
    private func rowsAboveList(in size: CellSize) -> Int { size.rows >= 3 ? 2 : 1 }

    /// Returns the number of visible items on a terminal of a size.
    func listRows(in size: CellSize) -> Int { max(size.rows - rowsAboveList(in: size) - footer(in: size).count, 0) }

    /// Returns the number of visible rows of the whole item on a terminal of a size.
    func detailRows(in size: CellSize) -> Int { max(size.rows - (size.rows >= 2 ? 1 : 0), 1) }

    /// Whether the whole item is taller than the screen.
    var detailScrolls: Bool {
        let rows = detail?.rows(columns: size.columns, widths: widths).count ?? 0
        return rows > detailRows(in: size)
    }

    func view(in size: CellSize) -> TerminalFrame {
        let widths = widths
        var frame = TerminalFrame(size: size) { widths.cells(in: $0) }
        guard let detail else {
            drawPrompt(in: &frame)
            drawStatus(in: &frame)
            drawItems(in: &frame)
            draw(footer(in: size), in: &frame)
            return frame
        }
        let rows = detail.rows(columns: size.columns, widths: widths)
        for (row, text) in rows.dropFirst(detail.top).prefix(detailRows(in: size)).enumerated() {
            frame.grid.write(text, at: CellPosition(row: row, column: 0))
        }
        let hints = StatusHints(detailScrolls ? ["arrows scroll", "any other key goes back"] : ["any key goes back"])
        if size.rows >= 2 { draw([hints.text(columns: size.columns, widths)], in: &frame) }
        return frame
    }

    private func drawPrompt(in frame: inout TerminalFrame) {
        let style = TextStyle(attributes: isOnList ? .dim : .bold)
        let columns = frame.grid.size.columns
        let line = LineEditorView(prompt: [StyledText("> ", style)], cellWidth: frame.grid.cellWidth)
            .frame(editor, in: CellSize(columns: columns, rows: 1))
        frame.grid.draw(line.grid, at: CellPosition(row: 0, column: 0))
        if !isOnList { frame.cursor = line.cursor }
    }

    /// The way to find a tag, if the query is a word without an operator.
    private var tagHint: String {
        let word = TerminalText.printable(editor.text.trimmed)
        let isPlain = !word.isEmpty && word.first != "-" && !word.contains { " #:()|\"".contains($0) }
        guard isPlain else { return "" }
        return "; #\(word) finds a tag"
    }

    /// Draws the number of items, or the problem with the query.
    private func drawStatus(in frame: inout TerminalFrame) {
        let size = frame.grid.size
        guard rowsAboveList(in: size) > 1 else { return }
        let count = total == 0 ? "nothing matches\(tagHint)" : total == 1 ? "1 item" : "\(total) items"
        let marks = marked.isEmpty ? "" : " · \(marked.count) marked"
        let text = cut(problem.map { TerminalText.printable($0) } ?? count + marks, in: size)
        let place = CellPosition(row: 1, column: 0)
        frame.grid.write(text, at: place, style: TextStyle(attributes: .dim))
    }

    private func drawItems(in frame: inout TerminalFrame) {
        let size = frame.grid.size
        let indent = marked.isEmpty ? 0 : 2
        let columns = table.widths(columns: size.columns - indent)
        let first = rowsAboveList(in: size)
        for (offset, line) in table.arranged.dropFirst(top).prefix(listRows(in: size)).enumerated() {
            let row = first + offset
            switch line {
            case .day(let text):
                let style = TextStyle(attributes: .bold)
                frame.grid.write(cut(text, in: size), at: CellPosition(row: row, column: 0), style: style)
            case .item(let place): draw(place, row: row, indent: indent, columns, in: &frame)
            }
        }
    }

    private func draw(_ place: Int, row: Int, indent: Int, _ columns: [Int], in frame: inout TerminalFrame) {
        for cell in table.cells(ofRow: place, widths: columns) {
            let style = cell.column == .title ? TextStyle.plain : TextStyle(attributes: .dim)
            frame.grid.write(cell.text, at: CellPosition(row: row, column: cell.start + indent), style: style)
        }
        if marked.contains(items[place].id) {
            frame.grid.write("*", at: CellPosition(row: row, column: 0), style: TextStyle(attributes: .bold))
        }
        if place == highlight { highlightRow(row, in: &frame) }
    }

    private func highlightRow(_ row: Int, in frame: inout TerminalFrame) {
        for column in 0..<frame.grid.size.columns {
            let position = CellPosition(row: row, column: column)
            frame.grid.setStyle(TextStyle(attributes: .reverse), at: position)
        }
    }

    /// Returns the rows below the items: a message or the keys.
    private func footer(in size: CellSize) -> [String] {
        if let remark, size.rows >= 2 {
            return TerminalText.printable(remark)
                .wrapped(columns: size.columns, most: max(size.rows - 3, 1), widths: widths, atSpaces: true)
        }
        guard size.rows >= 4 else { return [] }
        let hints = StatusHints(isOnList ? Self.listHints : Self.queryHints)
        return [hints.text(columns: size.columns, widths)]
    }

    private func draw(_ footer: [String], in frame: inout TerminalFrame) {
        let attributes: TextStyle.Attributes = remark == nil ? .dim : .bold
        for (row, text) in footer.enumerated() {
            frame.grid.write(
                text, at: CellPosition(row: frame.grid.size.rows - footer.count + row, column: 0),
                style: TextStyle(attributes: attributes))
        }
    }

    private func cut(_ text: String, in size: CellSize) -> String {
        TerminalText.truncated(text, toCells: size.columns, measurer: widths)
    }

    private static let queryHints = ["type to filter", "arrows or Tab go to the list", "Enter shows", "Esc leaves"]
    private static let listHints = [
        "Enter shows", "Tab marks", "e tags", "o opens", "d deletes", "u undoes", "i ids", "/ filters", "q leaves",
    ]
}
