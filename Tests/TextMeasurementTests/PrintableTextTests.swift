import Foundation
import Testing
import TextMeasurement

@Suite struct PrintableTextTests {
    /// Every scalar that there is.
    private static let scalars = (UInt32(0)...0x10_FFFF).compactMap(Unicode.Scalar.init)

    private static func isSafe(_ text: String) -> Bool { TerminalText.firstUnprintable(in: text) == nil }

    @Test func `a literal is kept and data in it is escaped`() {
        let data = "a\u{1B}[31m\n\u{202E}\u{2028}\u{9B}\u{7F}b"
        let text: PrintableText = "\u{1B}[1m\(data)\u{1B}[0m\t\(3)\n"
        let visible = #"a\u{1B}[31m\n\u{202E}\u{2028}\u{9B}\u{7F}b"#
        #expect(text.text == "\u{1B}[1m\(visible)\u{1B}[0m\t3\n")
    }

    @Test func `a text in a text is not made visible twice`() {
        let inner: PrintableText = "\u{1B}[1m\("\u{7}")\n"
        let outer: PrintableText = "<\(inner)>"
        #expect(outer.text == "<\u{1B}[1m\\u{7}\n>")
        #expect(PrintableText([inner, inner]).text == inner.text + inner.text)
        #expect((inner + "x").text == inner.text + "x")
    }

    @Test func `no scalar of data gets by`() {
        for scalar in Self.scalars {
            let data = String(scalar)
            #expect(Self.isSafe((("\(data)") as PrintableText).text))
            #expect(Self.isSafe(PrintableText(data: data).text))
            let lines = PrintableText(lines: data).text
            #expect(Self.isSafe(lines) || data == "\n" && lines == "\n" || data == "\t")
        }
    }

    @Test func `JSON is equivalent and contains no control characters`() throws {
        let data = Self.scalars.filter { $0.value < 0x3000 || $0.value > 0xFFF0 && $0.value < 0x2_0010 }
        let encoded = try JSONEncoder().encode([data.map(String.init)])
        let text = PrintableText(json: String(decoding: encoded, as: UTF8.self)).text
        #expect(Self.isSafe(text))
        let decoded = try JSONDecoder().decode([[String]].self, from: Data(text.utf8))
        #expect(decoded[0].map { Array($0.utf8) } == data.map { Array(String($0).utf8) })
        let override = PrintableText(json: "[\"\u{202E}\u{E0001}\"]\n").text
        #expect(override == "[\"\\u202e\\udb40\\udc01\"]\n")
    }
}
