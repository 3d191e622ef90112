import TagService
import Testing

@Suite struct ThingOfSourceTests {
    @Test func `what is saved for a thing is found by its source, and forgotten`() async throws {
        let service = try ServiceFixture().service
        _ = try await service.addTags(["a", "b"])
        let saved = try await service.save(tags: ["a", "b"], label: "x", source: "n.md")
        #expect(try await service.thing("n.md") == saved)
        #expect(try await service.thing("n") == nil)
        #expect(try await service.forgetThing("n.md") == saved)
        #expect(try await service.forgetThing("n.md") == nil)
        #expect(try await service.tag("a").uses == 0)
    }

    @Test func `names that lead to no tag are told from those that do`() async throws {
        let service = try ServiceFixture().service
        _ = try await service.addTags(["Swift"])
        _ = try await service.addAlias("sw", of: "Swift")
        #expect(try await service.unknownNames(among: ["swift", "SW", "x", ""]) == ["x", ""])
    }

    @Test func `what was given is kept from key to key until something is learnt`() async throws {
        let database = try await DatabaseOfTwo()
        let (kept, fresh) = (database.first, database.second)
        await kept.keepSuggestionsInMemory()
        _ = try await fresh.addTags(["swift", "actors", "async", "cooking", "soup"])
        let saved = [
            ["swift", "actors"], ["cooking", "soup"], ["swift", "async"], ["soup", "async"],
        ]
        for (round, tags) in saved.enumerated() {
            _ = try await fresh.save(tags: tags, label: "a note on \(tags[0]) \(round)")
            for label in ["", "a note on soup", "a note on swift\nand soup"] {
                for given in [[], ["swift"], ["soup", "nothing"]] {
                    for text in ["", "a", "ac", "so"] {
                        let query = SuggestionQuery(text: text, given: given, label: label)
                        let (ours, theirs) = (
                            try await kept.suggestedTags(for: query),
                            try await fresh.suggestedTags(for: query)
                        )
                        #expect(ours == theirs, "\(query)")
                    }
                }
            }
        }
    }
}
