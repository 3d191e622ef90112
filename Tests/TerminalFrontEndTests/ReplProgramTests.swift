import ChipRendering
import FlowEngine
import Foundation
import Synchronization
import TagService
import TerminalSimulation
import TestSupport
import Testing
import TextMeasurement

@testable import Terminal
@testable import TerminalFrontEnd

/// The interactive REPL on a terminal in memory, with a real database.
@Suite final class ReplProgramTests {
    /// The commands of the command line that were run.
    private let ran = Mutex<[String]>([])

    func start(
        _ tags: [String], chip: ChipStyle = .pill, service: TagService? = nil, answerRows: Int = 0, help: String = ""
    ) async throws -> ProgramSimulation<ReplProgram> {
        let service = try service ?? TagService(.memory)
        try service.sets.create("habits", tags: tags)
        let commands = ["toggle", "show", "add", "items", "new"]
        var style = TextBoardStyle(chip: chip)
        style.isNumbered = true
        let session = ReplSession(set: .chosen, presenter: BoardPresenter(columns: 60, style: style))
        session.isBoardShown = true
        // `nonisolated(unsafe)`: the simulation does one work at a time, and nothing else uses the executor meanwhile.
        nonisolated(unsafe) let executor = ReplExecutor(
            service: service, session: session, commands: commands,
            hooks: ReplExecutor.Hooks(
                run: { [self] words in ran.withLock { $0.append(words.joined(separator: " ")) } },
                help: { _ in PrintableText(lines: help) }, write: { text in session.printedRows.add(text.text) },
                report: { error in throw error }))
        var shown = try unsafe executor.screen()
        shown.answerRows = answerRows
        let program = ReplProgram(
            service: service, shown: shown, isColored: false, widths: TerminalWidths(),
            arguments: { command in
                let words: [String: [CommandArguments.Value]] = [
                    "toggle": [.memberTag], "add": [.newTag], "new": [.text, .newTag],
                ]
                return CommandArguments(
                    options: ["--width": .text], optionNames: ["--width"], words: words[command] ?? [])
            }, grammar: ReplGrammar(commands: commands),
            execute: { line, prompt, columns in
                unsafe executor.execute(line, prompt: prompt, columns: columns, widths: TerminalWidths())
            }, history: nil, editor: LineEditor(), size: CellSize(columns: 60, rows: 16))
        let measurer = TerminalCellMeasurer()
        var simulation = ProgramSimulation(
            program, screen: Screen(placement: .inline, depth: .palette),
            terminal: InMemoryTerminal(size: CellSize(columns: 60, rows: 16), cellWidth: { measurer.cells(in: $0) }))
        await simulation.runWork()
        return simulation
    }

    @Test func `numbers and names toggle in place, and a toggle sends few bytes`() async throws {
        var repl = try await start(["reading", "running", "sea"])
        #expect(repl.terminal.lines[0] == "(1 reading ) (2 running ) (3 sea )")
        repl.type("1 3\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "(1✓reading ) (2 running ) (3✓sea )")
        repl.type("sea\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "(1✓reading ) (2 running ) (3 sea )")
        #expect(repl.lastBytes.count < 2_000)
    }

    @Test func `the ghost of the best suggestion is taken with Right`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("rea")
        await repl.runWork()
        #expect(repl.program.editor.hint == "ding")
        repl.type("\u{1B}[C")
        #expect(repl.program.editor.text == "reading")
    }

    @Test func `Down goes to the suggestions, Enter toggles there`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("r")
        await repl.runWork()
        repl.type("\u{1B}[B")
        repl.type("\u{1B}[B")
        let wanted = repl.program.suggestions[1]
        repl.type("\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0].contains("✓\(wanted)") && repl.program.editor.isEmpty)
    }

    @Test func `lines that are typed ahead wait for the toggle before them`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("1\r")
        repl.type("items\r2\r")
        #expect(repl.program.waiting.map(\.text) == ["items", "2"])
        await repl.runWork()
        #expect(ran.withLock(\.self) == ["items"])
        #expect(repl.terminal.lines.contains("(1✓reading ) (2✓running )"))
    }

    @Test func `a command's output keeps its rows, and the board follows below`() async throws {
        var repl = try await start((0..<300).map { "tag \($0)" })
        let rows = repl.program.boardRows(in: repl.terminal.size)
        repl.type("items\r")
        await repl.runWork()
        #expect(repl.program.shown.answerRows == 1 && repl.output == nil)
        #expect(repl.program.boardRows(in: repl.terminal.size) == rows)
        repl.type("1\r")
        await repl.runWork()
        #expect(repl.program.shown.answerRows == 0)
    }

    @Test func `a line that is a command and a tag is asked about once`() async throws {
        var repl = try await start(["new york", "sea"])
        repl.type("new y")
        await repl.runWork()
        #expect(repl.program.suggestions == ["new york"])
        repl.type("\u{1B}[C\r")
        await repl.runWork()
        let doubt = "'new york' is also a tag: '#new york' toggles it"
        #expect(repl.terminal.lines.contains { $0.hasPrefix(doubt) })
        repl.type("\r")
        await repl.runWork()
        #expect(ran.withLock(\.self) == ["new york"])
    }

    @Test func `a tag that begins as a command is taken from the suggestions`() async throws {
        var repl = try await start(["new york", "sea"])
        repl.type("new y")
        await repl.runWork()
        repl.type("\u{1B}[B")
        repl.type("\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "(1✓new york ) (2 sea )")
        #expect(repl.program.editor.isEmpty)
    }

    @Test func `Down pressed before the suggestions come stays among them`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("r")
        repl.type("\u{1B}[B")
        await repl.runWork()
        #expect(repl.program.highlight == 0)
    }

    @Test func `boards are drawn in the style that was asked for`() async throws {
        var boxed = try await start(["sea", "锻炼"], chip: .boxed)
        boxed.type("2\r")
        await boxed.runWork()
        let lines = boxed.terminal.lines.map { $0.trimmed }
        #expect(lines[0] == "╭──────╮ ┏━━━━━━━┓")
        #expect(lines[1] == "│1 sea │ ┃2✓锻炼 ┃")
        #expect(lines[2] == "╰──────╯ ┗━━━━━━━┛")
        let plain = try await start(["sea", "map"], chip: .plain)
        #expect(plain.terminal.lines[0].trimmed == "1 sea 2 map")
    }

    @Test func `Tab in a field that adds tags completes the beginning of a tag only`() async throws {
        var repl = try await start(["network", "swift"])
        repl.type("add work")
        await repl.runWork()
        repl.type("\t")
        await repl.runWork()
        #expect(repl.program.editor.text == "add work")
        #expect(repl.terminal.lines.contains("no tag begins with 'work'; ↓ goes to similar tags"))
        repl.type("\u{15}add sw\t")
        await repl.runWork()
        #expect(repl.program.editor.text == "add swift ")
        repl.type("\u{15}toggle work\t")
        await repl.runWork()
        #expect(repl.program.editor.text == "toggle network ")
    }

    @Test func `a command that is misspelled is offered, and names are quoted`() async throws {
        var repl = try await start(["reading"])
        repl.type("ad tea\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains("unknown tag 'ad tea'; did you mean the command 'add'?"))
        repl.type("green tea\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains("unknown tag 'green tea'; use 'add \"green tea\"' to create it"))
    }

    @Test func `Enter takes the best tag that begins with the word, and Backspace brings the word back`() async throws {
        var repl = try await start(["network", "new york", "swift"])
        repl.type("sw\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "(1 network ) (2 new york ) (3✓swift )")
        #expect(repl.terminal.lines.contains("took swift for 'sw'; Backspace brings it back"))
        repl.type("\u{7F}")
        await repl.runWork()
        #expect(repl.terminal.lines[0].contains("(3 swift )") && repl.program.editor.text == "sw")
        repl.type("\u{1B}\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.hasPrefix("unknown tag 'sw'") })
        repl.type("yor\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0].contains("(2✓new york )"))
        // A substring is no beginning, and what is quoted is literal.
        for line in ["work", "'sw'", "#sw"] {
            repl.type("\(line)\r")
            await repl.runWork()
            #expect(repl.terminal.lines.contains { $0.hasPrefix("unknown tag") }, "\(line)")
        }
    }

    @Test func `a field that adds tags completes its last word, and offers the text as a new tag`() async throws {
        var repl = try await start(["network", "swift"])
        repl.type("add sw")
        await repl.runWork()
        #expect(repl.program.choices == [.tag("swift"), .new("sw")])
        #expect(repl.terminal.lines.contains { $0.contains("(+Create \"sw\" )") })
        repl.type("\r")
        await repl.runWork()
        repl.type("add sw\u{1B}\r")
        await repl.runWork()
        repl.type("add sw, net\r")
        await repl.runWork()
        repl.type("add zz")
        await repl.runWork()
        #expect(repl.program.choices == [.new("zz")])
        #expect(ran.withLock(\.self) == ["add swift", "add sw", "add sw network"])
    }

    @Test func `a setting that was tried is reset`() throws {
        let grammar = ReplGrammar(commands: [])
        #expect(try grammar.input("width default") == .resetTrial("width"))
        var tried = LayoutSettings()
        (tried.width, tried.maxLines, tried.alignment, tried.spacing) = (5, 1, .center, 2)
        for word in LayoutTrial.words { LayoutTrial.reset(word, in: &tried) }
        #expect(tried == LayoutSettings())
    }

    @Test func `an error is shown below and changes nothing`() async throws {
        var repl = try await start(["reading"])
        repl.type("9\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains("unknown chip 9") })
        repl.type("x")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.contains("unknown chip 9") })
    }

    @Test func `suggestions that cannot be read are reported, not taken for none`() async throws {
        var repl = try await start(["reading"])
        try repl.program.service.close()
        let reason = "the database was closed"
        repl.type("r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains(reason) })
        repl.type("\t")
        #expect(!repl.terminal.lines.contains { $0.contains(reason) })
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains(reason) })
    }

    @Test(arguments: ["rea\u{1B}[C\r", "rea\t\r", "rea\u{5}\r"]) func `keys that arrive together act in order`(
        keys: String
    ) async throws {
        var repl = try await start(["reading", "running"])
        repl.type(keys)
        await repl.runWork()
        #expect(repl.terminal.lines[0].hasPrefix("(1✓reading )"), "\(repl.terminal.lines)")
    }

    @Test func `keys behind a completed command wait for it, also for the next line`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("ite\t\rsho\t\r")
        await repl.runWork()
        #expect(ran.withLock(\.self) == ["items", "show"])
        #expect(repl.program.heldEvents.isEmpty && repl.program.editor.isEmpty)
    }

    @Test func `Ctrl-C takes keys back that wait`() async throws {
        var repl = try await start(["reading", "running"])
        repl.type("rea\t\r\u{3}")
        await repl.runWork()
        #expect(repl.program.editor.isEmpty && !repl.terminal.lines[0].contains("✓"))
    }

    @Test func `Tab goes through candidates and back`() async throws {
        var repl = try await start(["sea", "seat", "new york"])
        repl.type("toggle se\t")
        await repl.runWork()
        let first = repl.program.editor.text
        repl.type("\t")
        #expect(Set([first, repl.program.editor.text]) == ["toggle sea", "toggle seat"])
        repl.type("\u{1B}[Z")
        #expect(repl.program.editor.text == first)
        repl.type(" new\t")
        await repl.runWork()
        #expect(repl.program.editor.text == first + " 'new york' ")
    }

    @Test func `a toggled chip that isn't visible is reported`() async throws {
        var repl = try await start((1...300).map { "tag \($0)" })
        repl.type("\u{1B}[6~")
        repl.type("300 2\r")
        await repl.runWork()
        // Selected chips come first.
        #expect(!repl.terminal.lines.contains { $0.hasPrefix("not visible") })
        repl.type("300 2\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.hasPrefix("not visible: 'tag 300' off") })
        #expect(!repl.terminal.lines.contains { $0.contains("'tag 2' off") })
        repl.type("2\r")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.hasPrefix("not visible") })
        // Changes are reported after the board is drawn again.
        var program = repl.program
        program.tell(of: [ChangedTags(selected: (200...205).map { "tag \($0)" })])
        #expect(program.remark == "not visible: 'tag 200' on, 'tag 201' on, 'tag 202' on and 3 more")
    }

    @Test func `a remark that is wider than the terminal is whole`() async throws {
        var repl = try await start((1...300).map { "tag \($0)" })
        let name = "a name of a good many letters that nobody has given to any tag so far"
        repl.type("\(name)\r")
        await repl.runWork()
        let screen = repl.terminal.lines.map { $0.trimmed }.joined(separator: " ")
        #expect(screen.contains("to create it"), "\(repl.terminal.lines)")
        #expect(repl.terminal.lines[0].contains("(1 tag 1 )"))
        repl.type("x")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.contains("to create it") })
    }

    @Test func `any size can be drawn`() async throws {
        var repl = try await start((0..<300).map { "tag \($0)" })
        for columns in [200, 10, 2, 1, 0, 60] {
            repl.send(.resize(CellSize(columns: columns, rows: min(columns, 16))))
            await repl.runWork()
        }
        #expect(repl.terminal.lines[0].contains("(1 tag 0 )"))
        repl.type("\u{1B}[6~")
        #expect(repl.terminal.lines[0].contains("(1 tag 0 )"))
        repl.type("\u{1B}[6~")
        #expect(!repl.terminal.lines[0].contains("(1 tag 0 )"))
    }

    // MARK: - Changes from elsewhere

    /// A program on a file that another service changes as well.
    private func startBesideAnother(
        _ tags: [String]
    ) async throws -> (ProgramSimulation<ReplProgram>, TagService, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path), concurrency: .serial)
        let other = try TagService(.file(path: path), concurrency: .serial)
        return (try await start(tags, service: service), other, folder)
    }

    @Test func `a number toggles the chip drawn with it, and the board then shows the current state`() async throws {
        var (repl, other, folder) = try await startBesideAnother(["reading", "running", "sea"])
        defer { withExtendedLifetime(folder) {} }
        try other.sets.removeTags(["reading"])
        try other.sets.addTags(["tea"])
        repl.type("2\r")
        await repl.runWork()
        #expect(try other.selection.tags() == ["running"])
        #expect(repl.terminal.lines[0] == "(1✓running ) (2 sea ) (3 tea )")
        // Without a change elsewhere nothing is laid out again.
        repl.type("3\r")
        await repl.runWork()
        #expect(try other.selection.tags() == ["running", "tea"])
    }

    @Test func `the number of a removed chip is an error, and the board shows the current state`() async throws {
        var (repl, other, folder) = try await startBesideAnother(["reading", "running"])
        defer { withExtendedLifetime(folder) {} }
        try other.sets.removeTags(["reading"])
        repl.type("1\r")
        await repl.runWork()
        #expect(try other.selection.tags().isEmpty)
        #expect(repl.terminal.lines[0] == "(1 running )")
        #expect(repl.terminal.lines.contains { $0.contains("chip 1 was 'reading'") })
    }

    // MARK: - Long lines

    @Test func `a line that is longer than any name asks for no suggestions`() async throws {
        var repl = try await start(["reading"])
        repl.type("add " + String(repeating: "tea ", count: 1_500))
        await repl.runWork()
        #expect(repl.program.editor.count == 6_004)
        #expect(repl.program.suggestions.isEmpty)
        var copy = repl.program
        let effects = copy.update(.event(.text("x")))
        #expect(effects.isEmpty)
    }
}
