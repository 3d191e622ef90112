import Foundation
import TestSupport
import Testing

/// One client can't affect the others.
@Suite struct AvailabilityTests {
    /// Runs one attack of `Tests/Hostile/availability.py` on a separate server; returns the findings.
    private static func attack(_ name: String) throws -> String {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Hostile/availability.py")
        let server = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
            .appendingPathComponent("tagflow-server")
        return try PythonScript.run(
            "import runpy, sys; sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rsplit('/', 1)[0]); runpy.run_path(sys.argv[0], run_name='__main__')",
            script.path, "--one", name, server.path)
    }

    @Test(arguments: [
        "descriptors", "slow_headers", "slow_body", "per_address", "pipelining", "unread", "heavy_work", "large_reads",
        "closed_spaces",
    ]) func `others are served during an attack and after it`(name: String) throws {
        #expect(try Self.attack(name) == "nothing broke\n")
    }

    @Test func `a socket file needs a token, unless the server trusts its own user`() throws {
        let folder = try TemporaryFolder()
        let socket = folder.file("s")
        let arguments = ["-s", "--unix-socket", socket, "http://localhost/api/v1/sets"]
        let server = try RunningServer("--listen", "unix:\(socket)", folder: folder)
        #expect(server.url == "unix:\(socket)")
        let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try RunningServer.curl(arguments).contains("\"status\":401"))
        _ = server.stop()
        let trusting = try RunningServer("--listen", "unix:\(socket)", "--socket-admin", folder: folder)
        #expect(try RunningServer.curl(arguments).contains("default"))
        for field in [
            "Origin: https://evil.example", "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Cookie: a=b",
            "Referer: https://evil.example/", "Forwarded: for=203.0.113.9", "X-Forwarded-For: 203.0.113.9",
            "X-Forwarded-Server: proxy", "X-Real-IP: 203.0.113.9", "Via: 1.1 proxy",
        ] {
            let relayed = try RunningServer.curl(arguments + ["-H", field])
            #expect(relayed.contains("\"status\":401"), "\(field)")
        }
        #expect(trusting.stop() == 0)
    }

    @Test func `an admin token in a file is long, and a file that others can read is pointed out`() throws {
        let folder = try TemporaryFolder()
        let file = folder.file("token")
        func start(_ token: String, mode: Int) throws -> RunningServer {
            try Data("\(token)\n".utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            return try RunningServer("--admin-token-file", file, folder: folder)
        }
        let short = try start("a", mode: 0o600)
        #expect(short.greeting.contains("must have at least 32 characters, got 1"))
        #expect(short.url.isEmpty)
        let token = String(repeating: "0123456789abcdef", count: 2)
        let open = try start(token, mode: 0o666)
        #expect(open.greeting.contains("warning: other users can open '\(file)'; run 'chmod 600'"))
        #expect(try open.send("GET", "/sets", token: token).status == 200)
        _ = open.stop()
        let safe = try start(token, mode: 0o600)
        #expect(!safe.greeting.contains("warning"))
        #expect(try safe.send("GET", "/sets", token: token).status == 200)
    }

    /// The changes of a newer tagflow to a database that is open elsewhere.
    private static let upgrade =
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('PRAGMA user_version = 9999'); db.commit()"

    @Test func `a server stops when a newer tagflow has upgraded its database`() throws {
        let server = try RunningServer()
        #expect(try server.send("POST", "/tags", #"{"tag": "a"}"#).status == 201)
        try PythonScript.run(Self.upgrade, server.database)
        let refused = try server.send("POST", "/tags", #"{"tag": "b"}"#)
        #expect(refused.status == 503)
        #expect(refused.body.contains("upgraded by a newer version of tagflow"))
        Thread.sleep(forTimeInterval: 4)
        // It ended by itself, with a code that a service manager can distinguish from a crash.
        #expect(server.stop() == 78)
    }

    @Test func `a space that a newer tagflow has upgraded leaves the others served`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, folder: folder)
        for name in ["one", "two"] {
            _ = try server.send("POST", "//spaces", "{\"space\": \"\(name)\"}")
            let made = try server.send("POST", "//spaces/\(name)/api/v1/tags", #"{"tag": "a"}"#)
            #expect(made.status == 201)
        }
        try PythonScript.run(Self.upgrade, folder.file("one.sqlite"))
        for _ in 0..<3 {
            let refused = try server.send("POST", "//spaces/one/api/v1/tags", #"{"tag": "b"}"#)
            #expect(refused.status == 503)
            Thread.sleep(forTimeInterval: 1)
        }
        let served = try server.send("POST", "//spaces/two/api/v1/tags", #"{"tag": "b"}"#)
        #expect(served.status == 201)
        #expect(server.stop() == 0)
    }
}
