import TagService
import Testing

@Suite struct ItemAtLocationTests {
    @Test func `an item is found and deleted by its location`() async throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["a", "b"])
        let saved = try service.items.save(tags: ["a", "b"], title: "x", location: "n.md")
        #expect(try service.items.item(at: "n.md") == saved)
        #expect(try service.items.item(at: "n") == nil)
        #expect(try service.items.delete(saved.id) == saved)
        #expect(try service.items.item(at: "n.md") == nil)
        #expect(try service.tags.named("a").uses == 0)
    }

    @Test func `unknown names are found among known names`() async throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["Swift"])
        try service.tags.addAlias("sw", to: "Swift")
        #expect(try service.tags.unknownNames(among: ["swift", "SW", "x", ""]) == ["x", ""])
    }

    @Test func `the ranking of given tags is cached between keystrokes until an item changes`() async throws {
        let database = try await DatabaseOfTwo()
        let (kept, fresh) = (database.first, database.second)
        kept.suggestions.keepInMemory()
        try fresh.sets.addTags(["swift", "actors", "async", "cooking", "soup"])
        let saved = [["swift", "actors"], ["cooking", "soup"], ["swift", "async"], ["soup", "async"]]
        for (round, tags) in saved.enumerated() {
            try fresh.items.save(tags: tags, title: "a note on \(tags[0]) \(round)")
            for label in ["", "a note on soup", "a note on swift\nand soup"] {
                for given in [[], ["swift"], ["soup", "nothing"]] {
                    for text in ["", "a", "ac", "so"] {
                        let query = SuggestionQuery(text: text, given: given, item: ItemEvidence(lines: label))
                        let (ours, theirs) = (
                            try kept.suggestions.find(for: query), try fresh.suggestions.find(for: query)
                        )
                        #expect(ours == theirs, "\(query)")
                    }
                }
            }
        }
    }
}
