extension TerminalText {
    /// The sign that stands for what was cut off.
    public static let ellipsis = "…"

    /// Cuts a text to at most so many cells, at the end of a grapheme cluster, with `…` after the cut.
    ///
    /// A text that fits comes back as it is. Where not even the sign fits, which happens for a limit of
    /// 1 when ambiguous characters are wide, the text is cut without it.
    ///
    /// - Parameters:
    ///   - text: The text to cut; it should be free of what ``firstUnprintable(in:)`` finds.
    ///   - limit: The cells there are; zero or less gives the empty text.
    ///   - measurer: What counts the cells.
    /// - Returns: A text of at most `limit` cells.
    /// - Complexity: Linear in the length of what is kept, and in that of the text where it fits.
    public static func truncated(
        _ text: String,
        toCells limit: Int,
        measurer: TerminalCellMeasurer = TerminalCellMeasurer()
    ) -> String {
        guard limit > 0 else { return "" }
        // No cluster takes more cells than bytes.
        guard text.utf8.count > limit else { return text }
        let signCells = measurer.cells(in: ellipsis)
        let signFits = signCells <= limit
        let room = signFits ? limit - signCells : limit
        var kept = ""
        var used = 0
        for character in text {
            used += measurer.cells(in: character)
            if used > limit { return signFits ? kept + ellipsis : kept }
            if used <= room { kept.append(character) }
        }
        return text
    }
}
