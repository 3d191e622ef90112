import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TagService

/// Imports with rules: what they compare before the transaction, and that the result is that of a comparison within it.
@Suite struct RuleImportTests {
    @Test(arguments: [1, 2, 3]) func `rules mean the same in imports, single saves and SQL`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        // After all times of the items.
        let now = Date(timeIntervalSince1970: 1_769_000_000)
        let (imported, stored) = (
            try TagService(.memory, concurrency: .serial, now: { now }),
            try TagService(.memory, concurrency: .serial, now: { now })
        )
        var queries: [String] = []
        for service in [imported, stored] {
            for set in QueryModel.sets { _ = try service.sets.create(set, tags: QueryModel.tags) }
            for (alias, tag) in QueryModel.aliases { _ = try service.tags.addAlias(alias, to: tag) }
            try service.tags.addImplication(from: "design", to: "viz")
            try service.tags.addImplication(from: "viz", to: "old")
        }
        for number in 0..<150 {
            queries.append(QueryModel.random(depth: 3, &numbers).text(&numbers))
            try imported.rules.add(queries[number], tag: "rule \(number)", isAutomatic: true)
        }
        let lines = (1...60).map { Self.line($0, &numbers) }
        try Self.importLines(lines, into: imported)
        try Self.importLines(lines, into: stored, appliesRules: false)
        var tags: [String: Set<String>] = [:]
        for item in try imported.items.find(ItemQuery("", limit: 1_000)).items { tags[item.title] = Set(item.tags) }
        #expect(tags.count == 60, "seed \(seed)")
        for (number, query) in queries.enumerated() {
            let matching = Set(try stored.items.find(ItemQuery(query, limit: 1_000)).items.map(\.title))
            let tagged = Set(tags.filter { $0.value.contains("rule \(number)") }.keys)
            #expect(tagged == matching, "seed \(seed): \(query)")
        }
        for item in try stored.items.find(ItemQuery("", limit: 1_000)).items {
            let draft = ItemDraft(
                title: item.title, location: item.location, note: item.note, tags: item.tags, savedAt: item.savedAt)
            let rules = try imported.rules.matching(draft, in: .named(item.set)).map(\.tag)
            #expect(tags[item.title] == Set(item.tags + rules), "seed \(seed): \(item.title)")
        }
        let again = try Self.importLines(lines, into: imported)
        #expect(again.newItems == 0 && again.replaced == 0, "seed \(seed)")
    }

    @Test func `queries see no tag that another rule adds`() throws {
        let service = try ServiceFixture().service
        try service.rules.add("zebra", tag: "animal", isAutomatic: true)
        try service.rules.add("#animal", tag: "beast", isAutomatic: true)
        let lines = [#"{"title": "zebra", "location": "https://zoo.org/", "tags": []}"#, #"{"title": "a zebra"}"#]
        for _ in 0..<2 {
            let report = try Self.importLines(lines, into: service)
            #expect(report.replaced == 0)
            #expect(try service.items.find(ItemQuery("")).items.map(\.tags) == [["animal"], ["animal"]])
        }
    }

    @Test func `rules, tags and implications of the file itself count`() throws {
        let service = try ServiceFixture().service
        let lines = [
            ##"{"rule": "ruled", "q": "#animal", "auto": true}"##, #"{"tag": "dog", "implies": ["animal"]}"#,
            #"{"title": "one", "location": "https://a.org/", "tags": ["dog"]}"#,
            #"{"title": "two", "tags": ["animal"]}"#,
        ]
        for _ in 0..<2 {
            #expect(try Self.importLines(lines, into: service).replaced == 0)
            let items = try service.items.find(ItemQuery("sort:title")).items
            #expect(items.map { Set($0.tags) } == [["dog", "ruled"], ["animal", "ruled"]])
        }
    }

    @Test(arguments: [
        [##"{"rule": "ruled", "q": "#animal", "auto": true}"##, #"{"tag": "dog", "implies": ["animal"]}"#],
        [#"{"rule": "ruled", "q": "one", "auto": true}"#],
    ]) func `a rule after the first import makes no second item`(lines: [String]) throws {
        let service = try ServiceFixture().service
        // Rules and implications count for later lines only, or from the end of the file on.
        let lines = [#"{"title": "one", "tags": ["dog"]}"#] + lines + [#"{"title": "two", "tags": ["dog"]}"#]
        let first = try Self.importLines(lines, into: service)
        let items = try service.items.find(ItemQuery("")).items
        #expect(first.newItems == 2 && items.count == 2)
        let again = try Self.importLines(lines, into: service)
        #expect(again.newItems == 0 && again.replaced == 0)
        #expect(try service.items.find(ItemQuery("")).items == items)
    }

    @Test func `single saves keep parsed queries, and words for times follow the clock`() throws {
        let clock = Mutex(Date(timeIntervalSince1970: 1_769_000_000))
        let service = try TagService(.memory, concurrency: .serial, now: { clock.withLock(\.self) })
        let day: TimeInterval = 86_400
        let draft = ItemDraft(title: "zebra", savedAt: clock.withLock(\.self))
        try service.rules.add("on:today zebra", tag: "now", isAutomatic: true)
        let earlier = try service.rules.add("before:today zebra", tag: "earlier", isAutomatic: true).rule
        #expect(try service.rules.matching(draft).map(\.tag) == ["now"])
        clock.withLock { $0 += day }
        #expect(try service.rules.matching(draft).map(\.tag) == ["earlier"])
        // A rule that is removed, changed or added counts from the next save on.
        try service.rules.delete(earlier.id)
        try service.sets.addTags(["animal"])
        try service.rules.add("#animal", tag: "beast", isAutomatic: true)
        let beast = ItemDraft(title: "zebra", tags: ["animal"])
        #expect(try service.items.save(beast).rules.map(\.tag) == ["now", "beast"])
        try service.undoLog.undo()
        try service.undoLog.undo()
        #expect(try service.items.save(beast).rules.map(\.tag) == ["now"])
    }

    @Test func `other writers don't wait for the comparison, and their rules and names count`() async throws {
        let both = try await DatabaseOfTwo()
        try both.first.sets.addTags(["dog", "old"])
        try both.first.rules.add("zebra -#old", tag: "animal", isAutomatic: true)
        var options = ImportOptions(format: .ndjson, name: "x")
        options.appliesRules = true
        let lines = Mutex([#"{"title": "zebra", "tags": ["dog"]}"#, #"{"title": "zebra two", "tags": ["old"]}"#])
        let prepared = try both.first.files.prepareImport(options) {
            // The import would hold the lock here if it read the file in its transaction.
            try both.second.sets.addTags(["between \(lines.withLock(\.count))"])
            return lines.withLock { $0.isEmpty ? [] : Array("\($0.removeFirst())\n".utf8) }
        }
        try both.second.rules.add("zebra", tag: "late", isAutomatic: true)
        try both.second.tags.rename("animal", to: "creature")
        try both.second.tags.addImplication(from: "dog", to: "old")
        _ = try both.first.files.importData(prepared)
        let items = try both.first.items.find(ItemQuery("sort:title")).items
        #expect(items.map { Set($0.tags) } == [["dog", "late"], ["old", "late"]])
        #expect(try both.first.tags.all(in: .chosen).contains { $0.tag == "between 2" })
        try both.first.undoLog.undo()
        #expect(try both.first.items.count(ItemQuery()) == 0)
    }

    @Test func `facts leave few queries to the transaction`() {
        var plan = RulePlan(now: 0)
        for number in 0..<1_000 { _ = plan.number(of: "word\(number) -#work") }
        var subject = RuleSubject(title: "word7 and word9", location: nil, note: "", set: nil, savedAt: 0)
        #expect(plan.facts(of: &subject).candidates == [7, 9])
    }

    @discardableResult private static func importLines(
        _ lines: [String], into service: TagService, appliesRules: Bool = true
    ) throws -> ImportReport {
        var options = ImportOptions(format: .ndjson, name: "x")
        options.appliesRules = appliesRules
        return try service.files.importData(Array(lines.joined(separator: "\n").utf8), options: options)
    }

    private static func line(_ number: Int, _ numbers: inout SeededNumbers) -> String {
        func words(_ counts: ClosedRange<Int>) -> String {
            (0..<Int.random(in: counts, using: &numbers))
                .map { _ in QueryModel.words.randomElement(using: &numbers) ?? "" }.joined(separator: " ")
        }
        let host = QueryModel.hosts.randomElement(using: &numbers) ?? ""
        let location = Bool.random(using: &numbers) ? #""location": "https://www.\#(host)/\#(number)", "# : ""
        let tags = (QueryModel.tags + QueryModel.aliases.keys.sorted())
            .filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }.map { "\"\($0)\"" }.joined(separator: ", ")
        let set = QueryModel.sets.randomElement(using: &numbers) ?? ""
        return """
            {"title": "\(number) \(words(1...3))", \(location)"note": "\(words(0...2))", "set": "\(set)", \
            "tags": [\(tags)], "at": "\(QueryModel.time(&numbers).ISO8601Format())"}
            """
    }
}
