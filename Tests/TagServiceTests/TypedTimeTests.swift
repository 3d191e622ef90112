import Foundation
import Testing

@testable import TagService

@Suite struct TypedTimeTests {
    /// Two hours ahead of UTC in the summer of 2026, one hour otherwise.
    private static let zone = LocalZone { seconds in (1_774_746_000..<1_792_890_000).contains(seconds) ? 7_200 : 3_600 }
    private static let utc = LocalZone { _ in 0 }
    /// The local time 14:30 on Friday, 2026-07-10.
    private static let now: Int64 = 1_783_686_600_000

    @Test(arguments: [
        ("2026", "2025-12-31T23:00:00Z"), ("2026-03", "2026-02-28T23:00:00Z"), ("2026-01-31", "2026-01-30T23:00:00Z"),
        ("2026-07-01", "2026-06-30T22:00:00Z"), ("2026-01-31 08:30", "2026-01-31T07:30:00Z"),
        ("2026-01-31T08:30", "2026-01-31T07:30:00Z"), ("2026-01-31  08:30:59", "2026-01-31T07:30:59Z"),
        ("2026-01-31 08:30:59.125", "2026-01-31T07:30:59.125Z"), ("2026-01-31T08:30:00Z", "2026-01-31T08:30:00Z"),
        ("2026-01-31t08:30:00+09:00", "2026-01-30T23:30:00Z"), ("08:30", "2026-07-10T06:30:00Z"),
        ("now", "2026-07-10T12:30:00Z"), ("Today", "2026-07-09T22:00:00Z"), ("yesterday", "2026-07-08T22:00:00Z"),
        ("1 hour ago", "2026-07-10T11:30:00Z"), ("3 days ago", "2026-07-07T12:30:00Z"),
        ("3 days", "2026-07-07T12:30:00Z"), ("2 weeks ago", "2026-06-26T12:30:00Z"),
        ("90 minutes ago", "2026-07-10T11:00:00Z"),
    ]) func `a time is read in the local zone`(text: String, expected: String) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(Timestamp.text(time.milliseconds) == expected)
    }

    @Test(arguments: [
        "", "soon", "2026-13", "2026-02-30", "20260101", "2026-01-31 25:00", "2026-1-1", "24:00", "-1 days ago",
        "3 dayz ago", "days ago", "99999999999999999999 days ago", "3 d", "ago", "12345", "2026-01-31 08:30:59x",
        "\u{0}", "2026-01-3１", "+3 days ago", "1000001 minutes ago", "3 days ago ago", "a ago", "two days ago",
        "３ days ago", "0000", "0000-01-01", "10000-01-01", "2025-02-29", "9999999 years ago", "2027 years ago",
        "1000000 weeks ago", "24312 months ago", "8:3", "8:300", ":30", "8:", ":", "8:60", "08:30:60", "108:30", "８:30",
        "08:30Z", "8:30 today", "8:30 8:30", "at 8:30", "at", "today at", "at today", "today at at 8:30", "today 8",
        "this", "last", "week", "this monday", "last last monday", "last today", "last friday week", "mond", "mo",
        "mon tue", "last mo", "monday,", "next week", "nove", "0 nov", "32 nov", "31 november", "30 feb", "29 feb 2025",
        "023 nov", "-3 nov", "23 nov 25", "23 nov 0000", "23 nov 12345", "23 24 nov", "nov nov", "nov 23,",
        "23, nov 2025", "nov 23,, 2025", "nov , 2025", "nov, 2025", "2025 nov", "2025 nov 23", "nov 23 2025 24",
        "2026 08:30", "2026-01 08:30", "this week 08:30", "november 08:30", "3 days ago 08:30", "now 08:30",
        "2026-01-31 08:30 Z", "2026-01-31T08:30:00Z 08:30",
    ]) func `other text isn't a time`(text: String) { #expect(TypedTime(text, now: Self.now, zone: Self.zone) == nil) }

    @Test(arguments: [
        ("2026", "2026-01-01", "2027-01-01"), ("1970", "1970-01-01", "1971-01-01"),
        ("this year", "2026-01-01", "2027-01-01"), ("Last  Year", "2025-01-01", "2026-01-01"),
        ("2026-01", "2026-01-01", "2026-02-01"), ("2026-12", "2026-12-01", "2027-01-01"),
        ("2024-02", "2024-02-01", "2024-03-01"), ("2026-02", "2026-02-01", "2026-03-01"),
        ("this month", "2026-07-01", "2026-08-01"), ("last month", "2026-06-01", "2026-07-01"),
        ("july", "2026-07-01", "2026-08-01"), ("Aug", "2025-08-01", "2025-09-01"),
        ("dec 2026", "2026-12-01", "2027-01-01"), ("this week", "2026-07-06", "2026-07-13"),
        ("last week", "2026-06-29", "2026-07-06"), ("2026-01-31", "2026-01-31", "2026-02-01"),
        ("2026-11-23", "2026-11-23", "2026-11-24"), ("today", "2026-07-10", "2026-07-11"),
        ("tomorrow", "2026-07-11", "2026-07-12"), (" YESTERDAY\n", "2026-07-09", "2026-07-10"),
        ("friday", "2026-07-10", "2026-07-11"), ("last friday", "2026-07-03", "2026-07-04"),
        ("Fri", "2026-07-10", "2026-07-11"), ("last FRI", "2026-07-03", "2026-07-04"),
        ("thursday", "2026-07-09", "2026-07-10"), ("last thu", "2026-07-09", "2026-07-10"),
        ("saturday", "2026-07-04", "2026-07-05"), ("sun", "2026-07-05", "2026-07-06"),
        ("mon", "2026-07-06", "2026-07-07"), ("tue", "2026-07-07", "2026-07-08"),
        ("wednesday", "2026-07-08", "2026-07-09"), ("last \t monday", "2026-07-06", "2026-07-07"),
        ("23 November", "2025-11-23", "2025-11-24"), ("November 23", "2025-11-23", "2025-11-24"),
        ("23 Nov 2025", "2025-11-23", "2025-11-24"), ("Nov 23, 2025", "2025-11-23", "2025-11-24"),
        ("nov 23 2027", "2027-11-23", "2027-11-24"), ("10 jul", "2026-07-10", "2026-07-11"),
        ("11 jul", "2025-07-11", "2025-07-12"), ("1 may", "2026-05-01", "2026-05-02"),
        ("may 01", "2026-05-01", "2026-05-02"), ("31 Dec", "2025-12-31", "2026-01-01"),
        ("29 february", "2024-02-29", "2024-03-01"), ("feb 29, 2000", "2000-02-29", "2000-03-01"),
    ]) func `a date names a period of days`(text: String, start: String, end: String) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(Self.texts(of: time.period, Self.zone) == [start, end])
        #expect(time.milliseconds == time.period.lowerBound)
    }

    @Test(arguments: [
        ("08:30", "2026-07-10 08:30:00", 60_000), ("8:30", "2026-07-10 08:30:00", 60_000),
        ("0:00", "2026-07-10", 60_000), ("23:59", "2026-07-10 23:59:00", 60_000),
        ("8:30:59", "2026-07-10 08:30:59", 1_000), ("8:30:59.5", "2026-07-10 08:30:59", 1),
        ("today 8:30", "2026-07-10 08:30:00", 60_000), ("yesterday 22:00", "2026-07-09 22:00:00", 60_000),
        ("Yesterday  AT 22:00", "2026-07-09 22:00:00", 60_000), ("monday 8:30", "2026-07-06 08:30:00", 60_000),
        ("last fri at 8:30:01", "2026-07-03 08:30:01", 1_000), ("friday 23:00", "2026-07-10 23:00:00", 60_000),
        ("23 november 22:00", "2025-11-23 22:00:00", 60_000), ("Nov 23, 2025 at 9:05", "2025-11-23 09:05:00", 60_000),
        ("2026-01-31 08:30", "2026-01-31 08:30:00", 60_000), ("2026-01-31 8:30", "2026-01-31 08:30:00", 60_000),
        ("2026-01-31 at 8:30", "2026-01-31 08:30:00", 60_000), ("2026-01-31T08:30", "2026-01-31 08:30:00", 60_000),
        ("2026-01-31 08:30:59", "2026-01-31 08:30:59", 1_000), ("2026-01-31 08:30:59.125", "2026-01-31 08:30:59", 1),
        ("2026-01-31T08:30:59Z", "2026-01-31 09:30:59", 1_000), ("2026-01-31t08:30:59.000z", "2026-01-31 09:30:59", 1),
        ("2026-01-31 08:30:59+09:00", "2026-01-31 00:30:59", 1_000),
        ("9999-12-31T23:59:59.999Z", "9999-12-31 23:59:59", 1), ("now", "2026-07-10 14:30:00", 1),
    ]) func `a time names a minute, a second or a millisecond`(text: String, start: String, length: Int) throws {
        // The zone of a time at the end of the year 9999 must not change its year.
        let zone = start.hasPrefix("9999") ? Self.utc : Self.zone
        let time = try #require(TypedTime(text, now: Self.now, zone: zone))
        #expect(Self.texts(of: time.period, zone).first == start)
        #expect(time.period.count == length && time.milliseconds == time.period.lowerBound)
    }

    @Test(arguments: [
        ("0 minutes ago", "2026-07-10 14:30:00", "2026-07-10 14:31:00"),
        ("a minute ago", "2026-07-10 14:29:00", "2026-07-10 14:30:00"),
        ("90 minutes ago", "2026-07-10 13:00:00", "2026-07-10 13:01:00"),
        ("An Hour Ago", "2026-07-10 13:30:00", "2026-07-10 14:30:00"),
        ("24 hours", "2026-07-09 14:30:00", "2026-07-09 15:30:00"),
    ]) func `minutes and hours ago are a period of that unit`(text: String, start: String, end: String) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(Self.texts(of: time.period, Self.zone) == [start, end])
        #expect(time.milliseconds == time.period.lowerBound)
    }

    @Test(arguments: [
        ("0 days ago", "2026-07-10 14:30:00"), ("one day ago", "2026-07-09 14:30:00"),
        ("3 days ago", "2026-07-07 14:30:00"), ("a week ago", "2026-07-03 14:30:00"),
        ("2 weeks ago", "2026-06-26 14:30:00"),
        // 24-hour days don't follow the clock, calendar months do.
        ("120 days ago", "2026-03-12 13:30:00"), ("4 months ago", "2026-03-10 14:30:00"),
        ("a month ago", "2026-06-10 14:30:00"), ("7 months", "2025-12-10 14:30:00"),
        ("19 months ago", "2024-12-10 14:30:00"), ("one year ago", "2025-07-10 14:30:00"),
        ("2 years ago", "2024-07-10 14:30:00"), ("24306 months ago", "0001-01-10 14:30:00"),
        ("2025 years ago", "0001-07-10 14:30:00"),
    ]) func `days and larger units ago are a day`(text: String, expected: String) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(Self.text(of: time.milliseconds, Self.zone) == expected)
        let day = try #require(TypedTime(String(expected.prefix(10)), now: Self.now, zone: Self.zone))
        #expect(time.period == day.period && time.period.contains(time.milliseconds))
    }

    @Test(arguments: [
        ("2026-03-31T12:00:00Z", "a month ago", "2026-02-28", "2026-03-01"),
        ("2024-03-31T12:00:00Z", "1 month ago", "2024-02-29", "2024-03-01"),
        ("2026-03-31T12:00:00Z", "4 months ago", "2025-11-30", "2025-12-01"),
        ("2024-02-29T12:00:00Z", "a year ago", "2023-02-28", "2023-03-01"),
        ("2024-02-29T12:00:00Z", "4 years ago", "2020-02-29", "2020-03-01"),
        ("2026-01-31T12:00:00Z", "1 month ago", "2025-12-31", "2026-01-01"),
        ("2026-01-01T00:00:00Z", "last month", "2025-12-01", "2026-01-01"),
        ("2026-03-31T12:00:00Z", "last month", "2026-02-01", "2026-03-01"),
        ("2026-01-01T00:00:00Z", "yesterday", "2025-12-31", "2026-01-01"),
        ("2026-01-01T00:00:00Z", "this week", "2025-12-29", "2026-01-05"),
        ("2024-03-01T00:00:00Z", "yesterday", "2024-02-29", "2024-03-01"),
        ("2026-07-06T00:00:00Z", "this week", "2026-07-06", "2026-07-13"),
        ("2026-07-06T00:00:00Z", "monday", "2026-07-06", "2026-07-07"),
        ("2026-07-06T00:00:00Z", "last monday", "2026-06-29", "2026-06-30"),
        ("2026-07-05T23:59:59Z", "this week", "2026-06-29", "2026-07-06"),
        ("2026-07-05T23:59:59Z", "last week", "2026-06-22", "2026-06-29"),
        ("2024-02-29T12:00:00Z", "feb 29", "2024-02-29", "2024-03-01"),
        ("2024-02-28T23:59:59Z", "feb 29", "2020-02-29", "2020-03-01"),
        ("1904-02-28T12:00:00Z", "29 feb", "1896-02-29", "1896-03-01"),
        ("2026-11-22T23:59:59Z", "23 nov", "2025-11-23", "2025-11-24"),
        ("2026-11-23T00:00:00Z", "23 nov", "2026-11-23", "2026-11-24"),
        ("1969-12-28T12:00:00Z", "today", "1969-12-28", "1969-12-29"),
        ("1969-12-28T12:00:00Z", "last sun", "1969-12-21", "1969-12-22"),
        ("1969-12-31T23:59:59.999Z", "an hour ago", "1969-12-31 22:59:59", "1969-12-31 23:59:59"),
        ("0001-01-03T12:00:00Z", "this week", "0001-01-01", "0001-01-08"),
    ]) func `words depend on the current day`(now: String, text: String, start: String, end: String) throws {
        let present = try #require(Timestamp.milliseconds(in: now))
        let time = try #require(TypedTime(text, now: present, zone: Self.utc))
        #expect(Self.texts(of: time.period, Self.utc) == [start, end])
    }

    @Test(arguments: [
        "yesterday", "last week", "last month", "last year", "1 days ago", "1 months ago", "a year ago", "last monday",
        "sunday", "2 jan", "feb",
    ]) func `words don't go back beyond the year 1`(text: String) throws {
        let present = try #require(Timestamp.milliseconds(in: "0001-01-01T12:00:00Z"))
        #expect(TypedTime(text, now: present, zone: Self.utc) == nil)
    }

    @Test(arguments: [
        ("2026-03-28", 24), ("2026-03-29", 23), ("2026-03-30", 24), ("2026-10-24", 24), ("2026-10-25", 25),
        ("2026-10-26", 24), ("2026-03", 31 * 24 - 1), ("2026", 365 * 24),
    ]) func `a day may have 23 or 25 hours`(text: String, hours: Int) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(time.period.count == hours * 3_600_000)
    }

    @Test func `days ago are days of 24 hours`() throws {
        // 00:30 on the day after the one with 23 hours.
        let now = try #require(Timestamp.milliseconds(in: "2026-03-29T22:30:00Z"))
        let ago = try #require(TypedTime("1 day ago", now: now, zone: Self.zone))
        #expect(ago.milliseconds == now - 86_400_000)
        #expect(Self.texts(of: ago.period, Self.zone) == ["2026-03-28", "2026-03-29"])
        let yesterday = try #require(TypedTime("yesterday", now: now, zone: Self.zone))
        #expect(Self.texts(of: yesterday.period, Self.zone) == ["2026-03-29", "2026-03-30"])
    }

    /// The clock is changed at a time on 2026-05-10, from an offset in hours to another.
    @Test(arguments: [
        // It skips midnight: from 00:00 to 01:00.
        ("2026-05-10T03:00:00Z", -3, -2, "2026-05-10T03:00:00Z", 1_380),
        ("2026-05-09T22:00:00Z", 2, 3, "2026-05-09T22:00:00Z", 1_380),
        // From 23:30 to 00:30.
        ("2026-05-09T21:30:00Z", 2, 3, "2026-05-09T21:30:00Z", 1_410),
        // It shows midnight twice: from 01:00 to 00:00.
        ("2026-05-10T05:00:00Z", -4, -5, "2026-05-10T04:00:00Z", 1_500),
        ("2026-05-09T22:00:00Z", 3, 2, "2026-05-09T21:00:00Z", 1_500),
        // From 24:00 to 23:00.
        ("2026-05-09T21:00:00Z", 3, 2, "2026-05-09T22:00:00Z", 1_440),
        // It skips the day before.
        ("2026-05-09T10:00:00Z", -10, 14, "2026-05-09T10:00:00Z", 1_440),
    ]) func `a day begins when the clock first shows it`(
        change: String, before: Int64, after: Int64, start: String, minutes: Int
    ) throws {
        let change = try #require(Timestamp.milliseconds(in: change)) / 1_000
        let zone = LocalZone { ($0 < change ? before : after) * 3_600 }
        let day = try #require(TypedTime("2026-05-10", now: Self.now, zone: zone))
        #expect(Timestamp.text(day.milliseconds) == start)
        #expect(day.period.count == minutes * 60_000)
        let previous = try #require(TypedTime("2026-05-09", now: Self.now, zone: zone))
        #expect(previous.period.upperBound == day.period.lowerBound)
        #expect(previous.period.isEmpty == (after - before == 24))
        // A skipped time is still on its day.
        let time = try #require(TypedTime("2026-05-10 00:15", now: Self.now, zone: zone))
        #expect(day.period.contains(time.milliseconds))
    }

    @Test func `any words are read or rejected`() {
        let words = [
            "last", "this", "a", "at", "ago", "0", "31", "2024", "9999", "1000000", "monday", "feb", "week", "months",
            "years", "minutes", "today", "now", "8:30", "23:59:60", "9999-12-31",
        ]
        let texts = words.flatMap { first in
            [first] + words.flatMap { second in ["\(first) \(second)"] + words.map { "\(first) \(second) \($0)" } }
        }
        let range = Timestamp.range
        for now in [.min, range.lowerBound, 0, Self.now, range.upperBound, .max] {
            for hours: Int64 in [-26, 0, 1, 26] {
                let zone = LocalZone { _ in hours * 3_600 }
                for text in texts {
                    guard let time = TypedTime(text, now: now, zone: zone) else { continue }
                    #expect(time.period.contains(time.milliseconds), "\(text) at \(now)")
                }
            }
        }
        // Only absolute times can be read if the clock is wrong.
        #expect(TypedTime("2026", now: .max, zone: Self.utc) != nil)
        #expect(TypedTime("today", now: .max, zone: Self.utc) == nil)
        #expect(TypedTime(String(repeating: " ", count: 100) + "today", now: 0, zone: Self.utc) != nil)
        let long = "today" + String(repeating: " ", count: 100_000) + "8:30"
        #expect(TypedTime(long, now: 0, zone: Self.utc) == nil)
    }

    @Test func `a written time has no words`() {
        let written = ["2026-07", "2026-01-31", "2026-01-31 08:30", "2026-01-31T08:30:00.5Z"]
        for text in written {
            let time = TypedTime(text, now: Self.now, zone: Self.zone)?.milliseconds
            #expect(TypedTime.written(text, zone: Self.zone) == time && time != nil)
        }
        let typed = [
            "now", "today", "8:30", "monday", "23 november 2025", "last year", "3 days ago", "2026-01-31 at 08:30",
            " 2026-01-31", "2026-01-31 ", "2026-01-31T", "2026-01-31  08:30",
        ]
        for text in typed { #expect(WrittenTime.date(text, zone: Self.zone) == nil, "\(text)") }
    }

    @Test func `the service reads times and periods`() throws {
        let now = Date(timeIntervalSince1970: Double(Self.now) / 1_000)
        let service = try TagService(.memory, concurrency: .serial, now: { now })
        let ago = now.addingTimeInterval(-3 * 86_400)
        #expect(try service.time("3 days ago", in: Self.zone) == ago)
        let period = try service.period("3 days ago", in: Self.zone)
        #expect(Self.zone.text(period.lowerBound) == "2026-07-07 00:00:00")
        #expect(Self.zone.text(period.upperBound) == "2026-07-08 00:00:00")
        let error = TagServiceError.invalidSetting(
            "time", value: "2026-02-30", rule: "expected a time such as \(TypedTime.examples)")
        #expect(throws: error) { try service.time("2026-02-30") }
        #expect(throws: error) { try service.period("2026-02-30") }
    }

    @Test func `the examples are times`() {
        let examples = TypedTime.examples.replacing(" or ", with: ", ").split(separator: ", ")
        #expect(examples.count >= 4)
        for example in examples {
            let text = String(example.filter { $0 != "'" })
            #expect(TypedTime(text, now: Self.now, zone: Self.zone) != nil, "\(text)")
        }
    }

    @Test func `a displayed time is read as the same time`() throws {
        for seconds in [1_774_745_999, 1_774_746_000, 1_783_686_600, 0, -1, 253_402_297_000] {
            let date = Date(timeIntervalSince1970: Double(seconds))
            let text = Self.zone.text(date)
            let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
            #expect(time.milliseconds == Int64(seconds) * 1_000, "\(text)")
        }
        #expect(!Self.zone.text(.distantFuture).isEmpty && !Self.zone.text(.distantPast).isEmpty)
    }

    @Test func `the zone of the process is the system's`() {
        let offset = LocalZone.system.offset(1_783_686_600)
        let expected = TimeZone.current.secondsFromGMT(for: Date(timeIntervalSince1970: 1_783_686_600))
        #expect(offset == Int64(expected))
        #expect(LocalZone.system.offset(.max) == 0)
    }

    /// The local times of a period, without the time of day if it's midnight.
    private static func texts(of period: Range<Int64>, _ zone: LocalZone) -> [String] {
        [period.lowerBound, period.upperBound].map { text(of: $0, zone).replacing(" 00:00:00", with: "") }
    }

    private static func text(of milliseconds: Int64, _ zone: LocalZone) -> String {
        zone.text(Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }
}
