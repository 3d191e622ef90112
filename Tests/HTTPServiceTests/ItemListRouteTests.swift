import Foundation
import TestSupport
import Testing

/// The routes of many items: counts, places in a list, deleting, dismissed tags, and duplicates.
@Suite struct ItemListRouteTests {
    private static func save(_ body: String, on server: RunningServer) throws -> Int {
        let saved = try server.send("POST", "/items", body)
        #expect(saved.status == 201, "\(saved.body)")
        return saved["id"] as? Int ?? 0
    }

    private static func ids(_ answer: RunningServer.Answer) -> [Int] {
        (answer["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }

    @Test func `items are counted in one request`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "other"}"#)
        for tags in ["[]", "[]", #"["a"]"#, #"["a", "b"]"#] {
            _ = try Self.save(
                #"{"set": "default", "title": "\#(tags.count)", "tags": \#(tags), "location": "/\#(UUID())"}"#,
                on: server)
        }
        _ = try Self.save(#"{"set": "other", "title": "x"}"#, on: server)
        let all = try server.send("GET", "/items/counts")
        #expect(all.body == #"{"all":5,"single":1,"untagged":3}"#)
        let some = try server.send("GET", "/items/counts?set=other")
        #expect(some.body == #"{"all":1,"single":0,"untagged":1}"#)
        #expect(try server.send("GET", "/items/counts?set=none").status == 422)
        let same = ["If-None-Match: \(all.headers["etag"] ?? "")"]
        #expect(try server.send("GET", "/items/counts", headers: same).status == 304)
    }

    @Test func `items of daily sets are left out unless a set is named`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/sets", #"{"set": "habits", "daily": true}"#).status == 201)
        _ = try Self.save(#"{"set": "default", "title": "atlas", "tags": ["book"], "location": "/1"}"#, on: server)
        let day = try Self.save(#"{"set": "habits", "title": "Saturday", "tags": ["walk"]}"#, on: server)
        #expect(try server.send("GET", "/items?daily=true")["total"] as? Int == 2)
        let list = try server.send("GET", "/items?daily=false&facets=5")
        #expect(list["total"] as? Int == 1)
        #expect(!Self.ids(list).contains(day))
        #expect((list["facets"] as? [[String: Any]])?.compactMap { $0["tag"] as? String } == ["book"])
        #expect(Self.ids(try server.send("GET", "/items?daily=false&set=habits")) == [day])
        #expect(Self.ids(try server.send("GET", "/items?daily=false&q=set:habits")) == [day])
        #expect(try server.send("GET", "/items/counts?daily=false").body == #"{"all":1,"single":1,"untagged":0}"#)
        #expect(
            try server.send("GET", "/items/counts?daily=false&set=habits").body == #"{"all":1,"single":1,"untagged":0}"#
        )
        let tags = try server.send("GET", "/stats?daily=false")["tags"] as? [[String: Any]]
        #expect(tags?.compactMap { $0["tag"] as? String } == ["book"])
        #expect(try server.send("GET", "/items?daily=maybe").status == 400)
    }

    @Test func `a list of items begins at any place and goes on from there`() throws {
        let server = try RunningServer()
        let saved = try (1...7)
            .map { number in try Self.save(#"{"title": "walk \#(number)", "location": "/\#(number)"}"#, on: server) }
        let newest = Array(saved.reversed())
        for query in ["", "&q=sort:title", "&q=walk"] {
            let whole = Self.ids(try server.send("GET", "/items?limit=100\(query)"))
            #expect(whole.count == 7)
            for offset in 0...8 {
                let page = try server.send("GET", "/items?limit=3&offset=\(offset)\(query)")
                #expect(Self.ids(page) == Array(whole.dropFirst(offset).prefix(3)))
                #expect(page["total"] as? Int == 7)
            }
        }
        let page = try server.send("GET", "/items?limit=2&offset=3")
        let link = try #require(page.headers["link"])
        let next = String(link.dropFirst("</api/v1".count).prefix { $0 != ">" })
        let rest = try server.send("GET", next)
        #expect(Self.ids(page) + Self.ids(rest) == Array(newest.dropFirst(3).prefix(4)))
        for wrong in ["offset=-1", "offset=1000001", "offset=x", "offset=1&after=e30"] {
            #expect(try server.send("GET", "/items?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func `many items are deleted in one undo step`() throws {
        let server = try RunningServer()
        let ids = try (1...5)
            .map { number in
                try Self.save(#"{"title": "walk \#(number)", "tags": ["sea"], "location": "/\#(number)"}"#, on: server)
            }
        let some = #"{"ids": [\#(ids[0]), \#(ids[1]), \#(ids[0])]}"#
        let tried = try server.send("POST", "/items/delete?dry-run=true", some)
        #expect(tried.body == #"{"deleted":2}"#)
        let key = ["Idempotency-Key: once"]
        #expect(try server.send("POST", "/items/delete", some, headers: key).body == #"{"deleted":2}"#)
        #expect(try server.send("POST", "/items/delete", some, headers: key).body == #"{"deleted":2}"#)
        #expect(try server.send("GET", "/tags/sea")["uses"] as? Int == 3)
        let unknown = #"{"ids": [\#(ids[2]), \#(ids[0])]}"#
        #expect(try server.send("POST", "/items/delete", unknown).status == 404)
        #expect(try server.send("GET", "/items")["total"] as? Int == 3)
        #expect(try server.send("POST", "/items/delete", #"{"q": "tag:sea"}"#).body == #"{"deleted":3}"#)
        #expect(try server.send("POST", "/undo")["change"] as? String == "delete 3 items")
        #expect(try server.send("GET", "/items")["total"] as? Int == 3)
        #expect(try server.send("POST", "/undo")["change"] as? String == "delete 2 items")
        #expect(try server.send("GET", "/items")["total"] as? Int == 5)
        for wrong in [
            "{}", "[]", #"{"ids": "1"}"#, #"{"ids": [1.5]}"#, #"{"ids": [1], "q": ""}"#, #"{"q": "tag:none"}"#,
            #"{"q": "", "add": []}"#,
        ] { #expect(try server.send("POST", "/items/delete", wrong).status == 422, "\(wrong)") }
        let many = (1...10_001).map(String.init).joined(separator: ",")
        #expect(try server.send("POST", "/items/delete", #"{"ids": [\#(many)]}"#).status == 422)
        #expect(try server.send("GET", "/items")["total"] as? Int == 5)
    }

    @Test func `a dismissed tag isn't suggested for its item, also after a restart`() throws {
        let folder = try TemporaryFolder()
        var server = try RunningServer(folder: folder)
        for number in 1...6 {
            _ = try Self.save(
                #"{"title": "film \#(number)", "tags": ["film", "seen"], "location": "/\#(number)"}"#, on: server)
        }
        let id = try Self.save(#"{"title": "film", "tags": [], "location": "/x"}"#, on: server)
        let other = try Self.save(#"{"title": "film", "tags": [], "location": "/y"}"#, on: server)
        func suggested(_ query: String) throws -> [String] {
            let found = try server.send("GET", "/suggestions?title=film&\(query)")["suggestions"]
            return (found as? [[String: Any]] ?? []).compactMap { $0["tag"] as? String }
        }
        func batch(_ id: Int) throws -> [String] {
            let line = #"{"title": "film", "savedItem": \#(id)}"# + "\n"
            let type = ["Content-Type: application/x-ndjson"]
            let found = try server.send("POST", "/suggestions", line, headers: type)["suggestions"]
            return (found as? [[String: Any]] ?? []).compactMap { $0["tag"] as? String }
        }
        #expect(try suggested("saved-item=\(id)").contains("seen"))
        let uses = try server.send("GET", "/tags/seen")["uses"] as? Int
        let path = "/items/\(id)/dismissed/SEEN"
        #expect(try server.send("PUT", path).body == #"{"dismissed":["seen"]}"#)
        #expect(try server.send("PUT", path).body == #"{"dismissed":["seen"]}"#)
        #expect(try server.send("GET", "/tags/seen")["uses"] as? Int == uses)
        server = try RunningServer(folder: folder)
        #expect(try server.send("GET", "/items/\(id)/dismissed").body == #"{"dismissed":["seen"]}"#)
        for query in ["saved-item=\(id)", "location=/x", "location=/x&set=default&limit=1"] {
            let tags = try suggested(query)
            #expect(!tags.contains("seen") && tags.contains("film"), "\(query)")
        }
        #expect(try !batch(id).contains("seen") && batch(other).contains("seen"))
        #expect(try suggested("location=/x&q=see").contains("seen"))
        #expect(try suggested("location=/y").contains("seen"))
        let lookup = try server.send("GET", "/items/lookup?location=/x")["suggestions"]
        let found = (lookup as? [[String: Any]] ?? []).compactMap { $0["tag"] as? String }
        #expect(found.contains("film") && !found.contains("seen"))
        // A renamed tag stays dismissed.
        _ = try server.send("PATCH", "/tags/seen", #"{"tag": "watched"}"#)
        #expect(try !suggested("location=/x").contains("watched"))
        #expect(try server.send("GET", "/items/\(id)/dismissed").body == #"{"dismissed":["watched"]}"#)
        #expect(try server.send("DELETE", "/items/\(id)/dismissed/watched").status == 204)
        #expect(try server.send("DELETE", "/items/\(id)/dismissed/watched").status == 404)
        #expect(try suggested("location=/x").contains("watched"))
        #expect((try server.send("POST", "/undo")["change"] as? String)?.hasPrefix("dismiss --forget") == true)
        // A deleted item comes back with its dismissed tags.
        #expect(try server.send("DELETE", "/items/\(id)").status == 204)
        #expect(try server.send("GET", "/items/\(id)/dismissed").status == 404)
        _ = try server.send("POST", "/undo")
        #expect(try server.send("GET", "/items/\(id)/dismissed").body == #"{"dismissed":["watched"]}"#)
        #expect(try server.send("PUT", "/items/999/dismissed/x").status == 404)
        #expect(try server.send("PUT", "/items/x/dismissed/x").status == 404)
        #expect(try server.send("PUT", "/items/\(id)/dismissed/%1B").status == 422)
        #expect(try server.send("GET", "/suggestions?saved-item=x").status == 400)
    }

    @Test func `duplicates are listed and merged in one undo step`() throws {
        let server = try RunningServer()
        let first = try Self.save(
            #"{"title": "", "tags": ["sea"], "location": "http://www.example.org/map/", "at": "2020-01-02T00:00:00Z", "note": "one"}"#,
            on: server)
        let second = try Self.save(
            #"{"title": "Map", "tags": ["map"], "location": "https://example.org/map", "note": "two"}"#, on: server)
        let third = try Self.save(#"{"title": "Other", "tags": [], "location": "http://example.org/maps"}"#, on: server)
        for location in [
            "http://example.org/?q=/", "http://example.org/?q=", "https://example.com/a", "ftp://example.com/a",
            "/example.com/a",
        ] { _ = try Self.save(#"{"title": "x", "tags": [], "location": "\#(location)"}"#, on: server) }
        _ = try Self.save(#"{"title": "y", "tags": [], "location": "http://example.com/a"}"#, on: server)
        let all = try server.send("GET", "/items/duplicates")
        #expect(all["count"] as? Int == 2)
        let page = try server.send("GET", "/items/duplicates?limit=1")
        let link = try #require(page.headers["link"])
        let rest = try server.send("GET", String(link.dropFirst("</api/v1".count).prefix { $0 != ">" }))
        #expect(rest.headers["link"] == nil)
        let groups = rest["duplicates"] as? [[String: Any]]
        let items = groups?.first?["items"] as? [[String: Any]]
        #expect(items?.map { $0["id"] as? Int } == [first, second])
        let body = #"{"ids": [\#(first), \#(second)], "into": \#(second)}"#
        let merged = try server.send("POST", "/items/merge", body)
        #expect(merged.status == 200, "\(merged.body)")
        #expect(merged["id"] as? Int == second && merged["title"] as? String == "Map")
        #expect((merged["tags"] as? [String]).map { Set($0) } == ["sea", "map"])
        #expect(merged["note"] as? String == "two\n\none")
        #expect((merged["at"] as? String)?.hasPrefix("2020-01-02") == true)
        #expect(merged["location"] as? String == "https://example.org/map")
        #expect(try server.send("GET", "/items/\(first)").status == 404)
        #expect(try server.send("GET", "/tags/sea")["uses"] as? Int == 1)
        #expect(try server.send("POST", "/undo")["change"] as? String == "merge 2 items into \(second)")
        #expect(try server.send("GET", "/items/\(first)")["tags"] as? [String] == ["sea"])
        #expect(try server.send("GET", "/items/\(second)")["note"] as? String == "two")
        let missing = #"{"ids": [999], "into": \#(second)}"#
        #expect(try server.send("POST", "/items/merge", missing).status == 404)
        _ = try server.send("POST", "/sets", #"{"set": "other"}"#)
        let elsewhere = try Self.save(#"{"set": "other", "title": "z", "tags": []}"#, on: server)
        for wrong in [
            #"{"ids": [\#(second)], "into": \#(second)}"#, #"{"ids": [\#(third)]}"#, #"{"into": \#(third)}"#,
            #"{"ids": [\#(elsewhere)], "into": \#(third)}"#, #"{"ids": ["x"], "into": 1}"#,
        ] { #expect(try server.send("POST", "/items/merge", wrong).status == 422, "\(wrong)") }
    }

    @Test func `the report of an import has a query for the added items`() throws {
        let server = try RunningServer()
        _ = try Self.save(#"{"title": "before", "tags": []}"#, on: server)
        let lines =
            #"{"title": "one", "at": "2001-01-01T00:00:00Z"}"# + "\n"
            + #"{"title": "two", "location": "/two", "tags": ["a"]}"# + "\n"
        let type = ["Content-Type: application/x-ndjson"]
        let report = try server.send("POST", "/import", lines, headers: type)
        let query = try #require(report["q"] as? String)
        let found = try server.send("GET", "/items?q=\(query)")
        let titles = (found["items"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
        #expect(titles.map { Set($0) } == ["one", "two"])
        #expect(try server.send("POST", "/import", lines, headers: type)["q"] == nil)
    }
}
