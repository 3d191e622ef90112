@testable package import Terminal

extension InMemoryTerminal {
    /// Gives the terminal another size; lines are wrapped again if it reflows, otherwise cut or padded.
    ///
    /// On the alternate screen nothing is rewrapped, as in known terminals.
    package mutating func resize(to newSize: CellSize) {
        let newSize = CellSize(columns: max(newSize.columns, 1), rows: max(newSize.rows, 1))
        let wrapsAnew = reflows && savedScreen == nil
        size = newSize
        if wrapsAnew { reflow() } else { cutOrPad() }
        fitRows()
        moveCursor(row: cursor.row, column: cursor.column)
    }

    private mutating func cutOrPad() {
        for row in rows.indices {
            rows[row].cells = Self.fitted(Array(rows[row].cells.prefix(size.columns)), size.columns)
            rows[row].continues = false
        }
    }

    private static func fitted(_ cells: [Cell], _ columns: Int) -> [Cell] {
        var cells = cells
        if cells.last?.isWide == true { cells[cells.count - 1] = .blank }
        return cells + Array(repeating: .blank, count: max(columns - cells.count, 0))
    }

    /// Joins the rows of each line and breaks them at the new width; the cursor stays on its cell.
    private mutating func reflow() {
        var result: [Row] = []
        var newCursor = cursor
        var line: [Cell] = []
        var cursorOffset: Int?
        for (index, row) in rows.enumerated() {
            if index == cursor.row { cursorOffset = line.count + cursor.column }
            line += row.continues ? row.cells : Self.content(of: row.cells)
            if row.continues { continue }
            let starts = Self.rowStarts(of: line, columns: size.columns)
            if let offset = cursorOffset {
                let inLine = starts.lastIndex { $0 <= min(offset, max(line.count - 1, 0)) } ?? 0
                let row = result.count + inLine
                newCursor = CellPosition(row: row, column: offset - starts[inLine])
                cursorOffset = nil
            }
            result += Self.broken(line, at: starts, columns: size.columns)
            line = []
        }
        rows = result
        cursor = newCursor
    }

    private static func content(of cells: [Cell]) -> [Cell] {
        Array(cells[..<((cells.lastIndex { $0 != .blank } ?? -1) + 1)])
    }

    /// The starts of the rows of a wrapped line; a wide grapheme isn't cut.
    private static func rowStarts(of line: [Cell], columns: Int) -> [Int] {
        var starts = [0]
        for (index, cell) in line.enumerated() where !cell.isContinuation {
            let used = index - (starts.last ?? 0)
            if used > 0, used + Int(cell.width) > columns { starts.append(index) }
        }
        return starts
    }

    private static func broken(_ line: [Cell], at starts: [Int], columns: Int) -> [Row] {
        zip(starts, starts.dropFirst() + [line.count])
            .map { start, end in
                let cells = Array(line[start..<end].prefix(columns))
                return Row(cells: fitted(cells, columns), continues: end < line.count)
            }
    }

    /// Drops blank rows at the end, then scrolls, until the rows fit; adds missing blank rows.
    private mutating func fitRows() {
        while rows.count > size.rows, rows.count - 1 > cursor.row, rows.last?.cells.allSatisfy({ $0 == .blank }) == true
        { rows.removeLast() }
        while rows.count > size.rows {
            let first = rows.removeFirst()
            if savedScreen == nil { scrolledOut.append(Self.text(of: first.cells)) }
            cursor.row -= 1
        }
        while rows.count < size.rows { rows.append(blankRow()) }
    }
}
