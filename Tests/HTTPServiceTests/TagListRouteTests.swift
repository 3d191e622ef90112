import Foundation
import TestSupport
import Testing

/// The routes of many tags: the list with its counts, bulk changes, similar tags, and undoing a given change.
@Suite struct TagListRouteTests {
    private static func names(_ answer: RunningServer.Answer) -> [String] {
        (answer["tags"] as? [[String: Any]] ?? []).compactMap { $0["tag"] as? String }
    }

    private static func filled() throws -> RunningServer {
        let server = try RunningServer()
        let saved = [
            #"{"title": "a", "tags": ["sea", "map"], "at": "2019-05-06T07:08:09.010Z"}"#,
            #"{"title": "b", "tags": ["sea"], "at": "2018-01-01T00:00:00Z"}"#,
        ]
        for body in saved { #expect(try server.send("POST", "/items", body).status == 201) }
        for tag in ["seaside", "unused"] { _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#) }
        _ = try server.send("PUT", "/tags/seaside/implies/sea")
        return server
    }

    @Test func `a tag has its last use and its implications`() throws {
        let server = try Self.filled()
        let sea = try server.send("GET", "/tags/sea")
        #expect(sea["last"] as? String == "2019-05-06T07:08:09.010Z")
        #expect(sea["implies"] as? [String] == [] && sea["uses"] as? Int == 2)
        let seaside = try server.send("GET", "/tags/seaside")
        #expect(seaside["implies"] as? [String] == ["sea"] && seaside["last"] == nil)
        let listed = try server.send("GET", "/tags?order=uses")["tags"] as? [[String: Any]]
        #expect(listed?.first?["last"] as? String == "2019-05-06T07:08:09.010Z")
        #expect(listed?.last { $0["tag"] as? String == "seaside" }?["implies"] as? [String] == ["sea"])
    }

    @Test func `tags are counted and filtered by their uses`() throws {
        let server = try Self.filled()
        let all = try server.send("GET", "/tags?limit=10000")
        #expect(Self.names(all) == ["map", "sea", "seaside", "unused"] && all["total"] as? Int == 4)
        #expect(all["counts"] as? [String: Int] == ["all": 4, "unused": 2, "once": 1])
        let unused = try server.send("GET", "/tags?filter=unused&limit=1")
        #expect(Self.names(unused) == ["seaside"] && unused["total"] as? Int == 2)
        let link = try #require(unused.headers["link"])
        let rest = try server.send("GET", String(link.dropFirst("</api/v1".count).prefix { $0 != ">" }))
        #expect(Self.names(rest) == ["unused"] && rest.headers["link"] == nil)
        let once = try server.send("GET", "/tags?filter=once")
        #expect(Self.names(once) == ["map"] && once["total"] as? Int == 1)
        let some = try server.send("GET", "/tags?q=sea&filter=all")
        #expect(Self.names(some) == ["sea", "seaside"] && some["total"] as? Int == 2)
        #expect(some["counts"] as? [String: Int] == ["all": 2, "unused": 1, "once": 0])
        for wrong in ["filter=x", "limit=10001", "limit=0"] {
            #expect(try server.send("GET", "/tags?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func `tags are merged, deleted and imply another in one undo step each`() throws {
        let server = try Self.filled()
        let body = #"{"tags": ["map", "SEASIDE", "sea", "map"], "into": "sea"}"#
        let merged = try server.send("POST", "/tags/merge", body)
        #expect(merged.status == 200 && merged["tag"] as? String == "sea", "\(merged.body)")
        #expect(merged["aliases"] as? [String] == ["map", "seaside"])
        #expect(merged["uses"] as? Int == 2)
        #expect(try server.send("POST", "/undo")["change"] as? String == "merge map, seaside into sea")
        #expect(Self.names(try server.send("GET", "/tags")) == ["map", "sea", "seaside", "unused"])
        #expect(try server.send("GET", "/tags/seaside")["implies"] as? [String] == ["sea"])
        #expect(try server.send("POST", "/tags/merge", #"{"tags": ["sea"], "into": "sea"}"#).status == 409)
        #expect(try server.send("POST", "/tags/merge", #"{"tags": ["none"], "into": "sea"}"#).status == 422)
        let deleted = try server.send("POST", "/tags/delete", #"{"tags": ["unused", "map"]}"#)
        #expect(deleted.body == #"{"deleted":2}"#)
        #expect(Self.names(try server.send("GET", "/tags")) == ["sea", "seaside"])
        _ = try server.send("POST", "/undo")
        #expect(Self.names(try server.send("GET", "/tags")).count == 4)
        #expect(try server.send("POST", "/tags/delete", #"{"tags": ["map", "none"]}"#).status == 422)
        #expect(Self.names(try server.send("GET", "/tags")).count == 4)
        let implied = #"{"tags": ["map", "unused", "seaside"], "implies": "sea"}"#
        #expect(try server.send("POST", "/implications", implied).body == #"{"changed":2}"#)
        #expect(try server.send("GET", "/tags/map")["implies"] as? [String] == ["sea"])
        let ended = #"{"tags": ["map", "seaside"], "implies": "sea", "remove": true}"#
        #expect(try server.send("POST", "/implications", ended).body == #"{"changed":2}"#)
        _ = try server.send("POST", "/undo")
        _ = try server.send("POST", "/undo")
        #expect(try server.send("GET", "/tags/map")["implies"] as? [String] == [])
        #expect(try server.send("GET", "/tags/seaside")["implies"] as? [String] == ["sea"])
        let cycle = #"{"tags": ["map", "sea"], "implies": "seaside"}"#
        #expect(try server.send("POST", "/implications", cycle).status == 409)
        #expect(try server.send("GET", "/tags/map")["implies"] as? [String] == [])
        let many = #"{"tags": ["# + (1...1_001).map { #""t\#($0)""# }.joined(separator: ",") + "]}"
        for wrong in [many, #"{"tags": []}"#, "{}", #"{"tags": "x"}"#, #"{"tags": ["sea"], "x": 1}"#] {
            #expect(try server.send("POST", "/tags/delete", wrong).status == 422, "\(wrong.prefix(40))")
        }
    }

    @Test(arguments: ["merge", "delete"]) func `a tag may be called like a route`(name: String) throws {
        let server = try Self.filled()
        #expect(try server.send("GET", "/tags/\(name)").status == 404)
        #expect(try server.send("POST", "/tags", #"{"tag": "\#(name)"}"#).status == 201)
        #expect(try server.send("GET", "/tags/\(name)")["tag"] as? String == name)
        let renamed = try server.send("PATCH", "/tags/\(name)", #"{"tag": "x", "alias": false}"#)
        #expect(renamed["tag"] as? String == "x")
        _ = try server.send("POST", "/undo")
        #expect(try server.send("DELETE", "/tags/\(name)").status == 204)
        #expect(try server.send("GET", "/tags/\(name)").status == 404)
        #expect(try server.send("PUT", "/tags/\(name)", "{}").status == 405)
    }

    @Test func `similar tags have their uses, and come in pages`() throws {
        let server = try RunningServer()
        let saved = #"{"title": "x", "tags": ["book", "films", "stories"]}"#
        #expect(try server.send("POST", "/items", saved).status == 201)
        for tag in ["books", "film", "story"] { _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#) }
        let all = try server.send("GET", "/similar-tags")
        #expect(all["count"] as? Int == 3 && all["complete"] as? Bool == true)
        let pairs = all["similar"] as? [[String: Any]] ?? []
        #expect(pairs.allSatisfy { $0["uses"] as? Int == 0 && $0["otherUses"] as? Int == 1 })
        var (found, path): ([String], String?) = ([], "/similar-tags?limit=2")
        while let place = path {
            let page = try server.send("GET", place)
            found += (page["similar"] as? [[String: Any]] ?? []).compactMap { $0["tag"] as? String }
            path = page.headers["link"].map { String($0.dropFirst("</api/v1".count).prefix { $0 != ">" }) }
        }
        #expect(found == pairs.compactMap { $0["tag"] as? String })
        let distinct = try server.send("PUT", "/tags/books/distinct/book")
        #expect(distinct.body == #"{"other":"book","tag":"books"}"#)
        #expect(try server.send("GET", "/similar-tags")["count"] as? Int == 2)
        #expect(try server.send("DELETE", "/tags/book/distinct/books").status == 204)
        #expect(try server.send("GET", "/similar-tags")["count"] as? Int == 3)
        #expect(try server.send("PUT", "/tags/book/distinct/Book").status == 409)
        #expect(try server.send("PUT", "/tags/book/distinct/none").status == 404)
        #expect(try server.send("GET", "/similar-tags?after=eyJvZmZzZXQiOi0xfQ").status == 400)
    }

    @Test func `a change is undone only if it is the newest`() throws {
        let server = try Self.filled()
        func newest() throws -> Int {
            let changes = try server.send("GET", "/changes?limit=1")["changes"] as? [[String: Any]]
            return changes?.first?["id"] as? Int ?? 0
        }
        _ = try server.send("POST", "/tags", #"{"tag": "first"}"#)
        let first = try newest()
        _ = try server.send("POST", "/tags", #"{"tag": "second"}"#)
        let second = try newest()
        let refused = try server.send("POST", "/undo", #"{"change": \#(first)}"#)
        #expect(refused.status == 409)
        #expect((refused["detail"] as? String)?.hasPrefix("change \(first) isn't the newest") == true)
        #expect(try server.send("GET", "/tags/second").status == 200)
        let undone = try server.send("POST", "/undo", #"{"change": \#(second)}"#)
        #expect(undone.body == #"{"change":"add second"}"#)
        #expect(try server.send("POST", "/undo", #"{"change": \#(second)}"#).status == 409)
        #expect(try server.send("POST", "/undo", #"{"change": null}"#).body == #"{"change":"add first"}"#)
        for wrong in [#"{"change": "x"}"#, #"{"change": 1.5}"#, #"{"step": 1}"#, "[]"] {
            #expect(try server.send("POST", "/undo", wrong).status == 422, "\(wrong)")
        }
    }

    @Test func `a layout setting is removed by null, and a set becomes daily`() throws {
        let server = try RunningServer()
        func layout() throws -> [String: Any]? { try server.send("GET", "/sets/default")["layout"] as? [String: Any] }
        let made = #"{"layout": {"daily": true, "spacing": 2, "maxLines": 3}}"#
        #expect(try server.send("PATCH", "/sets/default", made).status == 200)
        #expect(try layout()?["daily"] as? Bool == true)
        let changed = #"{"layout": {"spacing": null, "maxLines": 4}}"#
        #expect(try server.send("PATCH", "/sets/default", changed).status == 200)
        let left = try layout()
        #expect(left?["spacing"] == nil && left?["maxLines"] as? Int == 4 && left?["daily"] as? Bool == true)
        _ = try server.send("POST", "/undo")
        #expect(try layout()?["spacing"] as? Int == 2)
        #expect(try server.send("PATCH", "/sets/default", #"{"layout": {"daily": 1}}"#).status == 422)
    }

    @Test func `statistics have streaks and rare tags`() throws {
        let server = try Self.filled()
        let now = Date.now.formatted(.iso8601)
        _ = try server.send("POST", "/items", #"{"title": "c", "tags": ["sea"], "at": "\#(now)"}"#)
        let all = try server.send("GET", "/stats")
        #expect(all["streaks"] as? [String: Int] == ["current": 1, "longest": 1])
        let unused = all["unused"] as? [String: Any]
        #expect(unused?["count"] as? Int == 2 && unused?["tags"] as? [String] == ["seaside", "unused"])
        #expect((all["once"] as? [String: Any])?["tags"] as? [String] == ["map"])
        let some = try server.send("GET", "/stats?q=%23map")
        #expect(some["streaks"] as? [String: Int] == ["current": 0, "longest": 1])
        #expect(some["unused"] == nil && some["once"] == nil)
    }

    @Test func `a suggestion has the number of items with its tag`() throws {
        let server = try Self.filled()
        let found = try server.send("GET", "/suggestions?q=sea")["suggestions"] as? [[String: Any]]
        let uses = found?.map { [$0["tag"] as? String ?? "": $0["uses"] as? Int] }
        #expect(uses == [["sea": 2], ["seaside": 0]])
    }
}
