/// How a chip is painted in a terminal: the one rule for boards that are printed and boards on a screen.
///
/// Colours are indices into the palette of 256 colours that xterm introduced.
package struct TerminalChipPaint: Hashable, Sendable {
    /// The colour of the characters; `nil` is the terminal's own.
    package private(set) var foreground: UInt8?
    /// The colour behind them; `nil` is the terminal's own.
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
    ///   - isColored: whether colours may be used; otherwise attributes alone tell chips apart.
    ///   - isSelected: whether its tag is selected.
    ///   - isHighlighted: whether it is the one that the next key acts on.
    ///   - isFaint: whether chips that are not highlighted are drawn faintly, as suggestions are.
    package init(
        isColored: Bool,
        isSelected: Bool,
        isHighlighted: Bool = false,
        isFaint: Bool = false
    ) {
        if isFaint, !isHighlighted {
            if isColored { foreground = 245 } else { isDim = true }
            return
        }
        isBold = isSelected
        guard isColored else {
            isReversed = isHighlighted
            return
        }
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
        let colors = [foreground.map { "38;5;\($0)" }, background.map { "48;5;\($0)" }]
        return (attributes + colors).compactMap(\.self).joined(separator: ";")
    }
}
