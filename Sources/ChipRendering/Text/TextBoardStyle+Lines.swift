internal import Foundation
package import TagService
package import TextMeasurement

/// A chip as lines of characters, each exactly as wide as the chip's frame.
package struct DrawnChip {
    /// The lines from top to bottom, with colours where the style has them.
    package let lines: [PrintableText]

    /// Draws a chip.
    package init(_ chip: PlacedChip, style: TextBoardStyle) {
        let width = max(0, Int(exactly: chip.frame.width.rounded()) ?? 0)
        let mark = chip.isSelected ? "✓" : " "
        let number = style.isNumbered ? String(chip.number) : ""
        let room = width - style.cellsAround(number: chip.number)
        guard room > 0 else {
            lines = Self.narrow(chip, width: width, style: style)
            return
        }
        let label = Self.label(of: chip, cells: room)
        switch style.chip {
        case .plain:
            lines = [Self.colored("\(number)\(mark)\(label)", chip, style)]
        case .pill where style.isColored:
            lines = [Self.colored(" \(number)\(mark)\(label)  ", chip, style)]
        case .pill:
            lines = ["(\(number)\(mark)\(label) )"]
        case .boxed:
            let border = chip.isSelected ? BoxLines.heavy : BoxLines.light
            lines = border.box(around: "\(number)\(mark)\(label) ", cells: width - 2)
                .map { Self.colored($0, chip, style) }
        }
    }

    /// A chip for which there is no room: as much of its label as fits.
    private static func narrow(
        _ chip: PlacedChip,
        width: Int,
        style: TextBoardStyle
    ) -> [PrintableText] {
        let label = label(of: chip, cells: width)
        let blank = String(repeating: " ", count: width)
        let lines = (0..<style.chip.height).map { $0 == style.chip.height / 2 ? label : blank }
        return lines.map { colored($0, chip, style) }
    }

    /// The label cut or filled to exactly so many cells.
    private static func label(of chip: PlacedChip, cells: Int) -> String {
        let label = PrintableText(data: chip.tag).text
        // What is made visible is wider than what was measured.
        let width =
            label == chip.tag
            ? chip.labelWidth : Double(TerminalCellMeasurer().cells(in: label))
        return padded(label, to: cells, width: width)
    }

    /// A text cut or filled to exactly so many cells.
    private static func padded(_ text: String, to cells: Int, width: Double) -> String {
        guard width > Double(cells) else {
            return text + String(repeating: " ", count: cells - Int(width))
        }
        let cut = TerminalText.truncated(text, toCells: cells)
        let rest = cells - TerminalCellMeasurer().cells(in: cut)
        return cut + String(repeating: " ", count: max(0, rest))
    }

    private static func colored(
        _ text: String,
        _ chip: PlacedChip,
        _ style: TextBoardStyle
    ) -> PrintableText {
        guard style.isColored else { return "\(text)" }
        return chip.isSelected
            ? "\u{1B}[1;38;5;231;48;5;28m\(text)\u{1B}[0m"
            : "\u{1B}[38;5;252;48;5;238m\(text)\u{1B}[0m"
    }
}

/// The characters of a box.
private struct BoxLines {
    let corners: [String]
    let horizontal: String
    let vertical: String

    static let light = BoxLines(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
    static let heavy = BoxLines(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃")

    func box(around content: String, cells: Int) -> [String] {
        let edge = String(repeating: horizontal, count: cells)
        return [
            corners[0] + edge + corners[1],
            vertical + content + vertical,
            corners[2] + edge + corners[3],
        ]
    }
}
