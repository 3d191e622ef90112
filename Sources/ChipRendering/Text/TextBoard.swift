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
        var rows: [Int: [Piece]] = [:]
        for chip in board.chips {
            let top = Int(exactly: chip.frame.minY.rounded()) ?? 0
            let piece = Piece(chip)
            for (offset, line) in DrawnChip(chip, style: style).lines.enumerated() {
                rows[top + offset, default: []].append(piece.drawn(as: line))
            }
        }
        var text = PrintableText()
        for row in 0..<((rows.keys.max() ?? -1) + 1) {
            Self.append(rows[row] ?? [], to: &text)
        }
        if board.hidden > 0 { text += "… and \(board.hidden) more\n" }
        printable = text
    }

    private static func append(_ pieces: [Piece], to text: inout PrintableText) {
        var cell = 0
        for piece in pieces.sorted(by: { $0.start < $1.start }) {
            let gap = String(repeating: " ", count: max(0, piece.start - cell))
            text += "\(gap)\(piece.text)"
            cell = piece.start + piece.width
        }
        text += "\n"
    }
}

/// A line of one chip, and where it starts, in cells.
private struct Piece {
    var start: Int
    var width: Int
    var text = PrintableText()

    init(_ chip: PlacedChip) {
        start = Int(exactly: chip.frame.minX.rounded()) ?? 0
        width = Int(exactly: chip.frame.width.rounded()) ?? 0
    }

    func drawn(as text: PrintableText) -> Piece {
        var piece = self
        piece.text = text
        return piece
    }
}
