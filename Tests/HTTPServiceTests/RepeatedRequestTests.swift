import Foundation
import TestSupport
import Testing

@Suite struct RepeatedRequestTests {
    private static let key = ["Idempotency-Key: one"]

    @Test func `a repeated import is answered once, also by another server`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(folder: folder)
        let headers = Self.key + ["Content-Type: application/x-ndjson"]
        let lines = (0..<20_000).map { "{\"tag\": \"tag \($0)\"}\n" }.joined()
        let first = try server.send("POST", "/import", lines, headers: headers)
        #expect(first["newTags"] as? Int == 20_000)
        server.kill()
        let again = try RunningServer(folder: folder)
        let second = try again.send("POST", "/import", lines, headers: headers)
        #expect(second.status == 200)
        #expect(second.body == first.body)
        let other = try again.send("POST", "/import", "{\"tag\": \"y\"}\n", headers: headers)
        #expect(other.status == 422)
        let elsewhere = try again.send("POST", "/import?set=x", lines, headers: headers)
        #expect(elsewhere.status == 422)
        #expect(try again.send("GET", "/tags/y").status == 404)
        #expect(try again.send("POST", "/tags", #"{"tag": "y"}"#, headers: Self.key).status == 422)
    }

    @Test func `an import that failed may be sent again under the same key`() throws {
        let server = try RunningServer()
        let headers = Self.key + ["Content-Type: application/x-ndjson"]
        let bad = try server.send("POST", "/import", "{\"tag\": \"\"}\n", headers: headers)
        #expect(bad.status == 422)
        let good = try server.send("POST", "/import", "{\"tag\": \"a\"}\n", headers: headers)
        #expect(good["newTags"] as? Int == 1)
    }

    @Test func `a repeated toggle is done once`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(folder: folder)
        _ = try server.send("POST", "/tags", #"{"tag": "sea", "sets": ["default"]}"#)
        let toggle = #"{"toggle": ["sea"]}"#
        for _ in 0..<2 {
            let answer = try server.send(
                "PATCH",
                "/sets/default/selection",
                toggle,
                headers: Self.key
            )
            #expect(answer.body == #"{"selected":["sea"],"set":"default"}"#)
        }
        server.kill()
        let again = try RunningServer(folder: folder)
        let path = "/sets/default/selection"
        #expect(try again.send("PATCH", path, toggle, headers: Self.key).status == 200)
        #expect(try again.send("GET", path).body.contains("sea"))
        let other = #"{"toggle": []}"#
        #expect(try again.send("PATCH", path, other, headers: Self.key).status == 422)
        #expect(try again.send("PATCH", path, toggle).body == #"{"selected":[],"set":"default"}"#)
    }

    @Test func `a space is made once, however often it is asked for`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        func make(
            _ server: RunningServer,
            _ name: String,
            _ key: [String]
        ) throws
            -> RunningServer.Answer
        {
            try server.send("POST", "//spaces", "{\"space\": \"\(name)\"}", headers: key)
        }
        let first = try make(server, "one", Self.key)
        #expect(first.status == 201)
        let second = try make(server, "one", Self.key)
        #expect(second.status == 201)
        #expect(second.headers["location"] == first.headers["location"])
        #expect(try make(server, "two", Self.key).status == 422)
        #expect(try make(server, "one", []).status == 409)
        #expect(try make(server, "one", ["Idempotency-Key: two"]).status == 409)
        server.kill()
        let again = try RunningServer("--spaces", folder.path)
        #expect(try make(again, "one", Self.key).status == 201)
        #expect(try make(again, "two", Self.key).status == 422)
        #expect(try again.send("GET", "//spaces").body == #"{"spaces":[{"space":"one"}]}"#)
    }
}
