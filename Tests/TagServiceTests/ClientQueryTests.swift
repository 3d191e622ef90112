import Foundation
import TagService
import Testing

/// What queries offer to programs of others: tags without spaces, numbers of tags and views, and times of changes.
@Suite struct ClientQueryTests {
    private let fixture: ServiceFixture
    private var service: TagService { fixture.service }

    init() throws {
        fixture = try ServiceFixture()
        try fixture.service.items.save(
            ItemDraft(title: "one", location: "https://one.example/", tags: ["deep learning", "a-b"]))
        try fixture.service.items.save(
            ItemDraft(title: "two", location: "https://two.example/", tags: ["deep-learning 2 go"]))
        try fixture.service.tags.addAlias("machine brains", to: "a-b")
    }

    private func titles(_ change: (inout ItemQuery) -> Void) throws -> Set<String> {
        var query = ItemQuery(isLenient: true)
        change(&query)
        let page = try service.items.find(query)
        #expect(page.total == page.items.count)
        return Set(page.items.map(\.title))
    }

    @Test(arguments: [
        ("deep-learning", "deep learning"), ("Deep-Learning", "deep learning"),
        ("deep-learning-2-go", "deep-learning 2 go"), ("a-b", "a-b"), ("a b", "a b"), ("machine-brains", "a-b"),
        ("un-known", "un-known"), ("-", "-"), ("--a-b", "--a-b"),
        ("1-2-3-4-5-6-7-8-9-10-11", "1-2-3-4-5-6-7-8-9-10-11"),
    ]) func `a hyphen can also be a space`(name: String, tag: String) throws {
        #expect(try service.tags.meant([name]) == [tag])
    }

    @Test func `each name with hyphens means the tag that it was made of`() throws {
        for tag in try service.tags.all(in: nil).map(\.tag) {
            #expect(try service.tags.meant([TagService.Tags.hyphenated(tag)]) == [tag])
        }
        #expect(TagService.Tags.hyphenated(" a  b\u{3000}c ") == "a-b-c")
        #expect(throws: TagServiceError.self) { try service.tags.meant([String(repeating: "a-", count: 600)]) }
    }

    @Test func `a query matches hyphens only if it is asked to`() throws {
        #expect(try titles { $0.text = "#deep-learning" } == [])
        let found = try titles { query in
            query.text = "#deep-learning"
            query.matchesHyphens = true
        }
        #expect(found == ["one"])
    }

    @Test func `excluded tags and views restrict a query`() throws {
        #expect(try titles { $0.excludedTags = ["a-b", "unknown"] } == ["two"])
        #expect(try titles { $0.view = "#a-b" } == ["one"])
        let both = try titles { query in
            query.view = "\"one"
            query.text = "two"
        }
        #expect(both == [])
        #expect(throws: TagServiceError.self) { try titles { $0.view = "(" } }
    }

    @Test func `items saved or changed after a time are found`() throws {
        let saved = try #require(try service.items.find(at: "https://two.example/").first)
        let time = try #require(saved.savedAt)
        #expect(try titles { $0.savedAfter = time.addingTimeInterval(-60) } == ["one", "two"])
        #expect(try titles { $0.savedAfter = time.addingTimeInterval(60) } == [])
        #expect(try titles { $0.modifiedAfter = time.addingTimeInterval(60) } == [])
        try service.items.edit(saved.id, with: ItemEdit(savedAt: .init(timeIntervalSince1970: 0)))
        #expect(try titles { $0.savedAfter = time.addingTimeInterval(-60) } == ["one"])
        #expect(try titles { $0.modifiedAfter = time.addingTimeInterval(-60) } == ["one", "two"])
        let changed = try service.items.item(saved.id)
        #expect(changed.modifiedAt != nil && changed.timestamp == "1970-01-01T00:00:00Z")
    }

    @Test func `pages of changed items are consecutive`() throws {
        for number in 0..<10 { _ = try service.items.save(ItemDraft(title: "\(number)", tags: ["many"])) }
        var query = ItemQuery("#many", limit: 3)
        query.modifiedAfter = Date(timeIntervalSince1970: 0)
        var seen: [String] = []
        repeat {
            let page = try service.items.find(query)
            #expect(page.total == 10)
            seen += page.items.map(\.title)
            query.after = page.next
        } while query.after != nil
        #expect(seen == (0..<10).reversed().map(String.init))
    }

    @Test func `tags and views keep their numbers`() throws {
        let (tags, total) = try service.tags.numbered()
        #expect(total == 3 && tags.map(\.tag) == ["deep learning", "a-b", "deep-learning 2 go"])
        #expect(tags.allSatisfy { $0.firstUse != nil })
        #expect(try service.tags.numbered(offset: 1, limit: 1).tags == [tags[1]])
        #expect(try service.tags.numbered(offset: 9, limit: 1).tags == [])
        try service.tags.rename("a-b", to: "c")
        #expect(try service.tags.numbered(tags[1].id)?.tag == "c")
        #expect(try service.tags.numbered(named: "a-b").id == tags[1].id)
        #expect(try service.tags.numbered(99) == nil)
        try service.items.saveView("last", query: "#c")
        try service.items.saveView("first", query: "one")
        let views = try service.items.numberedViews()
        #expect(views.map(\.view) == ["first", "last"] && views.map(\.q) == ["one", "#c"])
        #expect(Set(views.map(\.id)).count == 2)
    }

    @Test(arguments: ["\u{7}", "a\u{202E}", "\u{1B}[31m", "a\u{FFFD}"])
    func `a view and a rule with unprintable characters get the same error`(query: String) throws {
        let refusal = #expect(throws: TagServiceError.self) { try service.rules.add("x \(query) y", tag: "a-b") }
        let error = try #require(refusal)
        #expect(error.description.hasPrefix("query: "))
        #expect(throws: error) { try service.items.saveView("v", query: "x \(query) y") }
        let line = try JSONEncoder().encode(["view": "v", "q": "x \(query) y"])
        let report = try service.files.importData(
            [UInt8](line), options: ImportOptions(format: .ndjson, name: "x", skipsInvalid: true))
        #expect(report.skipped == 1, "\(report)")
        #expect(try service.items.numberedViews() == [])
    }

    @Test func `a limited caller gets the tags and changes of its sets`() throws {
        try service.sets.create("mine", tags: ["sea", "a-b"])
        let set = try #require(try service.tokenSetID("mine"))
        let (tags, views, change, meant) = try service.limited(to: [set]) {
            (
                try service.tags.numbered().tags.map(\.tag), try service.items.numberedViews(),
                try service.items.lastChange(), try service.tags.meant(["deep-learning"])
            )
        }
        #expect(tags == ["a-b", "sea"] && views == [] && change == nil)
        #expect(meant == ["deep-learning"])
        #expect(try service.items.lastChange() != nil)
    }
}

extension TagService {
    /// Returns the id of a set, which only tokens use.
    fileprivate func tokenSetID(_ name: String) throws -> Int64? {
        try tokens.create("guest", scope: .read, sets: [name]).token.setIDs?.first
    }
}
