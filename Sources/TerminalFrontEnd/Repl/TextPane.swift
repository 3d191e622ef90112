internal import Terminal
internal import TextMeasurement

/// A text that covers the screen, such as the help, and the scroll position.
struct TextPane: Hashable, Sendable {
    let text: String
    /// The first visible row.
    var top = 0

    init(_ text: PrintableText) { self.text = text.text }

    /// Returns the rows, broken at spaces if possible.
    ///
    /// - Complexity: Linear in the length of the text.
    func rows(columns: Int, _ widths: TerminalWidths) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.flatMap { line in
            line.isEmpty ? [""] : String(line).wrapped(columns: columns, most: .max, widths: widths, atSpaces: true)
        }
    }

    /// Scrolls by a key; returns false if the key doesn't scroll.
    mutating func scroll(_ key: KeyEvent, in size: CellSize, _ widths: TerminalWidths) -> Bool {
        let visible = Self.visibleRows(in: size)
        let last = max(rows(columns: size.columns, widths).count - visible, 0)
        switch key {
        case KeyEvent(.down), KeyEvent(.character("j")): top += 1
        case KeyEvent(.up), KeyEvent(.character("k")): top -= 1
        case KeyEvent(.pageDown), KeyEvent(.character(" ")): top += max(visible - 1, 1)
        case KeyEvent(.pageUp): top -= max(visible - 1, 1)
        case KeyEvent(.home): top = 0
        case KeyEvent(.end): top = last
        default: return false
        }
        top = min(max(top, 0), last)
        return true
    }

    /// Returns whether a key begins a line, rather than only going back.
    static func beginsLine(_ key: KeyEvent) -> Bool {
        guard case .character(let character) = key.key else { return false }
        return key.modifiers.isEmpty && character != "q"
    }

    /// Returns the number of rows for the text, above the row with the keys.
    static func visibleRows(in size: CellSize) -> Int { max(size.rows - 1, 1) }

    /// Draws the visible part and the keys.
    func frame(in size: CellSize, _ widths: TerminalWidths) -> TerminalFrame {
        var frame = TerminalFrame(size: size) { widths.cells(in: $0) }
        let rows = rows(columns: size.columns, widths)
        let visible = Self.visibleRows(in: size)
        for (row, text) in rows.dropFirst(top).prefix(visible).enumerated() {
            frame.grid.write(text, at: CellPosition(row: row, column: 0))
        }
        guard size.rows > 1 else { return frame }
        let isLonger = rows.count > visible
        let end = min(top + visible, rows.count)
        let hints = isLonger ? ["\(top + 1)–\(end) of \(rows.count)", "arrows scroll", "q goes back"] : ["q goes back"]
        frame.grid.write(
            StatusHints(hints).text(columns: size.columns, widths), at: CellPosition(row: size.rows - 1, column: 0),
            style: TextStyle(attributes: .dim))
        return frame
    }
}
