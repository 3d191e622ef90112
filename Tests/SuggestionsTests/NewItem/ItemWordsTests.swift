import Suggestions
import TagCore
import Testing

@Suite struct `The words of an item` {
    @Test func `come from the title, the location and the text`() {
        let words = ItemWords(
            title: "A zebra, a Zoo", location: "https://www.zoo.org:8080/animals/zebra?id=7#top", note: "",
            text: "Zebra stripes")
        #expect(words.title == ["a", "zebra", "a", "zoo"])
        #expect(words.location == ["zoo", "animals", "zebra"])
        #expect(words.kept.map(\.word) == ["a", "zebra", "zoo", "@zoo.org", "animals", "stripes"])
        #expect(words.kept.map(\.inFields) == [2, 2, 2, 2, 1, 0])
        #expect(words.kept.map(\.inText) == [0, 1, 0, 0, 0, 1])
    }

    @Test func `weigh 1 + ln f, scaled to length 1`() {
        let words = ItemWords(title: "zebra zebra zoo", location: "", note: "", text: "")
        let twice = 1 + logarithm(2)
        let length = (twice * twice + 1).squareRoot()
        #expect(isClose(words.weights, [twice / length, 1 / length]))
    }

    @Test func `include every word of the title and 96 others`() {
        let text = (1...200).map { "other\($0)" }.joined(separator: " ")
        let words = ItemWords(title: "one two", location: "", note: "note", text: text + " one")
        #expect(words.kept.count == 2 + 96)
        #expect(words.kept[2].word == "note")
        #expect(words.kept.last?.word == "other95")
        #expect(words.kept.first?.frequency == 2)
    }

    @Test func `are the first 40 of a title and the first 1,000 of note and text`() {
        let many = (1...2_000).map { "w\($0)" }.joined(separator: " ")
        let words = ItemWords(title: many, location: "", note: "a b c", text: many)
        #expect(words.title.count == 40)
        #expect(words.note == ["a", "b", "c"])
        #expect(words.text.count == 997)
        #expect(words.text.last == "w997")
    }

    @Test func `are pairs of letters in scripts without spaces`() {
        #expect(ItemWords("東京タワー").title == ["東京", "京タ", "タワ", "ワー"])
    }

    @Test func `are none for an empty item`() {
        #expect(ItemWords("").kept.isEmpty)
        #expect(ItemWords("").weights.isEmpty)
    }

    @Test func `are complete in a long text without white space`() {
        let text = String(repeating: "a-", count: 5_000)
        #expect(ItemWords(title: "", location: "", note: "", text: text).text.count == 1_000)
    }
}

@Suite struct `The words of a location` {
    @Test(
        arguments: [
            ("https://www.swift.org:443/blog/2024/Swift-6?page=2", "@swift.org", ["swift", "blog", "swift"]),
            ("http://user:secret@Example.COM/a/bc", "@example.com", ["example", "bc"]),
            ("https://forums.swift.org", "@forums.swift.org", ["forums", "swift"]),
            ("https://localhost:8080/x1", "@localhost", ["localhost", "x1"]),
            ("https://site.museum/caf%C3%A9%20au%20lait", "@site.museum", ["site", "museum", "cafe", "au", "lait"]),
            ("https:///", nil, []), ("notes/Ideas for 2024.md", nil, ["notes", "ideas", "for", "md"]), ("", nil, []),
            ("https://a.org/100%", "@a.org", []), ("https://a.org/%zz%4", "@a.org", ["zz"]),
        ] as [(String, String?, [String])]) func `are the host, the words of its name and of the path`(
            location: String, host: String?, words: [String]
        )
    {
        #expect(LocationWords(location).hostWord == host)
        #expect(LocationWords(location).words == words)
    }

    @Test func `don't include a host that is too long, or digits`() {
        #expect(LocationWords("https://\(String(repeating: "a.", count: 127))").hostWord == nil)
        #expect(LocationWords("https://a.jp/三四/34/²²").words == ["三四"])
    }

    @Test(.timeLimit(.minutes(30))) func `take linear time with long runs of combining marks`() {
        let marks = "a" + String(repeating: "\u{301}\u{323}", count: 250_000)
        #expect(LocationWords("https://example.org/\(marks)/b::\(marks)").hostWord == "@example.org")
        #expect(LocationWords("https://\(marks)/").hostWord == nil)
        #expect(NameKey.keys(of: "\(marks)/b").lastPart == "b")
        _ = ItemWords(title: marks, location: marks, note: marks, text: marks)
    }

    @Test func `are at most 24`() { #expect(LocationWords(String(repeating: "word/", count: 50)).words.count == 24) }
}
