import TagService
import Testing

@Suite struct TagSetTests {
    @Test func `a new database has one empty set, and it is chosen`() async throws {
        let sets = try ServiceFixture().service.sets.all()
        #expect(sets.map(\.set) == ["default"] && sets.map(\.chosen) == [true] && sets.map(\.tags) == [0])
    }

    @Test func `creating a set chooses it and creates its tags`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("Habits", tags: ["reading", "running", "Reading"])
        #expect(try await fixture.names() == ["reading", "running"])
        #expect(try fixture.service.sets.all().map(\.chosen) == [false, true])
    }

    @Test func `a set is found in any spelling, and its name is taken in all spellings`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("Habits")
        #expect(try fixture.service.sets.choose("ＨＡＢＩＴＳ") == "Habits")
        #expect(throws: TagServiceError.nameTaken("Habits", by: .set)) { try fixture.service.sets.create("habits") }
        #expect(throws: TagServiceError.unknownSet("habit", nearest: ["Habits"])) {
            try fixture.service.sets.choose("habit")
        }
    }

    @Test func `dropping a set can be undone completely`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.create("habits", tags: ["a", "b", "c"])
        try fixture.service.selection.select(["a", "c"])
        try fixture.service.items.save(title: "x")
        try fixture.service.selection.toggle(["b"])
        let before = try await fixture.exportNDJSON()
        let dropped = try fixture.service.sets.delete("habits")
        #expect(dropped.tags == 3 && dropped.saved == 1)
        #expect(try fixture.service.sets.all().map(\.set) == ["default"])
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        #expect(try fixture.service.undoLog.undo().summary == "drop habits")
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
    }

    @Test func `the only set cannot be dropped`() async throws {
        let fixture = try ServiceFixture()
        #expect(throws: TagServiceError.onlySet("default")) { try fixture.service.sets.delete("default") }
    }

    @Test func `a tag can be moved before another any number of times`() async throws {
        let fixture = try ServiceFixture()
        try fixture.service.sets.addTags(["a", "b", "c", "d"])
        try fixture.service.sets.moveTag("d", before: "a")
        #expect(try await fixture.names() == ["d", "a", "b", "c"])
        try fixture.service.sets.moveTag("b", before: "a")
        // Each move halves a gap. After about 60 moves no gap is left, and the members are renumbered.
        for turn in 0..<150 {
            try fixture.service.sets.moveTag(turn.isMultiple(of: 2) ? "c" : "b", before: "a")
            let moved = turn.isMultiple(of: 2) ? ["d", "b", "c", "a"] : ["d", "c", "b", "a"]
            #expect(try await fixture.names() == moved)
        }
    }
}
