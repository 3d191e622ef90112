import Foundation
import TestSupport
import Testing

@Suite struct ResourceTests {
    @Test func `a tag is made, shown, renamed, merged, aliased and deleted`() throws {
        let server = try RunningServer()
        let made = try server.send("POST", "/tags", #"{"tag": "Reading", "aliases": ["read"], "sets": ["default"]}"#)
        #expect(made.status == 201)
        #expect(made.headers["location"] == "/api/v1/tags/Reading")
        #expect(made["tag"] as? String == "Reading")
        #expect(made["sets"] as? Int == 1)
        let typo = try server.send("POST", "/tags", #"{"tag": "Readng"}"#)
        #expect(((typo["similar"] as? [[String: Any]])?.first)?["other"] as? String == "Reading")
        #expect(try server.send("POST", "/tags?strict=true", #"{"tag": "Reeding"}"#).status == 409)
        #expect(try server.send("POST", "/tags", #"{"tag": "reading"}"#).status == 409)
        #expect(try server.send("GET", "/tags/read")["tag"] as? String == "Reading")
        let merged = try server.send("POST", "/tags/Readng/merge", #"{"into": "Reading"}"#)
        #expect(merged["aliases"] as? [String] == ["read", "Readng"])
        #expect(try server.send("DELETE", "/tags/Reading/aliases/Readng").status == 204)
        #expect(try server.send("PUT", "/tags/Reading/aliases/books").status == 200)
        let renamed = try server.send("PATCH", "/tags/books", #"{"tag": "读书 📚/💪"}"#)
        #expect(renamed["tag"] as? String == "读书 📚/💪")
        #expect(renamed["aliases"] as? [String] == ["read", "books", "Reading"])
        let path = "/tags/%E8%AF%BB%E4%B9%A6%20%F0%9F%93%9A%2F%F0%9F%92%AA"
        #expect(try server.send("GET", path).status == 200)
        #expect(try server.send("DELETE", path).status == 204)
        #expect(try server.send("GET", path).status == 404)
    }

    @Test func `a renamed tag keeps its old name as an alias unless the body refuses it`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/tags", #"{"tag": "k8s"}"#)
        let renamed = try server.send("PATCH", "/tags/k8s", #"{"tag": "kubernetes"}"#)
        #expect(renamed["aliases"] as? [String] == ["k8s"])
        let again = try server.send("PATCH", "/tags/k8s", #"{"tag": "kube", "alias": false}"#)
        #expect(again["aliases"] as? [String] == ["k8s"])
        #expect(try server.send("GET", "/tags/kubernetes").status == 404)
        #expect(try server.send("POST", "/undo")["change"] as? String == "rename kubernetes kube")
        #expect(try server.send("GET", "/tags/k8s")["tag"] as? String == "kubernetes")
        let wrong = try server.send("PATCH", "/tags/k8s", #"{"tag": "x", "alias": "no"}"#)
        #expect(wrong.status == 422 && wrong["pointer"] as? String == "/alias")
    }

    @Test func `a tag is described and colored, alone or with a new name`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/tags", #"{"tag": "photo"}"#)
        let plain = try server.send("GET", "/tags/photo")
        #expect(plain["description"] == nil && plain["color"] == nil)
        let body = #"{"description": "pictures that I took", "color": "blue"}"#
        let described = try server.send("PATCH", "/tags/photo", body)
        #expect(described.status == 200 && described["tag"] as? String == "photo")
        #expect(described["description"] as? String == "pictures that I took")
        let listed = try server.send("GET", "/tags")["tags"] as? [[String: Any]]
        #expect(listed?.first?["color"] as? String == "blue")
        let renamed = try server.send("PATCH", "/tags/photo", #"{"tag": "picture", "color": "none"}"#)
        #expect(renamed["tag"] as? String == "picture" && renamed["color"] == nil)
        #expect(try server.send("POST", "/undo")["change"] as? String == "rename photo picture")
        #expect(try server.send("GET", "/tags/photo")["color"] as? String == "blue")
        #expect(try server.send("PATCH", "/tags/photo", #"{"description": ""}"#)["description"] == nil)
        for (body, pointer) in [
            ("{}", ""), (#"{"color": "pink"}"#, "/color"), (#"{"description": 1}"#, "/description"),
            (#"{"description": "\#(String(repeating: "a", count: 1_001))"}"#, "/description"),
        ] {
            let wrong = try server.send("PATCH", "/tags/photo", body)
            #expect(wrong.status == 422 && wrong["pointer"] as? String ?? "" == pointer)
        }
        #expect(try server.send("PATCH", "/tags/nothing", #"{"color": "red"}"#).status == 404)
    }

    @Test func `the descriptions and colors of all tags are listed in pages`() throws {
        let server = try RunningServer()
        #expect(try server.send("GET", "/descriptions")["count"] as? Int == 0)
        for tag in ["sea", "map", "photo"] { _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#) }
        _ = try server.send("PATCH", "/tags/photo", #"{"description": "pictures that I took"}"#)
        _ = try server.send("PATCH", "/tags/sea", #"{"color": "blue"}"#)
        let all = try server.send("GET", "/descriptions")
        #expect(all["count"] as? Int == 2)
        let expected = [["tag": "sea", "color": "blue"], ["tag": "photo", "description": "pictures that I took"]]
        #expect(all["descriptions"] as? [[String: String]] == expected)
        let first = try server.send("GET", "/descriptions?limit=1")
        #expect(first["descriptions"] as? [[String: String]] == [expected[0]])
        let next = try #require(first.headers["link"]?.firstMatch(of: #/<([^>]+)>; rel="next"/#)?.1)
        let second = try server.send("GET", "//\(next)")
        #expect(second["descriptions"] as? [[String: String]] == [expected[1]] && second.headers["link"] == nil)
        for limit in ["0", "-1", "10001", "many", ""] {
            #expect(try server.send("GET", "/descriptions?limit=\(limit)").status == 400, "\(limit)")
        }
    }

    @Test func `an item has its last check, is found by it, and takes its new location`() throws {
        let server = try RunningServer()
        let check = #""checked": {"status": 308, "at": "2026-01-01T00:00:00.5Z", "location": "https://new.example/"}"#
        let lines = [
            #"{"location": "https://old.example/", "title": "moved", \#(check)}"#,
            #"{"location": "https://gone.example/", "title": "gone", "checked": {"status": 410, "at": "2026-01-01T00:00:00Z"}}"#,
            #"{"location": "https://fine.example/", "title": "fine"}"#,
        ]
        let type = ["Content-Type: application/x-ndjson"]
        #expect(try server.send("POST", "/import", lines.joined(separator: "\n"), headers: type).status == 200)
        for (query, titles) in [("dead", ["gone"]), ("moved", ["moved"]), ("-dead%20-moved", ["fine"])] {
            let items = try server.send("GET", "/items?q=\(query)")["items"] as? [[String: Any]]
            #expect(items?.compactMap { $0["title"] as? String } == titles)
        }
        let moved = try #require(try server.send("GET", "/items?q=moved")["items"] as? [[String: Any]])[0]
        let checked = moved["checked"] as? [String: Any]
        #expect(checked?["status"] as? Int == 308 && checked?["location"] as? String == "https://new.example/")
        #expect(checked?["at"] as? String == "2026-01-01T00:00:00.500Z" && checked?.count == 3)
        let path = "/items/\(moved["id"] as? Int ?? 0)"
        let both = try server.send("PATCH", path, #"{"follow": true, "location": "https://x.example/"}"#)
        #expect(both.status == 422)
        let followed = try server.send("PATCH", path, #"{"follow": true, "title": "here"}"#)
        #expect(followed["location"] as? String == "https://new.example/" && followed["checked"] == nil)
        #expect(followed["title"] as? String == "here")
        #expect(try server.send("PATCH", path, #"{"follow": true}"#).status == 409)
        #expect(try server.send("PATCH", path, #"{"follow": false}"#)["location"] as? String == "https://new.example/")
        _ = try server.send("POST", "/undo")
        #expect(try server.send("GET", path)["checked"] != nil)
    }

    @Test func `groups are made, listed, replaced and deleted, and changes report displaced tags`() throws {
        let server = try RunningServer()
        for tag in ["todo", "doing", "done"] { _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#) }
        let made = try server.send("PUT", "/groups/a%2Fb", #"{"tags": ["todo", "DONE"]}"#)
        #expect(made.status == 201 && made.headers["location"] == "/api/v1/groups/a%2Fb")
        #expect(made["group"] as? String == "a/b" && made["tags"] as? [String] == ["todo", "done"])
        #expect(try server.send("PUT", "/groups/a%2Fb", #"{"tags": ["todo", "doing", "done"]}"#).status == 200)
        let listed = try server.send("GET", "/groups")["groups"] as? [[String: Any]]
        #expect(listed?.count == 1 && listed?.first?["tags"] as? [String] == ["todo", "doing", "done"])
        #expect(try server.send("PUT", "/groups/c", #"{"tags": ["todo", "done"]}"#).status == 409)
        let item = try server.send("POST", "/items", #"{"title": "Sweep", "tags": ["done", "todo"]}"#)
        #expect(item["tags"] as? [String] == ["todo"])
        #expect((item["displaced"] as? [[String: String]]) == [["group": "a/b", "tag": "done"]])
        let id = try #require(item["id"] as? Int)
        #expect(try server.send("GET", "/items/\(id)")["displaced"] == nil)
        let bulk = try server.send("POST", "/items/tag", #"{"ids": [\#(id)], "add": ["done"]}"#)
        #expect(bulk["changed"] as? Int == 1 && bulk["displaced"] as? Int == 1)
        #expect(try server.send("DELETE", "/groups/a%2Fb").status == 204)
        #expect(try server.send("DELETE", "/groups/a%2Fb").status == 404)
        for (body, pointer) in [
            ("{}", "/tags"), (#"{"tags": "todo"}"#, "/tags"), (#"{"tags": ["todo", "nothing"]}"#, "/tags/1"),
        ] {
            let wrong = try server.send("PUT", "/groups/g", body)
            #expect(wrong.status == 422 && wrong["pointer"] as? String == pointer)
        }
        #expect(try server.send("PUT", "/groups/g", #"{"tags": ["todo"]}"#).status == 422)
    }

    @Test func `single tags of a set are added, moved and removed`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "trip", "tags": ["sea", "map"]}"#)
        func tags() throws -> [String]? { try server.send("GET", "/sets/trip")["tags"] as? [String] }
        func selected() throws -> [String]? { try server.send("GET", "/sets/trip/selection")["selected"] as? [String] }
        let body = #"{"tags": ["photo", "sea"], "selected": true}"#
        let added = try server.send("POST", "/sets/trip/tags", body)
        #expect(added["added"] as? [String] == ["photo"])
        #expect(added["present"] as? [String] == ["sea"])
        #expect(try selected() == ["sea", "photo"])
        #expect(try server.send("POST", "/undo")["change"] as? String == "add photo, sea")
        #expect(try tags() == ["sea", "map"])
        #expect(try selected() == [])
        _ = try server.send("POST", "/redo")
        let first = try server.send("PATCH", "/sets/trip/tags/photo", #"{"before": "sea"}"#)
        #expect(first.status == 204)
        #expect(try tags() == ["photo", "sea", "map"])
        let last = try server.send("PATCH", "/sets/trip/tags/photo", #"{"before": null}"#)
        #expect(last.status == 204)
        #expect(try tags() == ["sea", "map", "photo"])
        #expect(try server.send("DELETE", "/sets/trip/tags/map").status == 204)
        #expect(try tags() == ["sea", "photo"])
        #expect(try server.send("DELETE", "/sets/trip/tags/map").status == 422)
        #expect(try server.send("POST", "/sets/trip/tags", "{}").status == 422)
        let sets = try server.send("GET", "/set-summaries")["sets"] as? [[String: Any]]
        #expect(sets?.last?["tags"] as? Int == 2)
        #expect(sets?.last?["chosen"] as? Bool == true)
        let alike = try server.send("GET", "/similar-tags?to=photos&to=tree")["similar"]
        #expect((alike as? [[String: Any]])?.compactMap { $0["other"] as? String } == ["photo"])
    }

    @Test func `implications are created, listed in pages, followed and deleted`() throws {
        let server = try RunningServer()
        let pets = #"{"set": "pets", "tags": ["beagle", "dog", "animal", "cat"]}"#
        _ = try server.send("POST", "/sets", pets)
        _ = try server.send("PUT", "/tags/dog/aliases/hound")
        let made = try server.send("PUT", "/tags/beagle/implies/HOUND")
        #expect(made.status == 200 && made["tag"] as? String == "beagle")
        #expect(made["implies"] as? [String] == ["dog"])
        #expect(try server.send("PUT", "/tags/beagle/implies/dog").status == 200)
        _ = try server.send("PUT", "/tags/dog/implies/animal")
        let cycle = try server.send("PUT", "/tags/animal/implies/beagle")
        #expect(cycle.status == 409)
        #expect((cycle["detail"] as? String)?.contains("animal → beagle → dog → animal") == true)
        #expect(try server.send("PUT", "/tags/dog/implies/dog").status == 409)
        #expect(try server.send("PUT", "/tags/dog/implies/nothing").status == 404)
        let first = try server.send("GET", "/implications?limit=1")
        #expect((first["implications"] as? [[String: Any]])?.count == 1)
        let link = try #require(first.headers["link"])
        let rest = try server.send("GET", String(link.dropFirst("</api/v1".count).prefix { $0 != ">" }))
        let last = rest["implications"] as? [[String: Any]]
        #expect(last?.map { $0["tag"] as? String } == ["dog"] && rest.headers["link"] == nil)
        let tag = try #require(first.headers["etag"])
        let cat = try server.send("GET", "/tags/cat/implies")
        #expect(cat["implies"] as? [String] == [])
        let match = "If-Match: \(cat.headers["etag"] ?? "")"
        let rule = "/tags/cat/implies/animal"
        #expect(try server.send("PUT", rule, headers: [match]).status == 200)
        #expect(try server.send("PUT", rule, headers: [match]).status == 412)
        #expect(try server.send("DELETE", rule, headers: [match]).status == 412)
        #expect(try server.send("DELETE", rule).status == 204)
        let same = try server.send("GET", "/implications?limit=1", headers: ["If-None-Match: \(tag)"])
        #expect(same.status == 304)
        let answer = try server.send("GET", "/suggestions?given=beagle&explain=true")
        let found = answer["suggestions"] as? [[String: Any]]
        #expect(found?.prefix(2).map { $0["tag"] as? String } == ["dog", "animal"])
        #expect(found?.first?["because"] as? [String] == ["beagle implies it"])
        let body = #"{"select": ["beagle"], "implied": true}"#
        let selected = try server.send("PATCH", "/sets/pets/selection", body)
        #expect(selected["selected"] as? [String] == ["beagle", "dog", "animal"])
        #expect(try server.send("POST", "/undo")["change"] as? String == "select beagle, dog, animal")
        let mixed = try server.send("PATCH", "/sets/pets/selection", #"{"selected": ["cat"], "implied": true}"#)
        #expect(mixed.status == 422)
        let more = #"{"tags": ["beagle"], "selected": true, "implied": true}"#
        _ = try server.send("POST", "/sets/default/tags", more)
        #expect(
            try server.send("GET", "/sets/default/selection")["selected"] as? [String] == ["beagle", "dog", "animal"])
        #expect(try server.send("DELETE", "/tags/beagle/implies/dog").status == 204)
        #expect(try server.send("DELETE", "/tags/beagle/implies/dog").status == 404)
        let left = try server.send("GET", "/implications")["implications"] as? [[String: Any]]
        #expect(left?.count == 1)
    }

    @Test func `a list of tags is read part by part in each order`() throws {
        let server = try RunningServer()
        let names = (0..<25).map { "tag \(String(UnicodeScalar(UInt8(97 + $0))))" }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(try server.send("PUT", "/sets/default/tags", "{\"tags\": [\(list)]}").status == 200)
        for order in ["name", "uses", "recent"] {
            var found: [String] = []
            var path: String? = "/tags?order=\(order)&limit=7"
            while let next = path {
                let answer = try server.send("GET", next)
                let tags = answer["tags"] as? [[String: Any]]
                found += tags?.compactMap { $0["tag"] as? String } ?? []
                path = answer.headers["link"]
                    .map { link in String(link.dropFirst("</api/v1".count).prefix { $0 != ">" }) }
            }
            #expect(found == names, "\(order)")
        }
        let some = try server.send("GET", "/tags?q=TAG%20C")["tags"] as? [[String: Any]]
        #expect(some?.count == 1)
    }

    @Test func `a selection is toggled, saved, restored and undone`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/sets", #"{"set": "habits", "tags": ["a", "b", "c"]}"#).status == 201)
        let toggled = try server.send("PATCH", "/sets/habits/selection", #"{"toggle": ["a"], "select": ["b"]}"#)
        #expect(toggled["selected"] as? [String] == ["a", "b"])
        let saved = try server.send("POST", "/items", #"{"set": "habits", "title": "a day", "selection": true}"#)
        #expect(saved.status == 201)
        #expect(saved["tags"] as? [String] == ["a", "b"])
        let exact = try server.send("PATCH", "/sets/habits/selection", #"{"selected": ["c"]}"#)
        #expect(exact["selected"] as? [String] == ["c"])
        #expect(try server.send("POST", "/items/1/restore").status == 200)
        #expect(try server.send("GET", "/sets/habits/selection")["selected"] as? [String] == ["a", "b"])
        #expect(try server.send("POST", "/undo")["change"] as? String == "restore-item 1")
        #expect(try server.send("GET", "/sets/habits/selection")["selected"] as? [String] == ["c"])
        #expect(try server.send("POST", "/redo").status == 200)
        #expect(try server.send("GET", "/items?q=%23a&set=habits").status == 200)
        #expect(try server.send("DELETE", "/items/1").status == 204)
        #expect(try server.send("GET", "/items/1").status == 404)
    }

    @Test func `a thing is saved by its source, replaced by the next, and found by it`() throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["a", "b", "c"]}"#)
        let body = #"{"set": "default", "tags": ["a", "b"], "location": "https://example.org/?x=é"}"#
        let saved = try server.send("POST", "/items", body)
        #expect(saved.status == 201 && saved["location"] as? String == "https://example.org/?x=é")
        let again = try server.send(
            "POST", "/items",
            #"{"set": "default", "tags": ["c"], "title": "l", "location": "https://example.org/?x=é"}"#)
        #expect(again["id"] as? Int == saved["id"] as? Int && again["tags"] as? [String] == ["c"])
        _ = try server.send("POST", "/items", #"{"set": "default", "tags": ["a"]}"#)
        let found = try server.send("GET", "/items?q=site:EXAMPLE.org")["items"]
        #expect((found as? [[String: Any]])?.map { $0["title"] as? String } == ["l"])
        let all = try server.send("GET", "/items")["items"] as? [[String: Any]]
        #expect(all?.count == 2 && all?.filter { $0["location"] == nil }.count == 1)
        #expect(try server.send("GET", "/tags/a")["uses"] as? Int == 1)
        let wrong = try server.send("POST", "/items", #"{"set": "default", "tags": ["a"], "location": " "}"#)
        #expect(wrong.status == 422)
        let line = #"{"location": "https://example.org/?x=é", "tags": ["b"]}"#
        let report = try server.send("POST", "/import", line + "\n")
        #expect(report["replaced"] as? Int == 1 && report["newItems"] as? Int == 0)
    }

    @Test func `the next query includes the saved item`() throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["sea", "map", "zoo"]}"#)
        _ = try server.send("POST", "/items", #"{"set": "default", "tags": ["sea", "map"]}"#)
        let answer = try server.send("GET", "/suggestions?given=sea&limit=1")
        let first = (answer["suggestions"] as? [[String: Any]])?.first
        #expect(first?["tag"] as? String == "map")
        #expect(first?["because"] as? [String] == ["with sea"])
        let many = try server.send(
            "POST", "/suggestions", "{\"query\": \"se\"}\n{\"given\": [\"map\"]}\n",
            headers: ["Content-Type: application/x-ndjson"])
        #expect(many.body.split(separator: "\n").count == 2)
    }

    @Test func `a typed text gets its tag, or else the tag that it may be a misspelling of`() throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["Swift", "bus", "movie", "work"]}"#)
        _ = try server.send("PUT", "/tags/movie/aliases/Film")
        for (typed, other) in [("swfit", "Swift"), ("buses", "bus"), ("movies", "movie"), ("wort", nil)] {
            let found = try server.send("GET", "/suggestions?q=\(typed)&similar=true")
            let similar = try #require(found["similar"] as? [[String: Any]])
            #expect(similar.map { $0["other"] as? String } == (other.map { [$0] } ?? []), "\(typed)")
            #expect(found["tag"] == nil && found["key"] as? String == typed)
            let line = try server.send(
                "POST", "/suggestions?similar=true", "{\"query\": \"\(typed)\"}\n",
                headers: ["Content-Type: application/x-ndjson"])
            #expect((line["similar"] as? [[String: Any]])?.count == similar.count, "\(typed)")
        }
        for (typed, tag, key) in [("%20SWIFT", "Swift", "swift"), ("film", "movie", "film")] {
            let found = try server.send("GET", "/suggestions?q=\(typed)&similar=true")
            #expect(found["tag"] as? String == tag && found["key"] as? String == key)
            #expect((found["similar"] as? [Any])?.isEmpty == true)
            let suggestions = try #require(found["suggestions"] as? [[String: Any]])
            #expect(suggestions.first?["key"] as? String == tag.lowercased())
        }
        for typed in ["", "%0A", String(repeating: "x", count: 1_001)] {
            let found = try server.send("GET", "/suggestions?q=\(typed)&similar=true")
            #expect(found["key"] == nil && (found["similar"] as? [Any])?.isEmpty == true, "\(typed)")
        }
        #expect(try server.send("GET", "/suggestions?q=swfit")["similar"] == nil)
        #expect(try server.send("GET", "/tags/SWIFT")["key"] as? String == "swift")
    }

    @Test func `the parts of a new item are evidence`() throws {
        let server = try RunningServer()
        let items = (1...8)
            .flatMap { number in
                [("matrix", "movie"), ("bread", "recipe")]
                    .map { #"{"title": "\#($0.0) \#(number)", "tags": ["\#($0.1)"]}"# + "\n" }
            }
        let lines = ["Content-Type: application/x-ndjson"]
        _ = try server.send("POST", "/import", items.joined(), headers: lines)
        for part in [
            "title=matrix", "location=https://example.org/matrix", "note=the%20matrix", "text=matrix%0Aand%20more",
            "for=matrix",
        ] {
            let answer = try server.send("GET", "/suggestions?limit=1&\(part)")
            let found = (answer["suggestions"] as? [[String: Any]])?.first
            #expect(found?["tag"] as? String == "movie", "\(part): \(answer.body)")
        }
        let many = try server.send(
            "POST", "/suggestions", #"{"note": "bread", "limit": 1}"# + "\n" + #"{"text": "matrix", "limit": 1}"#,
            headers: lines)
        let tags = many.body.matches(of: /"tag":"([^"]+)"/).map { String($0.1) }
        #expect(tags == ["recipe", "movie"], "\(many.body)")
    }

    @Test func `evidence that is too long is a problem with its field and limit`() throws {
        let server = try RunningServer()
        let guest = #"{"name": "guest", "scope": "suggest", "sets": ["default"]}"#
        let limited = try server.send("POST", "/tokens", guest)["token"] as? String ?? ""
        for (name, limit) in [("title", 1_000), ("location", 4_000)] {
            let value = String(repeating: "x", count: limit + 1)
            for token in [RunningServer.adminToken, limited] {
                let path = "/suggestions?\(name)=\(value)"
                let answer = try server.send("GET", path, token: token)
                let detail = answer["detail"] as? String ?? ""
                #expect(answer.status == 422, "\(detail)")
                #expect(detail.hasPrefix("invalid \(name) 'xxx"), "\(detail)")
                #expect(detail.hasSuffix("longer than \(limit) bytes of UTF-8; shorten it"))
            }
        }
        let both = try server.send("GET", "/suggestions?for=a&note=b")
        #expect(both.status == 422)
        let detail = both["detail"] as? String
        #expect(detail == "'for' can't be combined with 'note'; give one of them")
        let note = String(repeating: "x", count: 65_537)
        let many = try server.send(
            "POST", "/suggestions", #"{"id": 1, "note": "\#(note)"}"# + "\n{}\n",
            headers: ["Content-Type: application/x-ndjson"])
        let answers = many.body.split(separator: "\n")
        #expect(answers.count == 2 && many.status == 200)
        #expect(answers.first?.hasPrefix(#"{"error":"invalid note 'xxx"#) == true, "\(many.body)")
    }

    @Test func `boards are data, windows and pictures`() throws {
        let server = try RunningServer()
        let names = (0..<300).map { "\"tag \($0)\"" }.joined(separator: ",")
        _ = try server.send("PUT", "/sets/default/tags", "{\"tags\": [\(names)]}")
        let whole = try server.send("GET", "/sets/default/board?width=400")
        #expect((whole["chips"] as? [Any])?.count == 300)
        let window = try server.send("GET", "/sets/default/board?width=400&top=100&height=100")
        let seen = (window["chips"] as? [Any])?.count ?? 0
        #expect(seen > 0 && seen < 40)
        let heights = [whole, window].map { ($0["size"] as? [String: Double])?["height"] }
        #expect(heights[0] == heights[1])
        for (ending, beginning) in [
            ("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("md", "<!-- Written by tagflow -->\n\n## default"),
            ("csv", "tag,selected"), ("txt", "("),
        ] {
            let picture = try server.send("GET", "/sets/default/board.\(ending)?width=300")
            #expect(picture.status == 200)
            #expect(picture.body.hasPrefix(beginning), "\(ending): \(picture.body.prefix(40))")
        }
        for ending in ["png", "pdf"] { #expect(try server.send("HEAD", "/sets/default/board.\(ending)").status == 200) }
        #expect(try server.send("GET", "/sets/default/board.gif").status == 404)
    }

    @Test func `an export can be imported again`() throws {
        let server = try RunningServer()
        let lines = (0..<5_000).map { "{\"tag\": \"tag \($0)\"}\n" }.joined()
        let type = ["Content-Type: application/x-ndjson"]
        let report = try server.send("POST", "/import", lines, headers: type)
        #expect(report["newTags"] as? Int == 5_000)
        let export = try server.send("GET", "/export")
        #expect(export.body.split(separator: "\n").count == 5_001)
        #expect(try server.send("POST", "/import", export.body, headers: type)["newTags"] as? Int == 0)
        let bad = try server.send("POST", "/import", "{\"tag\": \"x\"}\n{\"tag\": \"\"}\n", headers: type)
        #expect(bad.status == 422)
        #expect((bad["detail"] as? String)?.contains("line 2") == true)
        #expect(try server.send("GET", "/tags/x").status == 404)
        let copy = server.folder.file("copy.sqlite")
        _ = try RunningServer.curl([
            "-s", "-o", copy, "-H", "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/backup",
        ])
        let tagflow = try TagflowProcess()
        #expect(try tagflow.run("--database", copy, "export", "--format", "ndjson").output == export.body)
    }

    @Test func `the command line and the server see each other's changes`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        #expect(try tagflow.run("--database", server.database, "add", "from the shell").code == 0)
        #expect(try server.send("GET", "/tags/from%20the%20shell").status == 200)
        let question = try server.send("GET", "/suggestions?q=from")
        #expect((question["suggestions"] as? [Any])?.count == 1)
        _ = try server.send("POST", "/tags", #"{"tag": "from the server"}"#)
        #expect(try tagflow.run("--database", server.database, "tags", "--all").output.contains("from the server"))
    }
}
