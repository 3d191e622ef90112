internal import TextMeasurement

extension String {
    /// The text broken into rows; if there are too many, its end after an ellipsis.
    ///
    /// - Parameters:
    ///   - columns: The cells of a row.
    ///   - most: The most rows.
    ///   - widths: How wide the terminal draws.
    ///   - atSpaces: Whether rows end at spaces if possible.
    /// - Returns: At least one row.
    /// - Complexity: Linear in the text.
    func wrapped(
        columns: Int,
        most: Int,
        widths: TerminalWidths,
        atSpaces: Bool
    ) -> [String] {
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
