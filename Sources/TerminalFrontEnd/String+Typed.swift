extension String {
    /// The text without white space at either end.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Whether the text has only digits, spaces and dashes, like the numbers and ranges of chips.
    ///
    /// ```swift
    /// #expect("3 5-7".isNumberList)
    /// #expect(!"3rd".isNumberList)
    /// ```
    var isNumberList: Bool {
        !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x20 || $0 == 0x2D }
    }
}
