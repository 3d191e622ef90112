/// How a cell is drawn, apart from the character in it.
package struct TextStyle: Hashable, Sendable {
    /// Ways to set text apart that need no color.
    package struct Attributes: OptionSet, Hashable, Sendable {
        /// The bits, by the number of the SGR code.
        package let rawValue: UInt16

        /// Makes a set from its bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Heavier letters.
        package static let bold = Attributes(rawValue: 1 << 1)
        /// Fainter letters.
        package static let dim = Attributes(rawValue: 1 << 2)
        /// Slanted letters.
        package static let italic = Attributes(rawValue: 1 << 3)
        /// A line under the letters.
        package static let underline = Attributes(rawValue: 1 << 4)
        /// Text and background colors exchanged.
        package static let reverse = Attributes(rawValue: 1 << 7)
        /// A line through the letters.
        package static let strikethrough = Attributes(rawValue: 1 << 9)
    }

    /// The color of the letters.
    package var foreground: TerminalColor
    /// The color behind them.
    package var background: TerminalColor
    /// What else sets the text apart.
    package var attributes: Attributes

    /// Makes a style.
    package init(
        foreground: TerminalColor = .standard,
        background: TerminalColor = .standard,
        attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own style.
    package static let plain = TextStyle()
}

/// A piece of text in one style.
package struct StyledText: Hashable, Sendable {
    /// The text.
    package var text: String
    /// How it is drawn.
    package var style: TextStyle

    /// Makes a piece of styled text.
    package init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}
