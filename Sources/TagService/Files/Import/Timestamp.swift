/// Conversion of RFC 3339 times with millisecond precision, from the year 1 to 9999.
///
/// It uses only integers, because a `Double` wouldn't preserve every millisecond.
enum Timestamp {
    /// Parses a time as milliseconds since 1970, or returns `nil` if the text isn't a time.
    ///
    /// Digits beyond milliseconds are ignored. A leap second in UTC counts as the following second.
    static func milliseconds(in text: String) -> Int64? {
        var reader = TimestampReader(text.utf8)
        guard let year = reader.number(digits: 4), reader.consume("-"), let month = reader.number(digits: 2),
            reader.consume("-"), let day = reader.number(digits: 2), reader.consume("T") || reader.consume("t"),
            let hour = reader.number(digits: 2), hour < 24, reader.consume(":"), let minute = reader.number(digits: 2),
            minute < 60, reader.consume(":"), let second = reader.number(digits: 2), second <= 60,
            let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
            let days = CalendarDay(year: year, month: month, day: day)?.number
        else { return nil }
        let minutes = (days * 24 + hour) * 60 + minute - offset
        let minutesADay: Int64 = 24 * 60
        // A leap second is only valid at the end of a UTC day.
        let isLastMinute = minutes % minutesADay == (minutes < 0 ? -1 : minutesADay - 1)
        guard second < 60 || isLastMinute else { return nil }
        let milliseconds = (minutes * 60 + second) * 1_000 + fraction
        return range.contains(milliseconds) ? milliseconds : nil
    }

    /// Formats a time in UTC, with a fraction only if it isn't zero; times out of range are clamped.
    static func text(_ milliseconds: Int64) -> String {
        let time = min(max(milliseconds, range.lowerBound), range.upperBound) - range.lowerBound
        let (seconds, fraction) = time.quotientAndRemainder(dividingBy: 1_000)
        let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        let (days, hour) = hours.quotientAndRemainder(dividingBy: 24)
        let day = CalendarDay(number: days + CalendarDay.first)
        return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))T"
            + "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
            + (fraction == 0 ? "Z" : ".\(digits(fraction, 3))Z")
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// The valid times, in milliseconds since 1970.
    static let range: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
}
