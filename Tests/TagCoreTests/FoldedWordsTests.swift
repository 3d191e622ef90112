import TagCore
import Testing

@Suite struct `Folded words` {
    private func words(of text: String) -> [String] {
        var words: [String] = []
        FoldedWords.forEachWord(of: text) { word in
            words.append(word)
            return words.count < 1_000
        }
        return words
    }

    @Test(arguments: [
        ("librust-dialoguer-dev", ["librust", "dialoguer", "dev"]), ("", []), ("--- ", []), ("a a a", ["a", "a", "a"]),
        ("c++", ["c"]), ("東京タワー 2026", ["東京", "京タ", "タワ", "ワー", "2026"]), ("swift入門", ["swift", "入門"]),
        ("한국어 공부", ["한국어", "공부"]),
    ]) func `are runs of letters, or pairs in scripts without spaces`(label: String, words: [String]) {
        #expect(self.words(of: label) == words)
    }

    @Test func `end when the caller has enough`() {
        let long = (0..<100_000).map { "w\($0)" }.joined(separator: " ")
        #expect(words(of: long).count == 1_000)
    }
}
