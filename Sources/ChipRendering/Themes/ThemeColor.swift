internal import Foundation
internal import TextMeasurement

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
