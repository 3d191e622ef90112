import TagService
import TestSupport
import Testing

@Suite struct ImplicationImportTests {
    @Test func `implications are imported once, in any order of lines`() async throws {
        let lines = [
            #"{"tag": "beagle", "implies": ["Hound", "pet"]}"#,
            #"{"tag": "dog", "aliases": ["hound"], "implies": ["animal"]}"#,
            #"{"tag": "animal"}"#, #"{"tag": "pet", "implies": []}"#,
        ]
        let expected: Set = ["beagle dog", "beagle pet", "dog animal"]
        for order in [lines, lines.reversed(), [lines[2], lines[0], lines[3], lines[1]]] {
            let fixture = try ServiceFixture()
            let report = try await fixture.importData(order.joined(separator: "\n"))
            #expect(report.newImplications == 3 && report.newTags == 4 && report.unchanged == 0)
            let found = try fixture.service.implications()
            #expect(
                Set(found.flatMap { row in row.implies.map { "\(row.tag) \($0)" } }) == expected
            )
            #expect(try fixture.service.tags(in: nil).count == 4)
            let again = try await fixture.importData(order.joined(separator: "\n"))
            #expect(again.newImplications == 0 && again.newTags == 0 && again.unchanged == 4)
            #expect(try fixture.service.diagnose().isHealthy)
            _ = try fixture.service.undo()
            #expect(try fixture.service.implications().isEmpty)
        }
    }

    @Test func `a tag that is named only by an implication is created`() async throws {
        let fixture = try ServiceFixture()
        let report = try await fixture.importData(#"{"tag": "beagle", "implies": ["dog", "DOG"]}"#)
        #expect(report.newImplications == 1 && report.newTags == 2)
        let json = #"[{"tag": "cat", "implies": ["animal"]}]"#
        #expect(try await fixture.importData(json, .json).newImplications == 1)
        #expect(try await fixture.names().isEmpty)
    }

    @Test func `an export includes implications, and importing it restores them`()
        async throws
    {
        let fixture = try ServiceFixture()
        _ = try fixture.service.addTags(["beagle", "house", "animal", "dog"])
        for (tag, implied) in [("beagle", "dog"), ("dog", "animal"), ("beagle", "animal")] {
            _ = try fixture.service.imply(tag, implied)
        }
        let lines = try await fixture.exportNDJSON()
        #expect(lines.contains(#"{"implies":["animal","dog"],"tag":"beagle"}"#))
        let copy = try ServiceFixture()
        #expect(try await copy.importData(lines).newImplications == 3)
        #expect(try await copy.exportNDJSON() == lines)
        _ = try await copy.importData(lines)
        #expect(try await copy.exportNDJSON() == lines)
    }

    @Test func `cycles are reported with their lines, and can be skipped`() async throws {
        let fixture = try ServiceFixture()
        _ = try fixture.service.addTags(["a", "b"])
        _ = try fixture.service.imply("a", "b")
        let lines = """
            {"tag": "b", "implies": ["c"]}
            {"tag": "c", "implies": ["d", "a", "e"]}
            {"tag": "d", "implies": ["D"]}
            {"title": "", "tags": []}
            {"tag": "d", "implies": ["e"]}
            {"tag": "f", "implies": [""]}
            """
        let error = await #expect(throws: TagServiceError.self) {
            try await fixture.importData(lines)
        }
        #expect(
            error?.description == """
                test: line 2: 'c' can't imply 'a': c → a → b → c would be a cycle; \
                line 3: 'd' can't imply itself; \
                line 4: an item needs at least one tag; \
                line 6: invalid tag '': it has no visible characters; use at least one letter, digit or symbol; \
                fix them or use --skip-invalid
                """
        )
        #expect(try fixture.service.implications().count == 1)
        let report = try await fixture.importData(lines, skipsInvalid: true)
        #expect(report.skipped == 4 && report.faults.map(\.line) == [2, 3, 4, 6])
        #expect(report.newImplications == 2)
        let found = try fixture.service.implications()
        #expect(found.map(\.tag) == ["a", "b", "d"])
        #expect(try fixture.service.diagnose().isHealthy)
    }

    @Test func `random imported implications never form a cycle`() async throws {
        for seed in UInt64(1)...20 {
            var numbers = SeededNumbers(seed: seed)
            let fixture = try ServiceFixture()
            var model = ImplicationModel()
            var lines: [String] = []
            var bad: [Int] = []
            for line in 1...60 {
                let (tag, other) = (
                    Int.random(in: 0..<12, using: &numbers), Int.random(in: 0..<12, using: &numbers)
                )
                lines.append(#"{"tag": "t\#(tag)", "implies": ["t\#(other)"]}"#)
                var next = model
                next.imply("t\(tag)", "t\(other)")
                if next.isAcyclic { model = next } else { bad.append(line) }
            }
            let report = try await fixture.importData(
                lines.joined(separator: "\n"),
                skipsInvalid: true
            )
            #expect(report.faults.map(\.line) == bad, "seed \(seed)")
            #expect(ImplicationModel(try fixture.service.implications()) == model, "seed \(seed)")
        }
    }
}

@Suite struct LikelyImplicationTests {
    private func service(_ rows: [(count: Int, tags: [String])]) async throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        for row in rows {
            for number in 0..<row.count {
                _ = try fixture.service.save(row.tags, title: "\(number)")
            }
        }
        return fixture
    }

    private func found(_ fixture: ServiceFixture) async throws -> [String] {
        try fixture.service.likelyImplications().pairs.map { "\($0.tag) \($0.implies)" }
    }

    @Test
    func `pairs that hold in nearly all of enough items are listed, strongest first`()
        async throws
    {
        let fixture = try await service([
            (19, ["beagle", "dog"]), (1, ["beagle"]), (6, ["dog"]), (10, ["cat", "pet"]),
            (4, ["pet"]), (9, ["rare", "pet"]), (18, ["half", "way"]), (2, ["half"]), (2, ["way"]),
            (40, ["other"]),
        ])
        #expect(try await found(fixture) == ["beagle dog", "cat pet"])
        let likely = try fixture.service.likelyImplications(limit: 1)
        #expect(likely.count == 2 && likely.pairs.count == 1)
        #expect(likely.pairs[0].share == 0.95 && likely.pairs[0].support == 20)
        _ = try fixture.service.imply("beagle", "dog")
        _ = try fixture.service.imply("pet", "cat")
        #expect(try await found(fixture) == [])
        _ = try fixture.service.undo()
        #expect(try await found(fixture) == ["cat pet"])
    }

    @Test func `redundant implications and tags that co-occur with everything are omitted`()
        async throws
    {
        let fixture = try await service([
            (10, ["beagle", "dog", "animal", "all"]), (5, ["dog", "animal", "all"]),
            (5, ["animal", "all"]), (30, ["other", "all"]),
        ])
        #expect(try await found(fixture) == ["dog animal", "beagle dog"])
        // If two tags always occur together, the newer implies the older.
        let twins = try await service([(10, ["one", "two"]), (20, ["three"])])
        #expect(try await found(twins) == ["two one"])
    }
}
