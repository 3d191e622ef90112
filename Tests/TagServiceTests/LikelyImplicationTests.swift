import TagService
import TestSupport
import Testing

@Suite struct LikelyImplicationTests {
    private func service(_ rows: [(count: Int, tags: [String])]) async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        for row in rows {
            for number in 0..<row.count { _ = try fixture.service.items.save(tags: row.tags, title: "\(number)") }
        }
        return fixture
    }

    private func found(_ fixture: ServiceFixture) async throws -> [String] {
        try fixture.service.tags.likelyImplications().pairs.map { "\($0.tag) \($0.implies)" }
    }

    @Test func `pairs that hold in nearly all of enough items are listed, strongest first`() async throws {
        let fixture = try await service([
            (19, ["beagle", "dog"]), (1, ["beagle"]), (6, ["dog"]), (10, ["cat", "pet"]), (4, ["pet"]),
            (9, ["rare", "pet"]), (18, ["half", "way"]), (2, ["half"]), (2, ["way"]), (40, ["other"]),
        ])
        #expect(try await found(fixture) == ["beagle dog", "cat pet"])
        let likely = try fixture.service.tags.likelyImplications(limit: 1)
        #expect(likely.count == 2 && likely.pairs.count == 1)
        #expect(likely.pairs[0].share == 0.95 && likely.pairs[0].support == 20)
        try fixture.service.tags.addImplication(from: "beagle", to: "dog")
        try fixture.service.tags.addImplication(from: "pet", to: "cat")
        #expect(try await found(fixture) == [])
        try fixture.service.undoLog.undo()
        #expect(try await found(fixture) == ["cat pet"])
    }

    @Test func `redundant implications and tags that co-occur with everything are omitted`() async throws {
        let fixture = try await service([
            (10, ["beagle", "dog", "animal", "all"]), (5, ["dog", "animal", "all"]), (5, ["animal", "all"]),
            (30, ["other", "all"]),
        ])
        #expect(try await found(fixture) == ["dog animal", "beagle dog"])
        // If two tags always occur together, the newer implies the older.
        let twins = try await service([(10, ["one", "two"]), (20, ["three"])])
        #expect(try await found(twins) == ["two one"])
    }
}
