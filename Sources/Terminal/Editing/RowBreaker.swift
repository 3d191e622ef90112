/// Wraps graphemes into rows of cells.
///
/// ```swift
/// var rows = RowBreaker(columns: 6) { $0.isASCII ? 1 : 2 }
/// rows.add([StyledText("> abc早早")])
/// rows.markCursor()
/// #expect(rows.frame(maxRows: 10).cursor == CellPosition(row: 1, column: 4))
/// ```
struct RowBreaker {
    private let columns: Int
    private let cellWidth: CellWidth
    private var rows: [[Cell]] = [[]]
    private var used = 0
    private var cursor: CellPosition?

    /// Creates a breaker with one empty row.
    init(columns: Int, cellWidth: @escaping CellWidth) {
        self.columns = columns
        self.cellWidth = cellWidth
    }

    /// Begins a new row.
    mutating func breakRow() {
        rows.append([])
        used = 0
    }

    /// Adds a grapheme, on a new row if it doesn't fit.
    ///
    /// Skips a grapheme without width.
    mutating func add(_ character: Character, _ style: TextStyle) {
        guard let cell = CellGrid.cell(character, style, cellWidth) else { return }
        if used + Int(cell.width) > columns { breakRow() }
        rows[rows.count - 1].append(cell)
        used += Int(cell.width)
    }

    /// Adds pieces of text.
    mutating func add(_ pieces: [StyledText]) {
        for piece in pieces { for character in piece.text { add(character, piece.style) } }
    }

    /// Puts the cursor after the last grapheme, or on a new row if the row is full.
    mutating func markCursor() {
        if used >= columns { breakRow() }
        cursor = CellPosition(row: rows.count - 1, column: used)
    }

    /// Returns a frame with the rows.
    ///
    /// If not all of them fit, it has the rows around the cursor.
    func frame(maxRows: Int) -> TerminalFrame {
        let row = cursor?.row ?? 0
        let first = min(max(row - maxRows / 2, 0), max(rows.count - maxRows, 0))
        let shown = rows[first..<min(first + maxRows, rows.count)]
        let size = CellSize(columns: columns, rows: shown.count)
        var frame = TerminalFrame(size: size, cellWidth: cellWidth)
        for (index, cells) in shown.enumerated() {
            var column = 0
            for cell in cells { column += frame.grid.put(cell, at: CellPosition(row: index, column: column)) }
        }
        frame.cursor = cursor.map { CellPosition(row: $0.row - first, column: $0.column) }
        return frame
    }
}
