import TagService
import TerminalSimulation
import Testing

@testable import Terminal
@testable import TerminalFrontEnd

/// Boards that are large, hidden or empty, and the help that covers them.
extension ReplProgramTests {
    // MARK: - Boards higher than the terminal

    @Test func `a board that is taller than half the screen is summarized`() async throws {
        var repl = try await start((0..<83).map { "tag \($0)" })
        #expect(repl.terminal.lines[2].hasPrefix("habits>"))
        #expect(repl.terminal.lines[3].hasPrefix("83 tags: type to filter · Page Down shows all"))
        repl.type("5\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "selected" && repl.terminal.lines[1] == "(5✓tag 4 )")
        #expect(repl.terminal.lines[2] == "likely" && repl.terminal.lines[5].hasPrefix("habits>"))
        repl.type("tag 8")
        await repl.runWork()
        #expect(repl.terminal.lines[0].hasPrefix("(9 tag 8 ) (81 tag 80 )"))
        // The filtered chips have half the screen.
        #expect(repl.terminal.lines[8].hasPrefix("habits> tag 8"))
        repl.type("\u{15}\u{1B}[6~")
        await repl.runWork()
        #expect(repl.program.summary == nil && repl.terminal.lines.contains { $0.contains("hidden") })
        repl.type("\u{1B}[5~")
        #expect(repl.program.summary != nil && repl.terminal.lines[0] == "selected")
        let small = try await start((0..<20).map { "tag \($0)" })
        #expect(small.program.summary == nil)
    }

    @Test func `a board keeps the rows of the last output, and shows the number of its hidden rows`() async throws {
        var repl = try await start((0..<300).map { "tag \($0)" }, answerRows: 8)
        #expect(repl.terminal.lines[3].hasPrefix("300 tags: type to filter"))
        repl.type("\u{1B}[6~")
        #expect(repl.terminal.lines[3].contains("("))
        #expect(repl.terminal.lines[4].hasPrefix("habits>"))
        #expect(repl.terminal.lines.contains { $0.contains("rows 1–4, ") && $0.contains(" hidden") })
        #expect(repl.program.boardRows(in: repl.terminal.size) == 4)
        // Typing moves nothing: the output uses all rows.
        repl.type("tag 1")
        await repl.runWork()
        #expect(repl.program.boardRows(in: repl.terminal.size) == 4)
        #expect(repl.terminal.lines[4].hasPrefix("habits> tag 1"))
        #expect(repl.terminal.lines.filter { !$0.isEmpty }.count == 8)
        repl.type("\u{15}")
        // The next line that is entered takes the rows, as does a key that scrolls.
        repl.type("1\r")
        await repl.runWork()
        #expect(repl.program.boardRows(in: repl.terminal.size) == 11)
        var full = try await start((0..<300).map { "tag \($0)" }, answerRows: 40)
        full.type("\u{1B}[6~")
        #expect(full.terminal.lines.contains { $0.contains("rows of chips are hidden") })
        full.type("\u{1B}[6~")
        #expect(full.terminal.lines[0].contains("(1 tag 0 )"))
    }

    @Test func `a large board has headings, is filtered, and gathers selected chips`() async throws {
        let tags = (0..<60).map { "role::person number \($0)" } + (0..<60).map { "word \($0)" }
        var repl = try await start(tags)
        repl.type("\u{1B}[6~")
        #expect(repl.terminal.lines[0].hasPrefix("(61 word 0 )"))
        repl.type("word 59\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "selected")
        #expect(repl.terminal.lines[1] == "(120✓word 59 )")
        repl.type("number 7")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "(8 role::person number 7 )")
        #expect(repl.terminal.lines[1].isEmpty)
        repl.type("\u{15}number 1")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "role:: 11")
        #expect(repl.terminal.lines[1].hasPrefix("(2 person number 1 ) (11 person number 10 )"))
        repl.type("\u{15}")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "selected")
    }

    @Test func `the results of find replace the board until Enter`() async throws {
        var repl = try await start(["reading", "running", "sea"])
        repl.type("find r\r")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.contains("(1 reading )") })
        #expect(repl.terminal.lines.contains { $0.contains("a number toggles a result") })
        repl.type("2\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains("✓") })
        repl.type("find r\r")
        await repl.runWork()
        repl.type("\r")
        await repl.runWork()
        #expect(repl.terminal.lines.contains { $0.contains("(1 reading )") || $0.contains("(1✓reading )") })
    }

    @Test func `an empty set names the sets with tags`() async throws {
        let service = try TagService(.memory)
        try service.sets.create("films", tags: ["good"])
        var repl = try await start([], service: service)
        #expect(repl.terminal.lines.contains { $0.contains("other sets: films (1 tag); 'use films' chooses one") })
        repl.type("x")
        await repl.runWork()
        #expect(!repl.terminal.lines.contains { $0.contains("other sets") })
    }

    // MARK: - Help

    @Test func `help covers the screen and scrolls`() async throws {
        var repl = try await start(["reading"], help: (1...40).map { "line \($0)\n" }.joined())
        repl.type("help\r")
        await repl.runWork()
        #expect(repl.terminal.lines[0] == "line 1" && repl.terminal.lines[14] == "line 15")
        #expect(repl.terminal.lines[15].contains("1–15 of 40"))
        repl.type("\u{1B}[6~")
        #expect(repl.terminal.lines[0] == "line 15")
        repl.type("\u{1B}[F")
        #expect(repl.terminal.lines[14] == "line 40")
        repl.type("q")
        #expect(repl.terminal.lines[0] == "(1 reading )" && repl.program.editor.isEmpty)
    }
}
