internal import FlowEngine
internal import Foundation
internal import TagCore
public import TagService
internal import TextMeasurement

/// The public JSON format of a board.
public struct BoardDocument: Codable, Sendable {
    var set: String
    /// The set and the day of a daily set; `nil` for other sets.
    var title: String?
    var unit: BoardUnit
    var width: Double?
    var size: Size
    var layout: Layout
    var chips: [Chip]
    var hidden: Int

    /// Creates the document of a board; `width` is omitted if the board's width is infinite.
    public init(_ board: Board) {
        set = board.set
        title = board.title
        unit = board.unit
        width = board.width.isFinite ? board.width : nil
        size = Size(width: board.size.width, height: board.size.height)
        layout = Layout(board)
        chips = board.chips.map(Chip.init)
        hidden = board.hidden
    }

    struct Size: Codable {
        var width: Double
        var height: Double
    }

    struct Frame: Codable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    struct Chip: Codable {
        var tag: String
        var selected: Bool
        var line: Int
        var frame: Frame
        /// The tag's color; absent if it has none.
        var color: TagColor?

        init(_ chip: PlacedChip) {
            tag = chip.tag
            selected = chip.isSelected
            line = chip.line
            frame = Frame(x: chip.frame.minX, y: chip.frame.minY, width: chip.frame.width, height: chip.frame.height)
            color = chip.color
        }
    }

    struct Layout: Codable {
        var alignment: FlowAlignment
        var lineAlignment: FlowLineAlignment
        var contentAlignment: FlowAlignment
        var spacing: Double?
        var lineSpacing: Double?
        var layoutDirection: LayoutDirection
        var verticalDirection: VerticalDirection
        var lineBreaking: FlowLineBreaking
        var justified: Bool
        var maxLines: Int?

        init(_ board: Board) {
            alignment = board.layout.alignment
            lineAlignment = board.layout.lineAlignment
            contentAlignment = board.layout.contentAlignment
            spacing = board.layout.spacing.map { Double($0) }
            lineSpacing = board.layout.lineSpacing.map { Double($0) }
            layoutDirection = board.layoutDirection
            verticalDirection = board.layout.verticalDirection
            lineBreaking = board.layout.lineBreaking
            justified = board.layout.justified
            maxLines = board.layout.maxLines
        }
    }
}

/// The tags of a board as Markdown or CSV.
public enum TagTable {
    /// Returns a Markdown task list with the set's name, and the day of a daily set, as its heading, after the mark of exports.
    ///
    /// The tags `a` (selected) and `b c` of the set `habits` become:
    ///
    /// ```text
    /// <!-- Written by tagflow -->
    ///
    /// ## habits
    ///
    /// - [x] a
    /// - [ ] b c
    /// ```
    public static func markdown(_ board: Board) -> String {
        let lines = board.chips.map { "- [\($0.isSelected ? "x" : " ")] \(markdownEscaped($0.tag))\n" }
        return "\(ExportMark.comment)\n\n## \(markdownEscaped(board.title ?? board.set))\n\n" + lines.joined()
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
