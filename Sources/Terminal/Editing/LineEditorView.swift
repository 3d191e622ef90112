/// How a line editor looks: the prompt, the text broken into rows, the hint and the cursor.
package struct LineEditorView: Sendable {
    /// What stands before the first line.
    package var prompt: [StyledText]
    /// What stands before each further line.
    package var continuation: [StyledText]
    /// The style of the text.
    package var textStyle = TextStyle.plain
    /// The style of the hint.
    package var hintStyle = TextStyle(attributes: .dim)
    /// The style of what a search found.
    package var matchStyle = TextStyle(attributes: .underline)
    /// How many cells a grapheme takes.
    package let cellWidth: CellWidth

    /// Makes a view.
    package init(
        prompt: [StyledText],
        continuation: [StyledText] = [],
        cellWidth: @escaping CellWidth
    ) {
        self.prompt = prompt
        self.continuation = continuation
        self.cellWidth = cellWidth
    }

    /// The rows that show an editor, around the cursor where not all fit.
    ///
    /// - Parameters:
    ///   - editor: what is shown.
    ///   - size: the columns there are and the most rows; each counts as 1 at least.
    /// - Returns: a frame as wide as `size` and as high as needed, with the cursor.
    /// - Complexity: O(*n*) in the text.
    package func frame(_ editor: LineEditor, in size: CellSize) -> TerminalFrame {
        var rows = RowBreaker(columns: max(size.columns, 1), cellWidth: cellWidth)
        if let search = editor.search { add(search, to: &rows) } else { add(editor, to: &rows) }
        return rows.frame(maxRows: max(size.rows, 1))
    }

    private func add(_ editor: LineEditor, to rows: inout RowBreaker) {
        rows.add(prompt)
        for (index, character) in editor.buffer.characters.enumerated() {
            if index == editor.cursor { rows.markCursor() }
            if character.isNewline {
                rows.breakRow()
                rows.add(continuation)
            } else {
                rows.add(character, textStyle)
            }
        }
        if editor.cursor == editor.buffer.count { rows.markCursor() }
        if editor.showsHint { rows.add([StyledText(editor.hint, hintStyle)]) }
    }

    private func add(_ search: HistorySearch, to rows: inout RowBreaker) {
        let label = search.isFailing ? "(no such line) " : "(search) "
        rows.add([StyledText(label, hintStyle), StyledText(search.query, textStyle)])
        rows.markCursor()
        rows.add([StyledText(": ", hintStyle)])
        for (index, character) in (search.line ?? "").enumerated() {
            let isMatched = search.matchedRange?.contains(index) ?? false
            if character.isNewline {
                rows.breakRow()
            } else {
                rows.add(character, isMatched ? matchStyle : textStyle)
            }
        }
    }
}
