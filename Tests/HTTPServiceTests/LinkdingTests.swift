import Foundation
import TestSupport
import Testing

/// linkding's API, as its documentation and its own tests describe it.
@Suite struct LinkdingTests {
    private let server: RunningServer

    init() throws { server = try RunningServer() }

    /// Sends a request below `/linkding/api`.
    private func send(
        _ method: String, _ path: String, _ body: String? = nil, headers: [String] = []
    ) throws -> RunningServer.Answer { try server.send(method, "//linkding/api\(path)", body, headers: headers) }

    /// Saves a bookmark, and returns its id.
    @discardableResult private func save(_ url: String, _ others: String = "") throws -> Int {
        let answer = try send("POST", "/bookmarks/", #"{"url": "\#(url)"\#(others.isEmpty ? "" : ", \(others)")}"#)
        #expect(answer.status == 201, "\(answer.body)")
        return answer["id"] as? Int ?? 0
    }

    /// The URLs or titles of the bookmarks of a list.
    private func list(_ query: String, _ field: String = "title") throws -> [String] {
        let answer = try send("GET", "/bookmarks/?\(query)")
        #expect(answer.status == 200, "\(answer.body)")
        return (answer["results"] as? [[String: Any]] ?? []).compactMap { $0[field] as? String }
    }

    // MARK: Check

    private func automaticTags(_ url: String) throws -> [String]? {
        try send("GET", "/bookmarks/check/?url=\(url)")["auto_tags"] as? [String]
    }

    @Test func `check lists the tags of automatic rules and no others`() throws {
        for number in 1...12 { try save("https://example.com/\(number)", #""tag_names": ["likely"]"#) }
        for (tag, isAutomatic) in [("big animals", false), ("big animals", true), ("unread", true), ("offered", false)]
        {
            _ = try server.send(
                "POST", "/rules", #"{"q": "site:example.com", "tag": "\#(tag)", "auto": \#(isAutomatic)}"#)
        }
        _ = try server.send("POST", "/rules", #"{"q": "site:other.example", "tag": "other", "auto": true}"#)
        #expect(try automaticTags("https://example.com/new") == ["big-animals"])
        #expect(try automaticTags("https://nothing.example/") == [])
        #expect(try automaticTags("https://example.com/1") == [], "saving a known bookmark adds no tags")
        let saved = try send("POST", "/bookmarks/", #"{"url": "https://example.com/new"}"#)
        #expect(saved["tag_names"] as? [String] == ["big-animals"] && saved["unread"] as? Bool == true)
    }

    @Test func `check finds a bookmark by its normalized URL`() throws {
        let id = try save("https://EXAMPLE.COM/path?a=2&z=1")
        let url = "HTTPS://example.com:443/path?a=2&z=1&utm_source=x"
        let encoded = url.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let found = try send("GET", "/bookmarks/check/?url=\(encoded)")["bookmark"] as? [String: Any]
        #expect(found?["id"] as? Int == id)
        #expect(try send("POST", "/bookmarks/", #"{"url": "\#(url)"}"#)["id"] as? Int == id)
    }

    // MARK: Lists

    @Test func `words match beginnings`() throws {
        try save("https://a.example/", #""title": "Programming languages""#)
        try save("https://b.example/", #""title": "Deprogrammed""#)
        for query in ["program", "PROG%20lang", "%22programming%20lang%22", "not%20deprog"] {
            #expect(try list("q=\(query)") == ["Programming languages"], "\(query)")
        }
        #expect(try list("q=program%20x") == [])
    }

    @Test func `every sort works`() throws {
        let first = try save("https://b.example/", #""title": "b", "date_added": "2020-01-02T00:00:00Z""#)
        try save("https://c.example/", #""title": "C", "date_added": "2020-01-01T00:00:00Z""#)
        try save("https://a.example/", #""date_added": "2020-01-03T00:00:00Z""#)
        _ = try send("PATCH", "/bookmarks/\(first)/", #"{"description": "changed"}"#)
        let orders = [
            ("added_asc", "CbA"), ("added_desc", "AbC"), ("title_asc", "bCA"), ("title_desc", "ACb"),
            ("modified_asc", "CAb"), ("modified_desc", "bAC"), ("nonsense", "AbC"),
        ]
        for (sort, order) in orders {
            for filter in ["", "&modified_since=2019-01-01T00:00:00Z"] {
                let urls = try list("sort=\(sort)\(filter)", "url")
                let expected = order.map { "https://\($0.lowercased()).example/" }
                #expect(urls == expected, "\(sort)\(filter)")
            }
        }
        #expect(try list("sort=title_desc&limit=1&offset=2") == ["b"])
    }

    @Test func `nothing is shared`() throws {
        try save("https://a.example/", #""shared": true"#)
        #expect(try list("shared=yes") == [])
        #expect(try list("shared=no").count == 1 && list("shared=off").count == 1)
    }

    // MARK: Saving

    @Test func `notes are a separate part of the note`() throws {
        let id = try save("https://a.example/", #""description": "a language", "notes": "one\n---\ntwo""#)
        func fields() throws -> [String?] {
            let bookmark = try send("GET", "/bookmarks/\(id)/")
            return [bookmark["description"] as? String, bookmark["notes"] as? String]
        }
        func note() throws -> String? { try server.send("GET", "/items/\(id)")["note"] as? String }
        #expect(try fields() == ["a language", "one\n---\ntwo"])
        #expect(try note() == "a language\n---\none\n---\ntwo")
        _ = try send("PATCH", "/bookmarks/\(id)/", #"{"description": ""}"#)
        #expect(try fields() == ["", "one\n---\ntwo"])
        _ = try send("PATCH", "/bookmarks/\(id)/", #"{"notes": "three", "description": "again"}"#)
        #expect(try fields() == ["again", "three"])
        _ = try send("PATCH", "/bookmarks/\(id)/", #"{"notes": ""}"#)
        #expect(try fields() == ["again", ""] && note() == "again")
        _ = try server.send("PATCH", "/items/\(id)", #"{"note": "before\n\n---\n\nafter"}"#)
        #expect(try fields() == ["before", "after"])
        _ = try send("POST", "/bookmarks/", #"{"url": "https://a.example/", "notes": "", "description": ""}"#)
        #expect(try fields() == ["", ""] && note() == nil)
    }

    @Test(arguments: ["---", "a\n---\nb", "---\n\\---\n\\\\---", "a\n--- \nb", "a\n\\---b"])
    func `a line of three hyphens in a description is read as it was sent`(description: String) throws {
        let sent = description.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        for notes in ["", "one\\n---\\ntwo"] {
            let id = try save("https://a.example/", "\"description\": \"\(sent)\", \"notes\": \"\(notes)\"")
            let bookmark = try send("GET", "/bookmarks/\(id)/")
            #expect(bookmark["description"] as? String == description)
            #expect(bookmark["notes"] as? String == notes.replacing("\\n", with: "\n"))
            _ = try send("PATCH", "/bookmarks/\(id)/", #"{"notes": "three"}"#)
            #expect(try send("GET", "/bookmarks/\(id)/")["description"] as? String == description)
        }
    }

    @Test func `empty texts clear, and fields that aren't sent stay`() throws {
        let all = #""title": "A", "description": "d", "notes": "n", "tag_names": ["t"], "unread": true"#
        for method in ["POST", "PUT", "PATCH"] {
            let id = try save("https://a.example/", all)
            let path = method == "POST" ? "/bookmarks/" : "/bookmarks/\(id)/"
            let kept = try send(method, path, #"{"url": "https://a.example/"}"#)
            #expect(kept["title"] as? String == "A" && kept["notes"] as? String == "n", "\(method) \(kept.body)")
            #expect(kept["tag_names"] as? [String] == ["t"] && kept["unread"] as? Bool == true)
            let cleared = try send(
                method, path,
                #"{"url": "https://a.example/", "title": "", "description": "", "notes": "", "tag_names": [], "unread": false}"#
            )
            for field in ["title", "description", "notes"] { #expect(cleared[field] as? String == "", "\(method)") }
            #expect(cleared["tag_names"] as? [String] == [] && cleared["unread"] as? Bool == false)
        }
    }

    @Test func `saving a known bookmark leaves it in the archive or out of it`() throws {
        let id = try save("https://a.example/", #""is_archived": true"#)
        try save("https://a.example/", #""title": "again", "is_archived": false"#)
        #expect(try send("GET", "/bookmarks/\(id)/")["is_archived"] as? Bool == true)
        #expect(try send("PATCH", "/bookmarks/\(id)/", #"{"is_archived": false}"#)["is_archived"] as? Bool == false)
    }

    @Test(arguments: [
        "x", "/notes/a.md", "javascript:alert(1)", "https://", "https://a b.example/", "mailto:ann@a.example",
        "https:///path", "http://[::1", "http://[x]/", "http://[::1]x/", "http://h.example:99999/",
        "http://h.example:8x/", "http://a:b:1/",
    ]) func `an invalid URL is an error`(url: String) throws {
        let id = try save("https://a.example/")
        for (method, path) in [("POST", "/bookmarks/"), ("PUT", "/bookmarks/\(id)/"), ("PATCH", "/bookmarks/\(id)/")] {
            let answer = try send(method, path, #"{"url": "\#(url)"}"#)
            #expect(answer.status == 400 && answer["url"] as? [String] == ["Enter a valid URL."], "\(answer.body)")
        }
        #expect(try list("", "url") == ["https://a.example/"])
    }

    @Test func `a bookmark of a file keeps its address`() throws {
        let item = try server.send("POST", "/items", #"{"location": "notes/a.md", "tags": ["t"]}"#)
        let id = item["id"] as? Int ?? 0
        let answer = try send("PUT", "/bookmarks/\(id)/", #"{"url": "notes/a.md", "title": "A"}"#)
        #expect(answer.status == 200 && answer["title"] as? String == "A", "\(answer.body)")
    }

    @Test func `forms are accepted`() throws {
        let form = "url=https%3A%2F%2Fa.example%2F&tag_names=one&tag_names=two+words&unread=true&notes="
        let answer = try send("POST", "/bookmarks/", form, headers: ["Content-Type: application/x-www-form-urlencoded"])
        #expect(answer.status == 201 && answer["unread"] as? Bool == true, "\(answer.body)")
        #expect(answer["tag_names"] as? [String] == ["one", "two-words"])
        let parts = [("title", "Größe; \"A\""), ("unread", "off"), ("date_added", ""), ("tag_names", "three")]
            .map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
        let file = "--x\r\nContent-Disposition: form-data; name=\"notes\"; filename=\"a\"\r\n\r\nfile\r\n"
        let id = answer["id"] as? Int ?? 0
        let changed = try send(
            "PATCH", "/bookmarks/\(id)/", parts.joined() + file + "--x--\r\n",
            headers: ["Content-Type: multipart/form-data; boundary=x"])
        #expect(changed["title"] as? String == "Größe; \"A\"" && changed["unread"] as? Bool == false, "\(changed.body)")
        #expect(changed["tag_names"] as? [String] == ["three"] && changed["notes"] as? String == "")
        for (type, body) in [
            ("multipart/form-data; boundary=x", "--x\r\nnothing"), ("multipart/form-data", "x"),
            ("application/x-www-form-urlencoded", "url=%ff"),
        ] {
            let invalid = try send("POST", "/bookmarks/", body, headers: ["Content-Type: \(type)"])
            #expect(invalid.status == 400 && invalid["detail"] is String, "\(type): \(invalid.body)")
        }
    }

    // MARK: Bundles and tags

    @Test func `a bundle is a view`() throws {
        try save("https://a.example/", #""title": "swift news", "tag_names": ["deep learning", "tag1"]"#)
        try save("https://b.example/", #""title": "swift news", "tag_names": ["tag1", "excluded"]"#)
        let fields = [
            "name": "New", "search": "swift or rust", "any_tags": "tag1 tag2", "all_tags": "deep-learning",
            "excluded_tags": "excluded other",
        ]
        let body = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
        let made = try send("POST", "/bundles/", body)
        #expect(made.status == 201, "\(made.body)")
        for (name, value) in fields { #expect(made[name] as? String == value, "\(made.body)") }
        let id = made["id"] as? Int ?? 0
        #expect(try list("bundle=\(id)", "url") == ["https://a.example/"])
        let view = (try server.send("GET", "/views")["views"] as? [[String: Any]])?.first
        #expect(view?["count"] as? Int == 1)
        let query = #"(swift or rust) (tag:tag1 or tag:tag2) tag:"deep learning" -tag:excluded -tag:other"#
        #expect(view?["q"] as? String == query)
        let changed = try send("PATCH", "/bundles/\(id)/", #"{"name": "Changed", "search": "", "excluded_tags": ""}"#)
        #expect(changed["id"] as? Int == id && changed["name"] as? String == "Changed", "\(changed.body)")
        #expect(changed["search"] as? String == "" && changed["any_tags"] as? String == "tag1 tag2")
        #expect(try send("GET", "/bundles/\(id)/").body == changed.body)
        _ = try send("POST", "/bundles/", #"{"name": "Another"}"#)
        #expect(try send("GET", "/bundles/\(id)/")["order"] as? Int == 1)
        #expect(try send("PUT", "/bundles/\(id)/", #"{"name": "another"}"#)["name"] is [String])
        #expect(try send("DELETE", "/bundles/\(id)/").status == 204)
        #expect(try send("DELETE", "/bundles/\(id)/").status == 404)
        #expect((try server.send("GET", "/views")["views"] as? [Any])?.count == 1)
    }

    @Test(arguments: [
        "#talk", "swift", "a or b tag:c", "(a b", "tag:a", "(tag:a)", "(a or b)", "x (tag:a or b) -tag:c",
        #"tag:"a \"b\" c" -tag:d"#, "x -tag:", "not (tag:a or tag:b)", "tag:a|tag:b",
    ]) func `any view is a bundle that keeps its query`(query: String) throws {
        for tag in ["a", "b", "c", "talk", #"a \"b\" c"#] {
            _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#)
        }
        for tag in ["d"] { _ = try server.send("POST", "/tags", #"{"tag": "\#(tag)"}"#) }
        let body = String(decoding: try JSONEncoder().encode(["q": query]), as: UTF8.self)
        let saved = try server.send("PUT", "/views/one", body)
        guard saved.status == 200 else { return }
        let bundle = (try send("GET", "/bundles/")["results"] as? [[String: Any]])?.first
        let id = bundle?["id"] as? Int ?? 0
        #expect(try send("PATCH", "/bundles/\(id)/", "{}").status == 200)
        #expect((try server.send("GET", "/views")["views"] as? [[String: Any]])?.first?["q"] as? String == query)
    }

    @Test func `a tag can be deleted`() throws {
        let bookmark = try save("https://a.example/", #""tag_names": ["one"]"#)
        let tags = try send("GET", "/tags/")["results"] as? [[String: Any]]
        let id = tags?.first?["id"] as? Int ?? 0
        #expect(try send("DELETE", "/tags/\(id)/").status == 204)
        #expect(try send("DELETE", "/tags/\(id)/").status == 404)
        #expect(try send("GET", "/bookmarks/\(bookmark)/")["tag_names"] as? [String] == [])
    }

    // MARK: Pages

    @Test(arguments: [
        ("", "/"), ("/", "/"), ("/bookmarks", "/"), ("/bookmarks?q=%23a%20%21unread", "/?q=%23a%20tag%3A%22unread%22"),
        (
            "/bookmarks/new?url=https%3A%2F%2Fa.example%2F%3Fb&title=A%26B&description=d&notes=n&tags=a,b+c&auto_close",
            "/add?location=https%3A%2F%2Fa.example%2F%3Fb&title=A%26B&tag=a&tag=b&tag=c&close=&note=d%0A---%0An"
        ), ("/settings", "/settings"), ("/settings/integrations", "/settings"),
    ]) func `a page of linkding leads to a page`(path: String, target: String) throws {
        let answer = try server.send("GET", "//linkding\(path)", token: "")
        #expect(answer.status == 302 && answer.headers["location"] == target, "\(answer.headers)")
        #expect(try server.send("GET", "/\(target)", token: "").status == 200)
    }

    @Test func `pages of linkding lead to the page of the same space`() throws {
        let server = try RunningServer("--spaces", self.server.folder.file("spaces"), "--base-path", "/tags")
        let answer = try server.send("GET", "//spaces/ann/linkding/bookmarks?q=a", token: "")
        #expect(answer.status == 302 && answer.headers["location"] == "/tags/spaces/ann/?q=a", "\(answer)")
        #expect(try server.send("GET", "//spaces/ann/?q=a", token: "").status == 200)
        #expect(try server.send("GET", "//spaces/%2F/linkding/bookmarks", token: "").status == 404)
    }

    // MARK: Errors

    @Test(
        arguments: [
            ("POST", "/bookmarks/", "{}", 400, #"{"url":["This field is required."]}"#),
            ("POST", "/bookmarks/", #"{"url": " "}"#, 400, #"{"url":["This field may not be blank."]}"#),
            (
                "POST", "/bookmarks/", "[]", 400,
                #"{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}"#
            ),
            (
                "POST", "/bookmarks/", #"{"url": "https://a.example/", "title": []}"#, 400,
                #"{"title":["Not a valid string."]}"#
            ),
            (
                "POST", "/bookmarks/", #"{"url": "https://a.example/", "unread": "maybe"}"#, 400,
                #"{"unread":["Must be a valid boolean."]}"#
            ),
            (
                "POST", "/bookmarks/", #"{"url": "https://a.example/", "tag_names": "a"}"#, 400,
                #"{"tag_names":["Expected a list of items but got type \"str\"."]}"#
            ),
            (
                "POST", "/bookmarks/", #"{"url": "https://a.example/", "tag_names": ["a", []]}"#, 400,
                #"{"tag_names":{"1":["Not a valid string."]}}"#
            ), ("GET", "/bookmarks/9/", nil, 404, #"{"detail":"No Bookmark matches the given query."}"#),
            ("PATCH", "/bookmarks/9/", "{}", 404, #"{"detail":"No Bookmark matches the given query."}"#),
            ("GET", "/tags/9/", nil, 404, #"{"detail":"No Tag matches the given query."}"#),
            ("GET", "/bundles/9/", nil, 404, #"{"detail":"No BookmarkBundle matches the given query."}"#),
            ("GET", "/nothing/", nil, 404, #"{"detail":"Not found."}"#),
            ("PUT", "/bookmarks/", "{}", 405, #"{"detail":"Method \"PUT\" not allowed."}"#),
            ("POST", "/bundles/", "{}", 400, #"{"name":["This field is required."]}"#),
        ] as [(String, String, String?, Int, String)]) func `an error has linkding's words`(
            method: String, path: String, body: String?, status: Int, text: String
        ) throws
    {
        let answer = try send(method, path, body)
        #expect(answer.status == status && answer.body == text)
    }

    @Test func `an error outside of fields has linkding's words`() throws {
        let answers = [
            try server.send("GET", "//linkding/api/tags/", token: ""),
            try server.send("GET", "//linkding/api/tags/", token: "tf_nothing"),
            try send("POST", "/bookmarks/", "x", headers: ["Content-Type: text/plain"]),
            try send("GET", "/tags/", headers: ["Accept: image/png"]),
        ]
        let details = [
            "Authentication credentials were not provided.", "Invalid token.",
            "Unsupported media type \"text/plain\" in request.", "Could not satisfy the request Accept header.",
        ]
        #expect(answers.map { $0["detail"] as? String } == details)
        #expect(answers.map(\.status) == [401, 401, 415, 406])
        let broken = try send("POST", "/bookmarks/", "{")
        #expect((broken["detail"] as? String)?.hasPrefix("JSON parse error - ") == true, "\(broken.body)")
        try save("https://a.example/")
        let other = try save("https://b.example/")
        let taken = try send("PUT", "/bookmarks/\(other)/", #"{"url": "https://a.example"}"#)
        #expect(taken.status == 400 && taken["url"] as? [String] == ["A bookmark with this URL already exists."])
    }
}

/// What Pinboard's API shares with linkding's.
@Suite struct PinboardQueryTests {
    @Test func `an undecodable query is reported in Pinboard's form`() throws {
        let server = try RunningServer()
        let token = RunningServer.adminToken.replacingOccurrences(of: " ", with: "+")
        for path in ["/posts/get", "/tags/delete"] {
            let place = "//v1\(path)?auth_token=me:\(token)&format=json&tag=%ff"
            let answer = try server.send("GET", place, token: "")
            let text = answer["result_code"] ?? answer["result"]
            #expect(answer.status == 200 && (text as? String)?.contains("percent-encoded") == true, "\(answer)")
            #expect(answer.headers["content-type"] == "application/json")
        }
    }
}
