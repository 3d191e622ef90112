import TagService
import Testing

@Suite struct ItemAtLocationTests {
    @Test func `an item is found and deleted by its location`() async throws {
        let service = try ServiceFixture().service
        _ = try service.addTags(["a", "b"])
        let saved = try service.save(tags: ["a", "b"], title: "x", location: "n.md")
        #expect(try service.item(at: "n.md") == saved)
        #expect(try service.item(at: "n") == nil)
        #expect(try service.deleteItem(saved.id) == saved)
        #expect(try service.item(at: "n.md") == nil)
        #expect(try service.tag("a").uses == 0)
    }

    @Test func `unknown names are found among known names`() async throws {
        let service = try ServiceFixture().service
        _ = try service.addTags(["Swift"])
        _ = try service.addAlias("sw", of: "Swift")
        #expect(try service.unknownNames(among: ["swift", "SW", "x", ""]) == ["x", ""])
    }

    @Test func `the ranking of given tags is cached between keystrokes until an item changes`() async throws {
        let database = try await DatabaseOfTwo()
        let (kept, fresh) = (database.first, database.second)
        kept.keepSuggestionsInMemory()
        _ = try fresh.addTags(["swift", "actors", "async", "cooking", "soup"])
        let saved = [["swift", "actors"], ["cooking", "soup"], ["swift", "async"], ["soup", "async"]]
        for (round, tags) in saved.enumerated() {
            _ = try fresh.save(tags: tags, title: "a note on \(tags[0]) \(round)")
            for label in ["", "a note on soup", "a note on swift\nand soup"] {
                for given in [[], ["swift"], ["soup", "nothing"]] {
                    for text in ["", "a", "ac", "so"] {
                        let query = SuggestionQuery(text: text, given: given, item: ItemEvidence(lines: label))
                        let (ours, theirs) = (try kept.suggestedTags(for: query), try fresh.suggestedTags(for: query))
                        #expect(ours == theirs, "\(query)")
                    }
                }
            }
        }
    }
}
