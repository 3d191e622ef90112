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

/// A parser that reads a time from left to right.
struct TimestampReader {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Consumes a number with a fixed number of digits.
    mutating func number(digits count: Int) -> Int64? {
        var number: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Consumes a number with at least one digit, up to a maximum.
    mutating func number(upTo count: Int) -> Int64? {
        guard var number = digit() else { return nil }
        for _ in 1..<count {
            guard let digit = digit() else { break }
            number = number * 10 + digit
        }
        return number
    }

    /// Consumes spaces and tabs, and returns whether there were any.
    mutating func skipSpaces() -> Bool {
        let count = rest.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
        rest = rest.dropFirst(count)
        return count > 0
    }

    /// Consumes an optional fraction, and returns its milliseconds.
    mutating func fraction() -> Int64? {
        guard consume(".") else { return 0 }
        var milliseconds: Int64 = 0
        var count = 0
        while let digit = digit() {
            count += 1
            if count <= 3 { milliseconds = milliseconds * 10 + digit }
        }
        for _ in count..<max(3, count) { milliseconds *= 10 }
        return count == 0 ? nil : milliseconds
    }

    /// Consumes an offset, and returns how many minutes local time is ahead of UTC.
    mutating func offset() -> Int64? {
        if consume("Z") || consume("z") { return 0 }
        let isAhead = consume("+")
        guard isAhead || consume("-"), let hours = number(digits: 2), hours < 24, consume(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    /// Consumes an offset as in YAML, such as `Z`, `+2`, `+02:00` or `+0200`, and returns how many minutes local time is
    /// ahead of UTC.
    mutating func looseOffset() -> Int64? {
        if consume("Z") || consume("z") { return 0 }
        let isAhead = consume("+")
        guard isAhead || consume("-"), let hours = number(upTo: 2), hours < 24 else { return nil }
        var minutes: Int64 = 0
        if consume(":") || !isAtEnd {
            guard let found = number(digits: 2), found < 60 else { return nil }
            minutes = found
        }
        return (isAhead ? 1 : -1) * (hours * 60 + minutes)
    }

    private mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest = rest.dropFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }
}

/// Parsing of YAML timestamps, such as `2020-08-18 13:14:06 +02:00`, as they appear in front matter.
///
/// Like YAML 1.1, it accepts a day alone, `T` or white space before the time, one digit for month, day and hour, and white
/// space before an offset. Unlike YAML, a time without an offset is in the local zone, seconds may be missing, and an
/// offset may be written without a colon: `+0200`.
enum YAMLTimestamp {
    /// Parses a timestamp as milliseconds since 1970, or returns `nil` if the text isn't one.
    static func milliseconds(in text: String, zone: LocalZone) -> Int64? {
        var reader = TimestampReader(text.utf8)
        guard let days = day(&reader) else { return nil }
        var (time, offset): (Int64, Int64?) = (0, nil)
        if !reader.isAtEnd {
            let isTime = reader.consume("T") || reader.consume("t") || reader.skipSpaces()
            guard isTime, let found = self.time(&reader) else { return nil }
            time = found
            _ = reader.skipSpaces()
            if !reader.isAtEnd {
                guard let found = reader.looseOffset(), reader.isAtEnd else { return nil }
                offset = found
            }
        }
        let local = days * 24 * 60 * 60_000 + time
        let milliseconds = offset.map { local - $0 * 60_000 } ?? zone.milliseconds(ofLocal: local)
        return Timestamp.range.contains(milliseconds) ? milliseconds : nil
    }

    /// Returns the day in days since 1970.
    private static func day(_ reader: inout TimestampReader) -> Int64? {
        guard let year = reader.number(digits: 4), reader.consume("-"), let month = reader.number(upTo: 2),
            reader.consume("-"), let day = reader.number(upTo: 2)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)?.number
    }

    /// Returns the time of day in milliseconds.
    private static func time(_ reader: inout TimestampReader) -> Int64? {
        guard let hour = reader.number(upTo: 2), hour < 24, reader.consume(":"), let minute = reader.number(digits: 2),
            minute < 60
        else { return nil }
        let minutes = hour * 60 + minute
        guard reader.consume(":") else { return minutes * 60_000 }
        guard let second = reader.number(digits: 2), second < 60, let fraction = reader.fraction() else { return nil }
        return (minutes * 60 + second) * 1_000 + fraction
    }
}

/// A day of the proleptic Gregorian calendar.
struct CalendarDay {
    let year: Int64
    let month: Int64
    let day: Int64

    /// January 1 of the year 1, in days since 1970.
    static let first: Int64 = -719_162

    /// Creates the day of a date, or returns `nil` if the calendar doesn't have it.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, in: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day with a number of days since 1970, which must not be before the year 1.
    init(number: Int64) {
        let days = number - Self.first
        // The estimate assumes 366 days per year, so it's never too late and at most 20 years too
        // early.
        var year = days / 366 + 1
        while Self.days(before: year + 1) <= days { year += 1 }
        var rest = days - Self.days(before: year)
        var month: Int64 = 1
        while rest >= Self.length(ofMonth: month, in: year) {
            rest -= Self.length(ofMonth: month, in: year)
            month += 1
        }
        self.year = year
        self.month = month
        day = rest + 1
    }

    /// The number of days since 1970.
    var number: Int64 {
        let months = (1..<month).reduce(0) { $0 + Self.length(ofMonth: $1, in: year) }
        return Self.first + Self.days(before: year) + months + day - 1
    }

    /// Returns the number of days from the year 1 to the beginning of a year.
    private static func days(before year: Int64) -> Int64 {
        let past = year - 1
        return past * 365 + past / 4 - past / 100 + past / 400
    }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
