/// A color of text or its background.
package enum TerminalColor: Hashable, Sendable {
    /// The terminal's default text or background color.
    case standard
    /// A palette color: 0 to 15 are set by the terminal, 16 to 231 are a cube, 232 to 255 are
    /// grays.
    case palette(UInt8)
    /// A color with red, green and blue components.
    case rgb(UInt8, UInt8, UInt8)

    /// Returns the nearest color that a terminal of this depth can show.
    ///
    /// ```swift
    /// #expect(TerminalColor.rgb(255, 0, 0).reduced(to: .palette) == .palette(196))
    /// #expect(TerminalColor.rgb(250, 5, 5).reduced(to: .sixteen) == .palette(9))
    /// #expect(TerminalColor.palette(3).reduced(to: .none) == .standard)
    /// ```
    package func reduced(to depth: ColorDepth) -> TerminalColor {
        switch (self, depth) {
        case (.standard, _), (_, .none): .standard
        case (_, .trueColor), (.palette, .palette): self
        case (.rgb(let red, let green, let blue), .palette): .palette(Self.nearestPaletteIndex(red, green, blue))
        case (.palette(let index), .sixteen):
            index < 16 ? self : .palette(Self.nearestBasicIndex(Self.parts(ofPalette: index)))
        case (.rgb(let red, let green, let blue), .sixteen):
            .palette(Self.nearestBasicIndex((Int(red), Int(green), Int(blue))))
        }
    }

    private typealias Parts = (red: Int, green: Int, blue: Int)

    /// The six levels of each component in xterm's color cube.
    private static let cubeSteps = [0, 95, 135, 175, 215, 255]

    /// The sixteen default colors of xterm.
    private static let basicColors: [Parts] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
        (255, 255, 255),
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

    private static func step(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }

    private static func nearestBasicIndex(_ color: Parts) -> UInt8 {
        let nearest = basicColors.indices.min { distance(color, basicColors[$0]) < distance(color, basicColors[$1]) }
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
