import TerminalSimulation
import TestSupport
import Testing
import TextMeasurement

@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct PickerTests {
    static let names = ["sea", "map", "new york", "newton", "早间例行", "锻炼 💪", "swift"]

    @Test func `the selection stays while typing filters`() {
        var picker = PickerFixture(Self.names)
        picker.press(.tab)
        picker.type("swi")
        #expect(picker.found == ["swift"])
        picker.press(.tab, .backspace, .backspace, .backspace)
        #expect(picker.found == Self.names)
        #expect(picker.chosen == ["sea", "swift"])
        picker.press(.enter)
        #expect(picker.output?.names == ["sea", "swift"])
    }

    @Test func `if an empty selection is accepted, Enter takes the highlighted tag only with a query`() {
        let accepted = { (keys: (inout PickerFixture) -> Void) in
            var picker = PickerFixture(Self.names) { $0.acceptsNothing = true }
            keys(&picker)
            picker.press(.enter)
            return picker.output?.names
        }
        #expect(accepted { _ in } == [])
        #expect(accepted { $0.press(.tab, .tab) } == [])
        #expect(accepted { $0.type("swi") } == ["swift"])
        #expect(
            accepted {
                $0.type("swi")
                $0.press(.tab, .tab)
            } == [])
    }

    @Test func `Space is typed, and toggles once the arrows have moved onto the board`() {
        var picker = PickerFixture(Self.names)
        picker.type(" ")
        #expect(picker.chosen.isEmpty && picker.found == Self.names)
        picker.type("york", " ", "new", " ")
        #expect(picker.found == ["new york"] && picker.chosen.isEmpty)
        picker.press(.right)
        picker.type(" ")
        #expect(picker.chosen == ["new york"])
        picker.type("qqqq", " ", "y")
        #expect(picker.picker.editor.text == " york new qqqq y")
        #expect(picker.chosen == ["new york"] && picker.found.isEmpty)
    }

    @Test func `words that are typed must all match, and fzf's signs are read`() {
        let found = { (query: String) in
            var picker = PickerFixture(["login fix", "fix", "login", "lambda"])
            picker.type(query)
            return picker.found
        }
        #expect(found("fix login") == ["login fix"])
        #expect(found("login !fix") == ["login"])
        #expect(found("lmd") == ["lambda"])
        #expect(found("\"fix login\"").isEmpty)
    }

    @Test func `a limit refuses more, and a limit of one exchanges`() {
        var two = PickerFixture(Self.names) { $0.limit = 2 }
        two.press(.tab, .right, .tab, .right, .tab)
        #expect(two.chosen == ["sea", "map"])
        #expect(two.shows("you can choose at most 2"))
        var one = PickerFixture(Self.names) { $0.limit = 1 }
        one.press(.tab, .right, .tab)
        #expect(one.chosen == ["map"])
    }

    @Test func `fewer than required are not accepted`() {
        var picker = PickerFixture(Self.names) { $0.required = 2 }
        picker.press(.tab, .enter)
        #expect(picker.output == nil)
        #expect(picker.shows("choose at least 2"))
        picker.press(.right, .tab, .enter)
        #expect(picker.output?.names == ["sea", "map"])
    }

    @Test func `a remark that is wider than the terminal is whole`() {
        var fixture = PickerFixture(["one"], columns: 20, rows: 30) {
            $0.preselected = ["a name that is not there", "and another one"]
        }
        #expect(fixture.shows("not in the list"))
        #expect(fixture.text.replacing(/\s*\n/, with: " ").contains("and another one"))
        fixture.type("o")
        #expect(!fixture.shows("another"))
    }

    @Test func `the typed text becomes a tag only if it is new and allowed`() {
        var strict = PickerFixture(Self.names)
        strict.type("tea")
        strict.press(.enter)
        #expect(strict.output == nil)
        var free = PickerFixture(Self.names) { $0.isStrict = false }
        free.type("Sea")
        #expect(free.picker.newTag == nil)
        free.type("side")
        free.press(.tab)
        #expect(free.chosen == ["Seaside"] && free.picker.editor.isEmpty)
        free.type("tea time")
        free.press(.tab, .enter)
        #expect(free.output?.names == ["Seaside", "tea time"])
    }

    @Test func `Esc leaves, Ctrl-C interrupts, and nothing is left on the screen`() {
        var left = PickerFixture(Self.names)
        left.type("\u{1B}")
        #expect(left.output == .left)
        #expect(left.text.trimmed.isEmpty)
        var interrupted = PickerFixture(Self.names)
        interrupted.type("\u{3}")
        #expect(interrupted.output == .interrupted)
    }

    @Test func `all and none are those that are shown`() {
        var picker = PickerFixture(Self.names)
        picker.type("\u{1}")
        #expect(picker.chosen.count == Self.names.count)
        picker.type("new", "\u{4}")
        #expect(picker.chosen == ["sea", "map", "早间例行", "锻炼 💪", "swift"])
    }

    @Test func `one toggle sends less than two kilobytes, of however many tags`() {
        var picker = PickerFixture((0..<100_000).map { "tag \($0)" }, columns: 200, rows: 60)
        picker.press(.tab)
        #expect(picker.simulation.lastBytes.count < 2_000)
        picker.press(.end)
        #expect(picker.picker.highlight == 99_999)
        picker.press(.tab)
        #expect(picker.simulation.lastBytes.count < 2_000)
        #expect(picker.chosen == ["tag 0", "tag 99999"])
    }

    @Test func `any size can be drawn, and the widest shows the same again`() {
        var picker = PickerFixture(Self.names, columns: 80)
        let before = picker.text
        for columns in [200, 10, 3, 1, 0, 1, 10, 200, 80] {
            picker.simulation.send(.resize(CellSize(columns: columns, rows: columns < 3 ? columns : 16)))
        }
        picker.simulation.send(.resize(CellSize(columns: 80, rows: 16)))
        #expect(picker.shows(String(before.split(separator: "\n")[1])))
    }

    @Test func `tags that cannot be read are reported, and those before them stay`() async {
        struct Failure: Error, CustomStringConvertible { let description = "the disk failed" }
        var picker = PickerFixture(Self.names, sources: PickerSources(more: { throw Failure() }))
        await picker.simulation.runWork()
        #expect(picker.shows("the disk failed"))
        picker.press(.tab)
        #expect(picker.shows("the disk failed"))
        #expect(picker.found == Self.names && picker.chosen == ["sea"])
    }

    @Test func `a failed ranking is reported and stops no loading`() async {
        struct Failure: Error, CustomStringConvertible { let description = "the disk failed" }
        var picker = PickerFixture(["sea"], sources: PickerSources(affinities: { _ in throw Failure() }, more: { nil }))
        await picker.simulation.runWork()
        #expect(picker.shows("the disk failed") && !picker.picker.isLoading)
    }

    @Test func `labels are cut by the widths that the terminal draws`() {
        let names = [String(repeating: "💪", count: 6)]
        let narrow = PickerFixture(names, columns: 9, widths: TerminalWidths([.emoji: 1]))
        let wide = PickerFixture(names, columns: 9)
        let (row, wideRow) = (narrow.simulation.terminal.lines[1], wide.simulation.terminal.lines[1])
        #expect(row.contains("💪💪💪💪…") && !row.contains("💪💪💪💪💪"))
        #expect(wideRow.contains("💪💪…") && !wideRow.contains("💪💪💪"))
    }

    @Test func `the full name of a truncated chip is below the board, or its end if too long`() {
        let name = "first " + String(repeating: "word ", count: 30) + "last"
        var picker = PickerFixture(["short", name], columns: 20, rows: 24)
        #expect(!picker.shows("last"))
        picker.press(.right)
        #expect(picker.text.replacing("\n", with: "").contains("last"))
        var small = PickerFixture(["short", name], columns: 20, rows: 8) { $0.height = .rows(5) }
        small.press(.right)
        #expect(small.shows("last") && small.shows("…"))
        #expect(small.simulation.terminal.lines.contains { $0.contains("[ first") })
        small.press(.left)
        #expect(!small.shows("last"))
    }

    @Test func `expected keys accept instead of their usual action, and are reported`() throws {
        let key = try #require(PickerKey("ctrl-a"))
        var picker = PickerFixture(Self.names) { $0.expected = [key] }
        picker.type("\u{1}")
        #expect(picker.output?.names == ["sea"])
        guard case .accepted(_, let pressed, _) = picker.output else { return }
        #expect(pressed == key)
    }

    @Test(arguments: [
        ("ctrl-a", true), ("CTRL-A", true), ("alt-x", true), ("f12", true), ("f13", false), ("ctrl-alt-b", true),
        ("shift-tab", true), ("page-up", true), ("?", true), ("é", true), ("ctrl-", false), ("", false),
        ("ctrl-é", false), ("alt-enter", true), ("hyper-x", false),
    ]) func `keys have the names that fzf gives them`(name: String, isKey: Bool) {
        #expect((PickerKey(name) != nil) == isKey)
    }

    @Test func `a list of keys may have a comma in it`() {
        #expect(PickerKey.names(in: "ctrl-v,f1,~") == ["ctrl-v", "f1", "~"])
        #expect(PickerKey.names(in: ",") == [","])
        #expect(PickerKey.names(in: "a,,,b") == ["a", "b", ","])
    }

    @Test func `no sequence of keys traps or ends without being asked to`() {
        var random = SystemRandomNumberGenerator()
        let seed = random.next()
        var numbers = SeededNumbers(seed: seed)
        let keys: [Key] = [
            .tab, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace, .delete, .character("a"),
            .character(" "), .character("例"), .character("e"), .character("\u{301}"),
        ]
        for _ in 0..<20 {
            var picker = PickerFixture(Self.names + (0..<60).map { "t\($0)" }, columns: 24, rows: 9) {
                $0.isStrict = numbers.next() % 2 == 0
            }
            for _ in 0..<200 {
                picker.press(keys[Int(numbers.next() % UInt64(keys.count))])
                let shown = picker.picker
                #expect(shown.flow.count == 0 || shown.highlight < shown.flow.count, "seed \(seed)")
            }
            #expect(picker.output == nil, "seed \(seed)")
        }
    }
}

/// Descriptions of tags below the chips.
@Suite struct PickerDescriptionTests {
    @Test func `the description of the highlighted tag is shown above the hints, and nothing jumps`() {
        var fixture = PickerFixture(
            ["sea", "map", "photo"], descriptions: ["sea": "salt\u{1B} water", "photo": "pictures that I took"])
        #expect(fixture.shows("salt"))
        #expect(!fixture.text.contains("\u{1B}"))
        let rows = fixture.simulation.terminal.lines.count
        fixture.press(.right)
        #expect(!fixture.shows("salt") && !fixture.shows("pictures"))
        fixture.press(.right)
        #expect(fixture.shows("pictures that I took") && fixture.shows("Tab chooses"))
        #expect(fixture.simulation.terminal.lines.count == rows)
        #expect(!PickerFixture(["sea"]).shows("salt"))
    }
}
