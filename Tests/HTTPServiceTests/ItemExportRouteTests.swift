import Foundation
import TestSupport
import Testing

/// GET /export with a format, a query or a set.
@Suite struct ItemExportRouteTests {
    private let server: RunningServer

    init() throws {
        server = try RunningServer()
        for body in [
            #"{"title": "first", "location": "https://a.example/", "tags": ["x"]}"#,
            #"{"title": "second", "location": "https://b.example/", "tags": ["y"]}"#,
        ] { #expect(try server.send("POST", "/items", body).status == 201) }
        #expect(try server.send("POST", "/sets", #"{"set": "mine", "tags": ["z"]}"#).status == 201)
        let third = #"{"set": "mine", "title": "third", "location": "/c", "tags": ["z"]}"#
        #expect(try server.send("POST", "/items", third).status == 201)
    }

    /// Returns a token with the scope `admin` for one set.
    private func limitedToken() throws -> String {
        let body = #"{"name": "guest", "scope": "admin", "sets": ["mine"]}"#
        return try server.send("POST", "/tokens", body)["token"] as? String ?? ""
    }

    private static let formats = [
        ("netscape", "text/html; charset=utf-8", "bookmarks.html", "<!DOCTYPE NETSCAPE"),
        ("pinboard", "application/json", "pinboard.json", "[{\"written-by\":"),
        ("items-csv", "text/csv; charset=utf-8", "items.csv", "id,set,title,"),
        ("links", "text/markdown; charset=utf-8", "links.md", "<!-- Written by tagflow -->\n\n- [first]("),
        ("ndjson", "application/x-ndjson", "items.ndjson", "{\"at\":"),
    ]

    @Test(arguments: formats) func `items that match a query are sent as a file`(
        format: String, contentType: String, name: String, start: String
    ) throws {
        let path = "/export?format=\(format)&q=%23x"
        let answer = try server.send("GET", path)
        #expect(answer.status == 200)
        #expect(answer.body.hasPrefix(start), "\(answer.body)")
        #expect(answer.body.contains("first") && !answer.body.contains("second"))
        let head = try server.send("HEAD", path)
        #expect(head.status == 200)
        for headers in [answer.headers, head.headers] {
            #expect(headers["content-type"] == contentType)
            #expect(headers["content-disposition"] == "attachment; filename=\"\(name)\"")
            #expect(headers["x-content-type-options"] == "nosniff")
        }
        let set = try server.send("GET", "/export?format=\(format)&set=mine")
        #expect(set.body.contains("third") && !set.body.contains("first"))
    }

    @Test func `without a query and a set, NDJSON contains everything`() throws {
        for path in ["/export", "/export?format=ndjson"] {
            let answer = try server.send("GET", path)
            #expect(answer.status == 200 && answer.body.contains(#""tag":"x""#))
            #expect(answer.headers["content-type"] == "application/x-ndjson")
            #expect(answer.headers["content-disposition"] == "attachment; filename=\"tagflow.ndjson\"")
        }
        let items = try server.send("GET", "/export?q=")
        #expect(items.body.split(separator: "\n").count == 3)
        #expect(!items.body.contains(#""tag":"x""#))
    }

    @Test(
        arguments: [
            ("format=gif", 400, "'format' must be one of netscape, pinboard, items-csv,"),
            ("q=%23nobody", 422, "nobody"), ("q=(rome", 422, "query"), ("format=links&set=nowhere", 422, "nowhere"),
            ("matching=x", 400, "'matching'"), ("q=a&q=b", 400, "'q' appears more than once"),
        ] as [(String, Int, String)]) func `a wrong parameter is reported`(
            query: String, status: Int, detail: String
        ) throws
    {
        let answer = try server.send("GET", "/export?\(query)")
        #expect(answer.status == status)
        #expect((answer["detail"] as? String)?.contains(detail) == true, "\(answer.body)")
        #expect(answer.headers["content-disposition"] == nil)
        #expect(try server.send("HEAD", "/export?\(query)").status == status)
    }

    @Test func `'Accept' must allow the type of the format`() throws {
        for (accepted, format, status) in [
            ("text/csv", "items-csv", 200), ("text/csv", "links", 406), ("image/png", "links", 406),
            ("text/*;q=0.5, application/json", "pinboard", 200), ("*/*", "netscape", 200),
        ] {
            let answer = try server.send("GET", "/export?format=\(format)&q=", headers: ["Accept: \(accepted)"])
            #expect(answer.status == status, "\(accepted): \(format)")
        }
    }

    @Test func `a limited token gets the items of its sets, and never the whole database`() throws {
        let token = try limitedToken()
        for (format, _, _, _) in Self.formats {
            for query in ["q=", "set=mine", "q=%23z"] {
                let path = "/export?format=\(format)&\(query)"
                let answer = try server.send("GET", path, token: token)
                #expect(answer.status == 200, "\(answer.body)")
                #expect(answer.body.contains("third") && !answer.body.contains("first"))
            }
        }
        for path in ["/export", "/export?format=ndjson"] {
            #expect(try server.send("GET", path, token: token).status == 403)
            #expect(try server.send("HEAD", path, token: token).status == 403)
        }
        for (query, status) in [
            ("set=default", 404), ("format=links&q=set:default", 404), ("format=links&q=%23x", 422),
        ] {
            let answer = try server.send("GET", "/export?\(query)", token: token)
            #expect(answer.status == status && !answer.body.contains("first"), "\(query)")
        }
    }

    @Test func `the document describes the content types of each format`() throws {
        let document = try server.send("GET", "//openapi.json", token: "")
        let paths = document["paths"] as? [String: [String: [String: Any]]]
        let responses = paths?["/api/v1/export"]?["get"]?["responses"] as? [String: [String: Any]]
        let types = (responses?["200"]?["content"] as? [String: Any])?.keys.sorted()
        #expect(types == Self.formats.map { $0.1 }.sorted())
    }

    @Test func `many items are streamed completely`() throws {
        let lines = (0..<5_000).map { #"{"title":"item \#($0)","location":"/\#($0)","tags":["many"]}"# + "\n" }
        let type = ["Content-Type: application/x-ndjson"]
        #expect(try server.send("POST", "/import", lines.joined(), headers: type).status == 200)
        let answer = try server.send("GET", "/export?format=pinboard&q=%23many")
        #expect((answer.json as? [[String: Any]])?.count == 5_000)
    }
}
