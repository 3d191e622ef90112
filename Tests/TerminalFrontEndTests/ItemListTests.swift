import Foundation
import TerminalSimulation
import TestSupport
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct ItemListTests {
    static let titles = ["sea", "map", "new york", "swift"]

    @Test func `the list shows the newest items, their number and the keys`() throws {
        let list = try ItemListFixture(["sea", "早间例行"], location: { "https://\($0).org/" })
        #expect(list.lines[0].hasPrefix(">"))
        #expect(list.lines[1].hasPrefix("2 items"))
        #expect(list.lines[2] == "Sunday 9 September 2001")
        #expect(list.lines[3].hasPrefix("  sea  ") && list.lines[3].contains("  #t #tag-sea"))
        #expect(list.lines[4].hasPrefix("  早间例行  ") && list.lines[4].contains("  #t #tag-早间例行"))
        #expect(list.lines[11].hasPrefix("type to filter"))
    }

    @Test func `typing filters, and the last word matches as a prefix`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.type("y", "o")
        #expect(list.titles == ["new york"] && list.shows("1 item"))
        await list.press(.backspace, .backspace)
        #expect(list.titles == Self.titles)
        await list.type("#tag-sea")
        #expect(list.titles == ["sea"])
        await list.type(" -#t")
        #expect(list.titles.isEmpty && list.shows("nothing matches"))
        #expect(!list.shows("finds a tag"))
        var other = try ItemListFixture(Self.titles)
        await other.type("tag-seas")
        #expect(other.shows("nothing matches; #tag-seas finds a tag"))
    }

    @Test func `the problem with a query is shown, and the items stay`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.type("#tag-swif")
        #expect(list.lines[1].hasPrefix("unknown tag 'tag-swif'"))
        #expect(list.titles == Self.titles)
        await list.type("t")
        #expect(list.titles == ["swift"] && list.lines[1].hasPrefix("1 item"))
    }

    @Test func `letters are commands once an arrow key or Tab leads to the list`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.down)
        #expect(list.highlighted == "map" && list.list.isOnList)
        #expect(list.lines[11].hasPrefix("Enter shows · Tab marks · e tags"))
        await list.type("x", "é")
        #expect(list.list.editor.isEmpty && list.simulation.effects.count == 2)
        await list.type("j", "k", "k")
        #expect(list.highlighted == "sea" && list.list.isOnList)
        await list.press(.up)
        #expect(!list.list.isOnList)
        await list.type("d")
        #expect(list.list.editor.text == "d" && list.list.total == 0)
        await list.press(.backspace, .tab)
        #expect(list.list.isOnList)
        await list.type("/", "sw")
        #expect(list.titles == ["swift"])
        await list.press(.tab)
        #expect(list.list.isOnList)
        list.simulation.send(.paste("ift"))
        #expect(list.list.editor.text == "swift" && !list.list.isOnList)
    }

    @Test func `i shows the ids, which are hidden at first`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.tab)
        await list.type("i")
        #expect(list.lines[3].hasPrefix("  1  sea") && list.lines[6].hasPrefix("  4  swift"))
        await list.type("i")
        #expect(list.lines[3].hasPrefix("  sea"))
    }

    @Test func `a day's heading is above its items, and scrolls with them`() async throws {
        let service = try TagService(.memory)
        for age in 0..<40 {
            let time = Date(timeIntervalSince1970: 1_000_000_000 - Double(age) * 43_200)
            try service.items.save(ItemDraft(title: "n\(age)", tags: ["t"], savedAt: time))
        }
        var list = try ItemListFixture(service: service)
        #expect(list.lines[2] == "Sunday 9 September 2001" && list.lines[3].hasPrefix("  n0"))
        for _ in 0..<39 {
            await list.press(.down)
            let shown = list.lines[2..<11].contains { $0.hasPrefix("  \(list.highlighted ?? "") ") }
            #expect(shown, "\(list.text)")
        }
        await list.press(.home)
        #expect(list.lines[2] == "Sunday 9 September 2001")
    }

    @Test func `a deleted item is gone, and u brings it back`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.down)
        await list.type("d")
        #expect(list.titles == ["sea", "new york", "swift"] && list.highlighted == "new york")
        #expect(list.lines[11].hasPrefix("deleted map; u brings it back"))
        #expect(list.shows("3 items"))
        await list.press(.end)
        await list.type("d", "u")
        #expect(list.highlighted == "swift" && list.shows("undone: delete-item 4"))
        await list.type("u")
        #expect(list.titles == Self.titles && list.highlighted == "map")
        await list.type("u")
        #expect(list.shows("nothing to undo") && list.titles == Self.titles)
    }

    @Test func `Tab marks items, which d deletes and e tags together`() async throws {
        var list = try ItemListFixture(Self.titles, chosen: ["t", "water"])
        await list.press(.tab, .tab, .down, .tab)
        #expect(list.shows("4 items · 2 marked") && list.highlighted == "swift")
        #expect(list.lines[3].hasPrefix("*   sea") && list.lines[4].hasPrefix("    map"))
        #expect(list.lines[5].hasPrefix("*   new york"))
        await list.type("e")
        #expect(list.shows("changed 2 items"))
        #expect(list.list.items.map { $0.tags.contains("water") } == [true, false, true, false])
        #expect(list.list.items[0].tags == ["t", "tag-sea", "water"] && list.list.marked.isEmpty)
        await list.type("u")
        #expect(list.list.items.allSatisfy { !$0.tags.contains("water") })
        await list.press(.home, .tab, .tab, .up, .tab)
        #expect(list.shows("1 marked") && list.list.marked == [1])
        await list.press(.tab)
        await list.type("d")
        #expect(list.titles == ["map", "swift"] && list.shows("deleted 2 items; u brings them back"))
        await list.type("u")
        #expect(list.titles == Self.titles)
    }

    @Test func `the last item can be brought back too`() async throws {
        var list = try ItemListFixture(["sea"])
        await list.press(.tab)
        await list.type("d")
        #expect(list.titles.isEmpty && list.shows("u brings it back"))
        await list.type("e", "o", "d", "\r")
        #expect(list.simulation.effects.count == 4)
        await list.type("u")
        #expect(list.titles == ["sea"])
    }

    @Test func `keys typed during a change wait for it`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.tab)
        list.simulation.type("d")
        list.simulation.type("d")
        list.simulation.type("q")
        #expect(list.titles == Self.titles && list.output == nil)
        await list.simulation.runWork()
        #expect(list.output == .left)
        #expect(try list.service.items.find().items.map(\.title) == ["new york", "swift"])
    }

    @Test func `Ctrl-C doesn't wait for a change`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.tab)
        list.simulation.type("d")
        list.simulation.type("\u{3}")
        #expect(list.output == .interrupted)
    }

    @Test func `the changes of other programs aren't undone`() async throws {
        let folder = try TemporaryFolder()
        let location = StoreLocation(path: folder.file("tags.sqlite"))
        let (service, other) = (try TagService(location), try TagService(location))
        for title in ["one", "two", "three"] { _ = try service.items.save(ItemDraft(title: title, tags: ["t"])) }
        var list = try ItemListFixture(service: service)
        await list.press(.tab)
        // Saving the items was no change of the list.
        await list.type("u")
        #expect(list.shows("nothing to undo"))
        await list.type("d")
        try other.items.delete(1)
        await list.type("u")
        #expect(list.shows("another program made the last change"))
        #expect(try other.items.find().items.map(\.title) == ["two"])
        try other.undoLog.undo()
        await list.type("u")
        #expect(list.titles.count == 3)
    }

    @Test func `an item that is gone is reported, and the list is read again`() async throws {
        var list = try ItemListFixture(Self.titles)
        await list.press(.tab)
        try list.service.items.delete(1)
        await list.type("d")
        #expect(list.shows("no item 1") || list.shows("unknown item"))
        #expect(list.titles == ["map", "new york", "swift"])
    }

    @Test func `e changes the tags with the picker`() async throws {
        var list = try ItemListFixture(Self.titles, chosen: ["t", "water"])
        await list.press(.tab)
        await list.type("e")
        #expect(list.list.items[0].tags == ["t", "water"])
        #expect(list.shows("changed sea: #t #water"))
        await list.type("u")
        #expect(list.list.items[0].tags == ["t", "tag-sea"])
        var canceled = try ItemListFixture(Self.titles)
        await canceled.press(.tab)
        await canceled.type("e")
        #expect(canceled.list.remark == nil && canceled.list.changed.isEmpty)
        #expect(canceled.lines[3].hasPrefix("  sea"))
    }

    @Test func `o opens the location, or reports why it can't`() async throws {
        var list = try ItemListFixture(["a", "b", "c"]) { $0 == "a" ? "https://a.org/" : $0 == "b" ? "b.txt" : nil }
        await list.press(.tab)
        await list.type("o")
        #expect(list.opened.all == ["https://a.org/"] && list.shows("opened https://a.org/"))
        await list.type("j", "o")
        #expect(list.shows("can't open it; only https works here"))
        await list.type("j", "o")
        #expect(list.shows("c has no location"))
        #expect(list.opened.all.count == 1)
    }

    @Test func `Enter shows the whole item, and any key goes back`() async throws {
        var list = try ItemListFixture(["sea"], location: { "https://\($0).org/" })
        await list.press(.enter)
        #expect(list.lines[0] == "item 1" && list.lines.contains("    sea"))
        #expect(list.shows("Location: https://sea.org/") && list.shows("Tags:     #t #tag-sea"))
        #expect(list.shows("Date:     Sunday 9 September 2001, ") && list.shows("    a note about sea"))
        await list.type("d")
        #expect(list.titles == ["sea"] && list.lines[1].hasPrefix("1 item"))
        await list.press(.enter, .escape)
        #expect(list.output == nil)
        await list.press(.enter)
        await list.type("\u{3}")
        #expect(list.output == .interrupted)
    }

    @Test func `a long note scrolls`() async throws {
        var list = try ItemListFixture([])
        let note = (1...30).map { "line \($0)" }.joined(separator: "\n")
        try list.service.items.save(ItemDraft(title: "long", note: note, tags: ["t"]))
        list = try ItemListFixture(service: list.service)
        await list.press(.enter, .pageDown, .down)
        #expect(list.lines[0] == "    line 5" && list.shows("arrows scroll"))
        await list.press(.pageDown, .pageDown, .pageDown)
        #expect(list.lines[10] == "    line 30")
        list.simulation.send(.resize(CellSize(columns: 60, rows: 40)))
        #expect(list.lines[0] == "item 1" && list.shows("any key goes back"))
        await list.press(.down)
        #expect(list.shows("1 item"))
    }

    @Test func `Esc and q leave, Ctrl-C and a closed terminal interrupt`() async throws {
        for (keys, outcome) in [
            ("\u{1B}", ItemListOutcome.left), ("\tq", .left), ("\u{4}", .left), ("\u{3}", .interrupted),
            ("\t\u{3}", .interrupted),
        ] {
            var list = try ItemListFixture(Self.titles)
            list.simulation.type(keys)
            #expect(list.output == outcome)
        }
        var closed = try ItemListFixture(Self.titles)
        closed.simulation.send(.inputEnded)
        #expect(closed.output == .interrupted)
    }
}
