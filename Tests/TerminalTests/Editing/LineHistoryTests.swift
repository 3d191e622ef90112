import Terminal
import Testing

@Suite struct LineHistoryTests {
    @Test func `blank lines, lines after a space and repetitions are not kept`() {
        var history = LineHistory(limit: 3)
        let kept = ["", " secret", "a", "a", "b", "c", "d"].map { history.add($0) }
        #expect(kept == [false, false, true, false, true, true, true])
        #expect(history.entries == ["b", "c", "d"])
        #expect(LineHistory(["1", "2", "3"], limit: 2).entries == ["2", "3"])
        #expect(LineHistory(["1"], limit: -1).entries.isEmpty)
    }

    @Test func `up and down move through the history and keep the typed text`() {
        var editor = LineEditor(history: LineHistory(["one", "two"]))
        editor.type("dra")
        editor.press("Up")
        #expect(editor.picture == "two|")
        editor.type("!")
        editor.press("Up")
        #expect(editor.picture == "one|")
        #expect(editor.press("Up") == .refused)
        editor.press("Down")
        #expect(editor.picture == "two!|")
        editor.press("Down")
        #expect(editor.picture == "dra|")
        #expect(editor.press("Down") == .refused)
        editor.press("Enter")
        editor.remember("dra")
        editor.press("Up Up")
        #expect(editor.picture == "two|")
    }

    @Test func `Ctrl-R finds older lines as one types`() {
        let lines = ["add swift", "show", "add Kotlin", "add swift"]
        var editor = LineEditor(history: LineHistory(lines))
        editor.type("x")
        editor.press("C-r")
        editor.type("ad")
        #expect(editor.search?.line == "add swift")
        #expect(editor.search?.matchedRange == 0..<2)
        #expect(editor.press("C-r") == .moved)
        #expect(editor.search?.line == "add Kotlin")
        editor.press("C-r")
        #expect(editor.search?.line == "add swift")
        #expect(editor.press("C-r") == .refused)
        #expect(editor.search?.isFailing == true)
        editor.press("C-s")
        #expect(editor.search?.line == "add Kotlin")
        editor.press("Backspace Backspace")
        editor.type("KOT")
        #expect(editor.search?.isFailing == true)
        editor.press("Backspace Backspace Backspace")
        editor.type("kot")
        editor.press("Left")
        #expect(editor.search == nil)
        #expect(editor.picture == "add| Kotlin")
    }

    @Test func `a search is entered, given up, or taken over`() {
        let history = LineHistory(["add swift", "show"])
        var editor = LineEditor(history: history)
        editor.type("x")
        editor.press("C-r")
        editor.type("swi")
        editor.press("C-g")
        #expect(editor.picture == "x|")
        editor.press("C-r")
        editor.type("swi")
        #expect(editor.press("Tab") == .changed)
        #expect(editor.picture == "add |swift")
        editor.press("C-r")
        editor.type("sho")
        #expect(editor.press("Enter") == .submit("show"))
    }
}
