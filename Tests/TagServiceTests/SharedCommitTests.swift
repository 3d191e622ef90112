import Foundation
import TagService
import TestSupport
import Testing

@Suite struct SharedCommitTests {
    private func service(_ folder: TemporaryFolder) async throws -> TagService {
        let service = try TagService(.file(path: folder.file("tags.sqlite")), concurrency: .pool)
        _ = try service.sets.addTags(["a", "b", "c"])
        return service
    }

    @Test func `an operation that fails changes nothing and doesn't affect the others`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service(folder)
        let results = service.together([
            { @Sendable (service: TagService) in try service.selection.change(["a"], .select).changed },
            { @Sendable (service: TagService) in
                _ = try service.selection.change(["b"], .select)
                return try service.selection.change(["nobody"], .select).changed
            },
            // Changes of earlier operations are visible.
            { @Sendable (service: TagService) in try service.selection.change(["a", "c"], .toggle).changed },
        ])
        #expect(try results[0].get() == ["a"])
        #expect(throws: TagServiceError.self) { try results[1].get() }
        #expect(try results[2].get() == ["a", "c"])
        #expect(try service.selection.tags() == ["c"])
        let other = try TagService(.file(path: folder.file("tags.sqlite")))
        #expect(try other.selection.tags() == ["c"])
        #expect(try other.undo.undo() == "toggle a, c")
        #expect(try other.undo.undo() == "select a")
        #expect(try other.undo.undo() == "add a, b, c")
    }

    @Test func `each change has its own number in the commit log, with its sets and tags`() async throws {
        let folder = try TemporaryFolder()
        let service = try await service(folder)
        let start = try service.lastCommit()
        _ = service.together([
            { @Sendable (service: TagService) in try service.selection.change(["a"], .select).changed },
            { @Sendable (service: TagService) in try service.selection.change(["nobody"], .select).changed },
            { @Sendable (service: TagService) in try service.selection.change(["b"], .select).changed },
        ])
        _ = try service.tags.delete(["c"])
        _ = try service.undo.undo()
        // Operations without changes, and measurements, aren't commits.
        _ = try service.selection.change(["a"], .select)
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
                    repeating: { @Sendable (service: TagService) in try service.selection.change(["a"], .toggle).changed
                    }, count: 100))
        }
        #expect(try service.commits(after: 0) == nil)
        let last = try service.lastCommit()
        #expect(last == 10_101)
        #expect(try service.commits(after: last - 10_000)?.count == 1_000)
        #expect(try service.commits(after: last - 10_001) == nil)
    }
}
