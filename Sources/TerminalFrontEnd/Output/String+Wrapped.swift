internal import TextMeasurement

extension String {
    /// Returns the text wrapped into rows.
    ///
    /// If there are too many, returns the last rows, starting with an ellipsis.
    ///
    /// ```swift
    /// let rows = "one two three".wrapped(
    ///     columns: 8, most: 2, widths: TerminalWidths(), atSpaces: true)
    /// #expect(rows == ["one two ", "three"])
    /// ```
    ///
    /// - Parameters:
    ///   - columns: The width of a row, in cells.
    ///   - most: The maximum number of rows.
    ///   - widths: The character widths of the terminal.
    ///   - atSpaces: Whether to break rows at spaces if possible.
    /// - Returns: At least one row.
    /// - Complexity: Linear in the length of the text.
    func wrapped(columns: Int, most: Int, widths: TerminalWidths, atSpaces: Bool) -> [String] {
        var rows = [""]
        var used = 0
        for character in self {
            let cells = widths.cells(in: character)
            if used + cells > Swift.max(columns, 1), used > 0 {
                let row = rows[rows.count - 1]
                var rest = ""
                if atSpaces, character != " ", let space = row.lastIndex(of: " ") {
                    rest = String(row[row.index(after: space)...])
                    rows[rows.count - 1] = String(row[...space])
                }
                rows.append(rest)
                used = widths.cells(in: rest)
            }
            rows[rows.count - 1].append(character)
            used += cells
        }
        guard rows.count > most else { return rows }
        rows.removeFirst(rows.count - most)
        rows[0] = TerminalText.ellipsis + rows[0].dropFirst()
        return rows
    }
}
