@testable import Terminal

extension InMemoryTerminal {
    /// Prints a scalar: joined to the grapheme before the cursor if Unicode joins them, otherwise in a new cell.
    mutating func print(_ scalar: Unicode.Scalar) {
        if let last = lastWritten, extend(at: last, by: scalar) { return }
        let character = Character(scalar)
        let width = min(max(cellWidth(character), 0), 2)
        guard width > 0 else { return }
        if wrapsNext { wrap() }
        if cursor.column + width > size.columns {
            guard privateModes.contains(7), size.columns >= width else { return }
            wrap()
        }
        put(Cell(character, style, width: width))
    }

    /// Moves the cursor and forgets the grapheme before it, as every movement does.
    mutating func moveCursor(row: Int, column: Int) {
        cursor.row = min(max(row, 0), size.rows - 1)
        cursor.column = min(max(column, 0), size.columns - 1)
        wrapsNext = false
        lastWritten = nil
    }

    /// Goes a row down, scrolling at the end of the screen.
    mutating func lineFeed() {
        lastWritten = nil
        wrapsNext = false
        guard cursor.row == size.rows - 1 else {
            cursor.row += 1
            return
        }
        scrollUp()
    }

    /// Moves all rows up by one; the first one goes to the history, except on the alternate screen.
    mutating func scrollUp() {
        let first = rows.removeFirst()
        if savedScreen == nil { scrolledOut.append(Self.text(of: first.cells)) }
        rows.append(blankRow())
    }

    /// Blanks cells of a row, and the other halves of wide graphemes cut by that.
    mutating func erase(row: Int, columns: Range<Int>) {
        for column in columns.clamped(to: 0..<size.columns) {
            release(row: row, column: column)
            rows[row].cells[column] = .blank
        }
        if columns.upperBound >= size.columns { rows[row].continues = false }
    }

    private mutating func put(_ cell: Cell) {
        let start = cursor
        release(row: start.row, column: start.column)
        rows[start.row].cells[start.column] = cell
        if cell.isWide {
            release(row: start.row, column: start.column + 1)
            rows[start.row].cells[start.column + 1] = .continuation(cell.style)
        }
        lastWritten = start
        advance(to: start.column + Int(cell.width))
    }

    private mutating func advance(to column: Int) {
        wrapsNext = column >= size.columns && privateModes.contains(7)
        cursor.column = min(column, size.columns - 1)
    }

    private mutating func wrap() {
        rows[cursor.row].continues = true
        cursor.column = 0
        lineFeed()
    }

    /// Joins a scalar to the grapheme just printed; returns false if it begins a new grapheme.
    private mutating func extend(at place: CellPosition, by scalar: Unicode.Scalar) -> Bool {
        let old = rows[place.row].cells[place.column]
        var text = String(old.character)
        text.unicodeScalars.append(scalar)
        guard text.count == 1, let character = text.first else { return false }
        let width = min(max(cellWidth(character), 1), 2)
        let fits = place.column + width <= size.columns
        let cell = Cell(character, old.style, width: fits ? width : 1)
        rows[place.row].cells[place.column] = cell
        if cell.isWide {
            if !old.isWide { release(row: place.row, column: place.column + 1) }
            rows[place.row].cells[place.column + 1] = .continuation(old.style)
        }
        advance(to: place.column + Int(cell.width))
        lastWritten = place
        return true
    }

    /// Blanks the other half of a wide grapheme when one half is about to be overwritten.
    private mutating func release(row: Int, column: Int) {
        let cell = rows[row].cells[column]
        if cell.isContinuation { rows[row].cells[column - 1] = .blank }
        if cell.isWide { rows[row].cells[column + 1] = .blank }
    }
}
