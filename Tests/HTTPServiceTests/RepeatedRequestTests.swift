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
            let answer = try server.send("PATCH", "/sets/default/selection", toggle, headers: Self.key)
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

    @Test func `a repeated change of an item's tags leaves what others changed meanwhile`() throws {
        let server = try RunningServer()
        let made = try server.send("POST", "/items", #"{"set": "default", "title": "a", "tags": ["old", "kept"]}"#)
        let path = "/items/\(try #require(made["id"] as? Int))"
        let change = #"{"add": ["new", "both"], "remove": ["old"]}"#
        let first = try server.send("PATCH", path, change, headers: Self.key)
        #expect(first["tags"] as? [String] == ["kept", "new", "both"])
        // Another client, whose changes overlap.
        _ = try server.send("PATCH", path, #"{"add": ["old", "both"], "remove": ["new"]}"#)
        let again = try server.send("PATCH", path, change, headers: Self.key)
        #expect(again.status == 200 && again.body == first.body)
        let tags = try server.send("GET", path)["tags"] as? [String]
        #expect(Set(tags ?? []) == ["kept", "both", "old"] && tags?.count == 3)
        #expect(try server.send("DELETE", path).status == 204)
        #expect(try server.send("PATCH", path, change, headers: ["Idempotency-Key: two"]).status == 404)
    }

    @Test func `a space is made once, however often it is asked for`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        func make(_ server: RunningServer, _ name: String, _ key: [String]) throws -> RunningServer.Answer {
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

    /// The output of a Python script that reads the database directly.
    private static func count(_ query: String, in path: String) throws -> String {
        try PythonScript.run(
            "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0], end='')", path,
            query)
    }

    @Test func `a large response isn't stored, and a repeat still changes nothing`() throws {
        let server = try RunningServer()
        let names = (0..<2_000).map { "\"tag number \($0)\"" }.joined(separator: ",")
        let made = try server.send("POST", "/sets", "{\"set\": \"s\", \"tags\": [\(names)]}")
        #expect(made.status == 201)
        for number in 0..<20 {
            let answer = try server.send(
                "PATCH", "/sets/s/selection", #"{"toggle": ["tag number 1"]}"#,
                headers: ["Idempotency-Key: small \(number)"])
            #expect(answer.status == 200)
            let large = try server.send(
                "PATCH", "/sets/s", #"{"layout": {"alignment": "center"}}"#,
                headers: ["Idempotency-Key: large \(number)"])
            #expect(large.status == 200)
            #expect(large.body.utf8.count > 16 << 10)
        }
        #expect(try Self.count("SELECT count(*) FROM idempotency_key", in: server.database) == "40")
        #expect(try Self.count("SELECT count(*) FROM idempotency_body", in: server.database) == "20")
        let repeated = try server.send(
            "PATCH", "/sets/s", #"{"layout": {"alignment": "center"}}"#, headers: ["Idempotency-Key: large 3"])
        #expect(repeated.status == 200)
        #expect(repeated.body.isEmpty)
        let other = try server.send("PATCH", "/sets/s", #"{"layout": {}}"#, headers: ["Idempotency-Key: large 3"])
        #expect(other.status == 422)
    }

    @Test func `a backup holds no responses`() throws {
        let server = try RunningServer()
        let made = try server.send("POST", "/tags", #"{"tag": "a tag"}"#, headers: Self.key)
        #expect(made.status == 201)
        let copy = server.folder.file("copy.sqlite")
        _ = try RunningServer.curl([
            "-s", "-o", copy, "-H", "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/backup",
        ])
        #expect(try Self.count("SELECT count(*) FROM tag", in: copy) == "1")
        for table in ["idempotency_key", "idempotency_body"] {
            #expect(try Self.count("SELECT count(*) FROM \(table)", in: copy) == "0")
        }
    }

    @Test func `a caller has a number of keys a day`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/tags", #"{"tag": "a"}"#, headers: Self.key).status == 201)
        let again = try server.send("POST", "/tags", #"{"tag": "c"}"#, headers: ["Idempotency-Key: three"])
        #expect(again.status == 201)
        // As if it had sent 99,998 more in between.
        try PythonScript.run(
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('UPDATE idempotency_key SET number = number - 99998 WHERE number = 1'); db.commit()",
            server.database)
        let refused = try server.send("POST", "/tags", #"{"tag": "b"}"#, headers: ["Idempotency-Key: two"])
        #expect(refused.status == 429)
        #expect(try server.send("GET", "/tags/b").status == 404)
        #expect(try server.send("POST", "/tags", #"{"tag": "b"}"#).status == 201)
    }
}
