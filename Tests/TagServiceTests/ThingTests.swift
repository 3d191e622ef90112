import Foundation
import Testing

@testable import TagService

@Suite struct ThingTests {
    private func service() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        _ = try service.createSet("s", tags: ["sea"])
        return service
    }

    @Test func `a thing is saved, replaced and forgotten by its source`() async throws {
        let service = try await service()
        let first = try service.saveThing(["sea", "a  b"], label: "A\nwalk", source: "/a.md")
        #expect(first?.tags == ["sea", "a b"] && first?.label == "A walk")
        #expect(try service.tags(in: .chosen).map(\.tag) == ["sea", "a b"])
        let again = try service.saveThing(["SEA", "a b"], label: "A walk", source: "/a.md")
        #expect(again == first)
        let other = try service.saveThing(["sea"], label: "A walk", source: "/a.md")
        #expect(other?.id == first?.id && other?.tags == ["sea"])
        #expect(try service.thing("/a.md") == other)
        #expect(try service.saveThing([], source: "/a.md") == nil)
        #expect(try service.thing("/a.md") == nil)
        #expect(try service.saveThing([], source: "/none") == nil)
        #expect(try service.undo() == "forget \(first?.id ?? 0)")
        #expect(try service.thing("/a.md")?.tags == ["sea"])
        let past = Date(timeIntervalSince1970: 1_000)
        let dated = try service.saveThing(["sea"], at: past, source: "/b")
        #expect(dated?.savedAt == past)
        let future = try service.saveThing(["sea"], at: .distantFuture, source: "/c")
        #expect(future?.savedAt ?? .distantFuture <= Date())
        #expect(throws: TagServiceError.self) {
            try service.saveThing(["sea"], source: "a\u{1B}")
        }
    }

    @Test func `a file is known by its path from an imported folder, else by its whole path`()
        async throws
    {
        let service = try await service()
        var options = ImportOptions(format: .json, source: "notes")
        options.origin = "/home/notes"
        _ = try service.importEntries(options, into: .chosen) { add in
            let thing = ImportEntry.Content.thing(
                source: "x/a.md",
                label: "",
                tags: ["sea"],
                time: nil
            )
            try add(ImportEntry(.file("x/a.md"), thing), 0)
        }
        #expect(try service.source(ofFile: "/home/notes/x/a.md") == "x/a.md")
        #expect(try service.source(ofFile: "/home/other/x/a.md") == "/home/other/x/a.md")
        #expect(try service.source(ofFile: "/x\n%.md") == "file:///x%0A%25.md")
        #expect(try service.source(ofFile: "/a") == "/a")
    }

    @Test func `names of one tag are known as such`() async throws {
        let service = try await service()
        _ = try service.addAlias("ocean", of: "sea")
        let found = try service.identities(of: ["Sea", "ocean", "new", "NEW", "é"])
        #expect(found["Sea"] == found["ocean"] && found["new"] == found["NEW"])
        #expect(Set(found.values).count == 3)
    }
}
