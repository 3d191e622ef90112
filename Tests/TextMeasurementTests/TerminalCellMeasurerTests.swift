import Testing
import TextMeasurement

@Suite struct TerminalCellMeasurerTests {
    private let measurer = TerminalCellMeasurer()

    @Test func `a text is as wide as its clusters, one row high, with its baseline at the bottom`() throws {
        let expected = TextSize(width: 7, height: 1, baseline: 1)
        #expect(try measurer.measure("锻炼 💪") == expected)
        #expect(measurer.unit == .cell)
    }

    @Test func `an empty text is a row without columns`() throws {
        #expect(try measurer.measure("") == TextSize(width: 0, height: 1, baseline: 1))
    }

    @Test(arguments: [
        ("plain", 5), ("a b", 3), ("~", 1), ("café", 4), ("cafe\u{301}", 4), ("Привет", 6), ("读书", 4), ("カタカナ", 8),
        ("ｶﾀｶﾅ", 4), ("ﾊﾟ", 2), ("ｓｗｉｆｔ", 10), ("한국어", 6), ("\u{AD}", 1), ("\u{A0}", 1), ("\u{3000}", 2),
        ("\u{200B}", 0), ("\u{FEFF}", 0), ("\u{E0B0}", 1), ("\u{20AC}", 1), ("½", 1), ("𝔘", 1), ("𠮷", 2),
    ]) func `letters, ideographs and signs`(text: String, cells: Int) { #expect(measurer.cells(in: text) == cells) }

    @Test(arguments: [
        ("💪", 2), ("☀️", 2), ("☀", 1), ("☀︎", 1), ("⌚︎", 1), ("⌚", 2), ("🗿︎", 2), ("👨‍👩‍👧‍👦", 2), ("🏳️‍🌈", 2), ("❤️‍🔥", 2), ("👍🏽", 2),
        ("☝🏽", 2), ("☝", 1), ("🇩🇪", 2), ("🇩", 2), ("🇩🇪🇫", 4), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("1️⃣", 2), ("1⃣", 1), ("#️⃣", 2), ("⛹‍♀", 1), ("⛹️‍♀️", 2),
        ("a\u{FE0F}", 1), ("1\u{FE0F}", 2), ("\u{FE0F}", 0), ("\u{200D}", 0), ("a\u{200D}b", 2), ("🏽", 2), ("🫪", 2),
        ("©️", 2), ("©", 1),
    ]) func `emoji with selectors, skin tones, joiners, flags and keycaps`(text: String, cells: Int) {
        #expect(measurer.cells(in: text) == cells)
    }

    @Test(arguments: [
        ("\u{1100}\u{1161}", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{AC00}\u{11A8}", 2), ("\u{1161}", 0),
        ("\u{11A8}", 0), ("\u{1100}", 2), ("\u{1100}\u{1100}\u{1161}", 2), ("\u{115F}\u{1161}", 2), ("\u{3164}", 0),
        ("\u{A960}\u{D7B0}", 2),
    ]) func `Hangul jamo join into syllables of two cells`(text: String, cells: Int) {
        #expect(measurer.cells(in: text) == cells)
    }

    @Test(arguments: [
        ("क", 1), ("का", 2), ("कि", 2), ("कं", 1), ("क्", 1), ("क्ष", 2), ("क्षि", 2), ("क्ष्य", 2), ("हिन्दी", 4), ("नमस्ते", 4),
        ("क्\u{200D}", 1), ("क्\u{200C}ष", 2), ("காப்பி", 5), ("বাংলা", 4), ("\u{93E}", 0), ("\u{D4E}\u{D15}", 2),
    ]) func `Indic vowel signs are next to their base and conjuncts take two cells`(text: String, cells: Int) {
        #expect(measurer.cells(in: text) == cells)
    }

    @Test(arguments: [
        ("مرحبا", 5), ("مُحَمَّد", 4), ("\u{600}\u{661}", 2), ("שלום", 4), ("שָׁלוֹם", 4), ("ไทย", 3), ("น้ำ", 2), ("กำลัง", 4),
        ("ກຳ", 2), ("မြန်မာ", 5), ("ខ្មរ", 3), ("བོད", 2),
    ]) func `Arabic, Hebrew, Thai, Lao, Burmese, Khmer and Tibetan`(text: String, cells: Int) {
        #expect(measurer.cells(in: text) == cells)
    }

    @Test(arguments: ["\u{301}", "\u{301}\u{302}", "\u{20E3}", "\u{1AB0}", "\u{20DD}"])
    func `a mark without a base takes no cell`(text: String) { #expect(measurer.cells(in: text) == 0) }

    @Test(arguments: [
        ("±", 2), ("→", 2), ("Я", 2), ("α", 2), ("…", 2), ("é", 2), ("e\u{301}", 1), ("\u{301}", 0), ("a", 1), ("ｶ", 1),
        ("读", 2), ("💪", 2), ("☀️", 2), ("\u{E0B0}", 2), ("±→", 4),
    ]) func `ambiguous characters take two cells if the terminal is set so`(text: String, cells: Int) {
        #expect(TerminalCellMeasurer(ambiguousWidth: .wide).cells(in: text) == cells)
    }

    @Test(arguments: ["a\nb", "\u{1B}[31m", "tab\there", "\u{9B}", "读\u{2028}", "\u{7F}", "\r\n"])
    func `a text that moves the cursor has no size`(text: String) {
        #expect(throws: TextMeasurementError.self) { try measurer.measure(text) }
    }

    @Test func `the error for a text without a size names the character and its position`() {
        #expect { try measurer.measure("读\u{1B}[0m") } throws: { error in
            "\(error)" == """
                a text with U+001B ESCAPE at character 2 has no size on a line; \
                remove that character
                """
        }
    }
}
