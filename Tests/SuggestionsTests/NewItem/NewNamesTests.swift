import TagCore
import Testing

/// Names in an item that could become new tags.
@Suite struct NewNamesTests {
    /// A collection in memory.
    private struct Collection: NewNameSource {
        var items = 100
        var counts: [String: Int] = [:]
        var tags: Set<String> = []
        var names: [String] = []
        var record = NewNameRecord()

        func selectionCount() -> Int { items }
        func itemCounts(ofWords words: [String]) -> [Int] { words.map { counts[$0] ?? 0 } }
        func isTag(_ key: String) -> Bool { tags.contains(key) }
        func tagCount() -> Int { items }
        func style() -> NameStyle { NameStyle(names) }
        func newNameRecord() -> NewNameRecord { record }
    }

    private func keys(_ names: NewNames, in collection: Collection = Collection()) -> Set<String> {
        Set(names.best(limit: 20, from: collection).map(\.key))
    }

    @Test func `names are runs of words without function words at their ends`() {
        let names = NewNames(title: "The state of the otter", location: "", note: "", text: "")
        #expect(keys(names) == ["state", "otter"])
        let joined = NewNames(title: "Otters; sea-lions", location: "", note: "", text: "")
        // A semicolon separates names, and of names that contain each other the best is returned.
        #expect(keys(joined).isSubset(of: ["otter", "sea", "lion", "sealion"]))
        #expect(keys(joined).contains("otter"))
        #expect(keys(NewNames(title: "2024", location: "", note: "", text: "x")) == [])
        #expect(keys(NewNames(title: "動物園", location: "", note: "", text: "")) == [])
        #expect(keys(NewNames(title: "Backboneを使った", location: "", note: "", text: "")) == ["backbone"])
    }

    @Test func `names are found in all parts`() {
        let names = NewNames(title: "Otter", location: "https://e.org/magnets", note: "Lantern", text: "Zeppelin")
        #expect(keys(names) == ["otter", "magnet", "lantern", "zeppelin"])
        #expect(keys(names, in: Collection(tags: ["otter"])) == ["magnet", "lantern", "zeppelin"])
    }

    @Test func `common words are less probable`() throws {
        let names = NewNames(title: "Otter lantern", location: "", note: "", text: "")
        let found = names.best(limit: 9, from: Collection(counts: ["otter": 60]))
        let otter = found.first { $0.key == "otter" }?.probability ?? 0
        let lantern = try #require(found.first { $0.key == "lantern" || $0.key == "otterlantern" })
        #expect(lantern.probability > otter)
    }

    @Test func `a record raises and lowers probabilities, and is exact`() {
        var record = NewNameRecord()
        let hit = NewNameOutcome(kind: .titleWord, expected: 100, isHit: true)
        let miss = NewNameOutcome(kind: .titleWord, expected: 100, isHit: false)
        #expect(record.probability(0.1, .titleWord) == 0.1 / 0.9 / (1 + 0.1 / 0.9))
        for _ in 0..<20 { record.count(hit, adding: true) }
        #expect(record.probability(0.1, .titleWord) > 0.5)
        #expect(record.probability(0.1, .titleWord) > record.probability(0.1, .textWord))
        for _ in 0..<20 { record.count(hit, adding: false) }
        #expect(record == NewNameRecord())
        for _ in 0..<200 { record.count(miss, adding: true) }
        #expect(record.probability(0.1, .titleWord) < 0.05)
        #expect(record.probability(1, .titleWord) <= 0.95)
    }

    @Test(arguments: [
        (["open-source", "data-science", "maps"], "Copper lantern", "copper-lantern"),
        (["open source", "data science", "maps"], "Copper-lantern", "copper lantern"),
        (["open_source", "data_science", "maps"], "Copper lantern", "copper_lantern"),
        (["Open Source", "Maps", "Books", "Films", "Trips"], "lantern", "Lantern"),
        (["web2.0", "maps"], "Node.js", "node.js"), ([], "Copper lantern", "copper-lantern"),
        (["map", "book", "film", "trip", "tree", "car", "sea", "sun", "fox", "cat"], "lanterns", "lantern"),
        (["map", "book", "film", "trip", "tree", "car", "sea", "sun", "fox", "cat"], "physics", "physics"),
        (["maps", "books", "films", "trips", "trees", "cars", "seas", "suns", "foxes", "cats"], "lantern", "lanterns"),
    ]) func `names are spelled as the tags are`(tags: [String], words: String, expected: String) {
        let name = NameStyle(tags).name(of: SpelledWord.words(of: words, limit: 3), isCapitalized: false)
        #expect(name == expected)
    }
}
