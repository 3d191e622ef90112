import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// The code of the doc comments, compiled and run; a test in `TutorialTests.swift` compares the comments with this file.
@Suite struct `The example in the doc comment of the service` {
    private func filled() async throws -> TagService {
        let service = try TagService(.memory, concurrency: .serial)
        _ = try service.createSet("habits", tags: ["reading", "running", "music"])
        return service
    }

    @Test func `of TagService`() async throws {
        let service = try TagService(.memory)
        _ = try service.createSet("habits", tags: ["reading", "running"])
        let change = try service.changeSelection(["reading"], .toggle)
        #expect(change.selected == [true])
    }

    @Test func `of perform`() async throws {
        let service = try await filled()
        let sets = try await service.perform { try $0.sets() }
        #expect(sets.contains { $0.set == "habits" })
    }

    @Test func `of importEntries`() async throws {
        let service = try TagService(.memory)
        let options = ImportOptions(format: .json, name: "bookmarks", skipsInvalid: true)
        let report = try service.importEntries(options) { add in
            try add(ImportEntry(.line(1), .item(location: "https://example.org/", tags: ["web"])), 0)
            try add(ImportEntry(.line(2), .invalid("it has no address")), 0)
        }
        #expect(report.newItems == 1 && report.skipped == 1)
    }

    @Test func `of StoreLocation`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let stored = try TagService(.file(path: path))
        let temporary = try TagService(StoreLocation(path: ":memory:"))
        try stored.close()
        try temporary.close()
    }

    @Test func `of SetReference`() async throws {
        let service = try await filled()
        let chosen = try service.tags(in: .chosen)
        let habits = try service.tags(in: .named("Habits"))
        #expect(chosen == habits)
    }

    @Test func `of together`() async throws {
        let service = try await filled()
        let results = service.together([
            { @Sendable (service: TagService) in try service.addTags(["sea"]) },
            // This one fails alone.
            { @Sendable (service: TagService) in try service.addTags([""]) },
        ])
        #expect(try results[0].get().changed == ["sea"])
        #expect(throws: TagServiceError.self) { try results[1].get() }
        #expect(try service.tag("sea").sets == 1)
    }

    @Test func `of TagChange`() async throws {
        let service = try await filled()
        let change = try service.changeSelection(["music", "music"], .toggle)
        for (tag, isSelected) in zip(change.changed, change.selected) { print(tag, isSelected ? "on" : "off") }
        #expect(change.changed == ["music"])
    }

    @Test func `of Item`() async throws {
        let service = try await filled()
        _ = try service.changeSelection(["reading", "music"], .select)
        let saved = try service.saveSelection(ItemDraft(title: "a quiet evening")).item
        _ = try service.clear()
        let restored = try service.restoreItem(saved.id)
        #expect(restored.tags == ["reading", "music"])
    }

    @Test func `of SuggestionQuery`() async throws {
        let service = try await filled()
        let query = SuggestionQuery(text: "r", given: ["reading"], limit: 5)
        let tags = try service.suggestions(for: query).map(\.tag)
        #expect(tags == ["running"])
    }

    @Test func `of LayoutSettings`() async throws {
        let service = try await filled()
        var settings = LayoutSettings()
        settings.alignment = .center
        settings.maxLines = 3
        let saved = try service.saveLayoutSettings(settings, of: .named("habits"))
        #expect(saved.settings.maxLines == 3)
    }

    @Test func `of BoardRequest and Board`() async throws {
        let service = try await filled()
        let request = BoardRequest(width: 24) { chip in CGSize(width: chip.label.width + 4, height: 1) }
        let board = try service.board(request, of: .named("habits"))
        for chip in board.chips where chip.isSelected { print(chip.number, chip.tag, chip.frame.minX, chip.line) }
        #expect(board.chips.count == 3 && board.size.height == 2)
    }

    @Test func `of DrawnNumbers`() async throws {
        let service = try await filled()
        let request = BoardRequest(width: 24) { CGSize(width: $0.label.width, height: 1) }
        let board = try service.board(request)
        let names = try service.tagNames(ofChips: [2], asDrawn: DrawnNumbers(board))
        #expect(names == ["running"])
    }

    @Test func `of PickableTags`() async throws {
        let service = try await filled()
        var page = try service.pickableTags(of: .named("habits"), limit: 2)
        while let rest = page.rest {
            let (tags, next) = try service.pickableTags(rest, limit: 2)
            page.tags += tags
            page.rest = next
        }
        #expect(page.tags.map(\.name) == ["reading", "running", "music"])
    }

    @Test func `of PickFilter`() {
        var filter = PickFilter(PickFilter.Options(isOfLines: true))
        filter.append(["annotate.rs", "note/tag.rs"].map { PickableTag($0) })
        let found = filter.matches("tag")
        #expect(found == [1])
    }

    @Test func `of ItemQuery`() async throws {
        let service = try await filled()
        _ = try service.changeSelection(["reading"], .select, in: .named("habits"))
        _ = try service.save(title: "Monday morning", in: .named("habits"))
        _ = try service.saveItem(ItemDraft(title: "rome", tags: ["article", "book", "old"]))
        let page = try service.items(ItemQuery("rome (#article or #book) -#old", facetLimit: 10))
        print(page.total, page.items.map(\.title), page.facets)
        #expect(page.total == 0)
    }

    @Test func `of items`() async throws {
        let service = try await filled()
        let draft = ItemDraft(title: "Swift", location: "https://swift.org/", tags: ["language"])
        let saved = try service.saveItem(draft)
        print(saved.item.id, saved.isReplaced)
        #expect(saved.item.tags == ["language"] && !saved.isReplaced)
        for number in 2...12 { _ = try service.saveItem(ItemDraft(title: "item \(number)")) }
        _ = try service.editItem(12, ItemEdit(title: "Swift.org", added: ["language"]))
        let statistics = try service.statistics(by: .month, matching: ItemQuery("#language"))
        for period in statistics.periods { print(period.start, period.count) }
        #expect(statistics.periods.map(\.count) == [2])
        let usual = try service.usualDay(Date())
        for tag in usual.tags { print(tag.tag, tag.probability) }
        #expect(usual.tags.map(\.tag) == ["language"])
        let untagged = ItemChoice.matching(ItemQuery("untagged"))
        let count = try service.tagItems(untagged, BulkTagging(added: ["swift"]))
        #expect(count == 10)
        try service.saveView("to read", query: "#reading -#music")
        print(try service.views().map(\.view))  // ["to read"]
        #expect(try service.views().map(\.view) == ["to read"])
        let evidence = ItemEvidence(title: "Swift", location: "https://example.org/language")
        let tags = try service.suggestions(for: SuggestionQuery(item: evidence))
        #expect(!tags.isEmpty)
    }

    @Test func `of imply`() async throws {
        let service = try TagService(.memory)
        _ = try service.addTags(["beagle", "dog", "animal"])
        _ = try service.imply("beagle", "dog")
        _ = try service.imply("dog", "animal")
        let suggested = try service.suggestions(for: SuggestionQuery(given: ["beagle"]))
        print(suggested.map(\.tag))  // dog, animal
        #expect(suggested.map(\.tag) == ["dog", "animal"])
    }

    @Test func `of TagServiceError`() async throws {
        let service = try await filled()
        do { _ = try service.changeSelection(["swfit"], .toggle) } catch TagServiceError.unknownTag(
            let name, let nearest, _)
        { print("no tag \(name); similar tags:", nearest) }
    }

    @Test func `of exportNDJSON`() async throws {
        let service = try await filled()
        let export = try service.exportNDJSON()
        for line in export.split(separator: "\n") { print(line) }
        #expect(export.contains("reading"))
    }

    @Test func `of an item at a location`() async throws {
        let service = try await filled()
        _ = try service.save(tags: ["reading"], location: "https://swift.org/")
        let item = try service.item(at: "https://swift.org/")
        print(item?.tags ?? [])
        #expect(item?.tags == ["reading"])
    }

    @Test func `of LocalZone`() {
        let zone = LocalZone { _ in 3_600 }  // UTC+1
        print(zone.text(Date(timeIntervalSince1970: 0)))  // 1970-01-01 01:00:00
        #expect(zone.text(Date(timeIntervalSince1970: 0)) == "1970-01-01 01:00:00")
    }

    @Test func `of similarTags`() async throws {
        let service = try await filled()
        _ = try service.addTags(["programming"])
        for pair in try service.similarTags(to: ["programing"]) { print(pair.tag, "is like", pair.other) }
        #expect(try service.similarTags(to: ["programing"]).map(\.other) == ["programming"])
    }

    @Test func `of mergeTags`() async throws {
        let service = try TagService(.memory)
        _ = try service.addTags(["bike", "cycling"])
        let merged = try service.mergeTags("bike", into: "cycling")
        print(merged.from, "is now an alias of", merged.into)
        #expect(try service.tag("bike").tag == "cycling")
    }

    @Test func `of ImportFormat`() {
        let format = ImportFormat(sniffing: Array(#"{"tag": "reading"}"#.utf8))
        print(format)  // ndjson
        #expect(format == .ndjson)
    }

    @Test func `of makeToken`() async throws {
        let service = try await filled()
        let new = try service.makeToken("phone", scope: .read, sets: ["habits"])
        print(new.secret)  // shown only once
        #expect(new.token.scope == .read && new.token.sets == ["habits"])
    }

    @Test func `of commits`() async throws {
        let service = try await filled()
        let last = try service.lastCommit()
        _ = try service.addTags(["tea"])
        let new = try service.commits(after: last) ?? []
        print(new.map(\.summary))  // ["add tea"]
        #expect(new.map(\.summary) == ["add tea"])
    }

    @Test func `of undo`() async throws {
        let service = try await filled()
        _ = try service.addTags(["tea"])
        let undone = try service.undo()
        print(undone)  // add tea
        #expect(undone == "add tea")
    }

    @Test func `of distinguish`() async throws {
        let service = try await filled()
        _ = try service.addTags(["photo", "photos"])
        _ = try service.distinguish("photo", from: "photos")
        print(try service.similarTags().count)  // 0
        #expect(try service.similarTags().count == 0)
    }

    @Test func `of tagPage`() async throws {
        let service = try await filled()
        var page = try service.tagPage(.name, limit: 2)
        while let place = page.next {
            page = try service.tagPage(.name, after: place, limit: 2)
            print(page.tags.map(\.tag))
        }
        #expect(page.next == nil && page.tags.map(\.tag) == ["running"])
    }

    @Test func `of spellings`() async throws {
        let service = try await filled()
        let found = try service.spellings(of: ["Reading", "runing"])
        for correction in found.values { print(correction.words) }
        #expect(found["Reading"]?.tag == "reading" && found["runing"]?.tag == "running")
    }

    @Test func `of diagnose`() async throws {
        let service = try await filled()
        let report = try service.diagnose()
        for line in report.problems + report.miscounts { print(line) }
        #expect(report.isHealthy)
    }

    @Test func `of DatabaseLocation`() async throws {
        let database = DatabaseLocation(option: nil, environment: ["TAGFLOW_DATABASE": "/tmp/tags.sqlite"])
        print(database.location.path)  // /tmp/tags.sqlite
        #expect(database.location.path == "/tmp/tags.sqlite")
    }

    @Test func `of tagSet`() async throws {
        let service = try await filled()
        _ = try service.changeSelection(["music"], .select)
        let set = try service.tagSet(.named("habits"))
        print(set.tags, set.selected)
        #expect(set.tags.count == 3 && set.selected == ["music"])
    }

    @Test func `of deleteTags`() async throws {
        let service = try await filled()
        let deleted = try service.deleteTags(["music"])
        print(deleted)  // ["music"]
        #expect(deleted == ["music"])
    }

    @Test func `of ImportOptions`() async throws {
        let service = try TagService(.memory)
        let options = ImportOptions(format: .csv, name: "tags.csv", skipsInvalid: true)
        let report = try service.importData(Array("tag\nreading\n".utf8), options: options)
        #expect(report.newTags == 1)
    }

    @Test func `of SharedModel`() async throws {
        let service = try await filled()
        func use() async throws {
            let model = try SharedModel(path: "team.model")
            service.use(model)
        }
        // The model doesn't exist.
        await #expect(throws: ModelError.self) { try await use() }
    }

    @Test func `of hyphenated`() {
        let name = TagService.hyphenated("deep learning")  // "deep-learning"
        #expect(name == "deep-learning")
    }

    @Test func `of WebAddressError`() {
        print(TagService.isWebAddress("https://swift.org/"))  // true
        print(WebAddressError("https://swift.org/"))
        // 'https://swift.org/' is a URL; use 'add-item https://swift.org/' to save it as an item
        #expect(TagService.isWebAddress("https://swift.org/"))
        let message = "'https://swift.org/' is a URL; use 'add-item https://swift.org/' to save it as an item"
        #expect("\(WebAddressError("https://swift.org/"))" == message)
    }

    @Test func `of deleteItems`() async throws {
        let service = try await filled()
        let choice = ItemChoice.matching(ItemQuery("#old", isLenient: true))
        let count = try service.deleteItems(choice)
        #expect(count == 0)
    }

    @Test func `of ItemCounts`() async throws {
        let service = try await filled()
        let counts = try service.itemCounts()
        print("\(counts.untagged) of \(counts.all) items are untagged")
        #expect(counts.all == 0)
    }

    @Test func `of dismissTag`() async throws {
        let service = try await filled()
        let item = try service.saveItem(ItemDraft(title: "A quiet evening")).item
        let dismissed = try service.dismissTag("music", of: item.id)
        print(dismissed)  // ["music"]
        #expect(dismissed == ["music"])
    }

    @Test func `of duplicateItems`() async throws {
        let service = try await filled()
        _ = try service.saveItem(ItemDraft(location: "http://www.example.org/map"))
        _ = try service.saveItem(ItemDraft(location: "https://example.org/map/"))
        let duplicates = try service.duplicateItems()
        print(duplicates.count)  // 1
        #expect(duplicates.count == 1)
    }
}
