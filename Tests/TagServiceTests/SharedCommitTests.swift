import Foundation
import TagService
import TestSupport
import Testing

@Suite struct SharedCommitTests {
    private func service(_ folder: TemporaryFolder) async throws -> TagService {
        let service = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .pool)
        try service.sets.addTags(["a", "b", "c"])
        return service
    }

    @Test func `an operation that fails changes nothing and doesn't affect the others`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service(folder)
        let results = service.together([
            { @Sendable (service: TagService) in try service.selection.select(["a"]).changed },
            { @Sendable (service: TagService) in
                try service.selection.select(["b"])
                return try service.selection.select(["nobody"]).changed
            },
            // Changes of earlier operations are visible.
            { @Sendable (service: TagService) in try service.selection.toggle(["a", "c"]).changed },
        ])
        #expect(try results[0].get() == ["a"])
        #expect(throws: TagServiceError.self) { try results[1].get() }
        #expect(try results[2].get() == ["a", "c"])
        #expect(try service.selection.tags() == ["c"])
        let other = try TagService(.file(path: folder.file("tags.sqlite")))
        #expect(try other.selection.tags() == ["c"])
        #expect(try other.undoLog.undo().summary == "toggle a, c")
        #expect(try other.undoLog.undo().summary == "select a")
        #expect(try other.undoLog.undo().summary == "add a, b, c")
    }

    @Test func `each change has its own number in the commit log, with its sets and tags`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service(folder)
        let start = try service.lastCommit()
        _ = service.together([
            { @Sendable (service: TagService) in try service.selection.select(["a"]).changed },
            { @Sendable (service: TagService) in try service.selection.select(["nobody"]).changed },
            { @Sendable (service: TagService) in try service.selection.select(["b"]).changed },
        ])
        try service.tags.delete(["c"])
        try service.undoLog.undo()
        // Operations without changes, and measurements, aren't commits.
        try service.selection.select(["a"])
        _ = try service.sets.board(BoardRequest(width: 80) { _ in CGSize(width: 1, height: 1) })
        let commits = try #require(try service.commits(after: start))
        #expect(commits.map(\.number) == [start + 1, start + 2, start + 3, start + 4])
        #expect(commits.map(\.summary) == ["select a", "select b", "delete c", "undo delete c"])
        #expect(commits.map(\.tags) == [["a"], ["b"], ["c"], ["c"]])
        #expect(commits[0].sets == ["default"])
        #expect(try service.commits(after: start + 4) == [])
        #expect(try service.commits(after: start + 5) == nil)
    }

    @Test func `only the last 10,000 commits are kept`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service(folder)
        for _ in 0..<101 {
            _ = service.together(
                Array(
                    repeating: { @Sendable (service: TagService) in try service.selection.toggle(["a"]).changed },
                    count: 100))
        }
        #expect(try service.commits(after: 0) == nil)
        let last = try service.lastCommit()
        #expect(last == 10_101)
        #expect(try service.commits(after: last - 10_000)?.count == 1_000)
        #expect(try service.commits(after: last - 10_001) == nil)
    }
}
