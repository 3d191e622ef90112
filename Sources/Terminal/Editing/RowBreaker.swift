/// Breaks graphemes into rows of cells, as wide as the terminal.
struct RowBreaker {
    private let columns: Int
    private let cellWidth: CellWidth
    private var rows: [[Cell]] = [[]]
    private var used = 0
    private var cursor: CellPosition?

    /// Makes a breaker with one empty row.
    init(columns: Int, cellWidth: @escaping CellWidth) {
        self.columns = columns
        self.cellWidth = cellWidth
    }

    /// Begins a new row.
    mutating func breakRow() {
        rows.append([])
        used = 0
    }

    /// Adds a grapheme, on a new row if it doesn't fit; a grapheme without width is skipped.
    mutating func add(_ character: Character, _ style: TextStyle) {
        guard let cell = CellGrid.cell(character, style, cellWidth) else { return }
        if used + Int(cell.width) > columns { breakRow() }
        rows[rows.count - 1].append(cell)
        used += Int(cell.width)
    }

    /// Adds pieces of text.
    mutating func add(_ pieces: [StyledText]) {
        for piece in pieces {
            for character in piece.text { add(character, piece.style) }
        }
    }

    /// Records the cursor's position here; at the edge it is on a new row.
    mutating func markCursor() {
        if used >= columns { breakRow() }
        cursor = CellPosition(row: rows.count - 1, column: used)
    }

    /// The rows, or those around the cursor if not all fit.
    func frame(maxRows: Int) -> TerminalFrame {
        let row = cursor?.row ?? 0
        let first = min(max(row - maxRows / 2, 0), max(rows.count - maxRows, 0))
        let shown = rows[first..<min(first + maxRows, rows.count)]
        let size = CellSize(columns: columns, rows: shown.count)
        var frame = TerminalFrame(size: size, cellWidth: cellWidth)
        for (index, cells) in shown.enumerated() {
            var column = 0
            for cell in cells {
                column += frame.grid.put(cell, at: CellPosition(row: index, column: column))
            }
        }
        frame.cursor = cursor.map { CellPosition(row: $0.row - first, column: $0.column) }
        return frame
    }
}
