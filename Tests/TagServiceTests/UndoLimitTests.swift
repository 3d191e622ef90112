import TagService
import Testing

/// What undo keeps: changes up to a size, and the truth about those that are forgotten.
@Suite struct UndoLimitTests {
    @Test func `changes are kept by their size and not by their number`() async throws {
        let service = try ServiceFixture().service
        _ = try await service.addTags(["a"])
        for _ in 0..<1_200 { _ = try await service.changeSelection(["a"], .toggle) }
        let kept = try await service.undoSteps(limit: 2)
        #expect(kept.count == 1_201 && kept.forgotten == 0)
        #expect(kept.steps.map(\.summary) == ["toggle a", "toggle a"])
        for _ in 0..<1_200 { _ = try await service.undo() }
        #expect(try await service.undo() == "add a")
        await #expect(throws: TagServiceError.nothingToUndo) { try await service.undo() }
    }

    @Test func `at the limit it is said that older changes are forgotten`() async throws {
        let service = try ServiceFixture().service
        _ = try await service.addTags(["a"])
        for _ in 0..<50 { _ = try await service.changeSelection(["a"], .toggle) }
        let before = try #require(try await service.diagnose().undo)
        #expect(before.steps == 51 && before.limit == 64 << 20 && before.forgotten == 0)
        let limit = before.bytes / 2
        try await service.setUndoLimit(bytes: limit)
        let after = try #require(try await service.diagnose().undo)
        #expect(after.bytes <= limit && after.steps + after.forgotten == 51 && after.steps > 10)
        for _ in 0..<3 { _ = try await service.changeSelection(["a"], .toggle) }
        let now = try await service.undoSteps(limit: 100)
        #expect(now.steps.count == now.count && now.forgotten == Int64(54 - now.count))
        #expect(try await service.diagnose().isHealthy)
        for _ in 0..<now.count { _ = try await service.undo() }
        let error = TagServiceError.undoneToLimit(forgotten: now.forgotten, limit: limit)
        await #expect(throws: error) { try await service.undo() }
        #expect(
            "\(TagServiceError.undoneToLimit(forgotten: 7, limit: 64 << 20))"
                == "there is nothing more to undo; the 7 older steps are forgotten, 64 MB are kept (see 'doctor --undo-size')"
        )
    }

    @Test func `a change that is larger than the limit is kept alone`() async throws {
        let service = try ServiceFixture().service
        try await service.setUndoLimit(bytes: 1)
        _ = try await service.addTags(["a"])
        _ = try await service.addTags(["b", "c"])
        #expect(try await service.undoSteps(limit: 9).steps.map(\.summary) == ["add b, c"])
        #expect(try await service.undo() == "add b, c")
        #expect(try await service.redo() == "add b, c")
        #expect(try await service.diagnose().isHealthy)
    }

    @Test func `a step tells whether this service has made it`() async throws {
        let pair = try await DatabaseOfTwo()
        _ = try await pair.first.addTags(["a"])
        _ = try await pair.second.addTags(["b"])
        let steps = try await pair.first.undoSteps(limit: 5).steps
        #expect(steps.map(\.isOwn) == [false, true])
        #expect(try await pair.first.undoStep().isOwn == false)
        #expect(try await pair.first.undoStep().isOwn)
    }
}
