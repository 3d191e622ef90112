internal import TextMeasurement

extension String {
    /// The text without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Whether the text has only digits, spaces and dashes, like the numbers and ranges of chips.
    ///
    /// ```swift
    /// #expect("3 5-7".isNumberList)
    /// #expect(!"3rd".isNumberList)
    /// ```
    var isNumberList: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x20 || $0 == 0x2D } }
}

extension String {
    /// Returns the text with each tab replaced by spaces up to the next multiple of eight columns.
    ///
    /// - Parameters:
    ///   - column: The column of the text's first character.
    ///   - widths: The character widths of the terminal.
    /// - Returns: The text.
    /// - Complexity: Linear in the length of the text.
    func withTabsExpanded(from column: Int = 0, _ widths: TerminalWidths) -> String {
        guard utf8.contains(UInt8(ascii: "\t")) else { return self }
        var (text, column) = ("", column)
        for character in self {
            if character == "\t" {
                let count = 8 - column % 8
                text += String(repeating: " ", count: count)
                column += count
            } else {
                text.append(character)
                column += widths.cells(in: character)
            }
        }
        return text
    }
}
