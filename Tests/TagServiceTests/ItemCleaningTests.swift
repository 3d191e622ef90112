import Foundation
import Testing

@testable import TagService

/// Deleting, merging and counting many items, and tags that are dismissed for an item.
@Suite struct ItemCleaningTests {
    private func service() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        try service.sets.create("s", tags: ["sea"])
        return service
    }

    private func saved(_ location: String, tags: [String] = ["sea"], on service: TagService) throws -> Item {
        try service.items.save(ItemDraft(title: location, location: location, tags: tags)).item
    }

    @Test func `many items are deleted in one step, or none`() async throws {
        let service = try await service()
        let ids = try (1...5).map { try saved("/\($0)", on: service).id }
        #expect(try service.items.delete(.ids(Array(ids.prefix(2))), isDryRun: true) == 2)
        #expect(throws: TagServiceError.unknownItem(99)) { try service.items.delete(.ids([ids[0], 99])) }
        #expect(throws: TagServiceError.unknownItem(99)) { try service.items.delete(.ids([99]), isDryRun: true) }
        #expect(throws: TagServiceError.self) { try service.items.delete(.matching(ItemQuery("")), limit: 4) }
        #expect(try service.items.counts().all == 5)
        #expect(try service.items.delete(.matching(ItemQuery("#sea")), limit: 5) == 5)
        #expect(try service.tags.named("sea").uses == 0 && service.items.counts().all == 0)
        #expect(try service.undoLog.undo().summary == "delete 5 items")
        #expect(try service.tags.named("sea").uses == 5 && service.items.counts().all == 5)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a dismissed tag is remembered through merging, deleting and undo`() async throws {
        let service = try await service()
        let (one, two) = (try saved("http://a.org/x", on: service), try saved("https://a.org/x", on: service))
        try service.sets.addTags(["map", "chart"])
        let before = try service.undoLog.next().undo?.id
        #expect(try service.items.dismissTag("Map", for: one.id) == ["map"])
        #expect(try service.items.dismissTag("MAP", for: one.id) == ["map"])
        #expect(try service.items.dismissTag("not there", for: two.id) == ["not there"])
        #expect(try service.undoLog.next().undo?.id == before.map { $0 + 2 })
        try service.tags.merge("map", into: "chart")
        #expect(try service.items.dismissedTags(for: one.id) == ["chart"])
        #expect(try service.items.dismissTag("chart", for: one.id) == ["chart"])
        let merged = try service.items.merge([one.id], into: two.id)
        #expect(merged.id == two.id)
        #expect(try service.items.dismissedTags(for: two.id) == ["chart", "not there"])
        #expect(throws: TagServiceError.unknownItem(one.id)) { try service.items.dismissedTags(for: one.id) }
        try service.undoLog.undo()
        #expect(try service.items.dismissedTags(for: one.id) == ["chart"])
        #expect(try service.items.dismissedTags(for: two.id) == ["not there"])
        #expect(try service.items.undismissTag("map", for: one.id))
        #expect(try !service.items.undismissTag("map", for: one.id))
        #expect(try service.items.dismissedTags(for: one.id) == [])
        try service.undoLog.undo()
        #expect(try service.items.dismissedTags(for: one.id) == ["chart"])
        #expect(try service.sets.delete("s").set == "s")
        try service.undoLog.undo()
        #expect(try service.items.dismissedTags(for: one.id) == ["chart"])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `an item has a limited number of dismissed tags`() async throws {
        let service = try await service()
        let item = try saved("/a", on: service)
        for number in 1...1_000 { _ = try service.items.dismissTag("t\(number)", for: item.id) }
        #expect(throws: TagServiceError.self) { try service.items.dismissTag("one more", for: item.id) }
        #expect(try service.items.dismissTag("t1", for: item.id).count == 1_000)
        for name in ["", "\u{1B}", String(repeating: "x", count: 2_000)] {
            #expect(throws: TagServiceError.self) { try service.items.dismissTag(name, for: item.id) }
        }
    }

    @Test func `the suggestions of a known item are filled up after leaving tags out`() async throws {
        let service = try await service()
        for number in 1...8 { _ = try saved("/film/\(number)", tags: ["film", "seen", "good"], on: service) }
        let item = try saved("/film/new", tags: [], on: service)
        var query = SuggestionQuery(item: ItemEvidence(title: "film"), savedItem: item.id, limit: 2)
        let all = try service.suggestions.find(for: query).map(\.tag)
        #expect(all.count == 2)
        try service.items.dismissTag(all[0], for: item.id)
        let rest = try service.suggestions.find(for: query).map(\.tag)
        #expect(rest.count == 2 && !rest.contains(all[0]))
        query.savedItem = nil
        #expect(try service.suggestions.find(for: query).map(\.tag) == all)
        query.limit = 0
        query.savedItem = item.id
        #expect(try service.suggestions.find(for: query).isEmpty)
        let tagged = try service.items.tag(.ids([item.id]), with: BulkTagging(accepted: 0))
        #expect(tagged == 1)
        #expect(try !service.items.item(item.id).tags.contains(all[0]))
    }

    @Test func `only URLs of one set that differ in little are duplicates`() async throws {
        let service = try await service()
        let same = ["http://a.org", "https://a.org/", "http://www.a.org/", "https://www.a.org"]
        let groups = [
            // The last two are the same location.
            Array(same.prefix(3)), ["http://a.org/b", "https://www.a.org/b/"],
            ["http://a.org/b?q=1", "https://a.org/b?q=1"],
        ]
        for location in groups.joined() { _ = try saved(location, on: service) }
        for location in [
            "http://a.org/B", "http://a.org:81/b", "http://a.org/b?q=1/", "http://a.org/b/#/c", "http://b.a.org/b",
            "ftp://a.org/b", "/a.org/b", "http://a.org/b//",
        ] { _ = try saved(location, on: service) }
        try service.sets.create("other")
        try service.items.save(ItemDraft(location: "https://a.org/b"), in: .named("other"))
        let found = try service.items.duplicates()
        #expect(found.count == 3)
        #expect(found.groups.map { $0.compactMap(\.location) } == groups.reversed().map(\.self))
        let pages = try (0...3).map { try service.items.duplicates(limit: 1, offset: $0) }
        #expect(pages.map(\.count) == [3, 3, 3, 3])
        #expect(pages.flatMap(\.groups) == found.groups)
        #expect(try service.items.duplicates(in: .named("other")).count == 0)
        #expect(try service.items.duplicates(in: .named("s")).count == 3)
    }

    @Test func `merged items keep everything once`() async throws {
        let service = try await service()
        let past = Date(timeIntervalSince1970: 1_000)
        let one = try service.items.save(
            ItemDraft(title: "One", location: "http://a.org", note: "n", tags: ["sea"], savedAt: past))
        let two = try service.items.save(ItemDraft(note: "n", tags: ["sea", "map"]))
        let merged = try service.items.merge([one.item.id, two.item.id], into: two.item.id)
        #expect(merged.title == "One" && merged.location == "http://a.org" && merged.note == "n")
        #expect(Set(merged.tags) == ["sea", "map"] && merged.savedAt == past)
        #expect(try service.tags.named("sea").uses == 1)
        #expect(throws: TagServiceError.self) { try service.items.merge([], into: merged.id) }
        #expect(throws: TagServiceError.self) { try service.items.merge([merged.id], into: merged.id) }
        #expect(try service.undoLog.undo().summary.hasPrefix("merge 2 items"))
        #expect(try service.items.item(one.item.id) == one.item && service.items.item(two.item.id) == two.item)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `the last use of a tag is that of its newest item`() async throws {
        let service = try await service()
        let times = (0..<300).map { Date(timeIntervalSince1970: Double(($0 * 7_919) % 1_000 + 1_000)) }
        for (number, time) in times.enumerated() {
            let tags = number == 100 ? ["sea", "rare"] : ["sea"]
            try service.items.save(ItemDraft(location: "/\(number)", tags: tags, savedAt: time))
        }
        // One tag is frequent, the other rare, which are looked up in different ways.
        #expect(try service.tags.details("sea").lastUsed == times.max())
        #expect(try service.tags.details("rare").lastUsed == times[100])
        let page = try service.tags.page(hasDetails: true)
        #expect(page.tags.map(\.lastUsed) == [times[100], times.max()])
        #expect(page.counts == TagPage.Counts(all: 2, unused: 0, once: 1))
        #expect(try service.tags.page().tags.allSatisfy { $0.lastUsed == nil && $0.implies == nil })
    }

    @Test func `a query finds items by their numbers`() async throws {
        let service = try await service()
        let ids = try (1...4).map { try saved("/\($0)", on: service).id }
        let found = { (text: String) in try service.items.find(ItemQuery(text)).items.map(\.id) }
        #expect(try found("id:\(ids[1])") == [ids[1]])
        #expect(try found("id:\(ids[1])-\(ids[3]) sort:old") == Array(ids[1...3]))
        #expect(try found("-id:\(ids[0])-\(ids[2])") == [ids[3]])
        for wrong in ["id:", "id:x", "id:3-2", "id:1-2-3", "id:-1", "id:99999999999999999999"] {
            #expect(throws: TagServiceError.self, "\(wrong)") { try found(wrong) }
        }
        #expect(try service.items.find(ItemQuery("id:\(ids[0])-", isTyping: true)).total == 4)
    }

    @Test func `dismissed tags are exported and imported`() async throws {
        let service = try await service()
        let item = try saved("/a", on: service)
        let other = try service.items.save(ItemDraft(title: "no location", tags: ["sea"])).item
        try service.items.dismissTag("map", for: item.id)
        try service.items.dismissTag("Sea", for: other.id)
        let exported = Array(try service.files.exportNDJSON().utf8)
        let copy = try TagService(.memory, concurrency: .serial)
        let options = ImportOptions(format: .ndjson, name: "all")
        let report = try copy.files.importData(exported, options: options)
        #expect(report.newItems == 2 && report.query == "id:1-2")
        let ids = try copy.items.find(ItemQuery("sort:old")).items.map(\.id)
        #expect(try ids.flatMap { try copy.items.dismissedTags(for: $0) }.sorted() == ["map", "sea"])
        let again = try copy.files.importData(exported, options: options)
        #expect(again.newItems == 0 && again.replaced == 0 && again.query == nil)
        try copy.undoLog.undo()
        #expect(try copy.items.counts().all == 0)
        #expect(try copy.maintenance.diagnose().isHealthy)
        let wrong = Array(#"{"title": "x", "dismissed": [""]}"#.utf8)
        #expect(throws: TagServiceError.self) { try copy.files.importData(wrong, options: options) }
    }
}
