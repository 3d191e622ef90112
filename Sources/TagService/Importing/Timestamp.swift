internal import Foundation

/// Times as RFC 3339 writes them, to the millisecond, from the year 1 to 9999.
enum Timestamp {
    /// The milliseconds since 1970 of a time; `nil` where the text is none.
    static func milliseconds(in text: String) -> Int64? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard let date = try? Date(text, strategy: style) else { return nil }
        let milliseconds = Int64(clamping: date.timeIntervalSince1970 * 1_000)
        return range.contains(milliseconds) ? milliseconds : nil
    }

    /// The time in UTC, with a fraction where there is one.
    static func text(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return date.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: milliseconds % 1_000 != 0)
        )
    }

    private static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
