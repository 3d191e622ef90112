import Testing

@testable import Terminal
@testable import TerminalSimulation

@Suite struct LineEditorViewTests {
    private let view = LineEditorView(
        prompt: [StyledText("> ")], continuation: [StyledText(". ")], cellWidth: testWidth)

    private func rows(_ frame: TerminalFrame) -> [String] {
        (0..<frame.grid.size.rows).map { InMemoryTerminal.text(of: Array(frame.grid[row: $0])) }
    }

    @Test func `text wraps at the edge and a wide grapheme is not cut`() {
        var editor = LineEditor()
        editor.type("abc早早")
        let frame = view.frame(editor, in: CellSize(columns: 6, rows: 10))
        #expect(rows(frame) == ["> abc", "早早"])
        #expect(frame.cursor == CellPosition(row: 1, column: 4))
    }

    @Test func `the cursor past the last column is on a new row`() {
        var editor = LineEditor()
        editor.type("abcd")
        let frame = view.frame(editor, in: CellSize(columns: 6, rows: 10))
        #expect(rows(frame) == ["> abcd", ""])
        #expect(frame.cursor == CellPosition(row: 1, column: 0))
    }

    @Test func `several lines have a continuation before each`() {
        var editor = LineEditor()
        _ = editor.update(.paste("a\nb"))
        editor.press("Up")
        let frame = view.frame(editor, in: CellSize(columns: 20, rows: 10))
        #expect(rows(frame) == ["> a", ". b"])
        #expect(frame.cursor == CellPosition(row: 0, column: 3))
    }

    @Test func `the hint follows the text, and a search shows its match`() {
        var editor = LineEditor(history: LineHistory(["add swift"]))
        editor.type("a")
        editor.hint = "dd"
        let hinted = view.frame(editor, in: CellSize(columns: 30, rows: 3))
        #expect(rows(hinted) == ["> add"])
        #expect(hinted.grid[CellPosition(row: 0, column: 3)].style == view.hintStyle)
        #expect(hinted.cursor == CellPosition(row: 0, column: 3))
        editor.press("C-r")
        editor.type("swi")
        let found = view.frame(editor, in: CellSize(columns: 30, rows: 3))
        #expect(rows(found) == ["(search) swi: add swift"])
        #expect(found.cursor == CellPosition(row: 0, column: 12))
    }

    @Test func `of a text that is too long the rows around the cursor are shown`() {
        var editor = LineEditor()
        _ = editor.update(.paste((0..<1000).map { "line \($0)" }.joined(separator: "\n")))
        let end = view.frame(editor, in: CellSize(columns: 20, rows: 3))
        #expect(rows(end) == [". line 997", ". line 998", ". line 999"])
        #expect(end.cursor?.row == 2)
        editor.press("M-<")
        let start = view.frame(editor, in: CellSize(columns: 20, rows: 3))
        #expect(rows(start) == ["> line 0", ". line 1", ". line 2"])
        #expect(view.frame(editor, in: CellSize(columns: 0, rows: 0)).grid.size.rows == 1)
    }

    @Test func `the cost of a frame depends on its size, not on the length of the text`() {
        var editor = LineEditor()
        editor.type(String(repeating: "abc ", count: 5_000))
        let measured = Counter()
        let counting = LineEditorView(prompt: [StyledText("> ")]) { character in
            measured.count += 1
            return testWidth(character)
        }
        let size = CellSize(columns: 40, rows: 4)
        for place in [20_000, 19_999, 10_000, 200, 0] {
            while editor.cursor > place { editor.press("Left") }
            measured.count = 0
            let frame = counting.frame(editor, in: size)
            #expect(measured.count < 4 * 40 * 4, "\(place)")
            #expect(frame.grid.size.rows == 4 && frame.cursor != nil)
            #expect(rows(frame).dropLast().allSatisfy { $0.contains("abc") }, "\(rows(frame))")
        }
    }

    /// Counts calls; a view is used by one thread.
    private final class Counter: @unchecked Sendable { var count = 0 }
}
