import Foundation
import Testing

@testable import TagService

@Suite struct TypedTimeTests {
    /// Two hours ahead of UTC in the summer of 2026, one hour otherwise.
    private static let zone = LocalZone { seconds in
        (1_774_746_000..<1_792_890_000).contains(seconds) ? 7_200 : 3_600
    }
    /// The local time 14:30 on 2026-07-10.
    private static let now: Int64 = 1_783_686_600_000

    @Test(arguments: [
        ("2026", "2025-12-31T23:00:00Z"), ("2026-03", "2026-02-28T23:00:00Z"),
        ("2026-01-31", "2026-01-30T23:00:00Z"), ("2026-07-01", "2026-06-30T22:00:00Z"),
        ("2026-01-31 08:30", "2026-01-31T07:30:00Z"), ("2026-01-31T08:30", "2026-01-31T07:30:00Z"),
        ("2026-01-31  08:30:59", "2026-01-31T07:30:59Z"),
        ("2026-01-31 08:30:59.125", "2026-01-31T07:30:59.125Z"),
        ("2026-01-31T08:30:00Z", "2026-01-31T08:30:00Z"),
        ("2026-01-31t08:30:00+09:00", "2026-01-30T23:30:00Z"),
        ("08:30", "2026-07-10T06:30:00Z"), ("now", "2026-07-10T12:30:00Z"),
        ("Today", "2026-07-09T22:00:00Z"), ("yesterday", "2026-07-08T22:00:00Z"),
        ("1 hour ago", "2026-07-10T11:30:00Z"), ("3 days ago", "2026-07-07T12:30:00Z"),
        ("3 days", "2026-07-07T12:30:00Z"), ("2 weeks ago", "2026-06-26T12:30:00Z"),
        ("90 minutes ago", "2026-07-10T11:00:00Z"),
    ])
    func `a time is read in the local zone`(text: String, expected: String) throws {
        let time = try #require(TypedTime(text, now: Self.now, zone: Self.zone))
        #expect(Timestamp.text(time.milliseconds) == expected)
    }

    @Test(arguments: [
        "", "soon", "2026-13", "2026-02-30", "20260101", "2026-01-31 25:00", "2026-1-1", "24:00",
        "-1 days ago",
        "3 dayz ago", "days ago", "99999999999999999999 days ago", "3 d", "ago", "12345",
        "2026-01-31 08:30:59x", "\u{0}", "2026-01-3１",
    ])
    func `other text isn't a time`(text: String) {
        #expect(TypedTime(text, now: Self.now, zone: Self.zone) == nil)
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
        let expected = TimeZone.current.secondsFromGMT(
            for: Date(timeIntervalSince1970: 1_783_686_600)
        )
        #expect(offset == Int64(expected))
        #expect(LocalZone.system.offset(.max) == 0)
    }
}
