internal import Foundation
public import TagService
public import TextMeasurement

/// A board drawn with characters.
public struct TextBoard {
    /// The lines, each with its line end, as they are printed; the empty text for an empty board.
    public let printable: PrintableText

    /// The lines as a string.
    public var text: String { printable.text }

    /// Draws a board whose unit is the cell.
    ///
    /// Complexity: linear in its chips, and in its lines.
    public init(_ board: Board, style: TextBoardStyle) {
        var rows: [Int: [(frame: CGRect, text: PrintableText)]] = [:]
        for chip in board.chips {
            let top = Int(exactly: chip.frame.minY.rounded()) ?? 0
            for (offset, line) in style.lines(of: chip).enumerated() {
                rows[top + offset, default: []].append((chip.frame, line))
            }
        }
        var text = PrintableText()
        for row in 0..<((rows.keys.max() ?? -1) + 1) {
            Self.append(rows[row] ?? [], to: &text)
        }
        if board.hidden > 0 { text += "… and \(board.hidden) more\n" }
        printable = text
    }

    /// Appends a row of the board: the lines of its chips, from left to right.
    private static func append(
        _ row: [(frame: CGRect, text: PrintableText)],
        to text: inout PrintableText
    ) {
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
