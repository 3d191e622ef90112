internal import Foundation
public import TagService
public import TextMeasurement

// How a board becomes text, a picture or data:
//
// 1. A style determines the size of each chip, and TagService lays out the `Board` with these sizes. `TextBoardStyle`
//    measures in terminal cells, `PictureStyle` in points.
// 2. As text: `TextBoardStyle.lines(of:)` draws each `PlacedChip` (its width from `ChipStyle`, its colors from
//    `TerminalChipPaint`), and `TextBoard` joins the lines.
// 3. As a picture: `PictureSections` groups the chips of a large board under headings, and `Picture` places the content of each chip (`ChipMetrics`, `PictureChip`), in the colors of a
//    `Theme`. `SVGPicture`, `HTMLPicture`, `PDFPicture` and `PNGPicture` draw it, the last two on a `CairoCanvas`.
//    `CalendarPicture` is a `Picture` whose chips are days.
// 4. As data: `BoardDocument` is the board as JSON, `TagTable` its tags as Markdown or CSV.

/// A board drawn with characters.
///
/// ```swift
/// TextBoard(board, style: TextBoardStyle()).text  // "( one ) (✓two )\n"
/// ```
public struct TextBoard {
    /// The lines, each ending with a newline; empty for an empty board.
    public let printable: PrintableText

    /// The lines as a string.
    public var text: String { printable.text }

    /// Draws a board that was laid out in terminal cells.
    ///
    /// - Complexity: linear in the chips and lines.
    public init(_ board: Board, style: TextBoardStyle) {
        var rows: [Int: [(frame: CGRect, text: PrintableText)]] = [:]
        for chip in board.chips {
            let top = Int(exactly: chip.frame.minY.rounded()) ?? 0
            for (offset, line) in style.lines(of: chip).enumerated() {
                rows[top + offset, default: []].append((chip.frame, line))
            }
        }
        var text = PrintableText()
        for row in 0..<((rows.keys.max() ?? -1) + 1) { Self.append(rows[row] ?? [], to: &text) }
        if board.hidden > 0 { text += "… and \(board.hidden) more\n" }
        printable = text
    }

    /// Appends one row of text, which has one line of each of its chips, from left to right.
    private static func append(_ row: [(frame: CGRect, text: PrintableText)], to text: inout PrintableText) {
        var cell = 0
        for (frame, line) in row.sorted(by: { $0.frame.minX < $1.frame.minX }) {
            let start = Int(exactly: frame.minX.rounded()) ?? 0
            let gap = String(repeating: " ", count: max(0, start - cell))
            text += "\(gap)\(line)"
            cell = start + (Int(exactly: frame.width.rounded()) ?? 0)
        }
        text += "\n"
    }
}

extension Board {
    /// Returns a board with only the lines that contain any of the given tags, without gaps.
    ///
    /// Omitted chips count as hidden.
    ///
    /// - Parameters:
    ///   - tags: the names of the tags.
    ///   - limit: the maximum height in rows; the first line that doesn't fit and all later lines are omitted.
    /// - Returns: the board with these lines.
    /// - Complexity: linear in the chips.
    public func excerpt(ofLinesWith tags: Set<String>, rows limit: Int) -> Board {
        let wanted = Set(chips.lazy.filter { tags.contains($0.tag) }.map(\.line))
        let lines = Dictionary(grouping: chips.filter { wanted.contains($0.line) }, by: \.line).values
            .sorted { Self.top(of: $0) < Self.top(of: $1) }
        var excerpt = self
        excerpt.chips = []
        excerpt.size.height = 0
        for line in lines {
            let (top, bottom) = (Self.top(of: line), line.map(\.frame.maxY).max() ?? 0)
            guard excerpt.size.height + bottom - top <= Double(limit) else { break }
            let distance = excerpt.size.height - top
            excerpt.chips += line.map { chip in
                var chip = chip
                chip.frame = chip.frame.offsetBy(dx: 0, dy: distance)
                return chip
            }
            excerpt.size.height += bottom - top
        }
        excerpt.hidden += chips.count - excerpt.chips.count
        return excerpt
    }

    private static func top(of line: [PlacedChip]) -> CGFloat { line.map(\.frame.minY).min() ?? 0 }
}
