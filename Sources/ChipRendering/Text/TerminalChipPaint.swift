/// How a chip is painted in a terminal: the one rule for boards that are printed and boards on a screen.
///
/// Colors are indices into xterm's palette of 256 colors; the terminal defines the first sixteen.
package struct TerminalChipPaint: Hashable, Sendable {
    /// The color of the characters; `nil` is the terminal's own.
    package private(set) var foreground: UInt8?
    /// The color behind them; `nil` is the terminal's own.
    package private(set) var background: UInt8?
    /// Whether the characters are bold.
    package private(set) var isBold = false
    /// Whether they are dim.
    package private(set) var isDim = false
    /// Whether foreground and background are swapped.
    package private(set) var isReversed = false

    /// The paint of a chip.
    ///
    /// - Parameters:
    ///   - colors: the available colors; without any, only attributes distinguish chips.
    ///   - isSelected: whether its tag is selected.
    ///   - isHighlighted: whether it is the one that the next key acts on.
    ///   - isFaint: whether chips that are not highlighted are drawn faintly, as suggestions are.
    package init(
        colors: BoardColors,
        isSelected: Bool,
        isHighlighted: Bool = false,
        isFaint: Bool = false
    ) {
        if isFaint, !isHighlighted {
            if colors == .palette { foreground = 245 } else { isDim = true }
            return
        }
        isBold = isSelected
        switch colors {
        case .none: isReversed = isHighlighted
        case .sixteen: paintWithSixteen(isSelected: isSelected, isHighlighted: isHighlighted)
        case .palette: paintWithPalette(isSelected: isSelected, isHighlighted: isHighlighted)
        }
    }

    /// Only the first eight colors: a terminal may lack brighter background colors.
    private mutating func paintWithSixteen(isSelected: Bool, isHighlighted: Bool) {
        foreground = isSelected || isHighlighted ? 7 : 0
        background =
            switch (isHighlighted, isSelected) {
            case (true, true): 6
            case (true, false): 4
            case (false, true): 2
            case (false, false): 7
            }
    }

    private mutating func paintWithPalette(isSelected: Bool, isHighlighted: Bool) {
        foreground = isSelected || isHighlighted ? 231 : 252
        background =
            switch (isHighlighted, isSelected) {
            case (true, true): 34
            case (true, false): 62
            case (false, true): 28
            case (false, false): 238
            }
    }

    /// The parameters of the control sequence SGR (ECMA-48) that sets the paint.
    var parameters: String {
        let attributes = [isBold ? "1" : nil, isDim ? "2" : nil, isReversed ? "7" : nil]
        let colors = [
            foreground.map { Self.parameter($0, base: 30) },
            background.map { Self.parameter($0, base: 40) },
        ]
        return (attributes + colors).compactMap(\.self).joined(separator: ";")
    }

    /// The parameter of a color: `base` is 30 for characters and 40 for their background.
    private static func parameter(_ color: UInt8, base: Int) -> String {
        color < 8 ? "\(base + Int(color))" : "\(base + 8);5;\(color)"
    }
}
