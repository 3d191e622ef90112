import Foundation
import Testing

@testable import TagService

@Suite struct ItemTests {
    private func service() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        try service.sets.create("s", tags: ["sea"])
        return service
    }

    @Test func `an item is saved and replaced by its location, and stays when its last tag is removed`() async throws {
        let service = try await service()
        let draft = ItemDraft(title: "A\nwalk", location: "/a.md", note: "n", tags: ["sea", "a  b"])
        let first = try service.items.save(draft)
        #expect(!first.isReplaced && first.item.tags == ["sea", "a b"])
        #expect(first.item.title == "A walk")
        #expect(try service.tags.all(in: .chosen).map(\.tag) == ["sea", "a b"])
        let again = try service.items.save(ItemDraft(location: "/a.md", tags: ["SEA", "a b"]))
        #expect(again.isReplaced && again.item == first.item)
        let other = try service.items.save(ItemDraft(location: "/a.md", tags: ["sea"]))
        #expect(other.item.id == first.item.id && other.item.tags == ["sea"])
        #expect(other.item.note == "n" && other.item.title == "A walk")
        #expect(try service.items.item(at: "/a.md") == other.item)
        let untagged = try service.items.save(ItemDraft(location: "/a.md", tags: []))
        #expect(untagged.item.tags.isEmpty && untagged.item.id == first.item.id)
        #expect(try service.tags.named("sea").uses == 0)
        #expect(try service.undoLog.undo().summary == "save")
        #expect(try service.items.item(at: "/a.md")?.tags == ["sea"])
        let past = Date(timeIntervalSince1970: 1_000)
        let dated = try service.items.save(ItemDraft(location: "/b", tags: ["sea"], savedAt: past))
        #expect(dated.item.savedAt == past)
        #expect(throws: TagServiceError.self) {
            try service.items.save(ItemDraft(location: "/c", savedAt: .distantFuture))
        }
        #expect(throws: TagServiceError.self) { try service.items.save(ItemDraft(location: "a\u{1B}", tags: ["sea"])) }
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a URL is compared in normalized form and stored as given`() async throws {
        let service = try await service()
        let first = try service.items.save(ItemDraft(location: "HTTP://Example.org:80?utm_source=x", tags: ["sea"]))
        let again = try service.items.save(ItemDraft(title: "x", location: "http://example.org/"))
        #expect(again.isReplaced && again.item.id == first.item.id && again.item.tags == ["sea"])
        #expect(again.item.location == "http://example.org/")
        #expect(try service.items.find(ItemQuery("site:org")).total == 1)
        #expect(try !service.items.save(ItemDraft(location: "http://example.org/#/a")).isReplaced)
        let tracked = try service.items.save(ItemDraft(location: "http://example.org/?fbclid=1#:~:text=a", note: "n"))
        #expect(tracked.isReplaced && tracked.item.location == "http://example.org/" && tracked.item.title == "x")
        #expect(try !service.items.save(ItemDraft(location: "http://example.org/#top")).isReplaced)
        #expect(try service.items.save(ItemDraft(location: "http://example.org#top")).isReplaced)
        #expect(try !service.items.save(ItemDraft(location: "/A")).isReplaced)
        #expect(try !service.items.save(ItemDraft(location: "/a")).isReplaced)
    }

    @Test func `an item is edited in one step`() async throws {
        let service = try await service()
        let item = try service.items.save(ItemDraft(title: "x", location: "/a", tags: ["sea"])).item
        let other = try service.items.save(ItemDraft(title: "y", location: "/b", tags: ["sea"])).item
        let edit = ItemEdit(
            title: "z\u{FFFD}\tz", location: "/c", note: "1\r\n2\u{1B}  ", added: ["map"], removed: ["SEA"])
        let edited = try service.items.edit(item.id, with: edit)
        #expect(edited.title == "z z" && edited.location == "/c" && edited.note == "1\n2")
        #expect(edited.tags == ["map"])
        #expect(throws: TagServiceError.locationTaken("/b", by: other.id)) {
            try service.items.edit(item.id, with: ItemEdit(location: "/b"))
        }
        #expect(try service.items.edit(item.id, with: ItemEdit(location: "", note: "")).location == nil)
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.items.item(item.id) == item)
        let long = String(repeating: "é", count: 600)
        #expect(try service.items.edit(item.id, with: ItemEdit(title: long)).title.utf8.count == 1_000)
        #expect(throws: TagServiceError.self) {
            let note = String(repeating: "x", count: 65_537)
            try service.items.edit(item.id, with: ItemEdit(note: note))
        }
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `many items are tagged in one step`() async throws {
        let service = try await service()
        for number in 1...5 { _ = try service.items.save(ItemDraft(title: "walk \(number)", location: "/\(number)")) }
        let untagged = ItemChoice.matching(ItemQuery("untagged"))
        let tagging = BulkTagging(added: ["sea"])
        #expect(try service.items.tag(untagged, with: tagging, isDryRun: true) == 5)
        #expect(try service.items.find(ItemQuery("untagged")).total == 5)
        #expect(try service.items.tag(untagged, with: tagging) == 5)
        #expect(try service.tags.named("sea").uses == 5)
        #expect(try service.items.tag(.ids([1, 2]), with: BulkTagging(removed: ["sea"])) == 2)
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.items.find(ItemQuery("untagged")).total == 5)
        #expect(throws: TagServiceError.unknownItem(99)) { try service.items.tag(.ids([1, 99]), with: tagging) }
        #expect(try service.items.find(ItemQuery("untagged")).total == 5)
    }

    @Test func `an item of a daily set replaces the item of the day`() async throws {
        let service = try await service()
        var settings = LayoutSettings()
        settings.daily = true
        try service.sets.saveLayoutSettings(settings, of: .chosen)
        try service.sets.addTags(["run"])
        try service.selection.select(["sea"])
        let first = try service.selection.save()
        try service.selection.select(["run"])
        let second = try service.selection.save()
        #expect(second.isReplaced && second.item.id == first.item.id)
        #expect(second.item.tags == ["sea", "run"])
        let past = try service.time("3 days ago")
        #expect(try !service.selection.save(ItemDraft(savedAt: past)).isReplaced)
        #expect(try !service.selection.save(ItemDraft(location: "/x")).isReplaced)
        #expect(try service.items.find().total == 3)
        let titled = try service.items.save(ItemDraft(title: "a note"))
        #expect(titled.isReplaced && titled.item.id == first.item.id && titled.item.tags == ["sea", "run"])
    }

    @Test func `a file is stored under its path in an imported folder, or else its absolute path`() async throws {
        let service = try await service()
        var options = ImportOptions(format: .json, name: "notes")
        options.importedFrom = "/home/notes"
        _ = try service.files.importEntries(options, into: .chosen) { add in
            let item = ImportEntry.Content.item(location: "x/a.md", title: "", tags: ["sea"], time: nil)
            try add(ImportEntry(.file("x/a.md"), item), 0)
        }
        #expect(try service.files.location(ofFile: "/home/notes/x/a.md") == "x/a.md")
        #expect(try service.files.location(ofFile: "/home/other/x/a.md") == "/home/other/x/a.md")
        #expect(try service.files.location(ofFile: "/x\n%.md") == "file:///x%0A%25.md")
        #expect(try service.files.location(ofFile: "/a") == "/a")
    }

    @Test func `all names of a tag have the same identity`() async throws {
        let service = try await service()
        try service.tags.addAlias("ocean", to: "sea")
        let found = try service.tags.identities(of: ["Sea", "ocean", "new", "NEW", "é"])
        #expect(found["Sea"] == found["ocean"] && found["new"] == found["NEW"])
        #expect(Set(found.values).count == 3)
    }
}
