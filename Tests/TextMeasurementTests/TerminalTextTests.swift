import Testing
import TextMeasurement

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain", 10, "plain"), ("plain", 5, "plain"), ("plain", 4, "pla…"), ("plain", 1, "…"), ("plain", 0, ""),
        ("plain", -3, ""), ("", 0, ""), ("", 3, ""), ("学习新东西", 10, "学习新东西"), ("学习新东西", 9, "学习新东…"),
        ("学习新东西", 8, "学习新…"), ("学习", 2, "…"), ("学习", 3, "学…"), ("读📚x", 4, "读…"), ("读📚x", 5, "读📚x"), ("a👨‍👩‍👧‍👦b", 3, "a…"),
        ("a👨‍👩‍👧‍👦b", 4, "a👨‍👩‍👧‍👦b"), ("cafe\u{301}s", 4, "caf…"), ("cafe\u{301}s", 5, "cafe\u{301}s"), ("🇩🇪🇫🇷", 3, "🇩🇪…"),
        ("a\u{301}\u{302}b", 1, "…"),
    ]) func `a text is cut between clusters and never longer than its limit`(text: String, limit: Int, expected: String)
    {
        let cut = TerminalText.truncated(text, toCells: limit)
        #expect(cut.unicodeScalars.elementsEqual(expected.unicodeScalars))
        #expect(TerminalCellMeasurer().cells(in: cut) <= max(limit, 0))
    }

    @Test(arguments: [("plain", 1, "p"), ("plain", 2, "…"), ("plain", 3, "p…"), ("→", 1, "")])
    func `the truncation sign takes two cells if ambiguous characters do`(text: String, limit: Int, expected: String) {
        let measurer = TerminalCellMeasurer(ambiguousWidth: .wide)
        #expect(TerminalText.truncated(text, toCells: limit, measurer: measurer) == expected)
    }

    @Test(arguments: [(3, "💪💪…"), (4, "💪💪💪💪"), (1, "…")])
    func `a text is cut by the widths that were measured on the terminal`(limit: Int, expected: String) {
        let widths = TerminalWidths([.emoji: 1])
        #expect(TerminalText.truncated("💪💪💪💪", toCells: limit, measurer: widths) == expected)
        let wide = TerminalWidths([.emoji: 9])
        #expect(TerminalText.truncated("💪", toCells: 8, measurer: wide) == "…")
    }

    @Test(arguments: [
        ("a\u{0}", 2, "U+0000 NULL"), ("\u{1B}[31m", 1, "U+001B ESCAPE"), ("a\tb", 2, "U+0009 CHARACTER TABULATION"),
        ("读书\n", 3, "U+000A LINE FEED"), ("\r\n", 1, "U+000D CARRIAGE RETURN"), ("x\u{7F}", 2, "U+007F DELETE"),
        ("\u{85}", 1, "U+0085 NEXT LINE"), ("\u{9B}31m", 1, "U+009B CONTROL SEQUENCE INTRODUCER"),
        ("\u{80}", 1, "U+0080 PADDING CHARACTER"), ("e\u{301}\u{202E}", 2, "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\u{2066}", 1, "U+2066 LEFT-TO-RIGHT ISOLATE"), ("\u{2028}", 1, "U+2028 LINE SEPARATOR"),
        ("\u{2029}", 1, "U+2029 PARAGRAPH SEPARATOR"), ("\u{206A}", 1, "U+206A INHIBIT SYMMETRIC SWAPPING"),
        ("\u{FFFE}", 1, "U+FFFE NONCHARACTER"), ("👍\u{10FFFF}", 2, "U+10FFFF NONCHARACTER"),
        ("\u{E0001}", 1, "U+E0001 LANGUAGE TAG"),
    ]) func `unsafe characters are found, named and located`(text: String, position: Int, description: String) throws {
        let offender = try #require(TerminalText.firstUnprintable(in: text))
        #expect(offender.position == position)
        #expect(offender.description == description)
    }

    @Test(arguments: [
        "", "plain", "锻炼 💪", "👨‍👩‍👧‍👦", "مُحَمَّد", "नहीं\u{200D}", "a\u{200C}b", "\u{200E}", "\u{200F}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{E0B0}",
        "\u{301}", "\u{AD}", "\u{A0}", "\u{FFFD}", "\u{FFFC}",
    ]) func `characters that scripts and emoji need are printed unchanged`(text: String) {
        #expect(TerminalText.firstUnprintable(in: text) == nil)
        #expect(TerminalText.printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\u{1B}[31mred", #"a\u{1B}[31mred"#), ("two\r\nlines\t!", #"two\r\nlines\t!"#),
        ("\u{202E}abc\u{202C}", #"\u{202E}abc\u{202C}"#), ("\u{0}", #"\u{0}"#), ("读\u{2028}书", #"读\u{2028}书"#),
        ("\u{9B}\u{FFFF}", #"\u{9B}\u{FFFF}"#),
    ]) func `an escaped text shows its content`(text: String, expected: String) {
        #expect(TerminalText.printable(text) == expected)
        #expect(TerminalText.firstUnprintable(in: TerminalText.printable(text)) == nil)
    }

    @Test func `a noncharacter that no literal can hold is found too`() throws {
        let scalar = try #require(Unicode.Scalar(0xFDD0 as UInt32))
        let text = "a" + String(Character(scalar))
        #expect(TerminalText.firstUnprintable(in: text)?.description == "U+FDD0 NONCHARACTER")
        #expect(TerminalText.printable(text) == #"a\u{FDD0}"#)
    }

    @Test func `no scalar at all gets past the check as a control`() {
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let refused = TerminalText.firstUnprintable(in: text) != nil
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: #expect(refused, "\(value)")
            case .format, .unassigned: break
            default: #expect(!refused, "\(value)")
            }
            if scalar.properties.isNoncharacterCodePoint { #expect(refused, "\(value)") }
        }
    }

    @Test func `long texts are checked, cut and made printable`() {
        let marks = "a" + String(repeating: "\u{301}", count: 500_000)
        #expect(TerminalText.truncated(marks, toCells: 1) == marks)
        let controls = String(repeating: "\u{1B}", count: 100_000)
        #expect(TerminalText.printable(controls).utf8.count == 600_000)
        let wide = String(repeating: "读", count: 350_000)
        #expect(TerminalText.truncated(wide, toCells: 80) == String(repeating: "读", count: 39) + "…")
    }
}
