import ChipRendering
import Foundation
import TagService
import Testing

@Suite struct ThemeTests {
    static let shipped = Theme.shippedNames.compactMap { Theme(named: $0) }

    @Test func `every shipped theme is found by its name, and no other`() {
        #expect(Self.shipped == [.light, .dark, .print])
        #expect(Theme(named: "Light") == nil)
    }

    @Test(arguments: shipped) func `text has a contrast of 4.5 to 1 on its chip`(theme: Theme) {
        for paint in [theme.chip, theme.selected] { #expect(paint.text.contrast(with: paint.fill) >= 4.5) }
    }

    @Test(arguments: shipped, TagColor.allCases) func `the text of colored chips has a contrast of 4.5 to 1`(
        theme: Theme, color: TagColor
    ) {
        var fills: Set<ThemeColor> = []
        for isSelected in [false, true] {
            let paint = theme.paint(of: color, isSelected: isSelected)
            #expect(paint.text.contrast(with: paint.fill) >= 4.5)
            #expect(paint != theme.paint(of: nil, isSelected: isSelected) || color == .blue)
            fills.insert(paint.fill)
        }
        #expect(theme == .print || fills.count == 2)
    }

    @Test func `a custom theme keeps readable colors, and a theme without fills shows them in borders`() throws {
        let theme = try Theme(
            json: Data(
                ##"{"background": "none", "chip": {"fill": "#102030", "border": "#102030", "borderWidth": 0, "text": "#FFFFFF"}}"##
                    .utf8))
        for color in TagColor.allCases {
            let paint = theme.paint(of: color, isSelected: false)
            #expect(paint.text.contrast(with: paint.fill) >= 4.5 && paint.fill.luminance < 0.2)
            let printed = Theme.print.paint(of: color, isSelected: true)
            #expect(printed.fill == Theme.print.selected.fill && printed.border != Theme.print.selected.border)
        }
    }

    /// The color of an index into the 256-color palette of xterm.
    private static func palette(_ index: UInt8) -> ThemeColor? {
        func hex(_ levels: [Int]) -> ThemeColor? {
            ThemeColor(hex: "#" + levels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        guard index < 232 else { return hex(Array(repeating: 8 + 10 * (Int(index) - 232), count: 3)) }
        let cube = Int(index) - 16
        let steps = [0, 95, 135, 175, 215, 255]
        return hex([steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6]])
    }

    @Test(arguments: TagColor.allCases) func `chips in a terminal have a contrast of 4.5 to 1 in every color`(
        color: TagColor
    ) throws {
        for (isOnLight, isSelected) in [(false, false), (false, true), (true, false), (true, true)] {
            let paint = TerminalChipPaint(colors: .palette, isOnLight: isOnLight, isSelected: isSelected, color: color)
            let text = try #require(paint.foreground.flatMap(Self.palette))
            let fill = try #require(paint.background.flatMap(Self.palette))
            #expect(text.contrast(with: fill) >= 4.5)
            let highlighted = TerminalChipPaint(
                colors: .palette, isOnLight: isOnLight, isSelected: isSelected, isHighlighted: true, color: color)
            #expect(
                highlighted
                    == TerminalChipPaint(
                        colors: .palette, isOnLight: isOnLight, isSelected: isSelected, isHighlighted: true))
        }
        for colors in [BoardColors.none, .sixteen] {
            #expect(
                TerminalChipPaint(colors: colors, isSelected: true, color: color)
                    == TerminalChipPaint(colors: colors, isSelected: true))
        }
    }

    @Test func `the contrast is that of WCAG's examples`() throws {
        let black = try #require(ThemeColor(hex: "#000000"))
        let white = try #require(ThemeColor(hex: "#FFFFFF"))
        let gray = try #require(ThemeColor(hex: "#777777"))
        #expect(abs(black.contrast(with: white) - 21) < 1e-9)
        #expect(abs(gray.contrast(with: white) - 4.48) < 0.005)
        #expect(gray.contrast(with: white) == white.contrast(with: gray))
    }

    @Test func `colors are written as they are read`() {
        for hex in ["#000000", "#0A0B0C", "#FFFFFF", "#2457D6"] { #expect(ThemeColor(hex: hex)?.hex == hex) }
        for text in ["", "#", "#12345", "#1234567", "red", "#GG0000", "#+12345", "123456"] {
            #expect(ThemeColor(hex: text) == nil)
        }
    }

    @Test func `a theme file changes only its fields`() throws {
        let theme = try Theme(json: Data(#"{"radius": 6, "background": "none"}"#.utf8))
        var expected = Theme.light
        expected.radius = 6
        expected.background = nil
        #expect(theme == expected)
    }

    @Test func `the example of the documentation is the light theme with square corners`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
            .standardizedFileURL
        let text = try String(contentsOf: root.appendingPathComponent("Documentation/pictures.md"), encoding: .utf8)
        let example = text.split(separator: "\n").filter { $0.hasPrefix("    ") }.joined()
        var expected = Theme.light
        expected.radius = 6
        #expect(try Theme(json: Data(example.utf8)) == expected)
    }

    @Test func `a theme is read back as it was written`() throws {
        for theme in Self.shipped where theme.background != nil {
            #expect(try Theme(json: JSONEncoder().encode(theme)) == theme)
        }
    }

    @Test(arguments: [
        (#"{"chip": {"fill": "red"}}"#, "the theme's 'chip.fill': invalid color 'red'; write '#RRGGBB'"),
        (#"{"spacing": "8"}"#, "the theme's 'spacing': it should be a number"),
        (#"{"margin": -1}"#, "the theme's 'margin' cannot be -1.0; lengths go from 0 to 1000 points"),
        (#"{"background": "x"}"#, "the theme's 'background': invalid color 'x'; write '#RRGGBB' or 'none'"),
        (#"{"padding": {"horizontal": 3}}"#, "the theme's 'padding': 'vertical' is missing"),
        (#"{"lineHeight": 1e300}"#, "the theme's 'lineHeight' cannot be 1e+300; lengths go from 0 to 1000 points"),
        ("[", "the theme is not valid: The given data was not valid JSON."),
    ]) func `an invalid theme gets a one-line error`(json: String, message: String) {
        let error = #expect(throws: ThemeError.self) { try Theme(json: Data(json.utf8)) }
        #expect(error?.description == message)
    }
}
