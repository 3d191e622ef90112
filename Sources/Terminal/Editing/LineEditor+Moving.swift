extension LineEditor {
    /// Moves the cursor; at the end of the text a move to the right accepts the hint.
    mutating func move(_ command: EditCommand) -> LineEditorAction {
        if showsHint, let action = acceptHint(command) { return action }
        guard let place = place(for: command) else { return vertical(command) }
        guard place != cursor else { return .refused }
        buffer.move(to: place)
        return .moved
    }

    private func place(for command: EditCommand) -> Int? {
        switch command {
        case .moveLeft: max(cursor - 1, 0)
        case .moveRight: min(cursor + 1, buffer.count)
        case .moveWordLeft: buffer.wordStart(before: cursor)
        case .moveWordRight: buffer.wordEnd(after: cursor)
        case .moveToLineStart: buffer.lineStart(of: cursor)
        case .moveToLineEnd: buffer.lineEnd(of: cursor)
        case .moveToTextStart: 0
        case .moveToTextEnd: buffer.count
        default: nil
        }
    }

    /// Moves up or down a line; beyond the first and last line lies the history.
    private mutating func vertical(_ command: EditCommand) -> LineEditorAction {
        let column = preferredColumn ?? cursor - buffer.lineStart(of: cursor)
        let place =
            command == .moveUp
            ? buffer.placeAbove(cursor, column: column) : buffer.placeBelow(cursor, column: column)
        guard let place else { return recall(historyIndex + (command == .moveUp ? -1 : 1)) }
        buffer.move(to: place)
        preferredColumn = column
        return .moved
    }

    /// Takes the hint, whole or its first word; nil where the command is no move to the right.
    private mutating func acceptHint(_ command: EditCommand) -> LineEditorAction? {
        let hinted = GraphemeBuffer(hint)
        let end: Int
        switch command {
        case .moveRight, .moveToLineEnd, .moveToTextEnd: end = hinted.count
        case .moveWordRight: end = hinted.wordEnd(after: 0)
        default: return nil
        }
        let rest = hinted.text(in: end..<hinted.count)
        change(cursor..<cursor, with: hinted.text(in: 0..<end))
        hint = rest
        return .changed
    }
}
