import Foundation
import TagService
import Testing
import TextMeasurement

@testable import TerminalFrontEnd

@Suite struct TextTableTests {
    private func table() -> TextTable {
        var table = TextTable([.main, .number, .detail])
        table.append(["sea", "1 use", "alias meer"])
        table.append(["早间 photo", "12 uses"])
        table.append(["ab", "3", ""], shown: ["a", "3", ""])
        return table
    }

    @Test func `programs get tabs, and a terminal aligned columns`() {
        #expect(table().separated.map(\.text) == ["sea\t1 use\talias meer\n", "早间 photo\t12 uses\n", "ab\t3\t\n"])
        #expect(
            table().aligned(width: 60, isColored: false).map(\.text) == [
                "sea           1 use  alias meer\n", "早间 photo  12 uses\n", "a                 3\n",
            ])
    }

    @Test func `details are dimmed`() {
        let lines = table().aligned(width: 60, isColored: true).map(\.text)
        #expect(lines[2] == "a                 \u{1B}[2m3\u{1B}[22m\n")
    }

    @Test(arguments: 10...60) func `a line is never wider than the terminal, unless columns are at their least`(
        width: Int
    ) {
        let widths = TerminalWidths()
        for line in table().aligned(width: width, isColored: false) {
            let cells = widths.cells(in: String(line.text.dropLast()))
            #expect(cells <= max(width, 3 * 8 + 2 * 2))
        }
    }

    @Test func `recent times are in words`() throws {
        let calendar = Calendar.current
        let noon = calendar.startOfDay(for: Date(timeIntervalSince1970: 1_700_000_000)).addingTimeInterval(43_200)
        func moment(_ seconds: Double) -> String { RelativeDate.moment(noon.addingTimeInterval(-seconds), now: noon) }
        #expect(moment(0) == "just now" && moment(59) == "just now")
        #expect(moment(60) == "1 minute ago" && moment(3_599) == "59 minutes ago")
        #expect(moment(3_600) == "1 hour ago" && moment(8_000) == "2 hours ago")
        #expect(moment(86_400) == "yesterday" && moment(3 * 86_400) == "3 days ago")
        let old = moment(40 * 86_400)
        #expect(old.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil, "\(old)")
        #expect(RelativeDate.day(noon, now: noon) == "today")
    }

    @Test func `a number has a singular and a plural`() {
        #expect([0, 1, 2].map { String.counted($0, "tag") } == ["0 tags", "1 tag", "2 tags"])
    }
}
