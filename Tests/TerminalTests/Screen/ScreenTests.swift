import TestSupport
import Testing

@testable import Terminal
@testable import TerminalSimulation

@Suite struct ScreenTests {
    private static func terminal(_ size: CellSize, reflows: Bool = true) -> InMemoryTerminal {
        var terminal = InMemoryTerminal(size: size, cellWidth: testWidth, reflows: reflows)
        terminal.feed("\u{1B}[?7l")
        return terminal
    }

    private static func expectShown(_ frame: TerminalFrame, on terminal: InMemoryTerminal) {
        #expect(terminal.grid == frame.grid)
        #expect(terminal.cursor == frame.cursor)
        #expect(terminal.unrecognized.isEmpty)
        #expect(!terminal.privateModes.contains(2026))
    }

    @Test(arguments: SeededNumbers.seeds) func `random frames are shown exactly, through changes of size`(seed: UInt64)
    {
        var frames = RandomFrames(random: SeededNumbers(seed: seed))
        var size = frames.size(columns: 1...40, rows: 1...12)
        var terminal = Self.terminal(size)
        terminal.feed("\u{1B}[?1049h")
        var screen = Screen(placement: .full, depth: .trueColor)
        var last: TerminalFrame?
        for _ in 0..<100 {
            if frames.number(0...9) == 0 {
                size = frames.size(columns: 1...40, rows: 1...12)
                terminal.resize(to: size)
                screen.terminalDidResize(to: size)
            }
            let frame = frames.frame(size, after: last)
            terminal.feed(screen.draw(frame))
            Self.expectShown(frame, on: terminal)
            #expect(screen.draw(frame).isEmpty, "the same frame again sends nothing")
            last = frame
        }
    }

    @Test(arguments: SeededNumbers.seeds, [true, false]) func `an inline drawing stays below earlier output`(
        seed: UInt64, reflows: Bool
    ) {
        var frames = RandomFrames(random: SeededNumbers(seed: seed))
        // Six rows of 60 cells wrapped at 10 fit: rows scrolled off the top can't be cleared.
        let height = reflows ? 40 : 10
        var size = CellSize(columns: 30, rows: height)
        var terminal = Self.terminal(size, reflows: reflows)
        var expected = (0..<frames.number(0...8)).map { "line \($0)" }
        terminal.feed(expected.map { $0 + "\r\n" }.joined())
        var screen = Screen(placement: .inline, depth: .trueColor)
        screen.reflows = reflows
        var last: TerminalFrame?
        for step in 0..<80 {
            if frames.number(0...9) == 0 {
                size = CellSize(columns: frames.number(10...60), rows: height)
                terminal.resize(to: size)
                screen.terminalDidResize(to: size)
            }
            if frames.number(0...9) == 0 {
                expected.append("print \(step)")
                screen.print([[StyledText("print "), StyledText("\(step)", TextStyle(attributes: .bold))]])
            }
            let rows = frames.number(0...2) > 0 ? last?.grid.size.rows : nil
            let frame = frames.frame(CellSize(columns: size.columns, rows: rows ?? frames.number(1...6)), after: last)
            terminal.feed(screen.draw(frame))
            expectInline(frame, below: expected, on: terminal)
            last = frame
        }
        terminal.feed(screen.end(keepsDrawing: false))
        #expect((terminal.scrolledOut + terminal.lines).filter { !$0.isEmpty } == expected)
    }

    private func expectInline(_ frame: TerminalFrame, below expected: [String], on terminal: InMemoryTerminal) {
        let top = terminal.cursor.row - (frame.cursor?.row ?? 0)
        #expect(terminal.cursor.column == frame.cursor?.column)
        #expect(terminal.scrolledOut + terminal.lines.prefix(top) == expected)
        for row in 0..<frame.grid.size.rows {
            #expect(Array(terminal.grid[row: top + row]) == Array(frame.grid[row: row]))
        }
        for row in top + frame.grid.size.rows..<max(terminal.size.rows, top + frame.grid.size.rows) {
            #expect(terminal.lines[row].isEmpty)
        }
        #expect(terminal.unrecognized.isEmpty)
    }

    @Test func `a drawing narrowed and widened leaves nothing behind`() {
        var terminal = Self.terminal(CellSize(columns: 200, rows: 30))
        terminal.feed("$ tagflow pick\r\n")
        var screen = Screen(placement: .inline, depth: .none)
        for columns in [200, 120, 61, 10, 11, 60, 200] {
            let size = CellSize(columns: columns, rows: 30)
            terminal.resize(to: size)
            screen.terminalDidResize(to: size)
            var frame = TerminalFrame(size: CellSize(columns: columns, rows: 3), cellWidth: testWidth)
            for row in 0..<3 {
                frame.grid.write(String(repeating: "\(row)", count: columns), at: CellPosition(row: row, column: 0))
            }
            frame.cursor = CellPosition(row: 1, column: min(5, columns - 1))
            terminal.feed(screen.draw(frame))
            let text = (terminal.scrolledOut + terminal.lines).filter { !$0.isEmpty }
            let drawing = (0..<3).map { String(repeating: "\($0)", count: columns) }
            #expect(Array(text.suffix(3)) == drawing)
            #expect(text.dropLast(3).joined().filter { $0 != " " } == "$tagflowpick")
        }
    }

    @Test func `one changed letter costs a few bytes`() {
        let size = CellSize(columns: 80, rows: 24)
        var screen = Screen(placement: .full, depth: .trueColor)
        var frame = TerminalFrame(size: size, cellWidth: testWidth)
        for row in 0..<24 { frame.grid.write(String(repeating: "x", count: 80), at: CellPosition(row: row, column: 0)) }
        _ = screen.draw(frame)
        frame.grid.write("y", at: CellPosition(row: 12, column: 40))
        let bytes = screen.draw(frame)
        let expected = "\u{1B}[?2026h\u{1B}[13;41Hy\r\u{1B}[?2026l"
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `the cursor is hidden while a frame is drawn, then shown at its position`() {
        var screen = Screen(placement: .full, depth: .none)
        var frame = TerminalFrame(size: CellSize(columns: 4, rows: 1), cellWidth: testWidth)
        frame.cursor = CellPosition(row: 0, column: 2)
        var terminal = Self.terminal(frame.grid.size)
        terminal.feed(screen.draw(frame))
        #expect(terminal.isCursorVisible)
        frame.cursor = nil
        terminal.feed(screen.draw(frame))
        #expect(!terminal.isCursorVisible)
    }

    @Test func `a full screen that was lent is drawn completely`() {
        var screen = Screen(placement: .full, depth: .none)
        var frame = TerminalFrame(size: CellSize(columns: 4, rows: 2), cellWidth: testWidth)
        frame.grid.write("ab", at: CellPosition(row: 0, column: 0))
        _ = screen.draw(frame)
        #expect(screen.end(keepsDrawing: false).isEmpty)
        var other = Self.terminal(frame.grid.size)
        other.feed("xxxx\r\nyyyy")
        other.feed(screen.draw(frame))
        #expect(other.lines == ["ab", ""] && !other.isCursorVisible)
    }

    @Test func `a drawing that is kept is followed by a fresh row`() {
        var terminal = Self.terminal(CellSize(columns: 10, rows: 4))
        var screen = Screen(placement: .inline, depth: .none)
        var frame = TerminalFrame(size: CellSize(columns: 10, rows: 2), cellWidth: testWidth)
        frame.grid.write("one", at: CellPosition(row: 0, column: 0))
        frame.grid.write("two", at: CellPosition(row: 1, column: 0))
        terminal.feed(screen.draw(frame) + screen.end(keepsDrawing: true))
        #expect(terminal.lines == ["one", "two", "", ""])
        #expect(terminal.cursor == CellPosition(row: 2, column: 0))
    }
}
