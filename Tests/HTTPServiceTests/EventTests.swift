import Foundation
import TestSupport
import Testing

@Suite struct EventTests {
    private static func token(_ server: RunningServer, _ name: String) throws -> (String, Int) {
        let made = try server.send("POST", "/tokens", "{\"name\": \"\(name)\", \"scope\": \"read\"}")
        return (made["token"] as? String ?? "", made["id"] as? Int ?? 0)
    }

    @Test func `a revoked token's stream ends immediately, whichever process revokes it`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        let (api, apiID) = try Self.token(server, "one")
        let (shell, shellID) = try Self.token(server, "two")
        let streams = try [api, shell].map { try RunningStream(server, "/events", token: $0) }
        let other = try RunningStream(server, "/events")
        for stream in streams + [other] { #expect(stream.has("retry:")) }
        #expect(try server.send("DELETE", "/tokens/\(apiID)").status == 204)
        #expect(streams[0].hasEnded(within: 5))
        _ = try tagflow.run("--database", server.database, "token", "revoke", "\(shellID)")
        #expect(streams[1].hasEnded(within: 5))
        _ = try server.send("POST", "/tags", #"{"tag": "secret"}"#)
        #expect(other.has("secret", within: 10))
        for stream in streams { #expect(!stream.text.contains("secret")) }
    }

    @Test func `commits in quick succession are all delivered immediately`() throws {
        let server = try RunningServer()
        let stream = try RunningStream(server, "/events")
        #expect(stream.has("retry:"))
        let lines = """
            import sqlite3, sys, time
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("PRAGMA synchronous = FULL")
            for number in range(1, 201):
                database.execute("BEGIN IMMEDIATE")
                database.execute("INSERT INTO commit_log (id, made_at, summary, sets, tags) VALUES (?, 0, ?, '[]', '[]')",
                    [number, f"change {number}"])
                database.execute("COMMIT")
                if number % 10 == 0: time.sleep(0.003 * (number / 20))
            """
        for round in 0..<3 {
            let start = round * 200
            let shifted = lines.replacingOccurrences(of: "range(1, 201)", with: "range(\(start + 1), \(start + 201))")
            try PythonScript.run(shifted, server.database)
            #expect(stream.has("\"change \(start + 200)\""), "\(round)")
        }
    }

    @Test func `a commit whose disk takes seconds is delivered`() throws {
        let server = try RunningServer()
        let stream = try RunningStream(server, "/events")
        #expect(stream.has("retry:"))
        try Data().write(to: URL(fileURLWithPath: server.folder.file("tags.slow")))
        let lines = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("PRAGMA synchronous = FULL")
            database.execute("INSERT INTO commit_log (id, made_at, summary, sets, tags) VALUES (1, 0, 'slowly', '[]', '[]')")
            """
        let slowly = [
            "LD_PRELOAD": try PreloadedLibrary.make("fence", in: server.folder), "FENCE_PATH": server.folder.path,
        ]
        try PythonScript.run(lines, server.database, environment: slowly)
        #expect(stream.has("slowly", within: 20))
    }

    /// A client that asks for events and reads none, and changes until the server has dropped it.
    private static let unread = """
        import http.client, json, socket, sys
        port, token = int(sys.argv[1]), sys.argv[2]
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        client.sendall(f"GET /api/v1/events HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {token}\\r\\n\\r\\n".encode())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        def send(method, path, body=None):
            headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            return connection.getresponse().read().decode()
        def streams():
            return next(line for line in send("GET", "/metrics").splitlines() if line.startswith("tagflow_event_streams "))
        tags = [f"{number} " + "x" * 300 for number in range(90)]
        send("PUT", "/api/v1/sets/default/tags", {"tags": tags})
        while streams().endswith(" 0"): pass
        for number in range(1000):
            send("PATCH", "/api/v1/sets/default/selection", {"toggle": tags})
            if number % 10 == 0 and streams().endswith(" 0"):
                print("dropped", number > 20)
                break
        """

    @Test func `a stream that is not read is dropped, and the others go on`() throws {
        let server = try RunningServer()
        let other = try RunningStream(server, "/events")
        #expect(other.has("retry:"))
        let lines = Self.unread.replacingOccurrences(of: "endswith(\" 0\")", with: "endswith(\" 1\")")
        let port = String(server.url.split(separator: ":").last ?? "")
        let seen = try PythonScript.run(lines, port, RunningServer.adminToken)
        #expect(seen == "dropped True\n")
        _ = try server.send("POST", "/tags", #"{"tag": "afterwards"}"#)
        #expect(other.has("afterwards"))
    }
}
