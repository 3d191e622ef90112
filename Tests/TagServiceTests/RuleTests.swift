import Foundation
import TagService
import TestSupport
import Testing

/// Rules for items: adding, applying, following their tags, exporting.
@Suite struct RuleTests {
    private static let video = "https://www.youtube.com/watch?v=1"

    @Test func `an automatic rule tags a new item in the same undo step`() throws {
        let service = try ServiceFixture().service
        let rule = try service.rules.add("site:youtube.com", tag: "video", isAutomatic: true)
        #expect(rule.isNew && rule.rule.id == 1 && rule.rule.auto)
        let saved = try service.items.save(ItemDraft(title: "A film", location: Self.video))
        #expect(saved.item.tags == ["video"] && saved.rules.map(\.tag) == ["video"])
        #expect(try service.tags.all(in: .chosen).map(\.tag) == ["video"])
        let other = try service.items.save(ItemDraft(location: "https://swift.org/"))
        #expect(other.item.tags == [] && other.rules == [])
        try service.undoLog.undo()
        #expect(try service.undoLog.undo().summary == "save A film")
        #expect(try service.items.count(ItemQuery()) == 0)
        #expect(try service.tags.all(in: .chosen).isEmpty)
        #expect(try service.rules.all().map(\.q) == ["site:youtube.com"])
    }

    @Test func `replacing or editing an item applies no rule`() throws {
        let service = try ServiceFixture().service
        let saved = try service.items.save(ItemDraft(title: "x", location: Self.video))
        try service.rules.add("site:youtube.com", tag: "video", isAutomatic: true)
        let again = try service.items.save(ItemDraft(title: "y", location: Self.video))
        #expect(again.isReplaced && again.item.tags == [] && again.rules == [])
        #expect(try service.items.edit(saved.item.id, with: ItemEdit(title: "z")).tags == [])
        let quiet = try service.items.save(ItemDraft(location: Self.video + "2"), appliesRules: false)
        #expect(quiet.item.tags == [])
    }

    @Test func `a rule suggests its tag with probability 1 and its query as the reason`() throws {
        let service = try ServiceFixture().service
        for number in 0..<5 { _ = try service.items.save(tags: ["news"], title: "daily \(number)") }
        try service.rules.add("site:youtube.com -#news", tag: "video")
        let item = ItemEvidence(title: "daily", location: Self.video)
        let found = try service.suggestions.find(for: SuggestionQuery(item: item))
        #expect(found.first?.tag == "video" && found.first?.probability == 1)
        #expect(found.first?.because.first == "rule site:youtube.com -#news")
        let given = SuggestionQuery(given: ["news"], item: item)
        let other = try service.suggestions.find(for: given).first { $0.tag == "video" }
        #expect((other?.probability ?? 0) < 1)
        #expect(other?.because.contains { $0.hasPrefix("rule") } != true)
        let typed = SuggestionQuery(text: "n", item: item)
        #expect(try service.suggestions.find(for: typed).map(\.tag) == ["news"])
        let none = SuggestionQuery(item: ItemEvidence(title: "daily"))
        #expect(try service.suggestions.find(for: none).first?.tag == "news")
        let saved = try service.items.save(ItemDraft(location: Self.video, tags: []))
        #expect(saved.item.tags == [])
    }

    @Test func `a tag of another set keeps its rank if a rule suggests it`() throws {
        let service = try ServiceFixture().service
        try service.rules.add("zoo", tag: "animal")
        try service.sets.create("days", tags: (0..<12).map { "t\($0)" })
        let query = SuggestionQuery(item: ItemEvidence(title: "zoo"), set: .named("days"))
        #expect(try service.suggestions.find(for: query).first?.tag == "animal")
        service.suggestions.keepInMemory()
        #expect(try service.suggestions.find(for: query).first?.tag == "animal")
    }

    @Test(
        arguments: [
            ("zebra", true), ("zeb", false), ("\"a zebra\"", true), ("\"zebra a\"", false), ("safari", true),
            ("example.org", true), ("www", false), ("note", true), ("Café", true), ("site:example.org", true),
            ("site:org", true), ("site:ample.org", false), ("#animal", true), ("#dog", false), ("-#dog", true),
            ("#beast", true), ("#gone", false), ("untagged", false), ("tags:1", true), ("tags:>1", false),
            ("tags:<2", true), ("zebra #dog", false), ("zebra or #dog", true), ("#dog|#animal", true),
            ("not (zebra or #dog)", false), ("on:today", true), ("before:2001-01-01", false),
            ("since:2001-01-01", true), ("set:default", true), ("set:other", false), ("東", true), ("京タ", true),
            ("sort:new zebra", true), ("\"!!!\" zebra", true),
        ] as [(String, Bool)]) func `a query means the same for a new item as for a stored one`(
            _ query: String, _ matches: Bool
        ) throws
    {
        let service = try ServiceFixture().service
        try service.sets.create("other")
        try service.sets.choose("default")
        try service.sets.addTags(["animal", "dog", "beast", "gone"])
        try service.tags.addImplication(from: "animal", to: "beast")
        let draft = ItemDraft(
            title: "A zebra, 東京タワー", location: "https://www.example.org/safari?x=1", note: "the café's note",
            tags: ["animal"])
        try service.rules.add(query, tag: "ruled")
        #expect(try service.rules.matching(draft).map(\.tag) == (matches ? ["ruled"] : []))
        try service.items.save(draft)
        #expect(try service.items.count(ItemQuery(query)) == (matches ? 1 : 0))
        #expect(try service.rules.test(query).total == (matches ? 1 : 0))
    }

    @Test func `a rule follows its tag when it's renamed, merged or deleted, and back`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["film", "topic"])
        try service.rules.add("site:youtube.com", tag: "video")
        try service.rules.add("#topic", tag: "film")
        func rules() throws -> [String] { try service.rules.all().map { "\($0.q) \($0.tag)" } }
        try service.tags.rename("video", to: "clip")
        try service.tags.rename("topic", to: "subject")
        #expect(try rules() == ["site:youtube.com clip", "#topic film"])
        #expect(try service.rules.all().allSatisfy { $0.problem == nil })
        try service.rules.add("site:youtube.com", tag: "film", isAutomatic: true)
        try service.tags.merge("clip", into: "film")
        #expect(try rules() == ["#topic film", "site:youtube.com film"])
        try service.undoLog.undo()
        #expect(try rules() == ["site:youtube.com clip", "#topic film", "site:youtube.com film"])
        try service.undoLog.redo()
        try service.tags.delete(["subject"])
        #expect(try service.rules.all()[0].problem?.contains("unknown tag 'topic'") == true)
        try service.tags.delete(["film"])
        #expect(try rules() == [])
        try service.undoLog.undo()
        #expect(try rules() == ["#topic film", "site:youtube.com film"])
    }

    @Test func `adding and removing are undone, and an equal rule is changed`() throws {
        let service = try ServiceFixture().service
        try service.rules.add(" swift ", tag: "code")
        let again = try service.rules.add("swift", tag: "code", isAutomatic: true)
        #expect(!again.isNew && again.rule == ItemRule(id: 1, q: "swift", tag: "code", auto: true))
        #expect(try service.undoLog.undo().summary == "rule add swift --tag code --auto")
        #expect(try service.rules.all().map(\.auto) == [false])
        #expect(try service.rules.delete(1).q == "swift")
        #expect(throws: TagServiceError.unknownRule(1)) { try service.rules.delete(1) }
        #expect(try service.undoLog.undo().summary == "rule remove 1")
        #expect(try service.rules.all().count == 1)
        try service.undoLog.undo()
        #expect(try service.rules.all().isEmpty)
        #expect(try service.tags.uses(of: ["code"]).isEmpty)
    }

    @Test(arguments: [
        ("", "at least one term"), ("sort:new", "at least one term"), ("(", "'('"),
        ("missing", "rules are for new items"), ("-dead", "rules are for new items"),
        ("moved", "rules are for new items"), ("id:3", "rules are for new items"),
        ("#nowhere", "unknown tag 'nowhere'"), ("set:x y", "unknown set 'x'"), ("tags:x", "query term 'tags:x'"),
        ("on:never", "query term 'on:never'"), ("a\u{1B}b", "character 2"),
        (String(repeating: "x", count: 10_001), "10000 bytes"),
    ]) func `an invalid rule is refused`(_ query: String, _ reason: String) throws {
        let service = try ServiceFixture().service
        let error = #expect(throws: TagServiceError.self) { try service.rules.add(query, tag: "x") }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(try service.rules.all().isEmpty)
    }

    @Test func `at most 1,000 rules exist`() throws {
        let service = try ServiceFixture().service
        for number in 0..<1_000 { try service.rules.add("word\(number)", tag: "x") }
        let error = #expect(throws: TagServiceError.self) { try service.rules.add("more", tag: "x") }
        #expect(error?.description.contains("at most 1,000 rules") == true)
        #expect(try service.rules.add("word7", tag: "x", isAutomatic: true).isNew == false)
        #expect(try service.items.save(ItemDraft(title: "word7 word8")).item.tags == ["x"])
    }

    @Test func `imports apply automatic rules only if asked, and exports have the rules`() async throws {
        let lines = """
            {"title": "one", "location": "https://youtube.com/1", "tags": ["a"]}
            {"title": "two zebra"}

            """
        for applies in [false, true] {
            let service = try ServiceFixture().service
            try service.rules.add("site:youtube.com", tag: "video", isAutomatic: true)
            try service.rules.add("zebra", tag: "animal", isAutomatic: true)
            try service.rules.add("one", tag: "suggested")
            var options = ImportOptions(format: .ndjson, name: "x")
            options.appliesRules = applies
            _ = try service.files.importData(Array(lines.utf8), options: options)
            let tags = try service.items.find(ItemQuery("sort:title")).items.map { Set($0.tags) }
            #expect(tags == (applies ? [["a", "video"], ["animal"]] : [["a"], []]))
            let again = try service.files.importData(Array(lines.utf8), options: options)
            #expect(again.newItems == 0 && again.replaced == 0)
            #expect(try service.items.find(ItemQuery("sort:title")).items.map { Set($0.tags) } == tags)
            let text = try service.files.exportNDJSON()
            #expect(text.contains(#"{"auto":true,"q":"zebra","rule":"animal"}"#))
            let other = try ServiceFixture()
            _ = try await other.importData(text)
            #expect(try other.service.rules.all().map(\.q) == ["zebra", "one", "site:youtube.com"])
            #expect(try other.service.rules.all().map(\.auto) == [true, false, true])
            #expect(try await other.importData(text).newTags == 0)
            #expect(try other.service.rules.all().count == 3)
        }
    }

    @Test func `an imported rule whose query isn't valid applies to nothing`() async throws {
        let fixture = try ServiceFixture()
        let lines = """
            {"rule": "x", "q": "(", "auto": true}
            {"rule": "y", "q": "#gone", "auto": true}

            """
        _ = try await fixture.importData(lines)
        #expect(try fixture.service.rules.all().map { $0.problem != nil } == [true, true])
        #expect(try fixture.service.items.save(ItemDraft(title: "a")).item.tags == [])
        let wrong = #"{"rule": "x", "q": ""}"#
        await #expect(throws: TagServiceError.self) { try await fixture.importData(wrong + "\n") }
    }

    @Test func `a caller limited to sets has no rules`() throws {
        let service = try ServiceFixture().service
        try service.rules.add("zebra", tag: "animal", isAutomatic: true)
        try service.limited(to: [1]) { () throws in
            #expect(try service.rules.all().isEmpty)
            #expect(try service.items.save(ItemDraft(title: "zebra")).item.tags == [])
            #expect(throws: TagServiceError.self) { try service.rules.add("a", tag: "b") }
            #expect(throws: TagServiceError.unknownRule(1)) { try service.rules.delete(1) }
        }
    }
}
