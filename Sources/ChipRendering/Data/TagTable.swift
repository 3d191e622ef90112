public import TagService
internal import TextMeasurement

/// The tags of a board as Markdown or CSV.
public enum TagTable {
    /// Returns a Markdown task list with the set's name as its heading.
    ///
    /// The tags `a` (selected) and `b c` of the set `habits` become:
    ///
    /// ```text
    /// ## habits
    ///
    /// - [x] a
    /// - [ ] b c
    /// ```
    public static func markdown(_ board: Board) -> String {
        let lines = board.chips.map { "- [\($0.isSelected ? "x" : " ")] \(markdownEscaped($0.tag))\n" }
        return "## \(markdownEscaped(board.set))\n\n" + lines.joined()
    }

    /// Returns CSV with the columns `tag` and `selected`, quoted as in RFC 4180.
    ///
    /// A tag that a spreadsheet would execute as a formula gets a leading apostrophe, which an
    /// import removes.
    public static func csv(_ board: Board) -> String {
        let lines = board.chips.map { "\(csvField($0.tag)),\($0.isSelected)\n" }
        return "tag,selected\n" + lines.joined()
    }

    /// Returns the text with a backslash before each character that Markdown interprets.
    static func markdownEscaped(_ text: String) -> String {
        // A combining mark makes another character of a sign, but Markdown still interprets the sign.
        let special: Set<Unicode.Scalar> = ["\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$"]
        var escaped = String.UnicodeScalarView()
        for scalar in TerminalText.printable(text).unicodeScalars {
            if special.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    private static func csvField(_ tag: String) -> String {
        let text = CSVRows.Cell.guarded(TerminalText.printable(tag))
        let special: Set<Unicode.Scalar> = [",", "\"", "\n", "\r"]
        guard text.unicodeScalars.contains(where: special.contains) else { return text }
        var quoted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            quoted.append(scalar)
            if scalar == "\"" { quoted.append(scalar) }
        }
        return "\"\(String(quoted))\""
    }
}
