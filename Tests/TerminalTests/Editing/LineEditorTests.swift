import TestSupport
import Testing

@testable import Terminal

@Suite struct LineEditorTests {
    /// Types a text, presses keys, and gives the text with a bar at the cursor.
    private func edit(_ text: String, _ keys: String) -> String {
        var editor = LineEditor()
        editor.type(text)
        editor.press(keys)
        return editor.picture
    }

    @Test(arguments: [
        ("hello world", "C-a", "|hello world"), ("hello world", "C-a C-e", "hello world|"),
        ("hello", "Left Left C-b C-f", "hel|lo"), ("hello world", "M-b", "hello |world"),
        ("hello world", "Home M-f", "hello| world"), ("hello, world", "C-Left C-Left", "|hello, world"),
        ("add #swift::lang", "M-Left", "add #swift::|lang"), ("早间例行 ☀️", "M-b", "早间例行 |☀️"),
        ("ab", "Left Left Left", "|ab"), ("ab", "Right", "ab|"),
    ]) func `the cursor moves by graphemes, words and lines`(text: String, keys: String, expected: String) {
        #expect(edit(text, keys) == expected)
    }

    @Test(arguments: [
        ("hello", "Backspace", "hell|"), ("hello", "C-a C-d", "|ello"), ("hello", "C-h C-h", "hel|"),
        ("👩‍👩‍👧🇩🇪e\u{301}", "Backspace Backspace", "👩‍👩‍👧|"), ("👩‍👩‍👧", "Left Delete", "|"), ("one two three", "C-w", "one two |"),
        ("a::b c::d", "C-w", "a::b |"), ("a::b c::d", "M-Backspace", "a::b c::|"), ("one two", "C-a M-d", "| two"),
        ("one two", "M-b C-k", "one |"), ("one two", "M-b C-u", "|two"), ("one", "C-u C-y C-y", "oneone|"),
        ("one two three", "C-w C-w C-y", "one two three|"),
        ("one two three", "C-w Left Right C-w C-y M-y", "one three|"), ("one two", "C-a M-d M-d C-y", "one two|"),
        ("one", "C-y", "one|"), ("one", "M-y", "one|"),
    ]) func `deleting, killing and yanking work as in Emacs`(text: String, keys: String, expected: String) {
        #expect(edit(text, keys) == expected)
    }

    @Test(arguments: [
        ("ab", "C-t", "ba|"), ("abc", "C-a Right C-t", "ba|c"), ("a", "C-t", "a|"), ("早👩‍👩‍👧", "C-t", "👩‍👩‍👧早|"),
        ("one two", "M-t", "two one|"), ("one, two three", "M-b M-t", "one, three two|"), ("one", "M-t", "one|"),
        ("hello world", "C-a M-u", "HELLO| world"), ("HELLO", "C-a M-l", "hello|"),
        ("hELLO wORLD", "C-a M-c M-c", "Hello World|"), ("straße", "C-a M-u", "STRASSE|"),
    ]) func `transposing and changing case work as in Emacs`(text: String, keys: String, expected: String) {
        #expect(edit(text, keys) == expected)
    }

    @Test(arguments: [
        ("one two", "C-_", "one |"), ("one two", "C-_ C-_", "|"), ("one two", "C-_ C-_ M-_ M-_", "one two|"),
        ("one two", "C-w C-_", "one two|"), ("one", "Left C-k C-_ C-_", "|"), ("one", "C-_ C-_ C-_", "|"),
    ]) func `undo takes changes back, a word of typing at a time, and redo brings them again`(
        text: String, keys: String, expected: String
    ) { #expect(edit(text, keys) == expected) }

    @Test func `a mark that is typed after its letter joins it`() {
        var editor = LineEditor()
        editor.type("e")
        _ = editor.update(.text("\u{301}"))
        #expect(editor.picture == "e\u{301}|")
        #expect(editor.cursor == 1)
        editor.press("Backspace")
        #expect(editor.isEmpty)
    }

    @Test func `deleting between two halves of a flag joins them`() {
        var editor = LineEditor()
        editor.type("🇩xy🇪")
        editor.press("Left Backspace Backspace")
        #expect(editor.text == "🇩🇪")
        #expect(editor.cursor <= 1)
        editor.press("C-_ C-_")
        #expect(editor.text == "🇩xy🇪")
    }

    @Test func `killing and yanking over and over do not multiply a text without end`() {
        var editor = LineEditor()
        _ = editor.update(.text("some text"))
        for _ in 0..<12 {
            _ = editor.update(.key(.control("u")))
            for _ in 0..<4 { _ = editor.update(.key(.control("y"))) }
        }
        #expect(editor.text.utf8.count <= LineEditor.yankLimit)
        #expect(editor.text.utf8.count > 100_000)
        #expect(editor.update(.key(.control("y"))) == .refused)
    }

    @Test func `composed input and a paste are each one change`() {
        var editor = LineEditor()
        _ = editor.update(.text("早间例行"))
        #expect(editor.update(.paste("一\t二\u{1B}[31m")) == .changed)
        #expect(editor.picture == "早间例行一 二[31m|")
        editor.press("C-_")
        #expect(editor.picture == "早间例行|")
    }

    @Test func `line ends of a paste are kept if allowed, otherwise become blanks`() {
        var several = LineEditor()
        _ = several.update(.paste("a\nb"))
        #expect(several.text == "a\nb")
        var single = LineEditor(allowsNewlines: false)
        _ = single.update(.paste("a\nb"))
        #expect(single.text == "a b")
        #expect(single.press("M-Enter") == .refused)
    }

    @Test func `up and down move between lines before they reach the history`() {
        var editor = LineEditor(history: LineHistory(["old"]))
        editor.type("first")
        editor.press("M-Enter")
        editor.type("2")
        editor.press("M-Enter")
        editor.type("third")
        #expect(editor.press("Up") == .moved)
        #expect(editor.picture == "first\n2|\nthird")
        editor.press("Up")
        #expect(editor.picture == "first|\n2\nthird")
        editor.press("Down Down")
        #expect(editor.picture == "first\n2\nthird|")
        editor.press("C-a C-k Up Up C-k")
        #expect(editor.picture == "|\n2\n")
        editor.press("Up")
        #expect(editor.picture == "old|")
    }

    @Test(arguments: [
        ("Tab", LineEditorAction.complete(backward: false)), ("S-Tab", .complete(backward: true)), ("C-c", .interrupt),
        ("C-z", .suspend), ("C-l", .clearScreen), ("Esc", .cancel), ("C-d", .endOfInput), ("Backspace", .refused),
        ("Enter", .submit("")),
    ]) func `commands that the editor can't perform are returned to the program`(key: String, action: LineEditorAction)
    {
        var editor = LineEditor()
        #expect(editor.press(key) == action)
    }

    @Test func `entering a line hands it out and begins an empty one`() {
        var editor = LineEditor()
        editor.type("add 早")
        #expect(editor.press("C-a Enter") == .submit("add 早"))
        #expect(editor.isEmpty)
        #expect(editor.press("C-_") == .refused)
        #expect(editor.update(.focus(true)) == .ignored)
        #expect(editor.update(.key(KeyEvent(.function(5)))) == .ignored)
    }

    @Test func `a hint is accepted whole or by the word at the end of the text`() {
        var editor = LineEditor()
        editor.type("to")
        editor.hint = "ggle swift lang"
        #expect(editor.showsHint)
        editor.press("M-f")
        #expect(editor.picture == "toggle|")
        #expect(editor.hint == " swift lang")
        editor.press("Left")
        #expect(!editor.showsHint)
        editor.press("Right")
        #expect(editor.showsHint)
        editor.press("Right")
        #expect(editor.picture == "toggle swift lang|")
        #expect(editor.hint.isEmpty)
        editor.hint = "x"
        editor.type("y")
        #expect(editor.hint.isEmpty)
    }

    @Test func `a completion replaces a range and can be undone`() {
        var editor = LineEditor()
        editor.type("add sw")
        editor.replace(4..<6, with: "swift ")
        #expect(editor.picture == "add swift |")
        editor.press("C-_")
        #expect(editor.picture == "add sw|")
        editor.replace(-5..<Int.max, with: "x")
        #expect(editor.picture == "x|")
    }

    @Test(arguments: SeededNumbers.seeds)
    func `random editing keeps graphemes whole, and undo leads back to the beginning`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let keys = EditCommand.standardKeys.filter { ![.submit, .suspend].contains($0.value) }.keys
            .sorted { "\($0)" < "\($1)" }
        var editor = LineEditor(history: LineHistory(["one two", "早 🇩🇪\nx"]))
        for _ in 0..<400 {
            if Bool.random(using: &random) {
                let text = RandomFrames.graphemes.randomElement(using: &random) ?? ""
                _ = editor.update(.text(text))
            } else if let key = keys.randomElement(using: &random) {
                _ = editor.update(.key(key))
            }
            #expect(editor.buffer.characters.map(String.init) == Array(editor.text).map(String.init))
            #expect((0...editor.buffer.count).contains(editor.cursor))
        }
        editor.press("Esc")
        let final = editor.text
        var undone = 0
        while editor.press("C-_") == .changed { undone += 1 }
        #expect(editor.isEmpty)
        // The random keys may have undone more than they made again, which could be redone as well.
        for _ in 0..<undone { #expect(editor.press("M-_") == .changed) }
        #expect(editor.text == final)
    }
}
