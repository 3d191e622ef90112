import TagService
import TestSupport
import Testing

@Suite struct ImplicationImportTests {
    @Test func `implications are imported once, in any order of lines`() async throws {
        let lines = [
            #"{"tag": "beagle", "implies": ["Hound", "pet"]}"#,
            #"{"tag": "dog", "aliases": ["hound"], "implies": ["animal"]}"#, #"{"tag": "animal"}"#,
            #"{"tag": "pet", "implies": []}"#,
        ]
        let expected: Set = ["beagle dog", "beagle pet", "dog animal"]
        for order in [lines, lines.reversed(), [lines[2], lines[0], lines[3], lines[1]]] {
            let fixture = try ServiceFixture()
            let report = try await fixture.importData(order.joined(separator: "\n"))
            #expect(report.newImplications == 3 && report.newTags == 4 && report.unchanged == 0)
            let found = try fixture.service.tags.implications()
            #expect(Set(found.flatMap { row in row.implies.map { "\(row.tag) \($0)" } }) == expected)
            #expect(try fixture.service.tags.all(in: nil).count == 4)
            let again = try await fixture.importData(order.joined(separator: "\n"))
            #expect(again.newImplications == 0 && again.newTags == 0 && again.unchanged == 4)
            #expect(try fixture.service.maintenance.diagnose().isHealthy)
            try fixture.service.undoLog.undo()
            #expect(try fixture.service.tags.implications().isEmpty)
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

    @Test func `an export includes implications, and importing it restores them`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["beagle", "house", "animal", "dog"])
        for (tag, implied) in [("beagle", "dog"), ("dog", "animal"), ("beagle", "animal")] {
            try fixture.service.tags.addImplication(from: tag, to: implied)
        }
        let lines = try await fixture.exportNDJSON()
        #expect(lines.contains(#"{"implies":["animal","dog"],"tag":"beagle"}"#))
        let copy = try ServiceFixture()
        #expect(try await copy.importData(lines).newImplications == 3)
        #expect(try copy.service.files.exportNDJSON() == lines)
        _ = try await copy.importData(lines)
        #expect(try copy.service.files.exportNDJSON() == lines)
    }

    @Test func `cycles are reported with their lines, and can be skipped`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b"])
        try fixture.service.tags.addImplication(from: "a", to: "b")
        let lines = """
            {"tag": "b", "implies": ["c"]}
            {"tag": "c", "implies": ["d", "a", "e"]}
            {"tag": "d", "implies": ["D"]}
            {"title": "", "tags": []}
            {"tag": "d", "implies": ["e"]}
            {"tag": "f", "implies": [""]}
            """
        let error = await #expect(throws: TagServiceError.self) { try await fixture.importData(lines) }
        #expect(
            error?.description == """
                test: line 2: 'c' can't imply 'a': c → a → b → c would be a cycle; \
                line 3: 'd' can't imply itself; \
                line 4: an item needs a title, location, note, text, time or tags; \
                line 6: invalid tag '': it has no visible characters; use at least one letter, digit or symbol; \
                fix them or use --skip-invalid
                """)
        #expect(try fixture.service.tags.implications().count == 1)
        let report = try await fixture.importData(lines, skipsInvalid: true)
        #expect(report.skipped == 4 && report.errors.map(\.line) == [2, 3, 4, 6])
        #expect(report.newImplications == 2)
        let found = try fixture.service.tags.implications()
        #expect(found.map(\.tag) == ["a", "b", "d"])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `random imported implications never form a cycle`() async throws {
        for seed in UInt64(1)...20 {
            var numbers = SeededNumbers(seed: seed)
            let fixture = try ServiceFixture()
            var model = ImplicationModel()
            var lines: [String] = []
            var bad: [Int] = []
            for line in 1...60 {
                let (tag, other) = (Int.random(in: 0..<12, using: &numbers), Int.random(in: 0..<12, using: &numbers))
                lines.append(#"{"tag": "t\#(tag)", "implies": ["t\#(other)"]}"#)
                var next = model
                next.imply("t\(tag)", "t\(other)")
                if next.isAcyclic { model = next } else { bad.append(line) }
            }
            let report = try await fixture.importData(lines.joined(separator: "\n"), skipsInvalid: true)
            #expect(report.errors.map(\.line) == bad, "seed \(seed)")
            #expect(ImplicationModel(try fixture.service.tags.implications()) == model, "seed \(seed)")
        }
    }
}
