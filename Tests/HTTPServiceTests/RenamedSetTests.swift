import Foundation
import TestSupport
import Testing

/// A token keeps the sets that it was made for.
@Suite struct RenamedSetTests {
    private static func token(_ server: RunningServer, _ sets: String) throws -> String {
        let body = "{\"name\": \"guest\", \"scope\": \"write\", \"sets\": \(sets)}"
        return try server.send("POST", "/tokens", body)["token"] as? String ?? ""
    }

    @Test func `an event stream follows its set through a rename, and not the set's old name`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["a"]}"#)
        let token = try Self.token(server, #"["mine"]"#)
        let stream = try RunningStream(server, "/events", token: token)
        #expect(stream.has("retry:"))
        _ = try server.send("PATCH", "/sets/mine", #"{"set": "ours"}"#)
        #expect(stream.has(#""sets":["ours"]"#))
        let before = stream.text
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["b"]}"#)
        _ = try server.send("POST", "/sets/mine/tags", #"{"tags": ["c"]}"#)
        _ = try server.send("POST", "/sets/ours/tags", #"{"tags": ["d"]}"#)
        #expect(stream.has("event: commit", times: 2))
        let after = stream.text.dropFirst(before.count)
        #expect(after.contains(#""sets":["ours"]"#))
        #expect(!after.contains("mine"))
    }

    @Test func `a resumed stream contains nothing of other sets`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["a"]}"#)
        let token = try Self.token(server, #"["mine"]"#)
        let first = try RunningStream(server, "/events", token: token)
        #expect(first.has("retry:"))
        _ = try server.send("POST", "/sets/mine/tags", #"{"tags": ["d"]}"#)
        #expect(first.has("event: commit"))
        let id = first.text.firstMatch(of: /id: ([0-9]+)/).map { String($0.output.1) } ?? ""
        for number in 0..<5 { _ = try server.send("POST", "/sets", "{\"set\": \"other \(number)\"}") }
        _ = try server.send("POST", "/sets/mine/tags", #"{"tags": ["e"]}"#)
        let text = try RunningServer.curl([
            "-sN", "--max-time", "3", "-H", "Authorization: Bearer \(token)", "-H", "Last-Event-ID: \(id)",
            server.url + "/api/v1/events",
        ])
        #expect(text.components(separatedBy: "event: commit").count == 2, "\(text)")
        #expect(!text.contains("other"))
    }

    @Test func `a token follows its set through a rename, and is closed when the set is deleted`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["a"]}"#)
        let token = try Self.token(server, #"["mine"]"#)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 200)
        _ = try server.send("PATCH", "/sets/mine", #"{"set": "ours"}"#)
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["b"]}"#)
        #expect(try server.send("GET", "/sets/ours", token: token).status == 200)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 404)
        #expect(try server.send("DELETE", "/sets/ours").status == 204)
        _ = try server.send("POST", "/sets", #"{"set": "ours", "tags": ["c"]}"#)
        #expect(try server.send("GET", "/sets/ours", token: token).status == 404)
        #expect(try server.send("GET", "/sets", token: token).body == #"{"sets":[]}"#)
    }

    @Test func `a rename by another process changes nothing that a token opens`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        _ = try server.send("POST", "/sets", #"{"set": "mine", "tags": ["a"]}"#)
        let token = try Self.token(server, #"["mine"]"#)
        #expect(try server.send("GET", "/sets/mine", token: token).status == 200)
        for words in [["rename-set", "mine", "ours"], ["new", "mine"]] {
            #expect(try tagflow.run(["--database", server.database] + words).code == 0)
        }
        // The server has no time to read the new names.
        #expect(try server.send("GET", "/sets/mine", token: token).status == 404)
        #expect(try server.send("GET", "/sets/ours", token: token).status == 200)
    }
}
