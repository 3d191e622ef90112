import Foundation
import TestSupport
import Testing

/// The OpenAPI document describes the server, and the server conforms to it.
@Suite struct DocumentTests {
    private static func document(_ server: RunningServer) throws -> [String: Any] {
        try server.send("GET", "//openapi.json", token: "").json as? [String: Any] ?? [:]
    }

    private static func operation(_ document: [String: Any], _ method: String, _ path: String) -> [String: Any] {
        let paths = document["paths"] as? [String: [String: Any]]
        return paths?[path]?[method] as? [String: Any] ?? [:]
    }

    @Test func `each limit is described with its bounds, and has them`() throws {
        let server = try RunningServer()
        let document = try Self.document(server)
        for (path, least, most) in [
            ("/tags", 1, 10_000), ("/items", 1, 1_000), ("/changes", 1, 1_000), ("/similar-tags", 1, 1_000),
            ("/suggestions", 0, 1_000), ("/items/duplicates", 1, 200),
        ] {
            let parameters = Self.operation(document, "get", "/api/v1\(path)")["parameters"]
            let limit = (parameters as? [[String: Any]])?.first { $0["name"] as? String == "limit" }
            let schema = limit?["schema"] as? [String: Any]
            #expect(schema?["minimum"] as? Int == least, "\(path)")
            #expect(schema?["maximum"] as? Int == most, "\(path)")
            #expect(try server.send("GET", "\(path)?limit=\(most)").status == 200)
            #expect(try server.send("GET", "\(path)?limit=\(least)").status == 200)
            #expect(try server.send("GET", "\(path)?limit=\(most + 1)").status == 400)
            #expect(try server.send("GET", "\(path)?limit=\(least - 1)").status == 400)
        }
    }

    @Test func `the event stream reports its token's scope, as described`() throws {
        let server = try RunningServer()
        let answers = Self.operation(try Self.document(server), "get", "/api/v1/events")
        let stream = (answers["responses"] as? [String: [String: Any]])?["200"]
        let field = (stream?["headers"] as? [String: [String: Any]])?["Tagflow-Scope"]
        let scopes = (field?["schema"] as? [String: Any])?["enum"] as? [String]
        #expect(scopes == ["suggest", "read", "write", "admin"])
        let head = try server.send("HEAD", "/events")
        #expect(scopes?.contains(head.headers["tagflow-scope"] ?? "") == true, "\(head.headers)")
    }

    @Test(arguments: ["/similar-tags?to=", "/suggestions?given=", "/suggestions?set=", "/items?q="])
    func `the response to an empty name is described`(path: String) throws {
        let server = try RunningServer()
        let route = "/api/v1" + path.prefix { $0 != "?" }
        let answers = Self.operation(try Self.document(server), "get", route)["responses"]
        let described = try #require(answers as? [String: Any]).keys
        let status = try server.send("GET", path).status
        #expect(described.contains("\(status)"), "\(status)")
    }

    @Test(arguments: [
        ("post", "/tags", #"{"tag": "new", "aliases": null, "sets": null}"#, 201),
        ("post", "/sets", #"{"set": "new", "tags": null}"#, 201),
        ("patch", "/sets/{set}", #"{"set": null, "layout": null}"#, 200),
        ("patch", "/sets/{set}", #"{"layout": {"spacing": null, "maxLines": 3}}"#, 200),
        ("patch", "/sets/{set}/selection", #"{"toggle": null, "selected": ["a"]}"#, 200),
        ("post", "/items", #"{"set": "default", "title": null, "tags": ["a"]}"#, 201),
        ("post", "/tokens", #"{"name": "n", "scope": "read", "sets": null, "expires": null}"#, 201),
        ("post", "/tags", #"{"tag": null}"#, 422), ("put", "/sets/{set}/tags", #"{"tags": null}"#, 422),
        ("patch", "/tags/{tag}", #"{"tag": null, "color": "red"}"#, 200),
    ]) func `nullable fields are described as such, and no others are nullable`(
        method: String, path: String, body: String, status: Int
    ) throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["a"]}"#)
        let place = path.replacingOccurrences(of: "{set}", with: "default").replacingOccurrences(of: "{tag}", with: "a")
        #expect(try server.send(method.uppercased(), place, body).status == status)
        let operation = Self.operation(try Self.document(server), method, "/api/v1\(path)")
        let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        let json = content?["application/json"] as? [String: Any]
        let properties = (json?["schema"] as? [String: Any])?["properties"] as? [String: Any]
        let given = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
        for (name, value) in given where value is NSNull {
            let schema = properties?[name] as? [String: Any]
            let mayBeNull = (schema?["anyOf"] as? [[String: Any]])?.contains { $0["type"] as? String == "null" }
            #expect((mayBeNull ?? false) == (status < 300), "\(name)")
        }
    }

    @Test(arguments: [
        ("get", "/items", "/items?q=%23nobody", 422), ("get", "/items", "/items?set=nobody", 422),
        ("get", "/export", "/export?q=%23nobody", 422), ("get", "/export", "/export?format=gif", 400),
        ("get", "/tags", "/tags?q=x", 406), ("get", "/sets", "/sets", 412), ("post", "/undo", "/undo", 409),
    ]) func `each answer is described`(method: String, path: String, place: String, status: Int) throws {
        let server = try RunningServer()
        let headers = status == 406 ? ["Accept: image/png"] : status == 412 ? ["If-Match: \"x\""] : []
        #expect(try server.send(method.uppercased(), place, headers: headers).status == status)
        let operation = Self.operation(try Self.document(server), method, "/api/v1\(path)")
        #expect((operation["responses"] as? [String: Any])?["\(status)"] != nil)
    }

    @Test func `removing a tag that the set doesn't have is described`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/tags", #"{"tag": "x"}"#).status == 201)
        #expect(try server.send("DELETE", "/sets/default/tags/x").status == 422)
        let document = try Self.document(server)
        let remove = Self.operation(document, "delete", "/api/v1/sets/{set}/tags/{tag}")
        #expect((remove["responses"] as? [String: Any])?["422"] != nil)
        let metrics = Self.operation(document, "get", "/metrics")
        #expect((metrics["responses"] as? [String: Any])?["429"] != nil)
    }

    @Test func `booleans are described with all their values`() throws {
        let server = try RunningServer()
        let operation = Self.operation(try Self.document(server), "get", "/api/v1/suggestions")
        let flag = (operation["parameters"] as? [[String: Any]])?.first { $0["name"] as? String == "explain" }
        let kinds = (flag?["schema"] as? [String: Any])?["anyOf"] as? [[String: Any]]
        #expect(kinds?.first?["type"] as? String == "boolean")
        #expect(kinds?.last?["enum"] as? [String] == ["", "0", "1"])
        for value in ["", "=", "=0", "=1", "=true", "=false"] {
            #expect(try server.send("GET", "/suggestions?explain\(value)").status == 200)
        }
        #expect(try server.send("GET", "/suggestions?explain=yes").status == 400)
    }

    @Test func `paths without a token are described as well`() throws {
        let server = try RunningServer()
        let document = try Self.document(server)
        for path in ["/healthz", "/readyz", "/openapi.json", "/tagflow.js"] {
            let operation = Self.operation(document, "get", path)
            #expect((operation["security"] as? [Any])?.isEmpty == true, "\(path)")
            #expect(try server.send("GET", "/\(path)", token: "").status == 200)
        }
        #expect(Self.operation(document, "get", "/metrics")["security"] == nil)
        #expect(!Self.operation(document, "get", "/metrics").isEmpty)
    }
}
