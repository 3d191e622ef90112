import TerminalSimulation
import Testing

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

@Suite struct PickerPreviewTests {
    private func picker(
        _ command: String, window: String = "", bind: String = "f1:toggle-preview",
        _ names: [String] = ["sea", "it's $HOME", "map"]
    ) throws -> PickerFixture {
        let preview = try PreviewOptions(command, window: window)
        let bindings = try PickerBinding.list(bind)
        let environment = ["PATH": "/usr/bin:/bin"]
        let sources = PickerSources(commands: PickerCommands(environment: environment))
        return PickerFixture(names, columns: 60, rows: 20, sources: sources) {
            $0.preview = preview
            $0.bindings = bindings
        }
    }

    @Test func `the preview follows the highlighted tag`() async throws {
        var picker = try picker("printf '<%s> %s %s' {} {n} {q}")
        await picker.simulation.runWork()
        #expect(picker.shows("│ <sea> 0"))
        picker.press(.right)
        await picker.simulation.runWork()
        #expect(picker.shows("<it's $HOME> 1"))
        picker.type("map")
        await picker.simulation.runWork()
        #expect(picker.shows("<map> 2 map"))
        picker.type("zzz")
        await picker.simulation.runWork()
        #expect(!picker.shows("<"))
    }

    @Test func `the preview can be below the board, and hidden`() async throws {
        var picker = try picker("echo below", window: "down:40%")
        await picker.simulation.runWork()
        let lines = picker.simulation.terminal.lines
        let border = try #require(lines.firstIndex { $0.contains("────") })
        #expect(lines[border + 1].hasPrefix("below"))
        picker.press(.function(1))
        #expect(!picker.shows("below"))
        var hidden = try self.picker("echo shown", window: "right:30%:hidden")
        await hidden.simulation.runWork()
        #expect(!hidden.shows("shown"))
        hidden.press(.function(1))
        await hidden.simulation.runWork()
        #expect(hidden.shows("shown"))
    }

    @Test func `colors are the only escape sequences that are kept`() async throws {
        var picker = try picker(#"printf '\033[31mred\033[2J\033]0;title\007\033[mend\ta\r\n10%%\r20%%\n\001'"#)
        await picker.simulation.runWork()
        #expect(picker.shows("redend  a") && picker.shows("20%") && !picker.shows("10%"))
        #expect(!picker.shows("title") && picker.shows("\\u{1}"))
        picker.press(.escape)
        #expect(picker.output == .left)
    }

    @Test func `long output is cut, and the command is stopped`() async throws {
        var picker = try picker("yes line", bind: "f2:preview-down,f3:preview-up")
        await picker.simulation.runWork()
        #expect(picker.shows("│ line"))
        #expect(picker.picker.preview?.lines.count ?? 0 <= PreviewPane.limit / 5 + 1)
        picker.press(.function(2), .function(2))
        #expect(picker.picker.preview?.top == 2)
        picker.press(.function(3), .function(3), .function(3))
        #expect(picker.picker.preview?.top == 0)
    }

    @Test func `another preview stops the command before it`() async throws {
        let commands = PickerCommands(environment: ["PATH": "/usr/bin:/bin"])
        let slow = commands.startPreview("sleep 1000", columns: 10, rows: 10)
        let quick = commands.startPreview("echo $COLUMNS", columns: 10, rows: 10)
        #expect(await slow.output(after: 0).isDone)
        #expect(await quick.output(after: .max).bytes == Array("10\n".utf8))
    }

    @Test func `a wrong window is reported`() {
        for window in ["left", "right:0%", "100%", "down:12"] {
            #expect(throws: PickerOptionError.window(window)) { try PreviewOptions("", window: window) }
        }
    }

    @Test func `any size can be drawn with a preview`() async throws {
        for window in ["right", "right:90%", "down", "down:99%"] {
            var picker = try picker("seq 100", window: window)
            await picker.simulation.runWork()
            for columns in [200, 10, 3, 1, 0, 1, 12, 16, 60] {
                let size = CellSize(columns: columns, rows: columns < 13 ? columns : 16)
                picker.simulation.send(.resize(size))
                picker.press(.down, .end)
            }
            #expect(picker.output == nil && picker.shows("sea"))
        }
    }

    @Test func `values are quoted for sh`() throws {
        var values = CommandTemplate.Values()
        values.line = (number: 7, text: "a'b\0 $(c);1")
        values.chosen = [(1, "x y"), (2, "-z")]
        values.query = "\\"
        values.delimiter = try FieldDelimiter(";")
        let command = { CommandTemplate($0).command(values) }
        #expect(command("e {} {n}") == #"e 'a'\''b $(c);1' '7'"#)
        #expect(command("{+} {+n}") == "'x y' '-z' '1' '2'")
        #expect(command(#"{q}{2}{..1}"#) == #"'\''1''a'\''b $(c)'"#)
        #expect(command(#"awk '{print}' \{} {x}"#) == "awk '{print}' {} {x}")
        values.line = nil
        #expect(CommandTemplate("e {} {2}").command(values) == "e '' ''")
    }

    @Test func `reload replaces the tags`() async throws {
        let bindings = try PickerBinding.list("f1:reload(printf 'x\\ny %s\\n' {q})")
        let sources = PickerSources(
            reading: { bytes in
                String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { PickableTag(String($0)) }
            }, commands: PickerCommands(environment: ["PATH": "/usr/bin:/bin"]))
        var picker = PickerFixture(["sea", "map"], sources: sources) { $0.bindings = bindings }
        picker.press(.tab, .function(1))
        await picker.simulation.runWork()
        #expect(picker.found == ["x", "y "] && picker.chosen.isEmpty)
        picker.press(.enter)
        #expect(picker.output?.names == ["x"])
    }
}
