extension LineEditor {
    /// Deletes a piece and keeps it in the kill ring; kills in a row become one piece.
    mutating func kill(_ command: EditCommand) -> LineEditorAction {
        let range = rangeToKill(command)
        guard !range.isEmpty else { return .refused }
        let side: KillRing.Side = range.lowerBound < cursor ? .before : .after
        killRing.add(buffer.text(in: range), side, joinsLast: lastCommand?.isKill ?? false)
        change(range, with: "")
        return .changed
    }

    /// The piece that a command kills; at a line's end, killing to the end takes the line end itself.
    private func rangeToKill(_ command: EditCommand) -> Range<Int> {
        switch command {
        case .killWordBackward: return buffer.wordStart(before: cursor)..<cursor
        case .killBlankWordBackward:
            return buffer.wordStart(before: cursor, GraphemeBuffer.isBlankDelimited)..<cursor
        case .killWordForward: return cursor..<buffer.wordEnd(after: cursor)
        case .killToLineEnd:
            let end = buffer.lineEnd(of: cursor)
            return cursor..<(end == cursor ? min(end + 1, buffer.count) : end)
        default:
            let start = buffer.lineStart(of: cursor)
            return (start == cursor ? max(start - 1, 0) : start)..<cursor
        }
    }

    /// The most bytes that may be yanked into a text, with the graphemes that it has.
    ///
    /// A few kills and yanks multiply a text, so that without it a hundred keys would fill the memory.
    static let yankLimit = 1 << 18

    /// Inserts what was killed last, unless the text would grow beyond `yankLimit`.
    mutating func yank() -> LineEditorAction {
        guard let text = killRing.newest(), text.utf8.count + buffer.count <= Self.yankLimit else {
            return .refused
        }
        insertYanked(text, into: cursor..<cursor)
        return .changed
    }

    /// Exchanges what was just yanked for what was killed before it.
    mutating func yankOlder() -> LineEditorAction {
        guard lastCommand == .yank || lastCommand == .yankOlder, let range = yanked,
            let text = killRing.older()
        else { return .refused }
        insertYanked(text, into: range)
        return .changed
    }

    private mutating func insertYanked(_ text: String, into range: Range<Int>) {
        change(range, with: text)
        yanked = min(range.lowerBound, cursor)..<cursor
    }
}

extension EditCommand {
    /// Whether the command puts text into the kill ring.
    fileprivate var isKill: Bool {
        switch self {
        case .killWordBackward, .killBlankWordBackward, .killWordForward, .killToLineEnd,
            .killToLineStart:
            true
        default: false
        }
    }
}
