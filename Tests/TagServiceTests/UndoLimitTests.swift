import TagService
import Testing

/// The size limit of the undo log, and the report of discarded steps.
@Suite struct UndoLimitTests {
    @Test func `the undo log is limited by size, not by the number of steps`() async throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["a"])
        for _ in 0..<1_200 { _ = try service.selection.toggle(["a"]) }
        let kept = try service.undoLog.steps(limit: 2)
        #expect(kept.count == 1_201 && kept.discarded == 0)
        #expect(kept.steps.map(\.summary) == ["toggle a", "toggle a"])
        for _ in 0..<1_200 { try service.undoLog.undo() }
        #expect(try service.undoLog.undo().summary == "add a")
        #expect(throws: TagServiceError.nothingToUndo) { try service.undoLog.undo() }
    }

    @Test func `at the limit, undo reports that older steps were discarded`() async throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["a"])
        for _ in 0..<50 { _ = try service.selection.toggle(["a"]) }
        let before = try #require(try service.maintenance.diagnose().undo)
        #expect(before.steps == 51 && before.limit == 64 << 20 && before.discarded == 0)
        let limit = before.bytes / 2
        try service.undoLog.setLimit(bytes: limit)
        let after = try #require(try service.maintenance.diagnose().undo)
        #expect(after.bytes <= limit && after.steps + after.discarded == 51 && after.steps > 10)
        for _ in 0..<3 { _ = try service.selection.toggle(["a"]) }
        let now = try service.undoLog.steps(limit: 100)
        #expect(now.steps.count == now.count && now.discarded == Int64(54 - now.count))
        #expect(try service.maintenance.diagnose().isHealthy)
        for _ in 0..<now.count { try service.undoLog.undo() }
        let error = TagServiceError.undoneToLimit(discarded: now.discarded, limit: limit)
        #expect(throws: error) { try service.undoLog.undo() }
        #expect(
            "\(TagServiceError.undoneToLimit(discarded: 7, limit: 64 << 20))"
                == "nothing left to undo; 7 older steps were discarded to stay within 64 MB (see 'doctor --undo-size')")
    }

    @Test func `a change larger than the limit is kept as the only step`() async throws {
        let service = try ServiceFixture().service
        try service.undoLog.setLimit(bytes: 1)
        try service.sets.addTags(["a"])
        try service.sets.addTags(["b", "c"])
        #expect(try service.undoLog.steps(limit: 9).steps.map(\.summary) == ["add b, c"])
        #expect(try service.undoLog.undo().summary == "add b, c")
        #expect(try service.undoLog.redo().summary == "add b, c")
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a step reports whether this service made it`() async throws {
        let pair = try await DatabaseOfTwo()
        try pair.first.sets.addTags(["a"])
        try pair.second.sets.addTags(["b"])
        let steps = try pair.first.undoLog.steps(limit: 5).steps
        #expect(steps.map(\.isOwn) == [false, true])
        #expect(try pair.first.undoLog.undo().isOwn == false)
        #expect(try pair.first.undoLog.undo().isOwn)
    }
}
