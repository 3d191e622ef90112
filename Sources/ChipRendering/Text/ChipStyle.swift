package import TagService

/// The shape of a chip drawn with characters.
///
/// The tag `rust`, selected, in each style:
///
/// ```text
/// pill: (✓rust )     boxed: ┏━━━━━━┓     plain: ✓rust
///                           ┃✓rust ┃
///                           ┗━━━━━━┛
/// ```
public enum ChipStyle: String, CaseIterable, Hashable, Sendable {
    /// One line in parentheses, or on a colored background if colors are available.
    case pill
    /// A box of three lines, drawn with heavy lines if the tag is selected.
    case boxed
    /// The label after a check mark or a space.
    case plain

    /// The height of a chip in cells.
    var height: Int { self == .boxed ? 3 : 1 }

    /// Returns the width of a chip in cells, before truncation.
    ///
    /// - Parameters:
    ///   - labelCells: the width of the label in cells.
    ///   - number: the number shown before the label, or `nil` for none.
    /// - Returns: the width of the label, the check mark, the number and the enclosing characters.
    package func width(labelCells: Int, number: Int? = nil) -> Int {
        labelCells + (self == .plain ? 1 : 4) + (number.map { String($0).utf8.count } ?? 0)
    }
}

/// The colors and attributes of a chip in a terminal, for both printed and interactive boards.
///
/// Colors are indices into the 256-color palette of xterm; the terminal defines the first 16. They are those nearest to the
/// colors of a picture in the light or dark theme.
///
/// ```swift
/// let paint = TerminalChipPaint(colors: .palette, isSelected: true)
/// paint.parameters  // "1;38;5;16;48;5;111": bold, black on light blue
/// ```
package struct TerminalChipPaint: Hashable, Sendable {
    /// The text color, or `nil` for the terminal's default.
    package private(set) var foreground: UInt8?
    /// The background color, or `nil` for the terminal's default.
    package private(set) var background: UInt8?
    /// Whether the text is bold.
    package private(set) var isBold = false
    /// Whether the text is dim.
    package private(set) var isDim = false
    /// Whether foreground and background are swapped.
    package private(set) var isReversed = false

    /// Creates the paint of a chip.
    ///
    /// - Parameters:
    ///   - colors: the available colors; without colors, only attributes distinguish chips.
    ///   - isOnLight: whether the background of the terminal is light.
    ///   - isSelected: whether the chip's tag is selected.
    ///   - isHighlighted: whether the next key acts on the chip.
    ///   - isLikely: whether the chip is a suggestion.
    ///   - color: the tag's color, which a palette of 256 colors shows on chips that are neither highlighted nor suggestions.
    package init(
        colors: BoardColors, isOnLight: Bool = false, isSelected: Bool, isHighlighted: Bool = false,
        isLikely: Bool = false, color: TagColor? = nil
    ) {
        isBold = isSelected
        switch colors {
        case .none:
            isReversed = isHighlighted
            isDim = isLikely && !isHighlighted
        case .sixteen: if isLikely, !isHighlighted { isDim = true } else { paintWithSixteen(isSelected, isHighlighted) }
        case .palette:
            let paints = isOnLight ? Self.onLight : Self.onDark
            let paint = isLikely && !isHighlighted ? paints.likely : paints.paint(isSelected, isHighlighted)
            (foreground, background) = (paint.text, paint.fill)
            guard let color, !isHighlighted, !isLikely else { return }
            let shade = isOnLight ? Self.darkShade(of: color) : Self.lightShade(of: color)
            if isSelected { background = shade } else { foreground = shade }
        }
    }

    /// Returns the shade of a color with a contrast of at least 4.5 to the fill of chips on a dark background, and to black.
    private static func lightShade(of color: TagColor) -> UInt8 {
        switch color {
        case .red: 217
        case .orange: 215
        case .yellow: 221
        case .green: 114
        case .blue: 117
        case .purple: 183
        case .gray: 251
        }
    }

    /// Returns the shade of a color with a contrast of at least 4.5 to the fill of chips on a light background, and to white.
    private static func darkShade(of color: TagColor) -> UInt8 {
        switch color {
        case .red: 124
        case .orange: 94
        case .yellow: 58
        case .green: 22
        case .blue: 25
        case .purple: 91
        case .gray: 240
        }
    }

    /// Uses only the first eight colors because a terminal may lack bright background colors.
    private mutating func paintWithSixteen(_ isSelected: Bool, _ isHighlighted: Bool) {
        foreground = isSelected || isHighlighted ? 7 : 0
        background =
            switch (isHighlighted, isSelected) {
            case (true, true): 6
            case (true, false): 4
            case (false, true): 2
            case (false, false): 7
            }
    }

    private typealias Paint = (text: UInt8, fill: UInt8)

    /// The paints of chips on one background; a highlighted chip has text and fill of opposite lightness.
    private struct Paints {
        let tag: Paint
        let selected: Paint
        let likely: Paint
        let highlighted: Paint
        let highlightedSelected: Paint

        func paint(_ isSelected: Bool, _ isHighlighted: Bool) -> Paint {
            switch (isHighlighted, isSelected) {
            case (true, true): highlightedSelected
            case (true, false): highlighted
            case (false, true): selected
            case (false, false): tag
            }
        }
    }

    private static let onDark = Paints(
        tag: (252, 238), selected: (16, 111), likely: (111, 17), highlighted: (235, 252), highlightedSelected: (26, 231)
    )
    private static let onLight = Paints(
        tag: (236, 254), selected: (231, 26), likely: (26, 189), highlighted: (255, 238), highlightedSelected: (153, 17)
    )

    /// The parameters of the SGR control sequence (ECMA-48) that sets the paint.
    var parameters: String {
        let attributes = [isBold ? "1" : nil, isDim ? "2" : nil, isReversed ? "7" : nil]
        let colors = [foreground.map { Self.parameter($0, base: 30) }, background.map { Self.parameter($0, base: 40) }]
        return (attributes + colors).compactMap(\.self).joined(separator: ";")
    }

    /// Returns the SGR parameter of a color; `base` is 30 for the text and 40 for the background.
    private static func parameter(_ color: UInt8, base: Int) -> String {
        color < 8 ? "\(base + Int(color))" : "\(base + 8);5;\(color)"
    }
}
