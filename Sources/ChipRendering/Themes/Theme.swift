/// The font, colors and distances of a picture of chips.
///
/// Lengths are in points, for the font size in ``font``. They're scaled if another size is used.
///
/// ```swift
/// var theme = Theme.light
/// theme.radius = 6
/// theme.font = "Noto Sans, Sans 12"
/// ```
public struct Theme: Hashable, Sendable, Codable {
    /// The font, with its size, in Pango's notation: `Noto Sans, Sans 15`.
    public var font: String
    /// The color behind the chips, or `nil` for a transparent background.
    public var background: ThemeColor?
    /// The paint of a chip whose tag isn't selected.
    public var chip: Theme.ChipPaint
    /// The paint of a chip whose tag is selected.
    public var selected: Theme.ChipPaint
    /// The radius of a chip's corners, or `nil` for semicircular ends.
    public var radius: Double?
    /// The distances inside a chip.
    public var padding: Theme.ChipPadding
    /// The minimum height of a line of text as a multiple of the font size.
    public var lineHeight: Double
    /// The size of the check mark.
    public var markSize: Double
    /// The distance between the check mark and the label.
    public var markSpacing: Double
    /// The distance between adjacent chips on a line.
    public var spacing: Double
    /// The distance between lines.
    public var lineSpacing: Double
    /// The distance between the chips and the edges of the picture.
    public var margin: Double
}

extension Theme {
    /// Returns the theme with every length multiplied by a factor.
    ///
    /// The distances between chips are rounded so that chips start on whole points.
    func scaled(by factor: Double) -> Theme {
        var theme = self
        theme.chip.borderWidth *= factor
        theme.selected.borderWidth *= factor
        theme.radius = radius.map { $0 * factor }
        theme.padding.horizontal *= factor
        theme.padding.vertical *= factor
        theme.markSize *= factor
        theme.markSpacing *= factor
        theme.spacing = (spacing * factor).rounded()
        theme.lineSpacing = (lineSpacing * factor).rounded()
        theme.margin = (margin * factor).rounded()
        return theme
    }
}

extension Theme {
    /// The names of the built-in themes.
    public static let shippedNames = ["light", "dark", "print"]

    /// Creates the built-in theme with the given name; `nil` if there isn't one.
    public init?(named name: String) {
        switch name {
        case "light": self = .light
        case "dark": self = .dark
        case "print": self = .print
        default: return nil
        }
    }

    /// Dark text on white, with selected chips in blue.
    public static let light = Theme(
        background: ThemeColor(0xFFFFFF), chip: Theme.ChipPaint(0xF3F5F8, border: 0xD3D9E2, text: 0x2B3440),
        selected: Theme.ChipPaint(0x2457D6, border: 0x1B45B4, text: 0xFFFFFF))

    /// Light text on near black, with selected chips in light blue.
    public static let dark = Theme(
        background: ThemeColor(0x14171C), chip: Theme.ChipPaint(0x232830, border: 0x3B434F, text: 0xD6DCE5),
        selected: Theme.ChipPaint(0x8DB2FF, border: 0xB9D0FF, text: 0x0B1630))

    /// Black on white, to save ink.
    ///
    /// Selected chips have a heavy border instead of a fill.
    public static let print = Theme(
        background: nil, chip: Theme.ChipPaint(0xFFFFFF, border: 0x8C8C8C, borderWidth: 0.75, text: 0x1A1A1A),
        selected: Theme.ChipPaint(0xFFFFFF, border: 0x000000, borderWidth: 2, text: 0x000000))

    /// Creates a built-in theme with the given colors.
    ///
    /// All built-in themes share a font and distances.
    private init(background: ThemeColor?, chip: Theme.ChipPaint, selected: Theme.ChipPaint) {
        self.init(
            font: "Noto Sans, Sans 15", background: background, chip: chip, selected: selected, radius: nil,
            padding: Theme.ChipPadding(horizontal: 12, vertical: 2.5), lineHeight: 1.8, markSize: 11, markSpacing: 6,
            spacing: 8, lineSpacing: 8, margin: 16)
    }
}

extension Theme.ChipPaint {
    fileprivate init(_ fill: UInt32, border: UInt32, borderWidth: Double = 1, text: UInt32) {
        self.init(fill: ThemeColor(fill), border: ThemeColor(border), borderWidth: borderWidth, text: ThemeColor(text))
    }
}

extension ThemeColor {
    fileprivate init(_ value: UInt32) {
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }
}

extension Theme {
    /// The colors of a chip.
    public struct ChipPaint: Hashable, Sendable, Codable {
        /// The background color.
        public var fill: ThemeColor
        /// The border color.
        public var border: ThemeColor
        /// The width of the border, which is inside the chip's frame; 0 for no border.
        public var borderWidth: Double
        /// The color of the label and the check mark.
        public var text: ThemeColor
    }

    /// The distances between the edges of a chip and its content.
    public struct ChipPadding: Hashable, Sendable, Codable {
        /// The distance on the left and on the right.
        public var horizontal: Double
        /// The distance above and below.
        public var vertical: Double
    }
}
