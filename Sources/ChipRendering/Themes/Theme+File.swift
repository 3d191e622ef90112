public import Foundation
internal import TextMeasurement

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
