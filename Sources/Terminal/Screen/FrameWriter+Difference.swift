extension FrameWriter {
    /// Sends what differs between two grids of the same size.
    ///
    /// - Complexity: O(*columns* × *rows*).
    mutating func sendDifference(from old: CellGrid, to new: CellGrid) {
        for row in 0..<new.size.rows where old[row: row] != new[row: row] {
            sendRow(row, from: Array(old[row: row]), to: Array(new[row: row]))
        }
    }

    private mutating func sendRow(_ row: Int, from old: [Cell], to new: [Cell]) {
        let changed = Self.changedCells(from: old, to: new)
        let oldEnd = Self.contentEnd(old)
        let newEnd = Self.contentEnd(new)
        for column in 0..<newEnd where changed[column] && !new[column].isContinuation {
            bridgeGap(to: column, row: row, new)
            move(to: CellPosition(row: row, column: column))
            write(new[column], edge: new.count)
        }
        guard newEnd < oldEnd else { return }
        move(to: CellPosition(row: row, column: newEnd))
        eraseToEndOfRow()
    }

    /// Writes a few unchanged cells again where that is shorter than to move over them.
    private mutating func bridgeGap(to column: Int, row: Int, _ cells: [Cell]) {
        guard self.row == row, let start = self.column, start < column, column - start <= 3 else {
            return
        }
        let gap = cells[start..<column]
        guard gap.allSatisfy({ $0.character.isASCII && $0.width == 1 && hasStyle(of: $0) }) else {
            return
        }
        for cell in gap { write(cell, edge: cells.count) }
    }

    private static func contentEnd(_ cells: [Cell]) -> Int {
        (cells.lastIndex { $0 != .blank } ?? -1) + 1
    }

    /// Which cells to send: those that differ, with both halves of every wide grapheme that they touch.
    ///
    /// A terminal that draws over half a wide grapheme blanks the other half in its own way.
    private static func changedCells(from old: [Cell], to new: [Cell]) -> [Bool] {
        var changed = zip(old, new).map { $0 != $1 }
        for column in changed.indices.dropLast() where changed[column] {
            if old[column].isWide || new[column].isWide { changed[column + 1] = true }
        }
        for column in changed.indices.dropFirst().reversed() where changed[column] {
            if old[column].isContinuation || new[column].isContinuation {
                changed[column - 1] = true
            }
        }
        return changed
    }
}
