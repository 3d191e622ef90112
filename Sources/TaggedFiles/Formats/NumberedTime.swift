import Foundation

/// A Unix time whose unit is inferred from its magnitude.
///
/// ```swift
/// NumberedTime.date("1700000000") == NumberedTime.date("1700000000000")  // true
/// ```
enum NumberedTime {
    /// Parses a number of seconds, milliseconds or microseconds, or returns nil for other text and for 0, which means
    /// unknown.
    static func date(_ text: String) -> Date? {
        guard let number = Int64(text.trimmed), number != 0 else { return nil }
        let unit: Double =
            switch number.magnitude {
            case ..<100_000_000_000: 1
            case ..<100_000_000_000_000: 1_000
            default: 1_000_000
            }
        return Date(timeIntervalSince1970: Double(number) / unit)
    }
}

extension String {
    /// The text without leading and trailing white space.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
