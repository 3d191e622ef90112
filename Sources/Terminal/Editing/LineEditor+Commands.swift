extension LineEditor {
    /// Performs a command outside of a search.
    mutating func act(_ command: EditCommand) -> LineEditorAction {
        switch command {
        case .moveLeft, .moveRight, .moveWordLeft, .moveWordRight, .moveToLineStart, .moveToLineEnd, .moveToTextStart,
            .moveToTextEnd, .moveUp, .moveDown:
            return move(command)
        case .deleteBackward, .deleteForward, .deleteForwardOrEnd: return delete(command)
        case .killWordBackward, .killBlankWordBackward, .killWordForward, .killToLineEnd, .killToLineStart:
            return kill(command)
        case .yank: return yank()
        case .yankOlder: return yankOlder()
        case .transposeCharacters: return transposeCharacters()
        case .transposeWords: return transposeWords()
        case .uppercaseWord, .lowercaseWord, .capitalizeWord: return changeCase(command)
        case .undo: return edits.undo(&buffer) ? changed() : .refused
        case .redo: return edits.redo(&buffer) ? changed() : .refused
        case .historyPrevious: return recall(historyIndex - 1)
        case .historyNext: return recall(historyIndex + 1)
        case .searchOlder, .searchNewer:
            guard !history.entries.isEmpty else { return .ignored }
            search = HistorySearch(history)
            return .moved
        default: return conclude(command)
        }
    }

    private mutating func conclude(_ command: EditCommand) -> LineEditorAction {
        switch command {
        case .submit: return submit()
        case .insertNewline:
            guard allowsNewlines else { return .refused }
            edit(cursor..<cursor, with: "\n")
            return .changed
        case .complete: return .complete(backward: false)
        case .completeBackward: return .complete(backward: true)
        case .interrupt: return .interrupt
        case .suspend: return .suspend
        case .clearScreen: return .clearScreen
        case .cancel: return .cancel
        default: return .ignored
        }
    }

    /// Submits the text and clears the editor.
    private mutating func submit() -> LineEditorAction {
        let text = buffer.text
        clear()
        return .submit(text)
    }

    /// Clears the text and the hint, but keeps the kill ring and the history.
    package mutating func clear() {
        buffer = GraphemeBuffer()
        edits = EditHistory()
        hint = ""
        search = nil
        drafts = [:]
        historyIndex = history.entries.count
        preferredColumn = nil
        lastCommand = nil
    }

    private mutating func changed() -> LineEditorAction {
        hint = ""
        return .changed
    }

    private mutating func delete(_ command: EditCommand) -> LineEditorAction {
        if command == .deleteForwardOrEnd, isEmpty { return .endOfInput }
        let range = command == .deleteBackward ? cursor - 1..<cursor : cursor..<cursor + 1
        guard range.lowerBound >= 0, range.upperBound <= buffer.count else { return .refused }
        edit(range, with: "")
        return .changed
    }

    private mutating func transposeCharacters() -> LineEditorAction {
        let start = min(cursor, buffer.count - 1) - 1
        guard start >= 0 else { return .refused }
        let pair = buffer.characters[start...start + 1]
        edit(start..<start + 2, with: String(pair.reversed()))
        return .changed
    }

    private mutating func transposeWords() -> LineEditorAction {
        let secondEnd = buffer.wordEnd(after: buffer.wordStart(before: buffer.wordEnd(after: cursor)))
        let secondStart = buffer.wordStart(before: secondEnd)
        let firstStart = buffer.wordStart(before: secondStart)
        let firstEnd = buffer.wordEnd(after: firstStart)
        guard firstEnd <= secondStart, firstStart < firstEnd else { return .refused }
        let first = buffer.text(in: firstStart..<firstEnd)
        let between = buffer.text(in: firstEnd..<secondStart)
        let second = buffer.text(in: secondStart..<secondEnd)
        edit(firstStart..<secondEnd, with: second + between + first)
        return .changed
    }

    private mutating func changeCase(_ command: EditCommand) -> LineEditorAction {
        let end = buffer.wordEnd(after: cursor)
        guard end > cursor else { return .refused }
        let text = buffer.text(in: cursor..<end)
        switch command {
        case .uppercaseWord: edit(cursor..<end, with: text.uppercased())
        case .lowercaseWord: edit(cursor..<end, with: text.lowercased())
        default: edit(cursor..<end, with: Self.capitalized(text))
        }
        return .changed
    }

    private static func capitalized(_ text: String) -> String {
        guard let first = text.firstIndex(where: { GraphemeBuffer.isWord($0) }) else { return text }
        let rest = text.index(after: first)
        return text[..<first] + text[first].uppercased() + text[rest...].lowercased()
    }
}
