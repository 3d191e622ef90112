import Foundation
import TestSupport
import Testing

/// The routes of reviews and of the items that a tag fits.
@Suite struct ReviewRouteTests {
    private static func save(_ title: String, _ tags: [String] = [], at: String, on server: RunningServer) throws -> Int
    {
        let tags = tags.map { "\"\($0)\"" }.joined(separator: ",")
        let body = #"{"set": "default", "title": "\#(title)", "tags": [\#(tags)], "at": "\#(at)"}"#
        let saved = try server.send("POST", "/items", body)
        #expect(saved.status == 201, "\(saved.body)")
        return saved["id"] as? Int ?? 0
    }

    private static func ids(_ answer: RunningServer.Answer, _ list: String) -> [Int] {
        (answer[list] as? [[String: Any]] ?? []).compactMap { ($0["item"] as? [String: Any])?["id"] as? Int }
    }

    @Test func `a review lists the next items with suggestions, page by page`() throws {
        let server = try RunningServer()
        for day in 1...6 { _ = try Self.save("film \(day)", ["film"], at: "2026-01-0\(day)T00:00:00Z", on: server) }
        let ids = try (1...5).map { try Self.save("film", at: "2026-02-0\($0)T00:00:00Z", on: server) }
        let first = try server.send("GET", "/review?limit=2")
        #expect(Self.ids(first, "items") == [ids[4], ids[3]] && first["total"] as? Int == 5)
        let entry = (first["items"] as? [[String: Any]])?.first
        let suggestion = (entry?["suggestions"] as? [[String: Any]])?.first
        #expect(suggestion?["tag"] as? String == "film" && suggestion?["key"] as? String == "film")
        #expect(suggestion?["probability"] as? Double ?? 0 > 0.6)
        let next = try #require(first["next"] as? String)
        #expect(first.headers["link"]?.contains("after=\(next)") == true)
        #expect(try server.send("PUT", "/items/\(ids[3])/reviewed").status == 204)
        #expect(try server.send("PUT", "/items/\(ids[3])/reviewed").status == 204)
        let edited = try server.send("PATCH", "/items/\(ids[4])", #"{"tags": ["film"], "reviewed": true}"#)
        #expect(edited.status == 200 && edited["tags"] as? [String] == ["film"])
        let second = try server.send("GET", "/review?limit=2&after=\(next)")
        #expect(Self.ids(second, "items") == [ids[2], ids[1]] && second["total"] as? Int == 3)
        #expect(try Self.ids(server.send("GET", "/review?again=true"), "items") == [ids[3], ids[2], ids[1], ids[0]])
        #expect(try server.send("GET", "/review?q=%23film")["total"] as? Int == 6)
        #expect(try server.send("GET", "/review?q=")["total"] as? Int == 9)
        // One undo step for tags and mark.
        #expect(try server.send("POST", "/undo")["change"] as? String == "review \(ids[4])")
        #expect(try Self.ids(server.send("GET", "/review?limit=1"), "items") == [ids[4]])
        #expect(try server.send("DELETE", "/items/\(ids[3])/reviewed").status == 204)
        #expect(try server.send("DELETE", "/items/\(ids[3])/reviewed").status == 404)
        let last = try server.send("GET", "/review?limit=50")
        #expect(last["total"] as? Int == 5 && last["next"] == nil && last.headers["link"] == nil)
        let none = try server.send("GET", "/review?q=none")
        #expect(none.body == #"{"items":[],"total":0}"#)
        for (path, status) in [
            ("/review?limit=51", 400), ("/review?after=x", 400), ("/review?q=%28", 422), ("/review?set=none", 422),
            ("/items/999/reviewed", 404),
        ] {
            let method = path.hasPrefix("/items") ? "PUT" : "GET"
            #expect(try server.send(method, path).status == status, "\(path)")
        }
        #expect(try server.send("PATCH", "/items/\(ids[0])", #"{"reviewed": "yes"}"#).status == 422)
    }

    @Test func `the items that a tag fits are listed, and answers aren't asked again`() throws {
        let server = try RunningServer()
        let words = ["boat", "harbor", "sail", "tide"]
        for number in 0..<12 {
            _ = try Self.save("oven bread \(number)", ["kitchen"], at: "2026-01-01T00:00:\(10 + number)Z", on: server)
        }
        let ids = try (0..<12)
            .map { number in
                let title = "\(words[number % 4]) \(words[(number + 1) % 4]) \(number)"
                return try Self.save(title, at: "2026-01-02T00:00:\(10 + number)Z", on: server)
            }
        let tagged = #"{"ids": [\#(ids[0]), \#(ids[1]), \#(ids[2])], "add": ["sailing"]}"#
        #expect(try server.send("POST", "/items/tag", tagged).status == 200)
        let all = try server.send("GET", "/tags/sailing/candidates?limit=200")
        let found = Self.ids(all, "candidates")
        #expect(Set(found.prefix(6)).isSubset(of: ids.dropFirst(3)) && found.count >= 6, "\(all.body)")
        let probabilities = (all["candidates"] as? [[String: Any]] ?? []).compactMap { $0["probability"] as? Double }
        #expect(probabilities.count == found.count && probabilities == probabilities.sorted(by: >))
        var (pages, path): ([Int], String?) = ([], "/tags/SAILING/candidates?limit=4")
        while let next = path {
            let page = try server.send("GET", next)
            pages += Self.ids(page, "candidates")
            path = (page["next"] as? String).map { "/tags/sailing/candidates?limit=4&after=\($0)" }
            #expect((page.headers["link"] == nil) == (path == nil))
        }
        #expect(pages == found)
        #expect(try server.send("PUT", "/items/\(found[0])/dismissed/sailing").status == 200)
        #expect(try server.send("PATCH", "/items/\(found[1])", #"{"add": ["sailing"]}"#).status == 200)
        let rest = try Self.ids(server.send("GET", "/tags/sailing/candidates?limit=200"), "candidates")
        #expect(!rest.contains(found[0]) && !rest.contains(found[1]))
        #expect(try server.send("GET", "/tags/sailing/candidates?set=default")["candidates"] != nil)
        #expect(try server.send("GET", "/tags/none/candidates").status == 404)
        #expect(try server.send("GET", "/tags/sailing/candidates?set=none").status == 422)
        for wrong in ["limit=0", "limit=201", "after=x"] {
            #expect(try server.send("GET", "/tags/sailing/candidates?\(wrong)").status == 400, "\(wrong)")
        }
        _ = try server.send("POST", "/tags", #"{"tag": "merge"}"#)
        #expect(try server.send("GET", "/tags/merge/candidates").status == 200)
    }
}
