import Foundation

/// A time as a number since 1970, in the unit that its size tells.
enum NumberedTime {
    /// Reads a number of seconds, milliseconds or microseconds; `nil` for any other text, and for 0, which stands for no time.
    static func date(_ text: String) -> Date? {
        guard let number = Int64(text.trimmed), number > 0 else { return nil }
        let unit: Double =
            switch number {
            case ..<100_000_000_000: 1
            case ..<100_000_000_000_000: 1_000
            default: 1_000_000
            }
        return Date(timeIntervalSince1970: Double(number) / unit)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
