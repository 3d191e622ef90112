public import Foundation
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

/// How a chip is drawn with characters.
public enum ChipStyle: String, CaseIterable, Hashable, Sendable {
    /// One line in round brackets.
    case pill
    /// Three lines: a box, with heavy lines where the tag is selected.
    case boxed
    /// The label alone, after the place of its check mark.
    case plain

    /// The height of a chip in cells.
    var height: Int {
        self == .boxed ? 3 : 1
    }

    /// How many cells a chip has around its label, the place of the check mark included, its number not.
    var cellsAroundLabel: Int {
        self == .plain ? 1 : 4
    }
}

/// How a board is drawn with characters.
public struct TextBoardStyle: Hashable, Sendable {
    /// How each chip is drawn.
    public var chip: ChipStyle
    /// Whether selection is shown in colour as well; the check mark is always there.
    public var isColored: Bool
    /// Whether each chip shows its number.
    public var isNumbered: Bool
    /// How wide the terminal draws, for labels that are cut.
    public var widths = TerminalWidths()

    /// A style; without arguments, pills without colour and numbers.
    public init(chip: ChipStyle = .pill, isColored: Bool = false, isNumbered: Bool = false) {
        self.chip = chip
        self.isColored = isColored
        self.isNumbered = isNumbered
    }

    /// The size in cells of a chip in this style, before it is cut.
    ///
    /// A chip takes the same room whether it is selected or not, so that a toggle moves nothing.
    public func size(of chip: MeasuredChip) -> CGSize {
        CGSize(
            width: chip.label.width + Double(cellsAround(number: chip.number)),
            height: Double(self.chip.height)
        )
    }

    /// How many cells a chip has besides its label.
    func cellsAround(number: Int) -> Int {
        chip.cellsAroundLabel + (isNumbered ? String(number).utf8.count : 0)
    }
}
