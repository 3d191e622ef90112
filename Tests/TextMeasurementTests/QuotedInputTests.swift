import Testing

@testable import TextMeasurement

/// The one way in which messages quote input.
@Suite struct QuotedInputTests {
    @Test(arguments: [
        ("swift", "'swift'"), ("", "''"), ("a\u{1B}[0m\n", #"'a\u{1B}[0m\n'"#), ("e\u{301}", "'e\u{301}'"),
        ("日本語", "'日本語'"),
    ]) func `a short text is quoted whole and escaped`(text: String, quoted: String) {
        #expect(text.quoted.utf8.elementsEqual(quoted.utf8))
    }

    @Test func `a long text is cut after 200 scalars, even within a grapheme cluster`() {
        let whole = String(repeating: "a", count: 200)
        #expect(whole.shown == whole)
        #expect((whole + "b").shown == whole + "…")
        let cluster = "e" + String(repeating: "\u{301}\u{316}", count: 500_000)
        let shown = cluster.shown.unicodeScalars
        #expect(shown.count == 201)
        #expect(shown.last == "…")
        #expect(cluster.quoted(toCells: 60).unicodeScalars.count <= 203)
    }

    @Test func `a text whose escapes are long is cut at 1,000 bytes`() {
        let shown = String(repeating: "\u{10FFFF}", count: 200).shown
        #expect(shown.utf8.count <= 1_000)
        #expect(shown.hasSuffix(#"\u{10FFFF}…"#))
    }

    @Test func `a text is also truncated to a number of cells`() {
        #expect(String(repeating: "a", count: 100).quoted(toCells: 10) == "'aaaaaaaaa…'")
        #expect("short".quoted(toCells: 10) == "'short'")
    }
}
