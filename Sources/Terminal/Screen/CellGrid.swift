/// A rectangle of cells that text is drawn into.
///
/// A wide grapheme always has two cells of its row: drawing over one of them blanks the other.
///
/// ```swift
/// var grid = CellGrid(size: CellSize(columns: 4, rows: 1)) { $0.isASCII ? 1 : 2 }
/// grid.write("早早", at: CellPosition(row: 0, column: 0))
/// grid.write("x", at: CellPosition(row: 0, column: 1))
/// #expect(String(grid[row: 0].map(\.character)) == " x早 ")
/// ```
package struct CellGrid: Sendable {
    /// The size in cells.
    package let size: CellSize
    /// The function that measures graphemes.
    package let cellWidth: CellWidth
    private(set) var cells: [Cell]

    /// Creates an empty grid.
    ///
    /// - Complexity: O(*columns* × *rows*).
    package init(size: CellSize, cellWidth: @escaping CellWidth) {
        self.size = size
        self.cellWidth = cellWidth
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cells of a row; an empty slice if the row is outside the grid.
    package subscript(row row: Int) -> ArraySlice<Cell> {
        guard (0..<size.rows).contains(row) else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The cell at a position; a blank cell if the position is outside the grid.
    package subscript(position: CellPosition) -> Cell { index(of: position).map { cells[$0] } ?? .blank }

    /// Puts a grapheme at a position.
    ///
    /// A wide grapheme doesn't fit in the last column, which is blanked instead.
    ///
    /// - Returns: The number of cells changed; 0 if the position is outside the grid.
    @discardableResult package mutating func put(_ cell: Cell, at position: CellPosition) -> Int {
        guard let index = index(of: position) else { return 0 }
        releaseNeighbor(of: index)
        guard cell.isWide else {
            cells[index] = cell
            return 1
        }
        guard position.column + 1 < size.columns else {
            cells[index] = Cell(" ", cell.style)
            return 1
        }
        releaseNeighbor(of: index + 1)
        cells[index] = cell
        cells[index + 1] = .continuation(cell.style)
        return 2
    }

    /// Copies another grid's cells to a position, clipped to this grid.
    ///
    /// - Complexity: O(*n*) in the number of cells of the other grid.
    package mutating func draw(_ other: CellGrid, at position: CellPosition) {
        for row in 0..<other.size.rows {
            for (column, cell) in other[row: row].enumerated() where !cell.isContinuation {
                let place = CellPosition(row: position.row + row, column: position.column + column)
                put(cell, at: place)
            }
        }
    }

    /// Fills a rectangle, clipped to the grid, with spaces in a style.
    package mutating func fill(rows: Range<Int>, columns: Range<Int>, with style: TextStyle) {
        for row in rows.clamped(to: 0..<size.rows) {
            for column in columns.clamped(to: 0..<size.columns) {
                put(Cell(" ", style), at: CellPosition(row: row, column: column))
            }
        }
    }

    /// Changes the style of the grapheme at a position, and keeps the grapheme.
    package mutating func setStyle(_ style: TextStyle, at position: CellPosition) {
        guard var index = index(of: position) else { return }
        if cells[index].isContinuation { index -= 1 }
        cells[index].style = style
        if cells[index].isWide { cells[index + 1].style = style }
    }

    /// Returns the number of cells of a row up to and including the last that isn't blank.
    func contentEnd(row: Int) -> Int {
        let cells = self[row: row]
        guard let last = cells.lastIndex(where: { $0 != .blank }) else { return 0 }
        return last - cells.startIndex + 1
    }

    private func index(of position: CellPosition) -> Int? {
        guard (0..<size.rows).contains(position.row), (0..<size.columns).contains(position.column) else { return nil }
        return position.row * size.columns + position.column
    }

    /// Blanks the other half of a wide grapheme if a cell that is about to be overwritten is one half.
    private mutating func releaseNeighbor(of index: Int) {
        if cells[index].isContinuation { cells[index - 1] = Cell(" ", cells[index - 1].style) }
        if cells[index].isWide { cells[index + 1] = Cell(" ", cells[index + 1].style) }
    }
}

extension CellGrid: Equatable {
    /// Returns whether sizes and cells are equal; `cellWidth` isn't compared.
    package static func == (left: CellGrid, right: CellGrid) -> Bool {
        left.size == right.size && left.cells == right.cells
    }
}

extension CellGrid {
    /// Writes text, starting at a position, up to a limit or the edge.
    ///
    /// Untrusted text can't move the cursor or control the terminal: control characters are replaced
    /// with `\u{FFFD}`, and graphemes without a width, such as lone marks, are dropped.
    ///
    /// - Parameters:
    ///   - text: The text; it is cut off before the first grapheme that doesn't fit.
    ///   - position: The start of the text; nothing is written if it's outside the grid.
    ///   - style: The style of the text.
    ///   - limit: The maximum number of cells; nil for all cells up to the edge.
    /// - Returns: The number of cells taken.
    /// - Complexity: O(*n*) in the number of cells taken.
    @discardableResult package mutating func write(
        _ text: some StringProtocol, at position: CellPosition, style: TextStyle = .plain, limit: Int? = nil
    ) -> Int {
        guard (0..<size.rows).contains(position.row), (0..<size.columns).contains(position.column) else { return 0 }
        let room = min(max(limit ?? .max, 0), size.columns - position.column)
        var taken = 0
        for character in text {
            guard let cell = Self.cell(character, style, cellWidth) else { continue }
            guard taken + Int(cell.width) <= room else { break }
            put(cell, at: CellPosition(row: position.row, column: position.column + taken))
            taken += Int(cell.width)
        }
        return taken
    }

    /// Writes pieces of styled text one after another; see `write(_:at:style:limit:)`.
    @discardableResult package mutating func write(
        _ pieces: [StyledText], at position: CellPosition, limit: Int? = nil
    ) -> Int {
        var taken = 0
        for piece in pieces {
            let place = CellPosition(row: position.row, column: position.column + taken)
            let room = limit.map { $0 - taken }
            taken += write(piece.text, at: place, style: piece.style, limit: room)
        }
        return taken
    }

    /// Returns a cell that is safe to send, or nil if the grapheme has no width.
    static func cell(_ character: Character, _ style: TextStyle, _ cellWidth: CellWidth) -> Cell? {
        if let byte = character.asciiValue, (0x20..<0x7F).contains(byte) { return Cell(character, style) }
        switch character.unicodeScalars.first?.properties.generalCategory {
        case nil, .control, .lineSeparator, .paragraphSeparator: return Cell("\u{FFFD}", style)
        case .format: return nil
        default:
            let width = cellWidth(character)
            return width > 0 ? Cell(character, style, width: width) : nil
        }
    }
}
