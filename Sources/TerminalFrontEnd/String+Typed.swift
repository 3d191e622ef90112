extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }

    /// Whether the text consists of digits, spaces and dashes, as numbers and ranges of chips do.
    var isNumberList: Bool {
        !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x20 || $0 == 0x2D }
    }
}
