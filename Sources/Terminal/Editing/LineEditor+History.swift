extension LineEditor {
    /// Whether the text is an entry of the history.
    package var isRecalling: Bool { historyIndex < history.entries.count }

    /// Shows a history entry.
    ///
    /// The index after the newest entry is the line being typed.
    ///
    /// Changes to an entry are kept until a line is submitted.
    mutating func recall(_ index: Int) -> LineEditorAction {
        guard (0...history.entries.count).contains(index), index != historyIndex else { return .refused }
        drafts[historyIndex] = buffer.text
        historyIndex = index
        let entry = index < history.entries.count ? history.entries[index] : ""
        edit(0..<buffer.count, with: drafts[index] ?? entry)
        return .changed
    }

    /// Performs a command while searching.
    ///
    /// - Returns: The action, or nil if the command ended the search and must still be performed.
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
        case .complete, .completeBackward: return acceptSearch()
        default:
            _ = acceptSearch()
            return nil
        }
    }

    /// Ends the search: the found entry becomes the text, and the cursor moves to the match.
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
