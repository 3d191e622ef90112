import Foundation
import TagService
import Testing

/// Chip numbers refer to the chips that were last drawn with them, even if another process has changed the set since.
@Suite struct DrawnNumbersTests {
    private func start() async throws -> DatabaseOfTwo {
        let database = try await DatabaseOfTwo()
        try database.first.sets.create("s", tags: ["a", "b", "c"])
        return database
    }

    private func board(of service: TagService) async throws -> Board {
        try service.sets.board(BoardRequest(width: 80) { CGSize(width: $0.label.width, height: 1) })
    }

    @Test func `a number refers to the chip drawn with it, not to the chip that has it now`() async throws {
        let database = try await start()
        let (here, elsewhere) = (database.first, database.second)
        let drawn = DrawnNumbers(try await board(of: here))
        try elsewhere.sets.removeTags(["a"])
        #expect(try here.selection.tagNames(ofChips: [3, 2], asDrawn: drawn) == ["c", "b"])
    }

    @Test func `the number of a removed chip is an error that names its tag`() async throws {
        let database = try await start()
        let (here, elsewhere) = (database.first, database.second)
        let drawn = DrawnNumbers(try await board(of: here))
        try elsewhere.sets.removeTags(["b"])
        let error = TagServiceError.chipGone(2, tag: "b", set: "s")
        #expect(throws: error) { try here.selection.tagNames(ofChips: [1, 2], asDrawn: drawn) }
        #expect("\(error)".hasPrefix("chip 2 was 'b', which is no longer in the set 's'"))
    }

    @Test func `a renamed tag keeps its chip, and a new tag with the old name doesn't get it`() async throws {
        let database = try await start()
        let (here, elsewhere) = (database.first, database.second)
        let drawn = DrawnNumbers(try await board(of: here))
        try elsewhere.tags.rename("a", to: "z", leavesAlias: false)
        try elsewhere.sets.addTags(["a"])
        #expect(try here.selection.tagNames(ofChips: [1], asDrawn: drawn) == ["z"])
    }

    @Test func `a number that was never drawn refers to the chip that has it now`() async throws {
        let database = try await start()
        let (here, elsewhere) = (database.first, database.second)
        let drawn = DrawnNumbers(try await board(of: here))
        try elsewhere.sets.addTags(["d"])
        #expect(try here.selection.tagNames(ofChips: [4, 1], asDrawn: drawn) == ["d", "a"])
        #expect(throws: TagServiceError.unknownNumber(9, count: 4)) {
            try here.selection.tagNames(ofChips: [9], asDrawn: drawn)
        }
        // The numbers of one set don't apply to another set.
        try here.sets.create("t", tags: ["x"])
        #expect(try here.selection.tagNames(ofChips: [1], asDrawn: drawn) == ["x"])
    }

    @Test func `drawing part of a board keeps the numbers of the rest`() async throws {
        let database = try await start()
        let (here, elsewhere) = (database.first, database.second)
        var drawn = DrawnNumbers(try await board(of: here))
        try elsewhere.sets.removeTags(["a"])
        var part = try await board(of: here)
        part.chips.removeLast()
        drawn.note(part, isPart: true)
        // b is now drawn as 1; 2 was b, and 3 is still c.
        #expect(try here.selection.tagNames(ofChips: [1, 3], asDrawn: drawn) == ["b", "c"])
    }
}
