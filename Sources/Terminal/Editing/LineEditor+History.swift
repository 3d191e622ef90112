extension LineEditor {
    /// Whether an entry of the history is shown.
    package var isRecalling: Bool { historyIndex < history.entries.count }

    /// Shows another entry of the history; past the newest is the line that was being typed.
    ///
    /// Changes made to an entry stay with it until the line is entered.
    mutating func recall(_ index: Int) -> LineEditorAction {
        guard (0...history.entries.count).contains(index), index != historyIndex else {
            return .refused
        }
        drafts[historyIndex] = buffer.text
        historyIndex = index
        let entry = index < history.entries.count ? history.entries[index] : ""
        edit(0..<buffer.count, with: drafts[index] ?? entry)
        return .changed
    }

    /// Performs a command while searching; returns `nil` if the search ended and the command is still to be done.
    mutating func performInSearch(_ command: EditCommand) -> LineEditorAction? {
        switch command {
        case .searchOlder, .searchNewer:
            search?.proceed(command == .searchOlder ? .older : .newer)
            return search?.isFailing == true ? .refused : .moved
        case .deleteBackward:
            search?.shorten()
            return .moved
        case .cancel, .interrupt:
            search = nil
            return .moved
        case .complete, .completeBackward:
            return acceptSearch()
        default:
            _ = acceptSearch()
            return nil
        }
    }

    /// Ends the search with its entry as the text, and the cursor at the query in it.
    private mutating func acceptSearch() -> LineEditorAction {
        defer { search = nil }
        guard let line = search?.line, let match = search?.match else { return .moved }
        drafts[historyIndex] = buffer.text
        historyIndex = match
        edit(0..<buffer.count, with: line)
        buffer.move(to: search?.matchedRange?.lowerBound ?? buffer.count)
        return .changed
    }
}
