import Testing
import TextMeasurement

@Suite struct EscapedTextTests {
    private func text(_ text: String) -> String { String(decoding: EscapedText(text.utf8).text, as: UTF8.self) }

    @Test(arguments: [
        ("plain", "plain"), ("\u{1B}[31mred\u{1B}[0m", "red"), ("a\u{1B}[1;38;5;200mb", "ab"),
        ("\u{1B}]8;;http://x.y\u{1B}\\link\u{1B}]8;;\u{7}", "link"), ("\u{1B}[?25l\u{1B}[2Jx", "x"),
        ("\u{1B}(Bx\u{1B}=y", "xy"), ("\u{1B}Pq..\u{1B}\\x", "x"), ("\u{1B}", ""), ("a\u{1B}", "a"),
        ("\u{1B}[31", "31"), ("\u{1B}]no end", "no end"), ("\u{1B}\u{1B}[mx", "x"), ("\u{1B}早", "早"), ("", ""),
    ]) func `escape sequences aren't part of the text`(line: String, wanted: String) { #expect(text(line) == wanted) }

    @Test func `the parameters of styles are read`() {
        let parts = EscapedText("\u{1B}[mx\u{1B}[1;;38:2::1:2:3m\u{1B}[>4m\u{1B}[4:3m".utf8).parts
        let styles = parts.compactMap { part -> [[Int]]? in
            if case .style(let parameters) = part { parameters } else { nil }
        }
        #expect(styles == [[[0]], [[1], [0], [38, 2, 0, 1, 2, 3]], [[4, 3]]])
        #expect(EscapedText("\u{1B}[99999999999999999999m".utf8).parts == [.style([[1 << 20]])])
    }

    @Test func `many strings without an end take linear time`() {
        let line = String(repeating: "\u{1B}]x", count: 200_000)
        #expect(text(line) == String(repeating: "x", count: 200_000))
    }
}
