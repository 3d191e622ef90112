import TagService
import TestSupport
import Testing

/// Finding tags that mean the same, rare tags, and rules that the items suggest.
@Suite struct SynonymTests {
    /// Titles of items about one topic, with five words that occur together, and a topic of others.
    private static func save(_ count: Int, _ tags: [String], _ words: [String], in service: TagService) throws {
        for number in 0..<count {
            let title = (0..<4).map { words[(number + $0) % words.count] }.joined(separator: " ")
            try service.items.save(tags: tags, title: "\(title) \(tags[0])\(number)")
        }
    }

    @Test func `names that abbreviate or respell each other are found, more used last`() throws {
        let service = try ServiceFixture().service
        let names = [
            "k8s", "kubernetes", "PWA", "ProgressiveWebApp", "web-design", "WebDesigns", "i18n", "c", "c++", "cat",
            "category", "lang::pwa",
        ]
        try service.sets.addTags(names)
        try service.items.save(tags: ["k8s"], title: "x")
        let pairs = try service.tags.synonyms().pairs
        #expect(
            pairs.map { "\($0.tag) \($0.other) \($0.kind.rawValue)" } == [
                "kubernetes k8s numeronym", "PWA ProgressiveWebApp initials", "WebDesigns web-design spelling",
            ])
        #expect(pairs[0].uses == 0 && pairs[0].otherUses == 1 && pairs[0].together == 0)
        #expect(pairs[0].words == [] && pairs[0].likeness == nil)
        try service.tags.distinguish("PWA", from: "ProgressiveWebApp")
        let rest = try service.tags.synonyms(limit: 1, offset: 1)
        #expect(rest.count == 2 && rest.pairs.map(\.tag) == ["WebDesigns"])
    }

    @Test func `tags that are often in the same item are never a pair`() throws {
        let service = try ServiceFixture().service
        for number in 0..<10 {
            try service.items.save(tags: ["ml", "machine-learning-lab"], title: "\(number)")
            try service.items.save(tags: number < 2 ? ["nyc", "new-york-city"] : ["nyc"], title: "n\(number)")
            try service.items.save(tags: ["new-york-city"], title: "y\(number)")
            try service.items.save(tags: number < 1 ? ["book", "books"] : ["book"], title: "b\(number)")
            try service.items.save(tags: ["books"], title: "c\(number)")
        }
        // Two of twelve items with both are too many, one of eleven isn't.
        #expect(try service.tags.synonyms().pairs.map(\.tag) == ["book"])
        #expect(try service.tags.synonyms().pairs.map(\.together) == [1])
    }

    @Test func `tags whose items have the same words are found, with these words`() throws {
        let service = try ServiceFixture().service
        let animals = ["zebra", "lion", "savanna", "hyena", "gazelle", "acacia"]
        try Self.save(12, ["wildlife"], animals, in: service)
        try Self.save(8, ["fauna"], animals, in: service)
        try Self.save(20, ["cooking"], ["onion", "pan", "butter", "salt", "oven"], in: service)
        let pairs = try service.tags.synonyms().pairs
        #expect(pairs.map { "\($0.tag) \($0.other) \($0.kind.rawValue)" } == ["fauna wildlife words"])
        #expect(pairs.allSatisfy { $0.likeness ?? 0 > 0.3 && $0.words.allSatisfy(animals.contains) })
        #expect(pairs.first?.words.count == 5)
        try service.tags.merge("fauna", into: "wildlife")
        #expect(try service.tags.synonyms().count == 0)
        try service.undoLog.undo()
        #expect(try service.tags.synonyms().count == 1)
        try Self.save(2, ["fauna", "wildlife"], animals, in: service)
        #expect(try service.tags.synonyms().count == 0)
    }

    @Test func `an empty database and a limited caller have no pairs and rules`() throws {
        let service = try ServiceFixture().service
        #expect(try service.tags.synonyms().count == 0)
        #expect(try service.rules.suggested().count == 0)
        try service.sets.addTags(["book", "books"])
        #expect(try service.tags.synonyms().count == 1)
        try service.limited(to: [1]) { () throws in
            #expect(try service.tags.synonyms().count == 0)
            #expect(try service.rules.suggested().count == 0)
            #expect(try service.tags.rare(once: false, limit: 5).count == 0)
        }
    }

    @Test func `sites and words that nearly always come with a tag are rules`() throws {
        let service = try ServiceFixture().service
        for number in 0..<10 {
            let site = number < 5 ? "www.youtube.com" : "music.youtube.com"
            try service.items.save(
                ItemDraft(
                    title: "clip \(number)", location: "https://\(site)/\(number)",
                    tags: number == 0 ? ["music"] : ["video"]))
            try service.items.save(
                ItemDraft(
                    title: number < 6 ? "recipe for soup and bread" : "the news",
                    location: "https://host\(number).example/", tags: number < 6 ? ["food"] : ["other"]))
        }
        func found() throws -> [String] {
            try service.rules.suggested().rules.map { "\($0.q) \($0.tag) \($0.hits)/\($0.items) \($0.kind.rawValue)" }
        }
        #expect(
            try found() == [
                "clip video 9/10 word", "site:youtube.com video 9/10 site", "bread food 6/6 word", "for food 6/6 word",
                "recipe food 6/6 word",
            ])
        let page = try service.rules.suggested(limit: 1, offset: 1)
        #expect(page.count == 5 && page.rules.map(\.value) == ["youtube.com"])
        try service.rules.add("site:youtube.com", tag: "video")
        #expect(try !found().contains { $0.hasPrefix("site:") })
        #expect(try service.rules.test("recipe", tag: "food").tagged == 6)
    }

    @Test func `rare tags are listed with their only item`() throws {
        let service = try ServiceFixture().service
        try service.items.save(tags: ["b", "a", "c"], title: "first")
        try service.items.save(tags: ["c"], title: "second")
        try service.sets.addTags(["unused"])
        let once = try service.tags.rare(once: true, limit: 1)
        #expect(once.count == 2 && once.tags.map(\.tag) == ["a"])
        #expect(once.tags[0].item == 1 && once.tags[0].title == "first")
        #expect(try service.tags.rare(once: false, limit: 9).tags.map(\.tag) == ["unused"])
    }
}
