public import Foundation
internal import TagCore

/// A time typed by a user, and the period that it names, in the local zone unless it specifies an offset.
///
/// Upper and lower case, and the amount of white space, make no difference.
///
/// | text | period |
/// | --- | --- |
/// | `2026`, `this year`, `last year` | the year |
/// | `2026-01`, `this month`, `last month`, `January`, `Jan 2026` | the month |
/// | `this week`, `last week` | the seven days from Monday |
/// | `2026-01-31`, `today`, `yesterday`, `Monday`, `last mon`, `31 January`, `Jan 31, 2026` | the day |
/// | `08:30`, or a day and a time such as `yesterday 22:00` or `Monday at 8:30` | the minute |
/// | `2026-01-31 08:30:59`, an RFC 3339 time | the second |
/// | a time with a fraction of a second, `now` | the millisecond |
/// | `5 minutes ago`, `an hour ago` | the minute or the hour from that time |
/// | `3 days ago`, `a week ago`, `2 months ago`, `one year ago` | the day of that time |
///
/// A time without a day is today. A weekday is the most recent such day up to today, or before today after `last`. A
/// date without a year is the most recent such date up to today.
struct TypedTime {
    /// The time in milliseconds since 1970.
    ///
    /// It's the beginning of the period, except for days, weeks, months and years ago, which keep the time of day.
    let milliseconds: Int64
    /// The period in milliseconds since 1970.
    ///
    /// A day is from midnight to midnight in the zone, and may have 23 or 25 hours.
    let period: Range<Int64>

    /// Examples for error messages.
    static let examples = "2026-01-31, '2026-01-31 08:30', yesterday, 'last Monday', '23 November' or '3 days ago'"
}

extension TypedTime {
    /// Parses a text; returns `nil` if it isn't a time.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - now: the current time in milliseconds since 1970.
    ///   - zone: the zone of times without an offset.
    init?(_ text: String, now: Int64, zone: LocalZone) {
        guard text.utf8.count <= 200 else { return nil }
        let text = WhiteSpace.collapsed(text.lowercased())
        let present = PresentTime(now, zone: zone)
        if let ago = present?.ago(text) {
            self = ago
        } else if let period = Self.absolute(text, zone: zone) ?? present?.period(text) {
            self.init(milliseconds: period.lowerBound, period: period)
        } else {
            return nil
        }
    }

    /// Parses an absolute time, in the given zone unless it specifies an offset, as milliseconds since 1970.
    static func written(_ text: String, zone: LocalZone) -> Int64? { absolute(text, zone: zone)?.lowerBound }

    /// Parses an RFC 3339 time, or a local date such as `2026-01` with or without a time.
    private static func absolute(_ text: String, zone: LocalZone) -> Range<Int64>? {
        let standard = text.uppercased().replacing(" ", with: "T")
        if let time = Timestamp.milliseconds(in: standard) { return time..<time + (text.contains(".") ? 1 : 1_000) }
        let date = standard.prefix { $0 != "T" }
        guard let days = CalendarDay.days(of: String(date)) else { return nil }
        guard date.count < standard.count else { return zone.period(ofDays: days) }
        return zone.period(of: standard.dropFirst(date.count + 1), on: days)
    }
}

/// The time when a text is read, for words that depend on it.
private struct PresentTime {
    private let now: Int64
    private let zone: LocalZone
    private let today: CalendarDay

    /// Creates the time; returns `nil` if the clock isn't in the years 1 to 9999.
    init?(_ now: Int64, zone: LocalZone) {
        guard let day = zone.day(of: now) else { return nil }
        self.now = now
        self.zone = zone
        today = CalendarDay(number: day)
    }

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let units = ["minute", "hour", "day", "week", "month", "year"]

    /// Parses `3 days ago`, with or without `ago`.
    func ago(_ text: String) -> TypedTime? {
        var words = text.split(separator: " ")
        if words.last == "ago" { words.removeLast() }
        guard words.count == 2,
            let count = ["a", "an", "one"].contains(words[0]) ? 1 : Self.number(words[0], digits: 1...7),
            count <= 1_000_000, let unit = Self.units.first(where: { words[1] == $0 || words[1] == $0 + "s" })
        else { return nil }
        let minute: Int64 = 60_000
        return switch unit {
        case "minute": time(before: count * minute, length: minute)
        case "hour": time(before: count * 60 * minute, length: 60 * minute)
        case "day": time(before: count * millisecondsPerDay)
        case "week": time(before: count * 7 * millisecondsPerDay)
        case "month": time(months: count)
        default: time(months: count * 12)
        }
    }

    /// Returns the time that many milliseconds before, with a period of a length, or else its day.
    private func time(before milliseconds: Int64, length: Int64? = nil) -> TypedTime? {
        let time = now - milliseconds
        guard let day = zone.day(of: time) else { return nil }
        return TypedTime(
            milliseconds: time, period: length.map { time..<time + $0 } ?? zone.period(ofDays: day..<day + 1))
    }

    /// Returns the same time of day that many months before, on the month's last day if it's shorter.
    private func time(months: Int64) -> TypedTime? {
        let month = today.year * 12 + today.month - 1 - months
        guard let day = CalendarDay.clamped(year: month / 12, month: month % 12 + 1, day: today.day) else { return nil }
        let time = now + zone.milliseconds(aheadAt: now) - today.number * millisecondsPerDay
        let period = zone.period(ofDays: day.number..<day.number + 1)
        return TypedTime(milliseconds: zone.milliseconds(ofDay: day.number, time: time), period: period)
    }

    /// Parses `now`, and a day or another period of days with an optional time of day.
    func period(_ text: String) -> Range<Int64>? {
        if text == "now" { return now..<now + 1 }
        var words = text.split(separator: " ")
        guard let time = words.last, time.contains(":") else { return days(words).map(zone.period(ofDays:)) }
        words.removeLast()
        if words.isEmpty { words = ["today"] }
        if words.last == "at" { words.removeLast() }
        return days(words).flatMap { zone.period(of: time, on: $0) }
    }

    /// Parses the name of a period of days, and returns their numbers since 1970.
    private func days(_ words: [Substring]) -> Range<Int64>? {
        let text = words.joined(separator: " ")
        let day = today.number
        let monday = day - weekday
        let days =
            switch text {
            case "today": day..<day + 1
            case "yesterday": day - 1..<day
            case "tomorrow": day + 1..<day + 2
            case "this week": monday..<monday + 7
            case "last week": monday - 7..<monday
            case "this month": CalendarDay.days(year: today.year, month: today.month)
            case "last month" where today.month == 1: CalendarDay.days(year: today.year - 1, month: 12)
            case "last month": CalendarDay.days(year: today.year, month: today.month - 1)
            case "this year": CalendarDay.days(year: today.year)
            case "last year": CalendarDay.days(year: today.year - 1)
            default: CalendarDay.days(of: text) ?? namedDay(words) ?? date(words)
            }
        return days.flatMap { $0.lowerBound < CalendarDay.first ? nil : $0 }
    }

    /// The weekday of today, from 0 for Monday.
    ///
    /// January 1 of the year 1 was a Monday.
    private var weekday: Int64 { (today.number - CalendarDay.first) % 7 }

    /// Parses a weekday, such as `mon` or `last monday`.
    private func namedDay(_ words: [Substring]) -> Range<Int64>? {
        let isLast = words.count == 2 && words[0] == "last"
        guard words.count == 1 || isLast, let name = words.last, let named = Self.index(of: name, in: Self.weekdays)
        else { return nil }
        let difference = (weekday - named + 7) % 7
        let day = today.number - (isLast && difference == 0 ? 7 : difference)
        return day..<day + 1
    }

    /// Parses a date with a month's name, such as `23 nov`, `nov 23, 2025` or `november`.
    private func date(_ words: [Substring]) -> Range<Int64>? {
        var words = words
        let year = words.last.flatMap { Self.number($0, digits: 4...4) }
        if year != nil { words.removeLast() }
        guard let place = words.firstIndex(where: { Self.index(of: $0, in: Self.months) != nil }),
            let month = Self.index(of: words.remove(at: place), in: Self.months).map({ $0 + 1 })
        else { return nil }
        guard var word = words.first else {
            return latest(year: year, month: month, day: 1).flatMap { CalendarDay.days(year: $0.year, month: month) }
        }
        if year != nil, place == 0, word.last == "," { word.removeLast() }
        guard words.count == 1, let day = Self.number(word, digits: 1...2),
            let found = latest(year: year, month: month, day: day)
        else { return nil }
        return found.number..<found.number + 1
    }

    /// Returns a date in a year, or without a year the most recent such date up to today.
    private func latest(year: Int64?, month: Int64, day: Int64) -> CalendarDay? {
        if let year { return CalendarDay(year: year, month: month, day: day) }
        // Leap days may be eight years apart.
        return (0...8).lazy.compactMap { CalendarDay(year: today.year - $0, month: month, day: day) }
            .first { $0.number <= today.number }
    }

    /// Returns the index of a name, which may be abbreviated to three letters.
    private static func index(of word: Substring, in names: [String]) -> Int64? {
        names.firstIndex { word == $0 || word == $0.prefix(3) }.map(Int64.init)
    }

    private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int64? {
        let isNumber = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return isNumber && digits.contains(word.utf8.count) ? Int64(word) : nil
    }
}

extension CalendarDay {
    /// Parses `2026`, `2026-01` or `2026-01-31`, and returns the numbers of its days.
    static func days(of text: String) -> Range<Int64>? {
        var reader = TimestampReader(text.utf8)
        guard let year = reader.number(digits: 4) else { return nil }
        if reader.isAtEnd { return days(year: year) }
        guard reader.consume("-"), let month = reader.number(digits: 2) else { return nil }
        if reader.isAtEnd { return days(year: year, month: month) }
        guard reader.consume("-"), let day = reader.number(digits: 2), reader.isAtEnd,
            let number = CalendarDay(year: year, month: month, day: day)?.number
        else { return nil }
        return number..<number + 1
    }

    /// Returns the numbers of the days of a year or month, or `nil` if the calendar doesn't have it.
    fileprivate static func days(year: Int64, month: Int64? = nil) -> Range<Int64>? {
        guard let first = CalendarDay(year: year, month: month ?? 1, day: 1)?.number,
            let last = clamped(year: year, month: month ?? 12, day: 31)?.number
        else { return nil }
        return first..<last + 1
    }

    /// Returns a day of a month, or the month's last day if it's shorter.
    fileprivate static func clamped(year: Int64, month: Int64, day: Int64) -> CalendarDay? {
        (0...3).lazy.compactMap { CalendarDay(year: year, month: month, day: day - $0) }.first
    }
}

extension LocalZone {
    /// Returns how many milliseconds local time is ahead of UTC at a time in milliseconds since 1970.
    fileprivate func milliseconds(aheadAt time: Int64) -> Int64 {
        let first = Timestamp.range.lowerBound
        return offset((time - first) / 1_000 + first / 1_000) * 1_000
    }

    /// Returns the number of the local day at a time, or `nil` outside the years 1 to 9999.
    fileprivate func day(of time: Int64) -> Int64? {
        guard Timestamp.range.contains(time) else { return nil }
        let local = time + milliseconds(aheadAt: time)
        guard Timestamp.range.contains(local) else { return nil }
        return (local - Timestamp.range.lowerBound) / millisecondsPerDay + CalendarDay.first
    }

    /// Returns the time from the beginning of the first day to the end of the last day.
    fileprivate func period(ofDays days: Range<Int64>) -> Range<Int64> {
        let start = beginning(ofDay: days.lowerBound)
        return start..<max(start, beginning(ofDay: days.upperBound))
    }

    /// Parses a time of day, such as `8:30` or `08:30:59`, on a single day.
    fileprivate func period(of time: Substring, on days: Range<Int64>) -> Range<Int64>? {
        var time = time.dropFirst().first == ":" ? "0\(time)" : String(time)
        let isMinute = time.utf8.count == 5
        if isMinute { time += ":00" }
        let date = Timestamp.text(days.lowerBound * millisecondsPerDay).prefix(10)
        guard days.count == 1, let local = Timestamp.milliseconds(in: "\(date)T\(time)Z") else { return nil }
        let start = milliseconds(ofDay: days.lowerBound, time: local - days.lowerBound * millisecondsPerDay)
        return start..<start + (isMinute ? 60_000 : time.contains(".") ? 1 : 1_000)
    }

    /// Converts a local day and a time of day in milliseconds to milliseconds since 1970.
    fileprivate func milliseconds(ofDay day: Int64, time: Int64) -> Int64 {
        // A time that the clock skips could otherwise be on the previous day.
        max(beginning(ofDay: day), milliseconds(ofLocal: day * millisecondsPerDay + time))
    }

    /// Returns the number of the local day that begins at a time, or `nil` for a time within a day.
    func day(beginningAt time: Int64) -> Int64? {
        day(of: time).flatMap { day in beginning(ofDay: day) == time ? day : nil }
    }

    /// Returns when a local day begins, in milliseconds since 1970.
    ///
    /// It's the first time when the clock shows midnight, or if the clock skips midnight, when it's changed.
    private func beginning(ofDay day: Int64) -> Int64 {
        let local = day * 86_400
        let before = local - offset(local - 86_400)
        let after = local - offset(local + 86_400)
        if before + offset(before) == local { return before * 1_000 }
        if after + offset(after) == local { return after * 1_000 }
        var (low, high) = (min(before, after), max(before, after))
        while low < high {
            let middle = low + (high - low) / 2
            if middle + offset(middle) < local { low = middle + 1 } else { high = middle }
        }
        return low * 1_000
    }
}

extension TagService {
    /// Parses a time typed by a user, such as `2026-01-31 08:30` or `3 days ago`.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - zone: the zone of times without an offset.
    /// - Returns: the time.
    /// - Throws: `TagServiceError.invalidSetting` for a text that isn't a time.
    public func time(_ text: String, in zone: LocalZone = .system) throws(TagServiceError) -> Date {
        try Date(milliseconds: typedTime(text, in: zone).milliseconds)
    }

    /// Parses a period typed by a user, such as `2026-01`, `yesterday` or `3 days ago`.
    ///
    /// - Parameters:
    ///   - text: the typed text.
    ///   - zone: the zone of times without an offset.
    /// - Returns: the period.
    /// - Throws: `TagServiceError.invalidSetting` for a text that isn't a time.
    package func period(_ text: String, in zone: LocalZone = .system) throws(TagServiceError) -> Range<Date> {
        let period = try typedTime(text, in: zone).period
        return Date(milliseconds: period.lowerBound)..<Date(milliseconds: period.upperBound)
    }

    private func typedTime(_ text: String, in zone: LocalZone) throws(TagServiceError) -> TypedTime {
        guard let time = TypedTime(text, now: milliseconds, zone: zone) else {
            throw .invalidSetting("time", value: text, rule: "expected a time such as \(TypedTime.examples)")
        }
        return time
    }
}

/// Parsing of times written by other programs.
package enum WrittenTime {
    /// Parses an RFC 3339 time, or a local time such as `2026-01-31 08:30`; returns `nil` for any other text.
    package static func date(_ text: String, zone: LocalZone = .system) -> Date? {
        TypedTime.written(text, zone: zone).map(Date.init(milliseconds:))
    }
}

extension Date {
    fileprivate init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}
