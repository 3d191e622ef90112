public import TagService
internal import TextMeasurement

/// The tags of a board as Markdown or CSV.
public enum TagTable {
    /// A task list in Markdown: a heading with the set's name, and one line per tag, checked if it is selected.
    public static func markdown(_ board: Board) -> String {
        let lines = board.chips.map {
            "- [\($0.isSelected ? "x" : " ")] \(markdownEscaped($0.tag))\n"
        }
        return "## \(markdownEscaped(board.set))\n\n" + lines.joined()
    }

    /// CSV as defined by RFC 4180, with the header `tag,selected`.
    ///
    /// A tag that a spreadsheet would execute as a formula is preceded by an apostrophe, which an import removes.
    public static func csv(_ board: Board) -> String {
        let lines = board.chips.map { "\(csvField($0.tag)),\($0.isSelected)\n" }
        return "tag,selected\n" + lines.joined()
    }

    /// The text with a backslash before each character that has a meaning in Markdown.
    static func markdownEscaped(_ text: String) -> String {
        let special: Set<Character> = [
            "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|", "$",
        ]
        return TerminalText.printable(text)
            .reduce(into: "") { escaped, character in
                if special.contains(character) { escaped.append("\\") }
                escaped.append(character)
            }
    }

    private static func csvField(_ tag: String) -> String {
        let text = CSVRows.Cell.guarded(TerminalText.printable(tag))
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
