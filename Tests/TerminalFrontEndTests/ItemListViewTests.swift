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

    @Test func `a narrow terminal leaves columns out`() throws {
        let items = try ItemListFixture(["a long title"]) { _ in "https://swift.org/" }.list.items
        let table = ItemTable(items)
        func line(_ columns: Int) -> String { table.lines(columns: columns)[0].text }
        #expect(line(80) == "1  a long title  t  tag-a long title  swift.org  2001-09-09\n")
        #expect(line(40) == "1  a long title  t  tag-a long t…\n")
        #expect(line(20) == "1  a long title\n")
        #expect(line(10) == "a long ti…\n")
        for columns in 0...80 { #expect(TerminalWidths().cells(in: line(columns)) <= columns) }
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
        let text = rows.joined().map(\.text).joined() + ItemTable([item]).lines(columns: 80)[0].text
        #expect(!text.unicodeScalars.contains { "\u{1B}\u{7}\u{202E}".unicodeScalars.contains($0) })
        #expect(text.contains("red ") && text.contains("bell") && text.contains("left "))
    }

    @Test func `tags have the color of chips`() throws {
        let list = try ItemListFixture(["sea", "map"], isColored: true)
        let row = list.simulation.terminal.lines[3]
        #expect(row.hasPrefix("2  map  t  tag-map"))
        let plain = try ItemListFixture(["sea", "map"])
        #expect(plain.simulation.terminal.lines == list.simulation.terminal.lines)
        #expect(plain.simulation.lastBytes != list.simulation.lastBytes)
    }
}
