import Foundation
import TerminalSimulation
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// The list of items on small terminals, with many items, and after failed queries.
@Suite struct ItemListViewTests {
    static let titles = ["sea", "map", "new york", "swift"]

    @Test func `every size of terminal shows the highlighted item`() async throws {
        var list = try ItemListFixture(["早间例行 💪", "map", "new york"]) { "https://\($0).org/" }
        await list.press(.down, .down)
        for columns in [1, 2, 3, 9, 10, 20, 40, 200] {
            for rows in 1...8 {
                let size = CellSize(columns: columns, rows: rows)
                list.simulation.send(.resize(size))
                let isVisible = columns < 10 || rows < 2 || list.shows("new york")
                #expect(isVisible, "\(columns)×\(rows):\n\(list.text)")
                await list.press(.enter, .escape)
                #expect(list.output == nil)
            }
        }
        list.simulation.send(.resize(CellSize(columns: 0, rows: 0)))
        #expect(list.output == nil)
    }

    @Test func `a title gets 55 % of the width or more, and a narrow terminal leaves columns out`() throws {
        let items = try ItemListFixture(["a long title"]) { _ in "https://swift.org/" }.list.items
        let table = ItemTable(items)
        func line(_ columns: Int) -> String { table.lines(columns: columns)[1].text }
        #expect(table.lines(columns: 80)[0].text == "Sunday 9 September 2001\n")
        let title = "  a long title".padding(toLength: 49, withPad: " ", startingAt: 0)
        #expect(line(80) == "\(title)#t #tag-a long title  swift.org\n")
        #expect(line(40) == "  a long title            #t #tag-a lon…\n")
        #expect(line(20) == "  a long title\n")
        #expect(line(10) == "  a long …\n")
        for columns in 0...80 { #expect(TerminalWidths().cells(in: line(columns)) <= columns) }
        let long = try ItemListFixture([String(repeating: "long ", count: 40)]).list.items
        for columns in 20...200 {
            let row = ItemTable(long).lines(columns: columns)[1].text
            let shown = row.prefix { $0 != "…" && $0 != "#" }.count
            #expect(Double(shown + 1 - 2) >= 0.55 * Double(columns) - 1, "\(columns): \(row)")
        }
    }

    @Test func `items in another order have no headings, but dates`() throws {
        let service = try TagService(.memory)
        for (title, age) in [("b", 0.0), ("a", 400_000), ("c", 200_000)] {
            let time = Date(timeIntervalSince1970: 1_000_000_000 - age)
            try service.items.save(ItemDraft(title: title, tags: ["t"], savedAt: time))
        }
        let sorted = try service.items.find(ItemQuery("sort:title")).items
        let lines = ItemTable(sorted).lines(columns: 80).map(\.text)
        #expect(lines.count == 3 && lines[0].hasPrefix("a ") && lines[0].contains("  #t  2001-09-04\n"))
        let byTime = ItemTable(try service.items.find().items).lines(columns: 80).map(\.text)
        #expect(byTime.count == 6 && byTime[0] == "Sunday 9 September 2001\n")
    }

    @Test func `an item without a title shows its tags instead, and colors dim them`() throws {
        let service = try TagService(.memory)
        let time = Date(timeIntervalSince1970: 1_000_000_000)
        try service.items.save(ItemDraft(title: "", tags: ["walk", "read"], savedAt: time))
        let item = try service.items.find().items
        #expect(ItemTable(item).lines(columns: 60)[1].text == "  #walk #read\n")
        #expect(ItemTable(item).lines(columns: 60, isColored: true)[1].text == "  \u{1B}[2m#walk #read\u{1B}[22m\n")
    }

    @Test func `pages are loaded as the highlight nears the end`() async throws {
        let service = try TagService(.memory)
        for number in 1...450 {
            let time = Date(timeIntervalSince1970: 1_000_000_000 - Double(number))
            let draft = ItemDraft(title: "n\(number)", tags: ["t"], savedAt: time)
            try service.items.save(draft)
        }
        var list = try ItemListFixture(service: service)
        #expect(list.list.items.count == 200 && list.shows("450 items"))
        for _ in 0..<13 { await list.press(.pageDown) }
        #expect(list.list.items.count == 400 && list.highlighted == "n105")
        await list.press(.end)
        #expect(list.highlighted == "n450" && list.list.items.count == 450)
        await list.press(.home)
        await list.type("/", "sort:new n1")
        #expect(list.list.total == 111 && list.highlighted == "n1")
        await list.press(.down, .end)
        #expect(list.highlighted == "n199")
    }

    @Test func `while a query runs, only the last typed query waits`() async throws {
        var list = try ItemListFixture(Self.titles)
        for key in ["s", "e", "a"] { list.simulation.type(key) }
        #expect(list.list.running?.query.text == "s" && list.list.wanted?.query.text == "sea")
        await list.simulation.runWork()
        #expect(list.titles == ["sea"] && list.list.running == nil)
    }

    @Test func `the errors of the database are shown`() async throws {
        var list = try ItemListFixture(Self.titles)
        try list.service.close()
        await list.type("sea")
        #expect(list.list.problem != nil && list.titles == Self.titles)
        await list.press(.tab)
        await list.type("d")
        #expect(list.list.remark != nil && list.titles == Self.titles)
        await list.type("q")
        #expect(list.output == .left)
    }

    @Test func `control characters don't reach the terminal`() throws {
        // The service removes them, but another program may have written the database.
        var item = try #require(try ItemListFixture(["sea"]).list.items.first)
        item.title = "red \u{1B}[31m"
        item.note = "bell\u{7}\nleft \u{202E}"
        let rows = ItemDetail(item).rows(columns: 40, widths: TerminalWidths())
        let text = rows.joined().map(\.text).joined() + ItemTable([item]).lines(columns: 80)[1].text
        #expect(!text.unicodeScalars.contains { "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0) })
        #expect(text.contains("red ") && text.contains("bell") && text.contains("left "))
    }
}
