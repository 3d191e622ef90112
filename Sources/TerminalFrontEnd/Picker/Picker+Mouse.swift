internal import Terminal

extension Picker {
    /// Takes what the mouse did.
    ///
    /// An inline drawing does not know on which row of the screen it is, so a click first asks where the cursor is,
    /// which stands on the drawing's first row.
    mutating func take(_ event: MouseEvent) -> [Effect] {
        switch event.action {
        case .wheelUp: scroll(-3)
        case .wheelDown: scroll(3)
        case .press(.left):
            if options.usesFullScreen { return click(event.position) }
            clicks.append(event.position)
            return [.ask([TerminalSession.cursorPositionQuestion])]
        default: break
        }
        return []
    }

    /// Takes the cursor's place on the screen, and with it the first click that waits.
    mutating func takePosition(_ cursor: CellPosition) -> [Effect] {
        guard !clicks.isEmpty else { return [] }
        let click = clicks.removeFirst()
        return self.click(CellPosition(row: click.row - cursor.row, column: click.column))
    }

    /// Toggles the chip under a cell of the drawing, and highlights it.
    private mutating func click(_ position: CellPosition) -> [Effect] {
        let rows = boardRows(in: size)
        guard (Self.rowsAboveBoard..<Self.rowsAboveBoard + rows).contains(position.row) else {
            return []
        }
        let row = position.row - Self.rowsAboveBoard + top
        guard let place = flow.chip(atRow: row, column: position.column) else { return [] }
        highlight = place
        goalColumn = nil
        isMoving = true
        remark = nil
        return toggle(place)
    }

    /// Scrolls the board and takes the highlight along where it would leave the view.
    private mutating func scroll(_ distance: Int) {
        let rows = boardRows(in: size)
        top = min(max(top + distance, 0), max(flow.rows - rows, 0))
        guard let frame = flow.frame(at: highlight) else { return }
        let middle = frame.column + frame.columns / 2
        if frame.row < top {
            highlight = nearest(toColumn: middle, inRow: top)
        } else if frame.row >= top + rows {
            highlight = nearest(toColumn: middle, inRow: top + rows - 1)
        }
    }

    private func nearest(toColumn column: Int, inRow row: Int) -> Int {
        flow.chips(inRows: row..<row + 1)
            .min { abs($0.frame.column - column) < abs($1.frame.column - column) }?
            .place
            ?? highlight
    }
}
