import Foundation
import Testing

@testable import TagService

@Suite struct ItemTests {
    private func service() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        _ = try service.createSet("s", tags: ["sea"])
        return service
    }

    @Test func `an item is saved, replaced and deleted by its location`() async throws {
        let service = try await service()
        let first = try service.saveItem(["sea", "a  b"], title: "A\nwalk", location: "/a.md")
        #expect(first?.tags == ["sea", "a b"] && first?.title == "A walk")
        #expect(try service.tags(in: .chosen).map(\.tag) == ["sea", "a b"])
        let again = try service.saveItem(["SEA", "a b"], title: "A walk", location: "/a.md")
        #expect(again == first)
        let other = try service.saveItem(["sea"], title: "A walk", location: "/a.md")
        #expect(other?.id == first?.id && other?.tags == ["sea"])
        #expect(try service.item(at: "/a.md") == other)
        #expect(try service.saveItem([], location: "/a.md") == nil)
        #expect(try service.item(at: "/a.md") == nil)
        #expect(try service.saveItem([], location: "/none") == nil)
        #expect(try service.undo() == "delete-item \(first?.id ?? 0)")
        #expect(try service.item(at: "/a.md")?.tags == ["sea"])
        let past = Date(timeIntervalSince1970: 1_000)
        let dated = try service.saveItem(["sea"], at: past, location: "/b")
        #expect(dated?.savedAt == past)
        let future = try service.saveItem(["sea"], at: .distantFuture, location: "/c")
        #expect(future?.savedAt ?? .distantFuture <= Date())
        #expect(throws: TagServiceError.self) {
            try service.saveItem(["sea"], location: "a\u{1B}")
        }
    }

    @Test func `a file is stored under its path in an imported folder, or else its absolute path`()
        async throws
    {
        let service = try await service()
        var options = ImportOptions(format: .json, name: "notes")
        options.importedFrom = "/home/notes"
        _ = try service.importEntries(options, into: .chosen) { add in
            let item = ImportEntry.Content.item(
                location: "x/a.md",
                title: "",
                tags: ["sea"],
                time: nil
            )
            try add(ImportEntry(.file("x/a.md"), item), 0)
        }
        #expect(try service.location(ofFile: "/home/notes/x/a.md") == "x/a.md")
        #expect(try service.location(ofFile: "/home/other/x/a.md") == "/home/other/x/a.md")
        #expect(try service.location(ofFile: "/x\n%.md") == "file:///x%0A%25.md")
        #expect(try service.location(ofFile: "/a") == "/a")
    }

    @Test func `all names of a tag have the same identity`() async throws {
        let service = try await service()
        _ = try service.addAlias("ocean", of: "sea")
        let found = try service.identities(of: ["Sea", "ocean", "new", "NEW", "é"])
        #expect(found["Sea"] == found["ocean"] && found["new"] == found["NEW"])
        #expect(Set(found.values).count == 3)
    }
}
