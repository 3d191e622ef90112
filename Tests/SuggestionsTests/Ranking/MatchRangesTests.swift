import Suggestions
import Testing

@Suite struct `Match ranges` {
    private func ranges(_ query: String, _ name: String, alias: String? = nil) -> [Range<Int>] {
        let key = fold(name).lowercased()
        let tag = CompletionTag(
            id: 1, key: name.lowercased(), foldedKey: key, name: name, aliases: alias.map { [.init(key: $0)] } ?? [])
        let typed = CompletionQuery(key: query, foldedKey: fold(query))
        guard let match = SearchableTags([tag]).complete(typed, limit: 1).first else { return [] }
        return MatchRanges.ranges(of: typed, in: name, match)
    }

    private func fold(_ text: String) -> String { text.replacing("é", with: "e").replacing("É", with: "E") }

    @Test func `are the positions of the typed text, in characters of the name`() {
        #expect(ranges("swift", "Swift") == [0..<5])
        #expect(ranges("sw", "Swift") == [0..<2])
        #expect(ranges("ui", "Swift UI") == [6..<8])
        #expect(ranges("if", "Swift") == [2..<4])
        #expect(ranges("末", "週末 🏖️") == [1..<2])
        #expect(ranges("🏖️", "週末 🏖️") == [3..<4])
    }

    @Test func `cover a partly typed character`() {
        #expect(ranges("👩", "x👩‍🔬y") == [1..<2])
        #expect(ranges("cafe", "Café au lait") == [0..<4])
    }

    @Test func `of a typo are the equal ends`() {
        #expect(ranges("swjft", "Swift") == [0..<2, 3..<5])
        #expect(ranges("swft", "Swift") == [0..<2, 3..<5])
        #expect(ranges("swiift", "Swift") == [0..<5])
        #expect(ranges("swjf", "Swift UI") == [0..<2])
    }

    @Test func `of an alias are empty`() { #expect(ranges("js", "Web", alias: "js").isEmpty) }

    @Test(arguments: [
        ("fé", "Café au lait", 2..<4), ("au lait", "Café au lait", 5..<12), ("e", "the sea, éclair", 9..<10),
        ("é", "the sea, éclair", 9..<10), ("x", "sea", nil), ("sea", "ＳＥＡ", 0..<3),
    ]) func `of a filter are the best place`(query: String, name: String, range: Range<Int>?) {
        #expect(MatchRanges.range(ofFiltered: query, in: name) == range)
    }
}
