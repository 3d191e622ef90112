import TagService
import TestSupport
import Testing

@Suite struct TagDeletingTests {
    private static let lines = """
        {"tag": "a", "aliases": ["aa"], "sets": ["one", "two"]}
        {"tag": "b", "sets": ["one"]}
        {"title": "both", "tags": ["a", "b"], "set": "one", "at": "2026-01-02T03:04:05Z"}
        {"title": "both", "tags": ["b"], "set": "one", "at": "2026-01-02T03:04:05Z"}
        {"title": "alone", "tags": ["a"], "set": "two"}
        {"set": "one", "selected": ["a", "b"]}
        """

    @Test func `deleting a tag leaves no traces, and undo restores everything`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(Self.lines)
        let before = try await fixture.exportNDJSON()
        #expect(try fixture.service.tags.delete(["AA"]) == ["a"])
        let after = try await fixture.exportNDJSON()
        #expect(!after.contains("\"a\"") && !after.contains("aa"))
        #expect(after.contains(#""tags":[],"title":"alone""#), "\(after)")
        #expect(after.ranges(of: "both").count == 1, "of two that are the same one is kept")
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        #expect(try fixture.service.undoLog.undo().summary == "delete a")
        #expect(try await fixture.exportNDJSON() == before)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        try fixture.service.undoLog.redo()
        #expect(try await fixture.exportNDJSON() == after)
    }

    @Test func `an unknown name deletes nothing`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(Self.lines)
        #expect(throws: TagServiceError.self) { try fixture.service.tags.delete(["a", "nothing"]) }
        #expect(try fixture.service.tags.all(in: nil).count == 2)
    }

    @Test func `many tags are deleted together, each once`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData((0..<300).map { #"{"tag": "t\#($0)"}"# }.joined(separator: "\n"))
        let names = (0..<300).map { "t\($0)" }
        #expect(try fixture.service.tags.delete(names + names).count == 300)
        #expect(try fixture.service.tags.all(in: nil).isEmpty)
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.tags.all(in: nil).count == 300)
    }

    @Test func `many tags are removed from an item together`() async throws {
        let folder = try TemporaryFolder()
        let service = try TagService(.file(path: folder.file("many.sqlite")))
        let names = (0..<3_000).map { "tag \($0)" }
        try service.sets.addTags(names)
        try service.selection.select(names)
        try service.items.save(title: "all")
        try service.selection.toggle(Array(names.prefix(2)))
        try service.items.save(title: "fewer")
        #expect(try service.tags.delete(Array(names.dropFirst(2))).count == 2_998)
        // The second item has no tags left and stays untagged.
        #expect(try service.items.list().map(\.tags) == [[], ["tag 0", "tag 1"]])
        try service.undoLog.undo()
        #expect(try service.items.list().map(\.tags.count) == [2_998, 3_000])
    }
}
