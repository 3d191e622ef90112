extension Screen {
    /// Prints lines permanently above an inline drawing, together with the next frame.
    ///
    /// A full screen ignores the lines, because there is no space above it.
    package mutating func print(_ lines: [[StyledText]]) { if placement == .inline { printed += lines } }

    /// Adjusts to a new size of the terminal, before the next frame is drawn.
    ///
    /// A terminal that reflows has already rewrapped the rows of the drawing. To find the first row,
    /// this counts how many rows each of them takes at the new width.
    package mutating func terminalDidResize(to size: CellSize) {
        guard placement == .inline, let shown else {
            self.shown = nil
            return
        }
        let columns = max(size.columns, 1)
        var rows = cursor.row
        if reflows, columns < shown.size.columns {
            let toCursor = min(cursor.column + 1, shown.contentEnd(row: cursor.row))
            rows = shown.rowsTaken(by: cursor.row, upTo: toCursor, columns: columns) - 1
            for row in 0..<cursor.row {
                rows += shown.rowsTaken(by: row, upTo: shown.contentEnd(row: row), columns: columns)
            }
        }
        climb = min(rows, max(size.rows - 1, 0))
    }

    /// Returns the bytes that end an inline drawing.
    ///
    /// - Parameter keepsDrawing: Whether the last frame stays and the cursor moves to a new row
    ///   below it; otherwise the drawing is erased.
    /// - Returns: The bytes to send to the terminal; none on a full screen.
    package mutating func end(keepsDrawing: Bool) -> [UInt8] {
        guard placement == .inline else {
            // Whoever uses the terminal next changes the full screen.
            invalidate()
            return []
        }
        guard let shown else { return [] }
        var writer = makeWriter()
        if keepsDrawing {
            writer.move(to: CellPosition(row: max(shown.size.rows - 1, 0), column: 0))
            writer.send("\r\n")
        } else {
            writer.move(to: CellPosition(row: 0, column: 0))
            writer.eraseBelow()
        }
        invalidate()
        return writer.bytes
    }

    mutating func prepareInline(for size: CellSize, _ writer: inout FrameWriter) -> CellGrid {
        let needsFresh = clears || climb != nil || !printed.isEmpty || shown?.size.columns != size.columns
        if needsFresh { startAfresh(&writer) }
        if size.rows > reservedRows { reserve(size.rows, &writer) }
        guard let shown, !needsFresh else { return CellGrid(size: size, cellWidth: { _ in 1 }) }
        guard shown.size.rows != size.rows else { return shown }
        if shown.size.rows > size.rows { eraseRows(from: size.rows, &writer) }
        return shown.resized(rows: size.rows)
    }

    /// Moves to the start of the drawing, clears it and prints pending lines.
    private mutating func startAfresh(_ writer: inout FrameWriter) {
        if clears {
            writer.send("\u{1B}[H\u{1B}[2J")
            writer.assumeCursor(at: CellPosition(row: 0, column: 0))
            (clears, climb) = (false, nil)
        } else if let climb {
            writer.send("\r")
            if climb > 0 { writer.sendControl([climb], "A") }
            writer.assumeCursor(at: CellPosition(row: 0, column: 0))
            self.climb = nil
        } else if shown != nil {
            writer.move(to: CellPosition(row: 0, column: 0))
        } else {
            writer.send("\r")
            writer.assumeCursor(at: CellPosition(row: 0, column: 0))
        }
        writer.eraseBelow()
        reservedRows = 1
        printWaiting(&writer)
    }

    /// Prints the pending lines with automatic wrapping on, so that the user can copy a long line as
    /// one line.
    private mutating func printWaiting(_ writer: inout FrameWriter) {
        guard !printed.isEmpty else { return }
        writer.send("\u{1B}[?7h")
        for line in printed {
            for piece in line {
                writer.setStyle(piece.style)
                writer.send(String(piece.text.compactMap(Self.printable)))
            }
            writer.setStyle(.plain)
            writer.send("\u{1B}[K\r\n")
        }
        writer.send("\u{1B}[?7l")
        writer.assumeCursor(at: CellPosition(row: 0, column: 0))
        printed = []
    }

    private static func printable(_ character: Character) -> Character? {
        CellGrid.cell(character, .plain) { _ in 1 }?.character
    }

    /// Makes room for a number of rows by sending line feeds, which scroll at the bottom of the screen.
    private mutating func reserve(_ rows: Int, _ writer: inout FrameWriter) {
        writer.move(to: CellPosition(row: reservedRows - 1, column: 0))
        writer.send(String(repeating: "\n", count: rows - reservedRows))
        writer.assumeCursor(at: CellPosition(row: rows - 1, column: 0))
        reservedRows = rows
    }

    private func eraseRows(from row: Int, _ writer: inout FrameWriter) {
        writer.move(to: CellPosition(row: row, column: 0))
        writer.eraseBelow()
    }
}

extension CellGrid {
    /// Returns how many rows the first `end` cells of a row take when wrapped at `columns`.
    fileprivate func rowsTaken(by row: Int, upTo end: Int, columns: Int) -> Int {
        var rows = 1
        var used = 0
        for cell in self[row: row].prefix(end) where !cell.isContinuation {
            if used + Int(cell.width) > columns {
                rows += 1
                used = 0
            }
            used += Int(cell.width)
        }
        return rows
    }

    /// Returns the grid with rows removed or blank rows added at the end.
    fileprivate func resized(rows: Int) -> CellGrid {
        let old = self
        var grid = CellGrid(size: CellSize(columns: size.columns, rows: rows), cellWidth: cellWidth)
        for row in 0..<min(rows, size.rows) {
            for (column, cell) in old[row: row].enumerated() where !cell.isContinuation {
                grid.put(cell, at: CellPosition(row: row, column: column))
            }
        }
        return grid
    }
}
