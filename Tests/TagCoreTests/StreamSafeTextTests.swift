import TagCore
import Testing

/// Long runs of combining marks, which Swift would compare in quadratic time.
@Suite struct StreamSafeTextTests {
    private static func mixedMarks(_ pairs: Int) -> String { "a" + String(repeating: "\u{301}\u{316}", count: pairs) }

    private static func longestRun(in text: String) -> Int {
        var (longest, run) = (0, 0)
        for scalar in text.unicodeScalars {
            run = scalar.properties.canonicalCombiningClass.rawValue > 0 ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    @Test(arguments: [1, 15, 16, 1_000, 100_000]) func `no run of marks is longer than 30`(pairs: Int) {
        let bounded = StreamSafeText.bounded(Self.mixedMarks(pairs))
        #expect(Self.longestRun(in: bounded) <= 30)
        #expect(bounded.unicodeScalars.filter { $0 != "\u{34F}" }.count == 1 + 2 * pairs)
    }

    @Test(arguments: ["", "swift", "caf\u{E9} e\u{301}", "日本語 입력", "हिन्दी", "👩‍💻", String(repeating: "é", count: 99)])
    func `ordinary text isn't changed`(text: String) {
        #expect(StreamSafeText.bounded(text).utf8.elementsEqual(text.utf8))
    }

    @Test func `a received text is bounded only if it is longer than a name`() {
        let name = Self.mixedMarks(249)
        #expect(StreamSafeText.received(name).utf8.elementsEqual(name.utf8))
        #expect(Self.longestRun(in: StreamSafeText.received(Self.mixedMarks(250))) <= 30)
    }

    @Test func `the key of a name longer than 1,000 bytes is empty`() {
        #expect(TagKey(String(repeating: "a", count: 1_000)).text.utf8.count == 1_000)
        #expect(TagKey(String(repeating: "a", count: 1_001)).text.isEmpty)
        #expect(TagKey(Self.mixedMarks(40_000)).folded.isEmpty)
    }

    @Test func `text of any length is folded`() {
        let long = String(repeating: "É ", count: 1_000)
        #expect(FoldedText(long).withoutAccents.utf8.count == 1_999)
        #expect(FoldedText(long).text.hasPrefix("é é"))
    }
}
