/// How a line editor looks: the prompt, the text broken into rows, the hint and the cursor.
package struct LineEditorView: Sendable {
    /// The prompt of the first line.
    package var prompt: [StyledText]
    /// The prompt of each further line.
    package var continuation: [StyledText]
    /// The style of the text.
    package var textStyle = TextStyle.plain
    /// The style of the hint.
    package var hintStyle = TextStyle(attributes: .dim)
    /// The style of a search match.
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

    /// The rows that show an editor, around the cursor if not all fit.
    ///
    /// - Parameters:
    ///   - editor: the editor to show.
    ///   - size: the columns there are and the most rows; each counts as 1 at least.
    /// - Returns: a frame as wide as `size` and as high as needed, with the cursor.
    /// - Complexity: O(*columns* × *rows*), however long the text is; a search takes O(*n*) in its line.
    package func frame(_ editor: LineEditor, in size: CellSize) -> TerminalFrame {
        let (columns, maxRows) = (max(size.columns, 1), max(size.rows, 1))
        var rows = RowBreaker(columns: columns, cellWidth: cellWidth)
        if let search = editor.search {
            add(search, to: &rows)
        } else {
            add(editor, reach: columns * maxRows, to: &rows)
        }
        return rows.frame(maxRows: maxRows)
    }

    /// Adds the graphemes around the cursor that can be seen.
    ///
    /// - Parameters:
    ///   - editor: the text.
    ///   - reach: how many graphemes fill all rows at least; the text is broken from a multiple of it, so that it
    ///     keeps its place while the cursor moves.
    ///   - rows: the rows to append to.
    private func add(_ editor: LineEditor, reach: Int, to rows: inout RowBreaker) {
        let characters = editor.buffer.characters
        let start = max(editor.cursor / reach - 1, 0) * reach
        let end = min(editor.cursor + reach, characters.count)
        if start == 0 { rows.add(prompt) }
        for index in start..<end {
            let character = characters[index]
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
