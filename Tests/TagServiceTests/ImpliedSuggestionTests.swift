import TagService
import TestSupport
import Testing

/// Implications in suggestions.
@Suite struct ImpliedSuggestionTests {
    private func fixture() async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.sets.addTags(["beagle", "cat", "animal", "dog", "house", "door"])
        for number in 0..<20 {
            try service.items.save(tags: ["beagle", "house", number % 2 == 0 ? "cat" : "door"])
            try service.items.save(tags: [number % 3 == 0 ? "dog" : "animal", "beagle", "door"])
        }
        return fixture
    }

    private func suggestions(_ fixture: ServiceFixture, _ query: SuggestionQuery) async throws -> [Suggestion] {
        let found = try fixture.service.suggestions.find(for: query).suggestions
        // A process with all tags in memory returns the same.
        fixture.service.suggestions.keepInMemory()
        #expect(try fixture.service.suggestions.find(for: query).suggestions == found)
        fixture.service.suggestions.keepInMemory(false)
        return found
    }

    @Test func `implied tags come first with a reason and probability 1, and their terms add up`() async throws {
        let fixture = try await fixture()
        let query = SuggestionQuery(given: ["beagle"])
        let before = try await suggestions(fixture, query)
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        try fixture.service.tags.addImplication(from: "dog", to: "animal")
        let found = try await suggestions(fixture, query)
        #expect(found.prefix(2).map(\.tag) == ["dog", "animal"])
        #expect(found[0].because.first == "beagle implies it")
        #expect(found[1].because == ["beagle implies it"])
        for suggestion in found.prefix(2) {
            #expect(suggestion.probability == 1 && suggestion.score == 1)
            let explanation = try #require(suggestion.explanation)
            #expect(abs(explanation.estimate - 1) < 1e-9)
            let sum = explanation.terms.reduce(explanation.popularity) { $0 + $1.total }
            #expect(sum == explanation.estimate)
            #expect(explanation.terms.first?.rule ?? 0 > 0)
        }
        // All other suggestions are unchanged.
        let others = before.filter { !["dog", "animal"].contains($0.tag) }
        #expect(Array(found.dropFirst(2)) == others)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        let none = try await suggestions(fixture, SuggestionQuery(given: ["house"]))
        #expect(none.allSatisfy { !$0.because.contains { $0.hasSuffix("implies it") } })
    }

    @Test func `the nearest given tag is the reason, and given tags aren't suggested`() async throws {
        let fixture = try await fixture()
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        try fixture.service.tags.addImplication(from: "dog", to: "animal")
        try fixture.service.tags.addAlias("hound", to: "dog")
        let found = try await suggestions(fixture, SuggestionQuery(given: ["beagle", "hound"], limit: 3))
        #expect(found[0].tag == "animal" && found[0].because.first == "dog implies it")
        #expect(!found.map(\.tag).contains("dog"))
        let one = try await suggestions(fixture, SuggestionQuery(given: ["beagle"], limit: 1))
        #expect(one.map(\.tag) == ["dog"])
        #expect(try await suggestions(fixture, SuggestionQuery(given: ["beagle"], limit: 0)).isEmpty)
    }

    @Test func `among equal matches of a typed text, implied tags come first`() async throws {
        let fixture = try await fixture()
        let query = SuggestionQuery(text: "do", given: ["beagle"])
        #expect(try await suggestions(fixture, query).map(\.tag) == ["door", "dog"])
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        let found = try await suggestions(fixture, query)
        #expect(found.map(\.tag) == ["dog", "door"])
        #expect(found[0].because.prefix(2) == ["prefix", "beagle implies it"])
        #expect(found[0].score < 1 && found[0].score > found[1].score)
        let exact = try await suggestions(fixture, SuggestionQuery(text: "door", given: ["beagle"]))
        #expect(exact.first?.tag == "door")
        let typed = try await suggestions(fixture, SuggestionQuery(text: "do"))
        #expect(typed.allSatisfy { $0.because.first == "prefix" })
    }

    @Test func `implications work without items, and are limited to the members of a set`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["beagle", "dog"])
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        let found = try await suggestions(fixture, SuggestionQuery(given: ["beagle"]))
        #expect(found.map(\.tag) == ["dog"])
        #expect(found[0].explanation?.terms.map(\.rule) == [1])
        try fixture.service.sets.create("few", tags: ["beagle", "cat"])
        let query = SuggestionQuery(given: ["beagle"], onlyIn: .named("few"))
        #expect(try await suggestions(fixture, query).map(\.tag) == ["cat"])
    }

    @Test func `a picker ranks implied tags first`() async throws {
        let fixture = try await fixture()
        let before = try fixture.service.suggestions.affinities(to: ["beagle"])
        try fixture.service.tags.addImplication(from: "beagle", to: "cat")
        try fixture.service.tags.addImplication(from: "cat", to: "animal")
        let scores = try fixture.service.suggestions.affinities(to: ["beagle"])
        let order = scores.sorted { $0.value > $1.value }.map(\.key)
        #expect(order.prefix(2) == ["cat", "animal"])
        #expect(abs((scores["door"] ?? 0) - (before["door"] ?? 1)) < 1e-6)
    }
}
