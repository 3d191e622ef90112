import Foundation
import TagService
import Testing

/// Sets are separate: the set that an entrance saves to, daily boards, and suggestions learned from one set.
@Suite struct SeparateSetsTests {
    // MARK: Entrances

    @Test func `an entrance saves to the given set, then to its last, then to the only ordinary set`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("days", tags: ["walk"], isDaily: true)
        func save(_ entrance: Entrance, named name: String? = nil) throws -> String {
            let draft = ItemDraft(location: "https://example.org/\(UUID())", tags: [])
            return try service.items.save(draft, in: .entrance(entrance, named: name)).item.set
        }
        // An empty default doesn't count next to another set.
        #expect(try save(.page) == "bookmarks")
        #expect(try service.sets.name(of: .chosen) == "days")
        try service.sets.create("recipes")
        #expect(try save(.page) == "bookmarks")
        #expect(try save(.api, named: "recipes") == "recipes")
        #expect(try save(.api) == "recipes")
        #expect(try save(.page) == "bookmarks")
        // A daily set is only used if it is named.
        #expect(try save(.api, named: "days") == "days")
        #expect(try save(.api) == "recipes")
        try service.sets.rename("recipes", to: "cooking")
        #expect(try save(.api) == "cooking")
        #expect(try service.undoLog.undo().summary.hasPrefix("save"))
        #expect(try save(.api) == "cooking")
    }

    @Test func `the only ordinary set is used, and the chosen one in a terminal`() throws {
        let service = try ServiceFixture().service
        let draft = { ItemDraft(location: "https://example.org/\(UUID())", tags: []) }
        #expect(try service.items.save(draft(), in: .entrance(.mcp)).item.set == "default")
        try service.sets.create("recipes")
        #expect(try service.items.save(draft(), in: .entrance(.terminal)).item.set == "recipes")
        #expect(try service.items.save(draft(), in: .entrance(.mcp)).item.set == "default")
    }

    // MARK: Daily sets

    @Test func `the board of a daily set starts each day with the day's item, or empty`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("days", tags: ["walk", "read", "sleep"], isDaily: true)
        try service.selection.select(["walk"])
        try service.selection.save()
        try service.selection.select(["read"])
        let today = try #require(TagService.day(in: "2023-11-14"))
        let steps = try service.undoLog.steps(limit: 100).steps.count
        #expect(try service.on(day: today) { try service.selection.tags() } == ["walk", "read"])
        #expect(try service.on(day: today + 1) { try service.selection.tags() } == [])
        #expect(try service.undoLog.steps(limit: 100).steps.count == steps)
        let unsaved = try service.on(day: today + 1) { try service.sets.takeUnsavedDays().map(\.text) }
        #expect(unsaved == ["read was on since yesterday, not saved; 'today yesterday --add read'"])
        #expect(try service.on(day: today + 1) { try service.sets.takeUnsavedDays().isEmpty })
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `each day keeps its board until its tags are saved or offered`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("days", tags: ["walk", "read", "sleep"], isDaily: true)
        let today = try #require(TagService.day(in: "2023-11-14"))
        func tags(on day: Int64, adding tag: String? = nil) throws -> [String] {
            try service.on(day: day) {
                if let tag { try service.selection.select([tag]) }
                return try service.selection.tags()
            }
        }
        #expect(try tags(on: today, adding: "walk") == ["walk"])
        // A device in another time zone has another day.
        #expect(try tags(on: today + 1, adding: "read") == ["read"])
        #expect(try tags(on: today) == ["walk"])
        #expect(try tags(on: today - 1, adding: "sleep") == ["sleep"])
        #expect(try tags(on: today + 1) == ["read"])
        #expect(try tags(on: today + 2) == [])
        let unsaved = try service.on(day: today + 2) { try service.sets.takeUnsavedDays().map(\.text) }
        #expect(
            unsaved == [
                "sleep was on since 2023-11-13, not saved; 'today 2023-11-13 --add sleep'",
                "walk was on since 2023-11-14, not saved; 'today 2023-11-14 --add walk'",
                "read was on since yesterday, not saved; 'today yesterday --add read'",
            ])
        #expect(try tags(on: today) == [])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `a daily set has one item a day, however it's saved`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("days", tags: ["walk", "read", "sleep"], isDaily: true)
        try service.selection.select(["walk"])
        let first = try service.selection.save(ItemDraft(note: "by the sea"))
        let second = try service.items.save(ItemDraft(title: "Dentist", tags: ["read"]))
        #expect(second.isReplaced && second.item.id == first.item.id)
        #expect(second.item.note == "by the sea" && second.item.tags == ["read"])
        #expect(second.formerTags == ["walk"])
        // An item with a location isn't the day's.
        let third = try service.items.save(
            ItemDraft(location: "https://example.org/", tags: ["sleep"]), in: .named("days"))
        #expect(!third.isReplaced)
        #expect(
            try service.items.changeDay(Date(timeIntervalSince1970: 1_700_000_000), adding: ["walk"], removing: [])
                .count == 1)
        #expect(try service.items.item(first.item.id).tags.sorted() == ["read", "walk"])
    }

    @Test func `an item of a daily set has a date, which exports keep`() async throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.sets.create("days", tags: ["walk"], isDaily: true)
        let day = try #require(TagService.day(in: "2023-11-13"))
        let saved = try service.on(day: day) {
            try service.selection.select(["walk"])
            return try service.selection.save()
        }
        #expect(saved.item.day == "2023-11-13")
        let export = try await fixture.exportNDJSON()
        #expect(export.contains(#""daily":true"#) && export.contains(#""day":"2023-11-13""#))
        let copy = try ServiceFixture()
        _ = try await copy.importData(export)
        #expect(try copy.service.sets.all().first { $0.set == "days" }?.daily == true)
        #expect(try copy.service.items.find(ItemQuery(), in: .named("days")).items.map(\.day) == ["2023-11-13"])
        #expect(try await copy.exportNDJSON() == export)
    }

    // MARK: Suggestions

    /// Items of two subjects that share words and tags.
    private func items(_ count: Int, seed: Int) -> [ItemDraft] {
        (0..<count)
            .map { number in
                let place = (number * 7 + seed * 3) % 11
                let title = "word\(place) word\((place + number) % 5) common\(number % 2)"
                let tags = ["tag \(place)", "tag \((place + 1) % 4)", "shared \(number % 3)"]
                return ItemDraft(title: title, location: "https://example.org/\(seed)/\(number)", tags: tags)
            }
    }

    private let queries = [
        SuggestionQuery(limit: 20), SuggestionQuery(given: ["tag 1"], limit: 20),
        SuggestionQuery(given: ["tag 2", "shared 1"], item: ItemEvidence(title: "word3 common1"), limit: 20),
        SuggestionQuery(item: ItemEvidence(title: "word1 word2", location: "https://example.org/new"), limit: 20),
        SuggestionQuery(text: "ta", given: ["shared 0"], limit: 20), SuggestionQuery(text: "sha", limit: 20),
    ]

    private func ranking(_ service: TagService, _ query: SuggestionQuery, in set: String? = nil) throws -> [String] {
        var query = query
        query.set = set.map(SetReference.named)
        // Probabilities are calibrated with the items of all sets.
        query.minimumProbability = 0
        return try service.suggestions.find(for: query).map { "\($0.tag) \(($0.score * 1e9).rounded())" }
    }

    @Test(arguments: [false, true]) func `all sets alike suggest what one set with all items suggests`(
        isInMemory: Bool
    ) throws {
        let (one, two) = (try ServiceFixture().service, try ServiceFixture().service)
        try two.sets.create("second")
        for (number, draft) in items(120, seed: 1).enumerated() {
            try one.items.save(draft)
            try two.items.save(draft, in: .named(number % 3 == 0 ? "second" : "default"))
        }
        one.suggestions.keepInMemory(isInMemory)
        two.suggestions.keepInMemory(isInMemory)
        for query in queries { #expect(try ranking(one, query) == ranking(two, query), "\(query)") }
        #expect(try two.maintenance.diagnose().isHealthy)
    }

    @Test(arguments: [false, true]) func `learning in a set doesn't depend on other sets`(isInMemory: Bool) throws {
        let (one, two) = (try ServiceFixture().service, try ServiceFixture().service)
        try two.sets.create("second")
        let others = items(90, seed: 5)
            .map { draft -> ItemDraft in
                var draft = draft
                draft.tags = draft.tags.map { tags in tags.map { "foreign \($0)" } }
                return draft
            }
        for (draft, other) in zip(items(90, seed: 1), others) {
            try one.items.save(draft)
            try two.items.save(draft, in: .named("default"))
            try two.items.save(other, in: .named("second"))
        }
        one.suggestions.keepInMemory(isInMemory)
        two.suggestions.keepInMemory(isInMemory)
        func names(_ ranking: [Substring]) -> Set<Substring> {
            Set(ranking.map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] })
        }
        let tags = { (ranking: [String]) in ranking.map { $0.prefix { $0 != "." } } }
        for query in queries where query.text.isEmpty {
            let (ofSet, ofAll) = try (tags(ranking(two, query, in: "default")), tags(ranking(one, query)))
            // Without evidence, tags that were used equally often are in the order of their uses, which differ in time.
            let isOrdered = !query.given.isEmpty || !query.item.isEmpty
            #expect(isOrdered ? ofSet == ofAll : names(ofSet) == names(ofAll), "\(query)")
        }
        let typed = try ranking(two, SuggestionQuery(text: "tag 1", limit: 30), in: "default")
        let firstForeign = typed.firstIndex { $0.hasPrefix("foreign") } ?? typed.count
        #expect(typed[firstForeign...].allSatisfy { $0.hasPrefix("foreign") } && firstForeign < typed.count)
    }

    @Test func `a tag of another set is suggested only if it is typed or named by the item`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("bookmarks")
        for number in 0..<12 {
            let draft = ItemDraft(title: "language", location: "https://swift.org/\(number)", tags: ["swift", "code"])
            try service.items.save(draft)
        }
        try service.sets.create("days", tags: ["walk", "read"], isDaily: true)
        try service.selection.select(["walk"])
        try service.selection.save()
        func tags(_ query: SuggestionQuery) throws -> [String] { try service.suggestions.find(for: query).map(\.tag) }
        let days = SetReference.named("days")
        #expect(try tags(SuggestionQuery(given: ["walk"], set: days)) == ["read"])
        #expect(try tags(SuggestionQuery(item: ItemEvidence(title: "language"), set: days)) == ["walk", "read"])
        #expect(try tags(SuggestionQuery(text: "sw", set: days)) == ["swift"])
        let named = try tags(SuggestionQuery(item: ItemEvidence(title: "a swift walk"), set: days))
        #expect(named == ["walk", "read", "swift"])
        #expect(try tags(SuggestionQuery(text: "sw", onlyIn: days, set: days)).isEmpty)
        #expect(try tags(SuggestionQuery(item: ItemEvidence(title: "language"))).first != "walk")
    }

    @Test func `the counts of a set are exact after edits, merges, drops and undo`() throws {
        let service = try ServiceFixture().service
        try service.sets.create("second")
        for draft in items(40, seed: 2) { try service.items.save(draft, in: .named("second")) }
        for draft in items(40, seed: 3) { try service.items.save(draft, in: .named("default")) }
        try service.items.edit(3, with: ItemEdit(title: "other words", tags: ["tag 1", "new"]))
        try service.items.delete([5, 6, 50])
        try service.tags.merge("tag 2", into: "tag 3")
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.sets.delete("second")
        #expect(try service.maintenance.diagnose().isHealthy)
        for _ in 0..<4 { try service.undoLog.undo() }
        #expect(try service.maintenance.diagnose().isHealthy)
    }
}
