import TagCore
import Testing

@Suite struct `Label words` {
    @Test(arguments: [
        ("librust-dialoguer-dev", ["librust", "dialoguer", "dev"]),
        ("", []), ("--- ", []), ("a a a", ["a"]), ("c++", ["c"]),
        ("東京タワー 2026", ["東京", "京タ", "タワ", "ワー", "2026"]),
        ("swift入門", ["swift", "入門"]), ("한국어 공부", ["한국어", "공부"]),
    ])
    func `are runs of letters, or pairs in scripts without spaces`(label: String, words: [String]) {
        #expect(LabelWords.words(of: label) == words)
    }

    @Test func `are limited in number`() {
        let long = (0..<100_000).map { "w\($0)" }.joined(separator: " ")
        #expect(LabelWords.words(of: long).count == LabelWords.limit)
        #expect(LabelWords.words(of: String(repeating: "漢字かな", count: 100_000)).count == 4)
    }
}
