internal import TagService
internal import Terminal
internal import TextMeasurement

/// The notes below the typed line.
extension ReplProgram {
    /// Returns the last rows of the screen: a remark, or which part of the board is visible and hints.
    func notes(rows: Int, in size: CellSize) -> [String] {
        if remark != nil { return remarkRows(in: size) }
        if board?.chips.isEmpty == true, editor.isEmpty { return emptySetNotes(in: size) }
        let all = boardHeight
        var hints: [String] = []
        if let filtered {
            let matching = filtered.chips.count
            if filtered.rows > rows { hints.append("\(matching) tags contain the word; type more") }
        } else if summary != nil, !shown.showsResults {
            hints += ["\(board?.chips.count ?? 0) tags: type to filter", "Page Down shows all"]
        } else if all > rows {
            hints += notes(onRows: rows, of: all)
        }
        if let hidden = board?.hidden, hidden > 0 { hints.append("\(hidden) more chips") }
        if editor.isEmpty, editor.search == nil { hints += shown.showsResults ? Self.resultHints : Self.boardHints }
        let note = StatusHints(hints).text(columns: size.columns, widths)
        return note.isEmpty ? [] : [note]
    }

    private static let boardHints = ["a number or name toggles", "help", "↓ suggestions", "Ctrl-D exits"]
    private static let resultHints = ["a number toggles a result", "Enter shows the board", "help"]

    /// Returns notes about the rows of the board that aren't visible.
    private func notes(onRows rows: Int, of all: Int) -> [String] {
        guard rows > 0 else {
            let hidden = all == 1 ? "1 row of chips is hidden" : "\(all) rows of chips are hidden"
            return [hidden, "Page Down shows \(all == 1 ? "it" : "them")"]
        }
        return ["rows \(boardTop + 1)–\(boardTop + rows), \(all - rows) hidden", "Page Up and Down scroll"]
    }

    /// Returns how to fill an empty set, and which sets have tags.
    private func emptySetNotes(in size: CellSize) -> [String] {
        let hints = StatusHints(["the set is empty", "'add reading running' adds tags", "help"])
        let others = shown.otherSets?.text(columns: size.columns, widths)
        return [hints.text(columns: size.columns, widths), others].compactMap(\.self)
    }
}
