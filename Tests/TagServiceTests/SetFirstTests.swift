import TagService
import Testing

/// Suggestions for an item of a set when other sets have tags too.
@Suite struct SetFirstTests {
    /// A set with a few tags, and another whose tags are used more.
    private func filled(_ own: Int) throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("other", tags: (0..<20).map { "other \($0)" })
        try fixture.service.sets.create("mine", tags: (0..<own).map { "mine \($0)" })
        for number in 0..<20 {
            let tags = ["other \(number)", "other \((number + 1) % 20)"]
            try fixture.service.items.save(tags: tags, title: "zebra", in: .named("other"))
        }
        try fixture.service.items.save(tags: ["mine 1"], title: "lion", in: .named("mine"))
        return fixture
    }

    private func tags(_ fixture: ServiceFixture, _ query: SuggestionQuery) throws -> [String] {
        var query = query
        query.minimumProbability = 0
        return try fixture.service.suggestions.find(for: query).map(\.tag)
    }

    @Test func `tags of the set come before tags of other sets`() throws {
        let fixture = try filled(3)
        let all = try tags(fixture, SuggestionQuery(limit: 12))
        #expect(all.first?.hasPrefix("other") == true)
        let found = try tags(fixture, SuggestionQuery(limit: 12, set: .named("mine")))
        #expect(found.prefix(3).allSatisfy { $0.hasPrefix("mine") }, "\(found)")
        #expect(found.count == 12 && Set(found).count == 12)
    }

    @Test func `a set with ten suggestions leaves out tags that aren't more probable`() throws {
        let fixture = try filled(15)
        let found = try tags(fixture, SuggestionQuery(limit: 30, set: .named("mine")))
        #expect(found.count == 15 && found.allSatisfy { $0.hasPrefix("mine") }, "\(found)")
        let probable = try tags(fixture, SuggestionQuery(given: ["other 1"], limit: 30, set: .named("mine")))
        #expect(probable.contains("other 2") && probable.contains("mine 1"), "\(probable)")
    }

    @Test func `typed text finds tags of every set`() throws {
        let fixture = try filled(15)
        let found = try tags(fixture, SuggestionQuery(text: "other 1", set: .named("mine")))
        #expect(found.first == "other 1")
    }

    @Test func `few suggestions of a large set are the first of all its suggestions`() throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("mine", tags: (0..<300).map { "mine \($0)" })
        for number in 0..<90 {
            let tags = ["mine \(number % 40)", "mine \(number % 7 + 100)", "mine \(number % 3)"]
            try fixture.service.items.save(tags: tags, title: "lion", in: .named("mine"))
        }
        for given in [[], ["mine 1"], ["mine 2", "mine 104"], ["mine 250"]] {
            let all = try tags(fixture, SuggestionQuery(given: given, limit: 300, onlyIn: .named("mine")))
            #expect(all.count == 300 - given.count)
            for limit in [1, 5, 20, 60] {
                let few = try tags(fixture, SuggestionQuery(given: given, limit: limit, onlyIn: .named("mine")))
                #expect(few == Array(all.prefix(limit)), "given \(given)")
            }
        }
    }

    @Test func `a tag dismissed for an item of another set still comes first`() throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.sets.create("other", tags: ["film"])
        try service.sets.create("mine", tags: ["lion", "zebra"])
        for number in 0..<8 {
            let draft = ItemDraft(title: "zebra \(number)", location: "/\(number)", tags: ["zebra"])
            try service.items.save(draft, in: .named("mine"))
        }
        let draft = ItemDraft(title: "zebra", location: "/new", tags: ["film"])
        let item = try service.items.save(draft, in: .named("other")).item
        try service.items.dismissTag("zebra", for: item.id)
        let evidence = ItemEvidence(title: "zebra", location: "/new")
        let mine = try tags(fixture, SuggestionQuery(item: evidence, set: .named("mine")))
        #expect(mine.first == "zebra", "\(mine)")
        #expect(try !tags(fixture, SuggestionQuery(item: evidence, set: .named("other"))).contains("zebra"))
    }
}
