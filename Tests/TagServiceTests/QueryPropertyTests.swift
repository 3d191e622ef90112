import Foundation
import TagService
import TestSupport
import Testing

/// Random queries for random items, held against an evaluation in memory.
@Suite struct QueryPropertyTests {
    @Test(arguments: [1, 2, 3]) func `a query finds the items, counts and facets that an evaluation in memory finds`(
        seed: UInt64
    ) async throws {
        var numbers = SeededNumbers(seed: seed)
        let fixture = try ServiceFixture()
        let items = try await Self.filled(fixture, &numbers)
        var found = 0
        for _ in 0..<400 {
            let model = QueryModel.random(depth: 3, &numbers)
            let order = ["", " sort:new", " sort:old", " sort:title"].randomElement(using: &numbers)
            let text = model.text(&numbers) + (order ?? "")
            let expected = Self.sorted(items.filter(model.matches), order ?? "")
            var query = ItemQuery(text, limit: 1_000, facetLimit: 4)
            let page = try fixture.service.items.find(query)
            let isRanked = order?.isEmpty ?? true
            let ids = page.items.map(\.id)
            #expect((isRanked ? ids.sorted() : ids) == expected, "seed \(seed): \(text)")
            #expect(page.total == expected.count, "seed \(seed): \(text)")
            #expect(page.facets.map(Self.shown) == Self.facets(of: items, expected), "seed \(seed): \(text)")
            query.limit = 40
            var paged: [Int64] = []
            repeat {
                let part = try fixture.service.items.find(query)
                paged += part.items.map(\.id)
                query.after = part.next
            } while query.after != nil
            #expect(paged == ids, "seed \(seed), in pages: \(text)")
            found += expected.isEmpty || expected.count == items.count ? 0 : 1
        }
        #expect(found > 200, "seed \(seed): too few queries divide the items")
    }

    private static func filled(
        _ fixture: ServiceFixture, _ numbers: inout SeededNumbers
    ) async throws -> [QueryModel.Item] {
        for set in QueryModel.sets { _ = try fixture.service.sets.create(set, tags: QueryModel.tags) }
        for (alias, tag) in QueryModel.aliases { _ = try fixture.service.tags.addAlias(alias, to: tag) }
        try fixture.service.tags.addImplication(from: "design", to: "viz")
        try fixture.service.tags.addImplication(from: "viz", to: "old")
        var items: [QueryModel.Item] = []
        for number in 1...250 { items.append(random(Int64(number), &numbers)) }
        let lines = try items.map { item in
            var record: [String: Any] = [
                "set": item.set, "title": item.title, "note": item.note, "tags": Array(item.tags),
                "at": item.time.ISO8601Format(),
            ]
            record["location"] = item.location
            let data = try JSONSerialization.data(withJSONObject: record)
            return String(decoding: data, as: UTF8.self)
        }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        return items
    }

    private static func random(_ id: Int64, _ numbers: inout SeededNumbers) -> QueryModel.Item {
        func words(_ counts: ClosedRange<Int>) -> String {
            (0..<Int.random(in: counts, using: &numbers))
                .map { _ in QueryModel.words.randomElement(using: &numbers) ?? "" }
                .joined(separator: [" ", "-", ", "].randomElement(using: &numbers) ?? " ")
        }
        let host = QueryModel.hosts.randomElement(using: &numbers) ?? ""
        let prefix = ["https://", "http://www.", "HTTPS://"].randomElement(using: &numbers) ?? ""
        let count = Int.random(in: 0...4, using: &numbers)
        return QueryModel.Item(
            id: id, set: QueryModel.sets.randomElement(using: &numbers) ?? "", title: words(1...3), note: words(0...2),
            location: Bool.random(using: &numbers) ? "\(prefix)\(host)/\(words(1...1))?n=\(id)" : nil,
            tags: Set((0..<count).map { _ in QueryModel.tags.randomElement(using: &numbers) ?? "" }),
            time: QueryModel.time(&numbers))
    }

    private static func sorted(_ items: [QueryModel.Item], _ order: String) -> [Int64] {
        switch order {
        case " sort:new": items.sorted { ($1.time, $1.id) < ($0.time, $0.id) }.map(\.id)
        case " sort:old": items.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map(\.id)
        case " sort:title": items.sorted { (NoCase($0.title), $0.id) < (NoCase($1.title), $1.id) }.map(\.id)
        default: items.map(\.id).sorted()
        }
    }

    private static func facets(of items: [QueryModel.Item], _ ids: [Int64]) -> [String] {
        let ids = Set(ids)
        var counts: [String: Int] = [:]
        for item in items where ids.contains(item.id) { for tag in item.tags { counts[tag, default: 0] += 1 } }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4).map { "\($0.key) \($0.value)" }
    }

    private static func shown(_ facet: ItemQuery.Facet) -> String { "\(facet.tag) \(facet.count)" }
}

/// A text as SQLite's NOCASE compares it: by bytes, with ASCII letters in lowercase.
private struct NoCase: Comparable {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

    static func < (one: NoCase, other: NoCase) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}
