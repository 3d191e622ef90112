extension FontContext {
    /// The longest beginning of a text that fits a width with an ellipsis after it; the whole text where it fits.
    ///
    /// Complexity: a measurement for each halving of the text.
    package func fitting(_ text: String, width: Double) -> String {
        guard size(of: text).width > width else { return text }
        let characters = Array(text)
        var (fits, tooLong) = (0, characters.count)
        while fits + 1 < tooLong {
            let middle = (fits + tooLong) / 2
            if size(of: Self.cut(characters, to: middle)).width <= width {
                fits = middle
            } else {
                tooLong = middle
            }
        }
        return Self.cut(characters, to: fits)
    }

    private static func cut(_ characters: [Character], to count: Int) -> String {
        var kept = characters.prefix(count)
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return String(kept) + "…"
    }
}
