import TestSupport
import Testing
import TextMeasurement

@testable import TerminalFrontEnd

@Suite struct LineBreakerTests {
    private func broken(_ text: String, columns: Int = 10) -> String {
        var breaker = LineBreaker(columns: columns)
        return breaker.broken(text)
    }

    @Test(arguments: [
        ("short\n", "short\n"), ("saved the walk\n", "saved the\nwalk\n"), ("0123456789 a\n", "0123456789\na\n"),
        ("  one two three\n", "  one two\nthree\n"), ("https://example.org/\n", "https://example.org/\n"),
        ("a https://example.org/ b\n", "a\nhttps://example.org/\nb\n"), ("one\n\ntwo\n", "one\n\ntwo\n"),
        ("早间例行 锻炼\n", "早间例行\n锻炼\n"), ("\u{1B}[2mone two\u{1B}[22m three\n", "\u{1B}[2mone two\u{1B}[22m\nthree\n"),
        ("one two   \n", "one two   \n"), ("no end of a line", "no end of\na line"),
    ]) func `lines are broken at spaces`(text: String, wanted: String) { #expect(broken(text) == wanted) }

    @Test func `a line that is written in parts is broken as a whole`() {
        var breaker = LineBreaker(columns: 10)
        #expect(breaker.broken("one two") + breaker.broken(" three\n") == "one two\nthree\n")
        #expect(breaker.broken("one two ") == "one two ")
    }

    @Test func `no word is broken or lost, and no row is too wide`() {
        var numbers = SeededNumbers(seed: 11)
        for _ in 0..<500 {
            let words = (0..<Int.random(in: 1...30, using: &numbers))
                .map { _ in String(repeating: "w", count: Int.random(in: 1...9, using: &numbers)) }
            let text = words.joined(separator: " ") + "\n"
            let columns = Int.random(in: 9...40, using: &numbers)
            let rows = broken(text, columns: columns).split(separator: "\n")
            #expect(rows.allSatisfy { $0.count <= columns })
            #expect(rows.flatMap { $0.split(separator: " ") }.map(String.init) == words)
        }
    }
}
