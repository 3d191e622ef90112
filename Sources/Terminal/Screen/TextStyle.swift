/// How a cell is drawn, apart from the character in it.
package struct TextStyle: Hashable, Sendable {
    /// Text attributes other than color.
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
    }

    /// The color of the letters.
    package var foreground: TerminalColor
    /// The color behind them.
    package var background: TerminalColor
    /// The attributes besides color.
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

extension TextStyle {
    /// The style as a terminal of this depth shows it.
    func reduced(to depth: ColorDepth) -> TextStyle {
        TextStyle(
            foreground: foreground.reduced(to: depth),
            background: background.reduced(to: depth),
            attributes: attributes
        )
    }

    /// The SGR parameters that lead from another style to this one; empty where they are equal.
    ///
    /// Attributes are taken away by starting over, which is shorter than their several codes.
    func parameters(from other: TextStyle) -> [Int] {
        guard self != other else { return [] }
        guard self != .plain else { return [0] }
        guard attributes.isSuperset(of: other.attributes) else {
            return [0] + parameters(from: .plain)
        }
        var codes: [Int] = []
        let added = attributes.subtracting(other.attributes)
        for code in 1...9 where added.rawValue & 1 << code != 0 { codes.append(code) }
        if foreground != other.foreground { codes += foreground.parameters(base: 30) }
        if background != other.background { codes += background.parameters(base: 40) }
        return codes
    }
}

extension TerminalColor {
    /// The SGR parameters of the color: `base` is 30 for text and 40 for the background.
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

/// A color of text or of what is behind it.
package enum TerminalColor: Hashable, Sendable {
    /// The terminal's own text or background color.
    case standard
    /// A color of the palette: 0 to 15 are the terminal's, 16 to 231 a cube, 232 to 255 grays.
    case palette(UInt8)
    /// A color by its red, green and blue parts.
    case rgb(UInt8, UInt8, UInt8)

    /// The nearest color that a terminal of this depth shows.
    package func reduced(to depth: ColorDepth) -> TerminalColor {
        switch (self, depth) {
        case (.standard, _), (_, .none): .standard
        case (_, .trueColor), (.palette, .palette): self
        case (.rgb(let red, let green, let blue), .palette):
            .palette(Self.nearestPaletteIndex(red, green, blue))
        case (.palette(let index), .sixteen):
            index < 16 ? self : .palette(Self.nearestBasicIndex(Self.parts(ofPalette: index)))
        case (.rgb(let red, let green, let blue), .sixteen):
            .palette(Self.nearestBasicIndex((Int(red), Int(green), Int(blue))))
        }
    }

    private typealias Parts = (red: Int, green: Int, blue: Int)

    /// xterm's six steps of each part of the cube.
    private static let cubeSteps = [0, 95, 135, 175, 215, 255]

    /// xterm's default sixteen colors.
    private static let basicColors: [Parts] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
        (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
        (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]

    private static func nearestPaletteIndex(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
        let color = (Int(red), Int(green), Int(blue))
        let (r, g, b) = (step(color.0), step(color.1), step(color.2))
        let gray = min(max((color.0 + color.1 + color.2) / 3 - 3, 0) / 10, 23)
        let level = 8 + 10 * gray
        let cube = (cubeSteps[r], cubeSteps[g], cubeSteps[b])
        let isGrayNearer = distance(color, (level, level, level)) < distance(color, cube)
        return UInt8(clamping: isGrayNearer ? 232 + gray : 16 + 36 * r + 6 * g + b)
    }

    private static func step(_ value: Int) -> Int {
        value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }

    private static func nearestBasicIndex(_ color: Parts) -> UInt8 {
        let nearest = basicColors.indices.min {
            distance(color, basicColors[$0]) < distance(color, basicColors[$1])
        }
        return UInt8(clamping: nearest ?? 0)
    }

    private static func parts(ofPalette index: UInt8) -> Parts {
        let index = Int(index)
        guard index >= 16 else { return basicColors[index] }
        guard index < 232 else {
            let level = 8 + 10 * (index - 232)
            return (level, level, level)
        }
        let cube = index - 16
        return (cubeSteps[cube / 36], cubeSteps[cube / 6 % 6], cubeSteps[cube % 6])
    }

    private static func distance(_ left: Parts, _ right: Parts) -> Int {
        let red = left.red - right.red
        let green = left.green - right.green
        let blue = left.blue - right.blue
        return red * red + green * green + blue * blue
    }
}
