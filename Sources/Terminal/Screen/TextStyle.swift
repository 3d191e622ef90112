/// The colors and attributes of a cell.
package struct TextStyle: Hashable, Sendable {
    /// Text attributes other than color.
    package struct Attributes: OptionSet, Hashable, Sendable {
        /// The bits; the number of a bit is its SGR code.
        package let rawValue: UInt16

        /// Creates a set from its bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1 << 1)
        package static let dim = Attributes(rawValue: 1 << 2)
        package static let italic = Attributes(rawValue: 1 << 3)
        package static let underline = Attributes(rawValue: 1 << 4)
        /// Text and background colors exchanged.
        package static let reverse = Attributes(rawValue: 1 << 7)
    }

    /// The color of the text.
    package var foreground: TerminalColor
    /// The color behind the text.
    package var background: TerminalColor
    /// The attributes other than color.
    package var attributes: Attributes

    package init(
        foreground: TerminalColor = .standard, background: TerminalColor = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default style.
    package static let plain = TextStyle()
}

/// A piece of text in one style.
package struct StyledText: Hashable, Sendable {
    /// The text.
    package var text: String
    /// The style of the text.
    package var style: TextStyle

    package init(_ text: String, _ style: TextStyle = .plain) {
        self.text = text
        self.style = style
    }
}

extension TextStyle {
    /// Returns the style with its colors reduced to those of a terminal.
    func reduced(to depth: ColorDepth) -> TextStyle {
        TextStyle(
            foreground: foreground.reduced(to: depth), background: background.reduced(to: depth), attributes: attributes
        )
    }

    /// Returns the SGR parameters that change another style to this style; empty if they are equal.
    ///
    /// To turn attributes off, everything is reset, which is shorter than turning each one off.
    ///
    /// ```swift
    /// let red = TextStyle(foreground: .palette(1))
    /// let boldRed = TextStyle(foreground: .palette(1), attributes: .bold)
    /// #expect(boldRed.parameters(from: .plain) == [1, 31])
    /// #expect(red.parameters(from: boldRed) == [0, 31])
    /// ```
    func parameters(from other: TextStyle) -> [Int] {
        guard self != other else { return [] }
        guard self != .plain else { return [0] }
        guard attributes.isSuperset(of: other.attributes) else { return [0] + parameters(from: .plain) }
        var codes: [Int] = []
        let added = attributes.subtracting(other.attributes)
        for code in 1...9 where added.rawValue & 1 << code != 0 { codes.append(code) }
        if foreground != other.foreground { codes += foreground.parameters(base: 30) }
        if background != other.background { codes += background.parameters(base: 40) }
        return codes
    }
}

extension TerminalColor {
    /// Returns the SGR parameters of the color; `base` is 30 for text and 40 for the background.
    fileprivate func parameters(base: Int) -> [Int] {
        switch self {
        case .standard: [base + 9]
        case .palette(let index) where index < 8: [base + Int(index)]
        case .palette(let index) where index < 16: [base + 60 + Int(index) - 8]
        case .palette(let index): [base + 8, 5, Int(index)]
        case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }
}
