import Suggestions
import TagCore
import Testing

@Suite struct `The key of a name` {
    @Test(arguments: ["text-analysis", "Text analysis", "textanalysis", "Text  Analysis"])
    func `is the same for all spellings`(name: String) { #expect(NameKey.key(of: name) == "textanalysi") }

    @Test(arguments: [
        ("libraries", "library"), ("zebras", "zebra"), ("class", "class"), ("bus", "bus"), ("ties", "ty"),
        ("css", "css"), ("glass", "glass"),
    ]) func `has no English plurals`(word: String, singular: String) { #expect(NameKey.singular(word) == singular) }

    @Test(
        arguments: [
            ("language::Swift", "languageswift", "swift"), ("a/b/Code", "abcode", "code"), ("lang:c", "langc", "c"),
            ("plain", "plain", nil), ("ends::", "end", nil),
        ] as [(String, String, String?)]) func `has a last part if the name is hierarchical`(
            name: String, whole: String, lastPart: String?
        )
    {
        #expect(NameKey.keys(of: name).whole == whole)
        #expect(NameKey.keys(of: name).lastPart == lastPart)
    }

    @Test func `is missing for names without words and very long names`() {
        #expect(NameKey.key(of: "!?") == nil)
        #expect(NameKey.key(of: String(repeating: "ab", count: 41)) == nil)
    }
}

@Suite struct `Names found in an item` {
    private let names: TagNames = {
        var names = TagNames()
        names.insert("zebra", of: 1)
        names.insert("zoo", of: 2)
        names.insert("text-analysis", of: 3)
        names.insert("NLP", of: 3)
        names.insert("animals::zebra", of: 4)
        return names
    }()

    private func best(
        title: String = "", location: String = "", note: String = "", text: String = ""
    ) -> [UInt32: NamePlace] {
        NameSearch(ItemWords(title: title, location: location, note: note, text: text), in: names).best
            .mapValues(\.place)
    }

    private let filler = (1...60).map { "w\($0)" }.joined(separator: " ") + " "

    @Test func `are found in the title in any spelling`() {
        #expect(best(title: "Zebras in the ZOO") == [1: .title, 2: .title, 4: .lastPartBeginning])
        #expect(best(title: "On text analysis") == [3: .title])
    }

    @Test func `are found by an alias`() { #expect(best(title: "NLP") == [3: .title]) }

    @Test func `count by their number in a text`() {
        #expect(best(text: "the zoo") == [2: .textBeginning])
        #expect(best(text: filler + "zoo") == [2: .textOnce])
        #expect(best(text: filler + "zoo zoo zoo") == [2: .textTwice])
        #expect(best(text: filler + "zoo zoo zoo zoo") == [2: .textOften])
        #expect(best(text: filler + "zebra") == [1: .textOnce, 4: .lastPartLater])
    }

    @Test func `have one place, the best`() {
        #expect(best(title: "zoo", text: "zoo") == [2: .title])
        #expect(best(location: "https://zoo.org", text: filler + "zoo") == [2: .textOnce])
        #expect(best(location: "https://zoo.org/zebra") == [2: .location, 1: .location])
        #expect(best(note: "zoo", text: filler + "zoo") == [2: .textBeginning])
    }

    @Test func `in the text are separate from those in the other fields`() {
        let words = ItemWords(title: "zebra", location: "", note: "", text: "zoo")
        let search = NameSearch(words, in: names)
        #expect(search.inText.mapValues(\.place) == [2: .textBeginning])
        #expect(search.inFields.mapValues(\.place) == [1: .title, 4: .lastPartBeginning])
    }

    @Test func `are known with the words found`() {
        let words = ItemWords(title: "Zebras", location: "", note: "Text analysis", text: "")
        let best = NameSearch(words, in: names).best
        #expect(best[1]?.words == "zebras" && best[1]?.part == .title)
        #expect(best[3]?.words == "text analysis" && best[3]?.part == .note)
    }

    @Test func `are hits if the item has the tag`() {
        let search = NameSearch(ItemWords("zebra zoo"), in: names)
        let hits = NameSearch.hits(search.best, tags: [2, 9])
        #expect(hits.map(\.tag) == [1, 2, 4])
        #expect(hits.map(\.isHit) == [false, true, false])
    }

    @Test func `disappear with the name`() {
        var names = names
        names.remove("zoo", of: 2)
        names.remove("animals::zebra", of: 4)
        #expect(names.match(of: "zoo").isEmpty)
        #expect(names.match(of: "zebra") == NameMatch(byWhole: [1]))
    }
}

@Suite struct `The probability by name` {
    @Test func `is the place's prior before anything is learned`() {
        for place in NamePlace.allCases {
            #expect(isClose(NameRecord().probability(in: place, rates: NameRates()), place.prior))
        }
    }

    @Test func `rises and falls with the tag's hits`() {
        var record = NameRecord()
        record.count(.title, isHit: true, adding: true)
        // .5 · (1 + 1.5) / (.5 + 1.5)
        #expect(isClose(record.probability(in: .title, rates: NameRates()), 0.625))
        record.count(.title, isHit: true, adding: false)
        record.count(.textOnce, isHit: false, adding: true)
        // .5 · 1.5 / (.08 + 1.5)
        #expect(isClose(record.probability(in: .title, rates: NameRates()), 0.75 / 1.58))
    }

    @Test func `is at most .95`() {
        var record = NameRecord()
        for _ in 0..<100 { record.count(.textOnce, isHit: true, adding: true) }
        #expect(record.probability(in: .title, rates: NameRates()) == 0.95)
    }

    @Test func `follows the rates of the database`() {
        var rates = NameRates()
        for hit in [true, false, false, false] { rates.count(.title, isHit: hit, adding: true) }
        // (1 + 10 · .5) / (4 + 10)
        #expect(isClose(rates[.title], 6.0 / 14))
        #expect(isClose(rates[.location], 0.12))
        #expect(isClose(NameRecord().probability(in: .title, rates: rates), 6.0 / 14))
    }

    @Test func `is the same after counts are subtracted again`() {
        var (record, rates) = (NameRecord(), NameRates())
        for place in NamePlace.allCases { record.count(place, isHit: true, adding: true) }
        for place in NamePlace.allCases { record.count(place, isHit: true, adding: false) }
        for place in NamePlace.allCases { rates.count(place, isHit: false, adding: true) }
        for place in NamePlace.allCases { rates.count(place, isHit: false, adding: false) }
        #expect(record == NameRecord())
        #expect(rates == NameRates())
    }

    @Test func `counts both names of merged tags`() {
        var left = NameRecord(found: [2], hits: 1)
        left.merge(NameRecord(found: [1, 3], hits: 2))
        #expect(left == NameRecord(found: [3, 3], hits: 3))
    }
}
