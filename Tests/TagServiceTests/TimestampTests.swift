import Foundation
import TagService
import TestSupport
import Testing

@Suite struct TimestampTests {
    private static let seed: UInt64 = 20_260_103

    @Test func `a thousand random times survive a round trip to the millisecond`() async throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let fixture = try ServiceFixture()
        var lines = ""
        for index in 0..<1_000 { lines += Self.line(index, Self.randomTime(&numbers)) + "\n" }
        let report = try await fixture.importData(lines)
        #expect(report.newItems == 1_000, "seed \(Self.seed)")
        let export = try await fixture.exportNDJSON()
        // The fields of the file are in the same order as in the export.
        let exported = export.split(separator: "\n").filter { $0.contains("\"title\"") }
        #expect(exported.sorted() == lines.split(separator: "\n").sorted(), "seed \(Self.seed)")
        let again = try await fixture.importData(export)
        #expect(again.newItems == 0 && again.newTags == 0, "seed \(Self.seed)")
        #expect(try await fixture.exportNDJSON() == export, "seed \(Self.seed)")
        let copy = try ServiceFixture()
        _ = try await copy.importData(export)
        #expect(try copy.service.files.exportNDJSON() == export, "seed \(Self.seed)")
    }

    @Test(arguments: [
        ("2026-01-02T03:04:05.123Z", "2026-01-02T03:04:05.123Z"),
        ("2026-01-02T03:04:05.1Z", "2026-01-02T03:04:05.100Z"),
        ("2026-01-02T03:04:05.1239999Z", "2026-01-02T03:04:05.123Z"), ("2026-01-02t03:04:05z", "2026-01-02T03:04:05Z"),
        ("2026-01-02T03:04:05.678+01:00", "2026-01-02T02:04:05.678Z"),
        ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"), ("2024-02-29T00:00:00-23:59", "2024-02-29T23:59:00Z"),
        ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"), ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
        ("1960-12-31T18:59:60-05:00", "1961-01-01T00:00:00Z"),
    ]) func `an RFC 3339 time is read exactly`(text: String, written: String) async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(#"{"at": "\#(text)", "tags": ["x"]}"#)
        let export = try await fixture.exportNDJSON()
        #expect(export.contains("{\"at\":\"\(written)\""), "\(export)")
    }

    @Test(arguments: [
        "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:00Z",
        "2026-01-02T03:04:61Z", "2026-01-02T03:04:60Z", "2026-01-02T03:04:05Zjunk", "2026-01-02T03:04:05Z ",
        " 2026-01-02T03:04:05Z", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z", "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05+01", "2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+01:60",
        "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-1-2T03:04:05Z",
        "+2026-01-02T03:04:05Z", "２026-01-02T03:04:05Z", "",
    ]) func `an invalid time is rejected with its line`(text: String) async throws {
        let fixture = try ServiceFixture()
        let lines = "{\"tag\": \"a\"}\n{\"at\": \"\(text)\", \"tags\": [\"x\"]}"
        await #expect { try await fixture.importData(lines) } throws: { error in
            "\(error)".hasPrefix("test: line 2: 'at' isn't a time such as")
        }
    }

    private static func line(_ index: Int, _ time: String) -> String {
        #"{"at":"\#(time)","set":"default","tags":["x"],"title":"\#(index)"}"#
    }

    /// A time as the export writes it, created without time arithmetic.
    private static func randomTime(_ numbers: inout SeededNumbers) -> String {
        func two(_ range: ClosedRange<Int>) -> String {
            let number = Int.random(in: range, using: &numbers)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        let year = String("000\(Int.random(in: 1...9_999, using: &numbers))".suffix(4))
        let thousandths = Int.random(in: 0...999, using: &numbers)
        let fraction = thousandths == 0 ? "" : "." + String("00\(thousandths)".suffix(3))
        return "\(year)-\(two(1...12))-\(two(1...28))T\(two(0...23)):\(two(0...59)):\(two(0...59))" + "\(fraction)Z"
    }
}
