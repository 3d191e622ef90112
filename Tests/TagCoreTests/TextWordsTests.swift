import TagCore
import Testing

@Suite struct `Words of a text` {
    @Test(arguments: ["", "sail", "Sailing round Cape Horn", "東京タワー 2026"])
    func `a short text is all title`(label: String) {
        let words = TextWords(label)
        #expect(words.title == LabelWords.words(of: label))
        #expect(words.others.isEmpty)
    }

    @Test func `the first line is the title, and all other words are counted`() {
        let words = TextWords("\n  \nOn sailing\r\nWind, sails and wind.\n\nSailing is wind")
        #expect(words.title == ["on", "sailing"])
        #expect(words.others.map(\.word) == ["wind", "sails", "and", "is"])
        #expect(words.others.map(\.count) == [3, 1, 1, 1])
    }

    @Test func `the title of a long line is its first words`() {
        let line = (1...30).map { "w\($0)" }.joined(separator: " ")
        let words = TextWords(line)
        #expect(words.title == (1...24).map { "w\($0)" })
        #expect(words.others.map(\.word) == (25...30).map { "w\($0)" })
    }

    @Test func `a long first line followed by others isn't a title`() {
        let line = (1...9).map { "w\($0)" }.joined(separator: " ")
        #expect(TextWords("\(line)\nmore").title.isEmpty)
        #expect(TextWords("\(line)\nmore").others.count == 10)
        #expect(TextWords("\(line.dropLast(3))\nmore").title.count == 8)
    }

    @Test func `text beyond a megabyte is ignored`() {
        let words = TextWords("title\n" + String(repeating: "a b ", count: 250_000) + "late")
        #expect(words.others.map(\.word) == ["a", "b"])
        #expect(words.others.map(\.count).allSatisfy { (249_990...250_000).contains($0) })
    }
}
