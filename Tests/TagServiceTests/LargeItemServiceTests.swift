import TagService
import Testing

@Suite struct LargeItemServiceTests {
    private static let names = (1...300).map { "tag \($0)" }

    @Test func `an item with 300 tags is saved, restored, exported and merged, and counts stay exact`() async throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.sets.create("large", tags: Self.names)
        try service.selection.select(Self.names)
        let saved = try service.items.save(title: "all of them")
        #expect(saved.tags == Self.names && saved.pairedTags == 256)
        try service.selection.clear()
        try service.items.restore(saved.id)
        #expect(try service.selection.tags() == Self.names)
        let before = try await fixture.exportNDJSON()

        // The first tag is among the 256 paired tags, the last isn't; merge them both ways.
        try service.tags.merge("tag 300", into: "tag 1")
        try service.tags.merge("tag 2", into: "tag 299")
        #expect(try service.maintenance.diagnose().isHealthy)
        #expect(try service.items.list().first?.tags.count == 298)
        for _ in 1...2 { try service.undoLog.undo() }
        #expect(try await fixture.exportNDJSON() == before)
        try service.items.delete(saved.id)
        try service.undoLog.undo()
        #expect(try service.maintenance.diagnose().isHealthy)

        let copy = try ServiceFixture()
        let report = try await copy.importData(before)
        #expect(report.partlyPaired == 1)
        #expect(try copy.service.files.exportNDJSON() == before)
        #expect(try copy.service.maintenance.diagnose().isHealthy)
        #expect(try copy.service.items.list().first?.pairedTags == 256)
    }

    @Test func `a query with thousands of given tags and items with thousands of tags works`() async throws {
        let fixture = try ServiceFixture()
        let names = (1...3_000).map { "t\($0)" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let lines = (1...3).map { "{\"title\":\"l\($0)\",\"tags\":[\(list),\"only \($0)\"]}" }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        var query = SuggestionQuery(given: names, item: ItemEvidence(title: "l1"), limit: 5)
        query.minimumProbability = 0
        let cold = try fixture.service.suggestions.find(for: query)
        #expect(Set(cold.prefix(3).map(\.tag)) == ["only 1", "only 2", "only 3"])
        fixture.service.suggestions.keepInMemory()
        #expect(try fixture.service.suggestions.find(for: query).map(\.tag) == cold.map(\.tag))
    }

    @Test func `the number of suggestions is bounded`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("s", tags: ["a", "b"])
        for limit in [Int.max, Int.min, 100_001] {
            let query = SuggestionQuery(given: ["a"], limit: limit)
            #expect((0...SuggestionQuery.maximumLimit).contains(query.limit))
            let found = try fixture.service.suggestions.find(for: query)
            #expect(found.map(\.tag) == (limit < 0 ? [] : ["b"]))
        }
        #expect(try fixture.service.items.list(limit: .max).isEmpty)
    }

    @Test func `long typed text matches to its last letter, and a shared beginning isn't enough`() async throws {
        let fixture = try ServiceFixture()
        let long = String(repeating: "a", count: 600)
        let words = (1...60).map { "word\($0)" }.joined(separator: " ")
        try fixture.service.sets.create("s", tags: [long + "b", long + "c", "x \(words) end"])
        func found(_ text: String) async throws -> [String] {
            try fixture.service.suggestions.find(for: SuggestionQuery(text: text)).map(\.tag)
        }
        #expect(try await found(long + "c") == [long + "c"])
        #expect(try await found(String(long.dropLast(400)) + "b") == [long + "b"])
        #expect(try await found("\(words) e") == ["x \(words) end"])
        #expect(try await found("\(words) f").isEmpty)
    }
}
