public import Foundation
public import TagService
public import TextMeasurement

/// The style of a board drawn with characters.
///
/// ```swift
/// let style = TextBoardStyle(chip: .pill, isNumbered: true)  // (1✓Swift ) (2 SQL )
/// ```
public struct TextBoardStyle: Hashable, Sendable {
    /// The shape of each chip.
    public var chip: ChipStyle
    /// The colors that distinguish selected chips in addition to the check mark.
    public var colors: BoardColors
    /// Whether the background of the terminal is light.
    public var isOnLight = false
    /// Whether each chip shows its number.
    public var isNumbered: Bool
    /// The widths of characters in the terminal, used to truncate labels.
    public var widths = TerminalWidths()

    /// Creates a style.
    ///
    /// By default, chips are pills without colors or numbers.
    public init(chip: ChipStyle = .pill, colors: BoardColors = .none, isNumbered: Bool = false) {
        self.chip = chip
        self.colors = colors
        self.isNumbered = isNumbered
    }

    /// Returns the size of a chip in cells, before truncation.
    ///
    /// The size doesn't depend on the selection, so toggling a tag never moves other chips.
    public func size(of chip: MeasuredChip) -> CGSize {
        CGSize(width: chip.label.width + Double(cellsAroundLabel(of: chip.number)), height: Double(self.chip.height))
    }

    /// Returns the width of everything in a chip except its label, in cells.
    func cellsAroundLabel(of number: Int) -> Int { chip.width(labelCells: 0, number: isNumbered ? number : nil) }
}

extension TextBoardStyle {
    /// Returns the lines of a chip from top to bottom, each exactly as wide as the chip's frame.
    package func lines(of chip: PlacedChip) -> [PrintableText] {
        let width = max(0, Int(exactly: chip.frame.width.rounded()) ?? 0)
        let room = width - cellsAroundLabel(of: chip.number)
        guard room > 0 else { return narrowLines(of: chip, width: width) }
        let mark = chip.isSelected ? "✓" : " "
        let number = isNumbered ? String(chip.number) : ""
        let label = self.label(of: chip, cells: room)
        switch self.chip {
        case .plain: return [painted("\(number)\(mark)\(label)", chip)]
        case .pill where colors != .none: return [painted(" \(number)\(mark)\(label)  ", chip)]
        case .pill: return ["(\(number)\(mark)\(label) )"]
        case .boxed:
            let border = chip.isSelected ? BoxLines.heavy : BoxLines.light
            return border.box(around: "\(number)\(mark)\(label) ", cells: width - 2).map { painted($0, chip) }
        }
    }

    /// Returns the lines of a chip that is so narrow that only a part of the label fits.
    private func narrowLines(of chip: PlacedChip, width: Int) -> [PrintableText] {
        let label = self.label(of: chip, cells: width)
        let blank = String(repeating: " ", count: width)
        return (0..<self.chip.height).map { painted($0 == self.chip.height / 2 ? label : blank, chip) }
    }

    /// Returns the label, truncated or padded to a number of cells.
    private func label(of chip: PlacedChip, cells: Int) -> String {
        let label = PrintableText(data: chip.tag).text
        // Unprintable characters are replaced, so a label that has any must be measured again.
        let width = label == chip.tag ? chip.label.width : Double(widths.cells(in: label))
        return padded(label, to: cells, width: width)
    }

    /// Returns a text, truncated or padded to a number of cells.
    private func padded(_ text: String, to cells: Int, width: Double) -> String {
        guard width > Double(cells) else { return text + String(repeating: " ", count: cells - Int(width)) }
        let cut = TerminalText.truncated(text, toCells: cells, measurer: widths)
        let rest = cells - widths.cells(in: cut)
        return cut + String(repeating: " ", count: max(0, rest))
    }

    private func painted(_ text: String, _ chip: PlacedChip) -> PrintableText {
        guard colors != .none else { return "\(text)" }
        let paint = TerminalChipPaint(
            colors: colors, isOnLight: isOnLight, isSelected: chip.isSelected, color: chip.color)
        return "\u{1B}[\(paint.parameters)m\(text)\u{1B}[0m"
    }
}

/// The box-drawing characters of a chip.
private struct BoxLines {
    let corners: [String]
    let horizontal: String
    let vertical: String

    static let light = BoxLines(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
    static let heavy = BoxLines(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃")

    func box(around content: String, cells: Int) -> [String] {
        let edge = String(repeating: horizontal, count: cells)
        return [corners[0] + edge + corners[1], vertical + content + vertical, corners[2] + edge + corners[3]]
    }
}

/// The colors available for drawing a board in a terminal.
public enum BoardColors: String, CaseIterable, Hashable, Sendable {
    /// No colors: only check marks and brackets distinguish chips.
    case none
    /// The 16 standard terminal colors.
    case sixteen
    /// The 256-color palette of xterm.
    case palette
}
