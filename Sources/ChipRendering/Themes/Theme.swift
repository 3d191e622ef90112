public import Foundation
public import TagService
internal import TextMeasurement

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
    /// The color of headings.
    public var quiet: ThemeColor
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

    /// Dark text on white, with selected chips in blue; the colors of the page.
    public static let light = Theme(
        background: ThemeColor(0xFFFFFF),
        chip: Theme.ChipPaint(0xF3F5F8, border: 0xE3E7ED, borderWidth: 0, text: 0x2B3440),
        selected: Theme.ChipPaint(0x2457D6, border: 0x2457D6, borderWidth: 0, text: 0xFFFFFF), quiet: 0x5B6675)

    /// Light text on near black, with selected chips in light blue; the colors of the page.
    public static let dark = Theme(
        background: ThemeColor(0x14171C),
        chip: Theme.ChipPaint(0x252B34, border: 0x2A303A, borderWidth: 0, text: 0xD6DCE5),
        selected: Theme.ChipPaint(0x8DB2FF, border: 0x8DB2FF, borderWidth: 0, text: 0x14171C), quiet: 0x97A2B2)

    /// Black on white, to save ink.
    ///
    /// Selected chips have a heavy border instead of a fill.
    public static let print = Theme(
        background: nil, chip: Theme.ChipPaint(0xFFFFFF, border: 0x8C8C8C, borderWidth: 0.75, text: 0x1A1A1A),
        selected: Theme.ChipPaint(0xFFFFFF, border: 0x000000, borderWidth: 2, text: 0x000000), quiet: 0x595959)

    /// Creates a built-in theme with the given colors.
    ///
    /// All built-in themes share a font and distances.
    private init(background: ThemeColor?, chip: Theme.ChipPaint, selected: Theme.ChipPaint, quiet: UInt32) {
        self.init(
            font: "Noto Sans, Sans 15", background: background, chip: chip, selected: selected,
            quiet: ThemeColor(quiet), radius: nil, padding: Theme.ChipPadding(horizontal: 12, vertical: 2.5),
            lineHeight: 1.8, markSize: 11, markSpacing: 6, spacing: 8, lineSpacing: 8, margin: 16)
    }
}

/// The paints of chips with a color.
extension Theme {
    /// Returns the paint of a chip whose tag has a color.
    ///
    /// Text has a contrast of at least 4.5 to its chip. A theme that shows the selection by borders shows the color there, too.
    ///
    /// - Parameters:
    ///   - color: the color; `nil` for the paint of other chips.
    ///   - isSelected: whether the tag is selected.
    /// - Returns: the paint.
    public func paint(of color: TagColor?, isSelected: Bool) -> ChipPaint {
        var paint = isSelected ? selected : chip
        guard let color else { return paint }
        // The fill of a chip is light in a light theme, also if the background is transparent.
        let isLight = chip.fill.luminance > 0.18
        let shades = isLight ? ColorShades.onLight(color) : ColorShades.onDark(color)
        guard chip.fill != selected.fill else {
            paint.border = shades.strong
            return paint
        }
        paint.fill = isSelected ? shades.strong : shades.fill
        paint.text = isSelected ? shades.selectedText : shades.text
        paint.border = paint.fill
        return paint
    }

    /// The shades of a color in one theme.
    private struct ColorShades {
        /// The fill of a chip that isn't selected.
        var fill: ThemeColor
        /// The text of a chip that isn't selected.
        var text: ThemeColor
        /// The fill of a selected chip.
        var strong: ThemeColor
        /// The text of a selected chip.
        var selectedText: ThemeColor

        private init(_ fill: UInt32, _ text: UInt32, _ strong: UInt32, selectedText: UInt32) {
            self.fill = ThemeColor(fill)
            self.text = ThemeColor(text)
            self.strong = ThemeColor(strong)
            self.selectedText = ThemeColor(selectedText)
        }

        static func onLight(_ color: TagColor) -> ColorShades {
            let white: UInt32 = 0xFFFFFF
            return switch color {
            case .red: ColorShades(0xFCE4E2, 0xA3201A, 0xB3261E, selectedText: white)
            case .orange: ColorShades(0xFDE8D3, 0x8A4200, 0xA84F00, selectedText: white)
            case .yellow: ColorShades(0xFBF0B8, 0x6B5300, 0x7A5F00, selectedText: white)
            case .green: ColorShades(0xDDF3E0, 0x1B6B2E, 0x1B7A33, selectedText: white)
            case .blue: ColorShades(0xDEE9FF, 0x1D4ABF, 0x2457D6, selectedText: white)
            case .purple: ColorShades(0xEFE3FB, 0x6B2FA8, 0x7A3BBF, selectedText: white)
            case .gray: ColorShades(0xE6E9EE, 0x454F5E, 0x5B6675, selectedText: white)
            }
        }

        static func onDark(_ color: TagColor) -> ColorShades {
            let black: UInt32 = 0x14171C
            return switch color {
            case .red: ColorShades(0x4A2422, 0xFFB4AB, 0xFF9E94, selectedText: black)
            case .orange: ColorShades(0x472B12, 0xFFB877, 0xFFAD5C, selectedText: black)
            case .yellow: ColorShades(0x403408, 0xF2D34F, 0xEBCB47, selectedText: black)
            case .green: ColorShades(0x1E3D25, 0x8FDB9C, 0x7FD18E, selectedText: black)
            case .blue: ColorShades(0x1F3157, 0xA9C4FF, 0x8DB2FF, selectedText: black)
            case .purple: ColorShades(0x38264F, 0xD9B8FF, 0xCDA5FF, selectedText: black)
            case .gray: ColorShades(0x353C47, 0xC4CBD6, 0xAEB7C4, selectedText: black)
            }
        }
    }
}

extension Theme.ChipPaint {
    fileprivate init(_ fill: UInt32, border: UInt32, borderWidth: Double, text: UInt32) {
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

/// An error in a theme file.
///
/// ```text
/// {"spacing": "8"}            the theme's 'spacing': it should be a number
/// {"chip": {"fill": "red"}}   the theme's 'chip.fill': invalid color 'red'; write '#RRGGBB'
/// ```
public enum ThemeError: Error, Hashable, Sendable {
    /// A field is missing or has an invalid value; `field` is empty if the text isn't a JSON object.
    case invalid(field: String, problem: String)
    /// A length is negative or greater than 1,000 points.
    case invalidLength(field: String, Double)
}

extension ThemeError: CustomStringConvertible {
    /// The problem on one line, with the valid values if they help.
    public var description: String {
        switch self {
        case .invalid(let field, let problem):
            field.isEmpty ? "the theme is not valid: \(problem)" : "the theme's '\(field)': \(problem)"
        case .invalidLength(let field, let length):
            "the theme's '\(field)' cannot be \(length); lengths go from 0 to \(Int(Theme.greatestLength)) points"
        }
    }
}

extension Theme {
    static let greatestLength: Double = 1_000

    /// Decodes a theme from a JSON object with the fields of ``Theme``.
    ///
    /// Missing fields keep the values of the light theme.
    ///
    /// ```swift
    /// let theme = try Theme(json: Data(#"{"radius": 6, "background": "none"}"#.utf8))
    /// ```
    ///
    /// - Throws: ``ThemeError`` for an invalid field.
    public init(json: Data) throws(ThemeError) {
        do {
            let changes = try JSONDecoder().decode(ThemeDocument.self, from: json)
            self = try changes.applied(to: .light)
        } catch { throw ThemeError(error) }
        try check()
    }

    private func check() throws(ThemeError) {
        let lengths = [
            ("radius", radius ?? 0), ("padding.horizontal", padding.horizontal), ("padding.vertical", padding.vertical),
            ("lineHeight", lineHeight), ("markSize", markSize), ("markSpacing", markSpacing), ("spacing", spacing),
            ("lineSpacing", lineSpacing), ("margin", margin), ("chip.borderWidth", chip.borderWidth),
            ("selected.borderWidth", selected.borderWidth),
        ]
        for (field, length) in lengths where !(length >= 0 && length <= Self.greatestLength) {
            throw .invalidLength(field: field, length)
        }
    }
}

/// A theme file, whose fields are all optional.
private struct ThemeDocument: Decodable {
    var font: String?
    var background: String?
    var chip: Theme.ChipPaint?
    var selected: Theme.ChipPaint?
    var quiet: ThemeColor?
    var radius: Double?
    var padding: Theme.ChipPadding?
    var lineHeight: Double?
    var markSize: Double?
    var markSpacing: Double?
    var spacing: Double?
    var lineSpacing: Double?
    var margin: Double?

    func applied(to base: Theme) throws -> Theme {
        var theme = base
        theme.font = font ?? base.font
        if let background { theme.background = try Self.background(background) }
        theme.chip = chip ?? base.chip
        theme.selected = selected ?? base.selected
        theme.quiet = quiet ?? base.quiet
        theme.radius = radius ?? base.radius
        theme.padding = padding ?? base.padding
        theme.lineHeight = lineHeight ?? base.lineHeight
        theme.markSize = markSize ?? base.markSize
        theme.markSpacing = markSpacing ?? base.markSpacing
        theme.spacing = spacing ?? base.spacing
        theme.lineSpacing = lineSpacing ?? base.lineSpacing
        theme.margin = margin ?? base.margin
        return theme
    }

    /// Parses a color; returns `nil` for `none`.
    private static func background(_ text: String) throws -> ThemeColor? {
        if text == "none" { return nil }
        guard let color = ThemeColor(hex: text) else {
            throw ThemeError.invalid(
                field: "background", problem: "invalid color \(text.quoted); write '#RRGGBB' or 'none'")
        }
        return color
    }
}

extension ThemeError {
    /// Translates a decoding error.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as ThemeError: self = error
        case DecodingError.dataCorrupted(let context): self = Self.invalid(context, "\(context.debugDescription)")
        case DecodingError.typeMismatch(let type, let context):
            self = Self.invalid(context, "it should be \(type == Double.self ? "a number" : "\(type)")")
        case DecodingError.keyNotFound(let key, let context):
            self = Self.invalid(context, "\(key.stringValue.quoted) is missing")
        case DecodingError.valueNotFound(_, let context): self = Self.invalid(context, "it has no value")
        default: self = .invalid(field: "", problem: "it is no JSON object")
        }
    }

    private static func invalid(_ context: DecodingError.Context, _ problem: String) -> ThemeError {
        .invalid(field: context.codingPath.map(\.stringValue).joined(separator: "."), problem: problem)
    }
}

/// An opaque color in sRGB.
///
/// ```swift
/// let blue = ThemeColor(hex: "#2457D6")
/// let paint = Theme.light.chip
/// let ratio = paint.text.contrast(with: paint.fill)  // at least 4.5, as WCAG 2 requires for text
/// ```
public struct ThemeColor: Hashable, Sendable {
    /// The red component, from 0 to 255.
    public var red: UInt8
    /// The green component, from 0 to 255.
    public var green: UInt8
    /// The blue component, from 0 to 255.
    public var blue: UInt8

    /// Creates a color from `#` and six hexadecimal digits; `nil` for any other text.
    public init?(hex text: String) {
        let digits = text.dropFirst()
        guard text.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        red = UInt8(truncatingIfNeeded: value >> 16)
        green = UInt8(truncatingIfNeeded: value >> 8)
        blue = UInt8(truncatingIfNeeded: value)
    }

    /// The color as `#` and six uppercase hexadecimal digits.
    public var hex: String {
        let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return "#" + digits.joined()
    }

    /// The relative luminance as defined by WCAG 2, from 0 for black to 1 for white.
    public var luminance: Double {
        func linear(_ byte: UInt8) -> Double {
            let share = Double(byte) / 255
            return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast ratio with another color as defined by WCAG 2, from 1 to 21.
    public func contrast(with other: ThemeColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }
}

extension ThemeColor: Codable {
    /// Decodes `#RRGGBB`.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let color = ThemeColor(hex: text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "invalid color \(text.quoted); write '#RRGGBB'"))
        }
        self = color
    }

    /// Encodes `#RRGGBB`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
