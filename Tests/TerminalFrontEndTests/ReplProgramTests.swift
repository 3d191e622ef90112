import ChipRendering
import FlowEngine
import Foundation
import TagService
import TerminalSimulation
import Testing
import TextMeasurement

@testable import Terminal
@testable import TerminalFrontEnd

/// The interactive REPL on a terminal in memory, with a real database.
@Suite struct ReplProgramTests {
    private func start(
        _ tags: [String],
        chip: ChipStyle = .pill
    ) async throws -> ProgramSimulation<ReplProgram> {
        let service = try TagService(.memory)
        _ = try await service.createSet("habits", tags: tags)
        let commands = ["toggle", "show", "add", "history", "new"]
        var style = TextBoardStyle(chip: chip)
        style.isNumbered = true
        var program = ReplProgram(
            service: service,
            set: .chosen,
            commands: Set(commands + ["quit"]),
            isColored: false,
            widths: TerminalWidths(),
            arguments: { _ in
                CommandArguments(options: ["--width": .text], optionNames: ["--width"])
            },
            grammar: ReplGrammar(commands: commands),
            history: nil,
            presenter: BoardPresenter(columns: 60, style: style),
            editor: LineEditor(),
            size: CellSize(columns: 60, rows: 16)
        )
        program.board = try await service.board(program.presenter.request())
        let measurer = TerminalCellMeasurer()
        var simulation = ProgramSimulation(
            program,
            screen: Screen(placement: .inline, depth: .palette),
            terminal: InMemoryTerminal(
                size: CellSize(columns: 60, rows: 16),
                cellWidth: { measurer.cells(in: $0) }
            )
        )
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
        repl.type("history\r")
        #expect(repl.output == nil)
        await repl.runWork()
        guard case .answer(let lines, let program) = repl.output else {
            Issue.record("the command was not handed out")
            return
        }
        #expect(lines.map(\.text) == ["history"] && program.board?.chips[0].isSelected == true)
    }

    @Test func `a line that is a command and a tag is asked about once`() async throws {
        var repl = try await start(["new york", "sea"])
        repl.type("new y")
        await repl.runWork()
        #expect(repl.program.suggestions == ["new york"])
        repl.type("\u{1B}[C\r")
        await repl.runWork()
        let doubt = "'new york' is a tag as well: '#new york' toggles it"
        #expect(repl.terminal.lines.contains { $0.hasPrefix(doubt) })
        repl.type("\r")
        guard case .answer(let lines, _) = repl.output, lines.map(\.text) == ["new york"] else {
            Issue.record("the command was not handed out")
            return
        }
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

    @Test func `a command that is misspelt is offered, and names are quoted`() async throws {
        var repl = try await start(["reading"])
        repl.type("ad tea\r")
        await repl.runWork()
        #expect(
            repl.terminal.lines.contains(
                "there is no tag 'ad tea'; did you mean the command 'add'?"
            )
        )
        repl.type("green tea\r")
        await repl.runWork()
        #expect(
            repl.terminal.lines.contains(
                "there is no tag 'green tea'; 'add \"green tea\"' makes it"
            )
        )
    }

    @Test func `a setting that was tried is reset`() throws {
        let grammar = ReplGrammar(commands: [])
        #expect(try grammar.input("width default") == .resetTrial("width"))
        var tried = LayoutSettings()
        (tried.width, tried.maxLines, tried.alignment, tried.spacing) = (5, 1, .center, 2)
        for word in LayoutTrial.words { LayoutTrial.reset(word, in: &tried) }
        #expect(tried == LayoutSettings())
    }

    @Test func `an error is said below and changes nothing`() async throws {
        var repl = try await start(["reading"])
        repl.type("9\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains("there is no chip 9") })
        repl.type("x")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.contains("there is no chip 9") })
    }

    @Test func `suggestions that cannot be read are reported, not taken for none`() async throws {
        var repl = try await start(["reading"])
        try await repl.program.service.close()
        let reason = "the database was closed"
        repl.type("r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains(reason) })
        repl.type("\t")
        #expect(!repl.terminal.lines.contains { $0.contains(reason) })
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains(reason) })
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

    @Test func `any size can be drawn`() async throws {
        var repl = try await start((0..<300).map { "tag \($0)" })
        for columns in [200, 10, 2, 1, 0, 60] {
            repl.send(.resize(CellSize(columns: columns, rows: min(columns, 16))))
            await repl.runWork()
        }
        #expect(repl.terminal.lines[0].contains("(1 tag 0 )"))
        repl.type("\u{1B}[6~")
        #expect(!repl.terminal.lines[0].contains("(1 tag 0 )"))
    }
}
