/// The appearance of a line editor: the prompt, the wrapped text, the hint and the cursor.
///
/// The text `abc早早` after a prompt, in six columns:
///
/// ```text
/// > abc
/// 早早
/// ```
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
    /// The function that measures graphemes.
    package let cellWidth: CellWidth

    package init(prompt: [StyledText], continuation: [StyledText] = [], cellWidth: @escaping CellWidth) {
        self.prompt = prompt
        self.continuation = continuation
        self.cellWidth = cellWidth
    }

    /// Returns a frame that shows an editor.
    ///
    /// If not all rows fit, it shows the rows around the cursor.
    ///
    /// - Parameters:
    ///   - editor: The editor to show.
    ///   - size: The number of columns and the maximum number of rows; each is at least 1.
    /// - Returns: A frame as wide as `size` and as high as necessary, with the cursor.
    /// - Complexity: O(*columns* × *rows*), independent of the length of the text; during a search,
    ///   O(*n*) in the length of the found line.
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

    /// Adds the graphemes around the cursor that may be visible.
    ///
    /// - Parameters:
    ///   - editor: The editor with the text.
    ///   - reach: A number of graphemes that is enough to fill all rows. The index of the first added
    ///     grapheme is a multiple of `reach`, so that the text doesn't shift while the cursor moves.
    ///   - rows: The rows to append to.
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
            if character.isNewline { rows.breakRow() } else { rows.add(character, isMatched ? matchStyle : textStyle) }
        }
    }
}
