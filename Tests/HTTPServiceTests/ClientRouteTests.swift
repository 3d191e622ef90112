import Foundation
import TestSupport
import Testing

/// The APIs of linkding and Pinboard, without their clients.
@Suite struct ClientRouteTests {
    /// Sends a request to Pinboard's API with the admin's token.
    private static func pinboard(
        _ server: RunningServer, _ path: String, _ parameters: [String: String] = [:], method: String = "GET"
    ) throws -> RunningServer.Answer {
        let all = parameters.merging(["auth_token": "me:\(RunningServer.adminToken)"]) { $1 }
        let query = all.sorted { $0.key < $1.key }
            .map { name, value in
                let encoded = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                return "\(name)=\(encoded ?? "")"
            }
        let place = "//v1\(path)?\(query.joined(separator: "&"))"
        return try server.send(method, place, token: "")
    }

    @Test func `a bookmark of linkding is an item`() throws {
        let server = try RunningServer()
        let made = try server.send(
            "POST", "//linkding/api/bookmarks/",
            #"{"url": "https://swift.org/", "tag_names": ["a-b"], "notes": "n", "unread": true}"#)
        #expect(made.status == 201 && made["notes"] as? String == "n")
        let item = try server.send("GET", "/items/\(made["id"] as? Int ?? 0)")
        #expect(item["tags"] as? [String] == ["a-b", "unread"])
        #expect(item["location"] as? String == "https://swift.org/")
        _ = try server.send("POST", "/undo")
        #expect(try server.send("GET", "//linkding/api/bookmarks/")["count"] as? Int == 0)
    }

    @Test func `the tags of states are options`() throws {
        let server = try RunningServer("--unread-tag", "to read", "--archived-tag", "done")
        let made = try server.send(
            "POST", "//linkding/api/bookmarks/",
            #"{"url": "https://x.example/", "tag_names": ["unread"], "unread": true, "is_archived": true}"#)
        #expect(made["tag_names"] as? [String] == ["unread"])
        let item = try server.send("GET", "/items/1")
        #expect(item["tags"] as? [String] == ["unread", "to read", "done"])
        let post = try Self.pinboard(server, "/posts/get", ["url": "https://x.example/", "format": "json"])
        #expect((post["posts"] as? [[String: String]])?.first?["toread"] == "yes")
    }

    @Test(
        arguments: [
            ("GET", "/api/bookmarks/9/", nil, 404, "detail"), ("GET", "/api/nothing/", nil, 404, "detail"),
            ("PUT", "/api/bookmarks/", "{}", 405, "detail"), ("POST", "/api/bookmarks/", "{}", 400, "url"),
            ("POST", "/api/bookmarks/", "[]", 400, "non_field_errors"), ("POST", "/api/bookmarks/", "{", 400, "detail"),
            ("POST", "/api/tags/", #"{"example": "x"}"#, 400, "name"),
            ("GET", "/api/bookmarks/check/", nil, 400, "url"),
        ] as [(String, String, String?, Int, String)]) func `an error has linkding's form`(
            method: String, path: String, body: String?, status: Int, field: String
        ) throws
    {
        let server = try RunningServer()
        let answer = try server.send(method, "//linkding\(path)", body)
        #expect(answer.status == status, "\(answer.body)")
        #expect(answer.headers["content-type"] == "application/json")
        let object = answer.json as? [String: Any]
        #expect(object?.keys.map { $0 } == [field], "\(answer.body)")
        let text = object?[field] as? String ?? (object?[field] as? [String])?.first
        #expect(text?.isEmpty == false && text?.contains("\n") == false)
    }

    @Test func `GET of Pinboard's API changes nothing without its token`() throws {
        let server = try RunningServer()
        let place = "//v1/posts/add?url=x&description=x"
        for headers in [[], ["Cookie: \(Browser.cookieName(of: server))=\(RunningServer.adminToken)"]] {
            let answer = try server.send("GET", place, headers: headers, token: "")
            #expect(answer.status == 401)
            #expect(answer.body.hasPrefix("<?xml"), "\(answer.body)")
        }
        #expect(try server.send("GET", place).status == 401)
        #expect(try server.send("GET", "/items")["total"] as? Int == 0)
        let added = try Self.pinboard(server, "/posts/add", ["url": "x", "description": "x"])
        #expect(added.body.contains(#"<result code="done" />"#))
        #expect(added.headers["cache-control"] == "no-store" && added.headers["etag"] == nil)
        #expect(try server.send("GET", "/items")["total"] as? Int == 1)
    }

    @Test func `a long note with control characters stays within XML`() throws {
        let server = try RunningServer("--url-limit", "300000", "--header-limit", "300000")
        let note = String(repeating: "<&\"\u{1}\u{1B}[31m\n", count: 4_000)
        let fields = ["url": "x", "description": "\u{7}title\u{0}", "extended": note]
        _ = try Self.pinboard(server, "/posts/add", fields)
        let answer = try Self.pinboard(server, "/posts/all", ["tag": "\u{1}\u{1B}"])
        #expect(!answer.body.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        let all = try Self.pinboard(server, "/posts/all").body
        let reader = XMLReader(all)
        #expect(reader.isValid && all.contains("&lt;&amp;&quot;"))
    }

    @Test func `the document and the metrics have both APIs`() throws {
        let server = try RunningServer()
        _ = try server.send("GET", "//linkding/api/tags/")
        _ = try Self.pinboard(server, "/tags/get")
        let metrics = try server.send("GET", "//metrics").body
        #expect(metrics.contains(#"route="/linkding/api/tags/",status="200""#))
        #expect(metrics.contains(#"route="/v1/tags/get",status="200""#))
        let document = try server.send("GET", "//openapi.json", token: "")
        let paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
        #expect(paths["/linkding/health"]?["get"]?["security"] as? [String] == [])
        let others = paths.filter { $0.key.hasPrefix("/linkding/api/") || $0.key.hasPrefix("/v1/") }
        #expect(others.count == 23)
        for (path, methods) in others {
            let scheme = path.hasPrefix("/v1/") ? "pinboard" : "linkding"
            for operation in methods.values {
                let security = operation["security"] as? [[String: [String]]]
                #expect(security?.first?.keys.map { $0 } == [scheme], "\(path)")
            }
        }
        let identifiers = paths.values.flatMap { $0.values.compactMap { $0["operationId"] as? String } }
        #expect(Set(identifiers).count == identifiers.count)
    }
}

/// Reads XML with Python's parser, which refuses what isn't well-formed.
private struct XMLReader {
    let isValid: Bool

    init(_ text: String) {
        let lines = """
            import sys, xml.etree.ElementTree
            try:
                xml.etree.ElementTree.parse(sys.argv[1])
                print("valid")
            except xml.etree.ElementTree.ParseError as error:
                print(error)
            """
        do {
            let folder = try TemporaryFolder()
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("posts.xml")))
            isValid = try PythonScript.run(lines, folder.file("posts.xml")) == "valid\n"
        } catch { isValid = false }
    }
}
