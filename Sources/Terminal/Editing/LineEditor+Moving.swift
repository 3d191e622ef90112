extension LineEditor {
    /// Moves the cursor; a move to the right at the end of the text accepts the hint.
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

    /// Moves up or down by a line, or through the history at the first and the last line.
    private mutating func vertical(_ command: EditCommand) -> LineEditorAction {
        let column = preferredColumn ?? cursor - buffer.lineStart(of: cursor)
        let place =
            command == .moveUp ? buffer.placeAbove(cursor, column: column) : buffer.placeBelow(cursor, column: column)
        guard let place else { return recall(historyIndex + (command == .moveUp ? -1 : 1)) }
        buffer.move(to: place)
        preferredColumn = column
        return .moved
    }

    /// Accepts the hint or its first word; returns nil if the command isn't a move to the right.
    private mutating func acceptHint(_ command: EditCommand) -> LineEditorAction? {
        let hinted = GraphemeBuffer(hint)
        let end: Int
        switch command {
        case .moveRight, .moveToLineEnd, .moveToTextEnd: end = hinted.count
        case .moveWordRight: end = hinted.wordEnd(after: 0)
        default: return nil
        }
        let rest = hinted.text(in: end..<hinted.count)
        edit(cursor..<cursor, with: hinted.text(in: 0..<end))
        hint = rest
        return .changed
    }
}

extension LineEditor {
    /// Deletes text and adds it to the kill ring; consecutive kills become one piece.
    mutating func kill(_ command: EditCommand) -> LineEditorAction {
        let range = rangeToKill(command)
        guard !range.isEmpty else { return .refused }
        let side: KillRing.Side = range.lowerBound < cursor ? .before : .after
        killRing.add(buffer.text(in: range), side, joinsLast: lastCommand?.isKill ?? false)
        edit(range, with: "")
        return .changed
    }

    /// Returns the range that a command kills.
    ///
    /// At the end of a line, killing to its end kills the newline.
    private func rangeToKill(_ command: EditCommand) -> Range<Int> {
        switch command {
        case .killWordBackward: return buffer.wordStart(before: cursor)..<cursor
        case .killBlankWordBackward: return buffer.wordStart(before: cursor, GraphemeBuffer.isBlankDelimited)..<cursor
        case .killWordForward: return cursor..<buffer.wordEnd(after: cursor)
        case .killToLineEnd:
            let end = buffer.lineEnd(of: cursor)
            return cursor..<(end == cursor ? min(end + 1, buffer.count) : end)
        default:
            let start = buffer.lineStart(of: cursor)
            return (start == cursor ? max(start - 1, 0) : start)..<cursor
        }
    }

    /// The maximum size of a text after a yank: the graphemes before it plus the bytes of the yanked text.
    ///
    /// Kills and yanks can double a text repeatedly. Without a limit, a hundred keys could fill the memory.
    static let yankLimit = 1 << 18

    /// Inserts the last killed text, unless the text would grow beyond `yankLimit`.
    mutating func yank() -> LineEditorAction {
        guard let text = killRing.newest(), text.utf8.count + buffer.count <= Self.yankLimit else { return .refused }
        insertYanked(text, into: cursor..<cursor)
        return .changed
    }

    /// Replaces the text that was just yanked with the text killed before it.
    mutating func yankOlder() -> LineEditorAction {
        guard lastCommand == .yank || lastCommand == .yankOlder, let range = yanked, let text = killRing.older() else {
            return .refused
        }
        insertYanked(text, into: range)
        return .changed
    }

    private mutating func insertYanked(_ text: String, into range: Range<Int>) {
        edit(range, with: text)
        yanked = min(range.lowerBound, cursor)..<cursor
    }
}

extension EditCommand {
    /// Whether the command adds text to the kill ring.
    fileprivate var isKill: Bool {
        switch self {
        case .killWordBackward, .killBlankWordBackward, .killWordForward, .killToLineEnd, .killToLineStart: true
        default: false
        }
    }
}
