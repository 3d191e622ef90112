import Foundation
import Testing

@testable import TagService

@Suite struct ThingTests {
    private func service() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        _ = try await service.createSet("s", tags: ["sea"])
        return service
    }

    @Test func `a thing is saved, replaced and forgotten by its source`() async throws {
        let service = try await service()
        let first = try await service.saveThing(["sea", "a  b"], label: "A\nwalk", source: "/a.md")
        #expect(first?.tags == ["sea", "a b"] && first?.label == "A walk")
        #expect(try await service.tags(in: .chosen).map(\.tag) == ["sea", "a b"])
        let again = try await service.saveThing(["SEA", "a b"], label: "A walk", source: "/a.md")
        #expect(again == first)
        let other = try await service.saveThing(["sea"], label: "A walk", source: "/a.md")
        #expect(other?.id == first?.id && other?.tags == ["sea"])
        #expect(try await service.thing("/a.md") == other)
        #expect(try await service.saveThing([], source: "/a.md") == nil)
        #expect(try await service.thing("/a.md") == nil)
        #expect(try await service.saveThing([], source: "/none") == nil)
        #expect(try await service.undo() == "forget \(first?.id ?? 0)")
        #expect(try await service.thing("/a.md")?.tags == ["sea"])
        let past = Date(timeIntervalSince1970: 1_000)
        let dated = try await service.saveThing(["sea"], at: past, source: "/b")
        #expect(dated?.savedAt == past)
        let future = try await service.saveThing(["sea"], at: .distantFuture, source: "/c")
        #expect(future?.savedAt ?? .distantFuture <= Date())
        await #expect(throws: TagServiceError.self) {
            try await service.saveThing(["sea"], source: "a\u{1B}")
        }
    }

    @Test func `a file is known by its path from an imported folder, else by its whole path`()
        async throws
    {
        let service = try await service()
        var options = ImportOptions(format: .json, source: "notes")
        options.origin = "/home/notes"
        _ = try await service.importEntries(options, into: .chosen) { add in
            let thing = ImportEntry.Content.thing(
                source: "x/a.md",
                label: "",
                tags: ["sea"],
                time: nil
            )
            try add(ImportEntry(.file("x/a.md"), thing), 0)
        }
        #expect(try await service.source(ofFile: "/home/notes/x/a.md") == "x/a.md")
        #expect(try await service.source(ofFile: "/home/other/x/a.md") == "/home/other/x/a.md")
        #expect(try await service.source(ofFile: "/x\n%.md") == "file:///x%0A%25.md")
        #expect(try await service.source(ofFile: "/a") == "/a")
    }

    @Test func `names of one tag are known as such`() async throws {
        let service = try await service()
        _ = try await service.addAlias("ocean", of: "sea")
        let found = try await service.identities(of: ["Sea", "ocean", "new", "NEW", "é"])
        #expect(found["Sea"] == found["ocean"] && found["new"] == found["NEW"])
        #expect(Set(found.values).count == 3)
    }
}
