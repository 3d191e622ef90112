import TerminalSimulation
import Testing
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// Bound keys, history, cycling, tabs and long lines.
@Suite struct PickerKeysTests {
    private static let names = ["sea", "map", "new york", "newton", "swift"]

    private func bound(_ list: String, _ names: [String] = names) throws -> PickerFixture {
        let bindings = try PickerBinding.list(list)
        return PickerFixture(names) { $0.bindings = bindings }
    }

    @Test func `a bound key performs its actions instead of its usual action`() throws {
        var picker = try bound("ctrl-a:last,tab:toggle+up,x:clear-query,é:abort")
        picker.type("\u{1}", "\t")
        #expect(picker.chosen == ["swift"])
        picker.type("sw", "x")
        #expect(picker.picker.editor.isEmpty && picker.found == Self.names)
        picker.type("é")
        #expect(picker.output == .left)
    }

    @Test func `actions choose, move and accept`() throws {
        var picker = try bound("f1:select-all,f2:toggle-all,f3:deselect-all,f4:down+first+right+toggle+accept+abort")
        picker.type("new")
        picker.press(.function(1))
        #expect(picker.chosen == ["new york", "newton"])
        picker.press(.backspace, .backspace, .backspace, .function(2))
        #expect(Set(picker.chosen) == ["sea", "map", "swift"])
        picker.press(.function(3))
        #expect(picker.chosen.isEmpty)
        picker.press(.function(4))
        #expect(picker.output?.names == ["map"])
    }

    @Test(arguments: [
        ("ctrl-a", "'ctrl-a' has no action; write KEY:ACTION, such as ctrl-a:select-all"),
        ("", "'' has no action; write KEY:ACTION, such as ctrl-a:select-all"),
        ("hyper-a:up", "unknown key 'hyper-a'; expected a name such as ctrl-a, alt-x, f1, tab, page-up or x"),
        ("x:execute", "'execute' needs a command; write execute(COMMAND)"),
    ]) func `a wrong binding is reported`(list: String, message: String) {
        #expect { try PickerBinding.list(list) } throws: { "\($0)" == message }
    }

    @Test func `an unknown action is reported with the known actions`() {
        for list in ["x:jump", "x:up+", "x:up(a)", "x:execute(a"] {
            #expect { try PickerBinding.list(list) } throws: { error in
                "\(error)".hasPrefix("unknown action") || "\(error)".contains("needs a command")
                    || "\(error)".contains("has no action")
            }
        }
        #expect("\(PickerOptionError.action("jump"))".contains("'jump'; expected one of abort"))
    }

    @Test func `commands may contain delimiters, commas and colons`() throws {
        let list = "ctrl-o:execute(echo (a) b:c)+abort,::up,,:down,f1,f2:reload[ls {}]"
        let bindings = try PickerBinding.list(list)
        #expect(bindings.map(\.key.name) == ["ctrl-o", ":", ",", "f1", "f2"])
        let echo = PickerAction.execute(CommandTemplate("echo (a) b:c"))
        #expect(bindings[0].actions == [echo, .abort])
        #expect(bindings[4].actions == [.reload(CommandTemplate("ls {}"))])
        let rest = try PickerBinding.list("x:execute:less {}, y:up")
        #expect(rest.map(\.actions) == [[.execute(CommandTemplate("less {}, y:up"))]])
    }

    @Test func `the history is recalled with Ctrl-P and Ctrl-N`() {
        var picker = PickerFixture(Self.names, history: ["sea", "new"]) { $0.historyPath = "history" }
        picker.type("m", "\u{10}")
        #expect(picker.picker.editor.text == "new" && picker.found == ["new york", "newton"])
        picker.type("\u{10}")
        #expect(picker.found == ["sea"])
        picker.type("\u{E}", "\u{E}")
        #expect(picker.picker.editor.text == "m")
    }

    @Test func `moving past an end continues at the other end only with cycle`() {
        let names = (0..<30).map { "tag-number-\($0)" }
        for cycles in [false, true] {
            var picker = PickerFixture(names, columns: 36) { $0.cycles = cycles }
            picker.press(.up)
            #expect(picker.picker.highlight == (cycles ? 28 : 0))
            picker.press(.down)
            #expect(picker.picker.highlight == (cycles ? 0 : 2))
            picker.press(.home, .left)
            #expect(picker.picker.highlight == (cycles ? 29 : 0))
            picker.press(.right)
            #expect(picker.picker.highlight == (cycles ? 0 : 1))
        }
    }

    @Test func `a tab goes to the next multiple of eight columns`() {
        let picker = PickerFixture(["a\tb", "12345678\tc", "早\td"])
        #expect(picker.shows("a       b"))
        #expect(picker.shows("12345678        c"))
        #expect(picker.shows("早      d"))
    }

    @Test func `a long line is shifted so that the match is visible`() {
        let line = "Sources/Terminal/Screen/Drawing/CellGrid+Writing.swift"
        var picker = PickerFixture([line], columns: 30) { $0.filter.isOfLines = true }
        #expect(picker.shows("Sources/Terminal"))
        picker.type("grid")
        #expect(picker.shows("…") && picker.shows("Grid+Wri…"))
        #expect(!picker.simulation.terminal.lines[1].contains("Sources"))
        picker.type("\u{15}", "sources")
        #expect(picker.simulation.terminal.lines[1].contains("Sources/Terminal"))
    }

    @Test func `any range of a label fits its room`() {
        let label = Array("ab早cd早ef早gh")
        let widths = TerminalWidths()
        for room in 1...14 {
            for start in 0..<label.count {
                for end in start...label.count {
                    let visible = VisibleRange(
                        of: label, room: room, matches: start == end ? [] : [start..<end], widths)
                    let cut = (visible.isCutAtStart ? 1 : 0) + (visible.isCutAtEnd ? 1 : 0)
                    let cells = label[visible.range].reduce(0) { $0 + widths.cells(in: $1) }
                    #expect(cells + cut <= room, "\(room), \(start)..<\(end)")
                    #expect(visible.isCutAtEnd || visible.range.upperBound == label.count || room < 1)
                }
            }
        }
    }

    @Test func `without a match, Enter accepts nothing only if the query is printed`() {
        for accepts in [false, true] {
            var picker = PickerFixture(Self.names) { $0.acceptsNoMatch = accepts }
            picker.type("zzz")
            picker.press(.enter)
            #expect(picker.output == (accepts ? .accepted([], key: nil, query: "zzz") : nil))
        }
    }
}
