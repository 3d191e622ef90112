import Foundation
import TagService
import Testing

@Suite struct ItemQueryTests {
    @Test func `pages of items are consecutive with any filter`() async throws {
        var numbers = SystemRandomNumberGenerator()
        let fixture = try ServiceFixture()
        let lines = (0..<60)
            .map { number in
                let time =
                    number % 4 == 0 ? "" : #", "at": "2026-01-0\#(Int.random(in: 1...3, using: &numbers))T00:00:00Z""#
                return #"{"title": "walk \#(number)", "tags": ["a", "\#(number % 2)"]\#(time)}"#
            }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        for query in [
            ItemQuery(limit: 7), ItemQuery("#0 #A", limit: 4), ItemQuery("\"WALK 1\"", limit: 3),
            ItemQuery("since:2026-01-02", limit: 5), ItemQuery("walk sort:title", limit: 9),
            ItemQuery("-#0 sort:old", tags: ["a"], limit: 8),
        ] {
            var all = query
            all.limit = 100
            let whole = try fixture.service.items.find(all)
            #expect(whole.next == nil && whole.total == whole.items.count)
            var seen: [Item] = []
            var page = query
            repeat {
                let next = try fixture.service.items.find(page)
                seen += next.items
                #expect(next.total == whole.total && next.items.count <= query.limit)
                page.after = next.next
            } while page.after != nil
            #expect(seen == whole.items)
            guard !query.text.contains("sort"), !query.text.contains("\"") else { continue }
            let times = seen.map { $0.savedAt ?? .distantPast }
            #expect(times == times.sorted(by: >))
        }
    }

    @Test func `a list continues at the same position after its last item was deleted`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(
            (1...6).map { #"{"title": "\#($0)", "tags": ["a"], "at": "2026-01-0\#($0 / 2 + 1)T00:00:00Z"}"# }
                .joined(separator: "\n"))
        let page = try fixture.service.items.find(ItemQuery(limit: 3))
        #expect(page.items.map(\.title) == ["6", "5", "4"])
        for saved in page.items { _ = try fixture.service.items.delete(saved.id) }
        let rest = try fixture.service.items.find(ItemQuery(after: page.next))
        #expect(rest.items.map(\.title) == ["3", "2", "1"])
    }

    @Test func `an item saved in the past counts as a use at its time`() async throws {
        let past = Date(timeIntervalSince1970: 1_600_000_000)
        func frecency(at time: Date?) async throws -> String {
            let fixture = try ServiceFixture()
            _ = try await fixture.importData(#"{"set": "default", "tags": ["a"], "selected": ["a"]}"#)
            try fixture.service.items.save(at: time)
            return try await fixture.exportNDJSON()
        }
        let now = try await frecency(at: nil)
        let then = try await frecency(at: past)
        #expect(then.contains(#""frecency":1600000000"#), "\(then)")
        #expect(!now.contains(#""frecency":1600000000"#))
    }

    private func titles(_ query: String, in fixture: ServiceFixture) throws -> [String] {
        try fixture.service.items.find(ItemQuery(query)).items.map(\.title).sorted()
    }

    @Test func `a URL finds the items at it and below it`() throws {
        let fixture = try ServiceFixture()
        for (title, location) in [
            ("home", "https://example.org/"), ("bird", "https://example.org/wiki/Swift_(bird)?utm_source=news"),
            ("www", "http://www.example.org/a"), ("other", "https://example.com/"),
        ] { try fixture.service.items.save(ItemDraft(title: title, location: location, tags: [])) }
        #expect(try titles("https://example.org", in: fixture) == ["bird", "home"])
        #expect(try titles("HTTPS://Example.ORG:443/?utm_campaign=x", in: fixture) == ["bird", "home"])
        #expect(try titles("https://example.org/wiki/Swift_(bird)", in: fixture) == ["bird"])
        #expect(try titles("https://exa", in: fixture) == ["bird", "home", "other"])
        #expect(try titles("www.example.org", in: fixture) == ["www"])
        #expect(try titles("-https://example.org", in: fixture) == ["other", "www"])
        #expect(try titles("https://example.net", in: fixture).isEmpty)
    }

    @Test func `words match the names of tags, also after a rename or a merge`() throws {
        let fixture = try ServiceFixture()
        let service = fixture.service
        try service.items.save(ItemDraft(title: "one", tags: ["Machine Learning"]))
        try service.items.save(ItemDraft(title: "two", tags: ["travel/東京タワー", "zoo"]))
        #expect(try titles("learning", in: fixture) == ["one"])
        #expect(try titles("\"machine learning\"", in: fixture) == ["one"])
        #expect(try titles("one machine", in: fixture) == ["one"])
        #expect(try titles("learn", in: fixture).isEmpty)
        #expect(try titles("learn*", in: fixture) == ["one"])
        #expect(try titles("京タ", in: fixture) == ["two"])
        #expect(try titles("zoo learning", in: fixture).isEmpty)
        #expect(try titles("-travel", in: fixture) == ["one"])
        try service.tags.rename("zoo", to: "wildlife park")
        #expect(try titles("zoo", in: fixture).isEmpty)
        #expect(try titles("park", in: fixture) == ["two"])
        try service.tags.merge("Machine Learning", into: "wildlife park")
        #expect(try titles("park", in: fixture) == ["one", "two"])
        #expect(try titles("machine", in: fixture).isEmpty)
        try service.undoLog.undo()
        #expect(try titles("machine", in: fixture) == ["one"])
    }
}
