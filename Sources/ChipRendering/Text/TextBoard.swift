internal import Foundation
public import TagService

/// A board drawn with characters.
public struct TextBoard {
    /// The lines, each with its line end; the empty text for an empty board.
    public let text: String

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
        var text = ""
        for row in 0..<((rows.keys.max() ?? -1) + 1) {
            Self.append(rows[row] ?? [], to: &text)
        }
        if board.hidden > 0 { text += "… and \(board.hidden) more\n" }
        self.text = text
    }

    private static func append(_ pieces: [Piece], to text: inout String) {
        var cell = 0
        for piece in pieces.sorted(by: { $0.start < $1.start }) {
            text += String(repeating: " ", count: max(0, piece.start - cell)) + piece.text
            cell = piece.start + piece.width
        }
        text += "\n"
    }
}

/// A line of one chip, and where it starts, in cells.
private struct Piece {
    var start: Int
    var width: Int
    var text = ""

    init(_ chip: PlacedChip) {
        start = Int(exactly: chip.frame.minX.rounded()) ?? 0
        width = Int(exactly: chip.frame.width.rounded()) ?? 0
    }

    func drawn(as text: String) -> Piece {
        var piece = self
        piece.text = text
        return piece
    }
}
