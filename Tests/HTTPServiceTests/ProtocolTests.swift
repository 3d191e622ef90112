import Foundation
import TestSupport
import Testing

@Suite struct ProtocolTests {
    @Test func `an unchanged answer is not sent again, and a changed one is not overwritten`() throws {
        let server = try RunningServer()
        _ = try server.send("POST", "/sets", #"{"set": "s", "tags": ["a", "b"]}"#)
        let tag = try server.send("GET", "/sets/s/selection").headers["etag"] ?? ""
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try server.send("GET", "/sets/s/selection", headers: ["If-None-Match: \(field)"])
            #expect(again.status == 304, "\(field)")
            #expect(again.body.isEmpty)
        }
        let toggle = #"{"toggle": ["a"]}"#
        for field in ["\"x\"", "W/\(tag)"] {
            let refused = try server.send("PATCH", "/sets/s/selection", toggle, headers: ["If-Match: \(field)"])
            #expect(refused.status == 412, "\(field)")
        }
        #expect(
            try server.send("PATCH", "/sets/s/selection", toggle, headers: ["If-Match: \"x\", \(tag)"]).status == 200)
        #expect(try server.send("PATCH", "/sets/s/selection", toggle, headers: ["If-Match: \(tag)"]).status == 412)
        #expect(try server.send("PATCH", "/sets/s/selection", toggle, headers: ["If-Match: *"]).status == 200)
    }

    @Test func `an address that is taken is named`() throws {
        let first = try RunningServer()
        let address = first.url.replacing("http://", with: "")
        let second = try RunningServer("--listen", address)
        #expect(
            second.greeting
                == "tagflow-server: can't listen on \(address): another program is already listening there; stop it, or choose another address with --listen\n"
        )
    }

    @Test func `a repeated request is answered once, also by another server`() throws {
        let folder = try TemporaryFolder()
        let body = #"{"tag": "x"}"#
        let key = ["Idempotency-Key: one"]
        let server = try RunningServer(folder: folder)
        let first = try server.send("POST", "/tags", body, headers: key)
        #expect(first.status == 201)
        server.kill()
        let again = try RunningServer(folder: folder)
        let second = try again.send("POST", "/tags", body, headers: key)
        #expect(second.status == 201)
        #expect(second.body == first.body)
        #expect(second.headers["location"] == first.headers["location"])
        #expect(try again.send("POST", "/tags", #"{"tag": "y"}"#, headers: key).status == 422)
        #expect(try again.send("GET", "/tags/y").status == 404)
        #expect(try again.send("POST", "/tags", body).status == 409)
    }

    @Test(
        arguments: [
            ("GET", "/nothing", nil, [], 404), ("GET", "/tags/nobody", nil, [], 404), ("PUT", "/tags", "{}", [], 405),
            ("GET", "/tags?limit=0", nil, [], 400), ("GET", "/tags?limit=1&limit=2", nil, [], 400),
            ("GET", "/tags?bogus=1", nil, [], 400), ("GET", "/tags?q=%ff", nil, [], 400),
            ("GET", "/tags?after=x", nil, [], 400), ("POST", "/tags", "{", [], 400), ("POST", "/tags", "[]", [], 422),
            ("POST", "/tags", #"{"tag": 5}"#, [], 422), ("POST", "/tags", #"{"name": "x"}"#, [], 422),
            ("POST", "/tags", #"{"tag": ""}"#, [], 422),
            ("POST", "/tags", #"{"tag": "x"}"#, ["Content-Type: text/plain"], 415), ("POST", "/undo", nil, [], 409),
            ("DELETE", "/sets/default", nil, [], 409),
            ("PATCH", "/sets/default/selection", #"{"toggle": ["nobody"]}"#, [], 422),
            ("PATCH", "/sets/default", #"{"layout": {"spacing": -1}}"#, [], 422),
        ] as [(String, String, String?, [String], Int)]) func `a mistake is a problem with its status`(
            method: String, path: String, body: String?, headers: [String], status: Int
        ) throws
    {
        let server = try RunningServer()
        let answer = try server.send(method, path, body, headers: headers)
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer["status"] as? Int == status)
        #expect((answer["detail"] as? String)?.isEmpty == false)
        #expect((answer["title"] as? String)?.isEmpty == false)
    }

    @Test func `an invalid field has a pointer, and 405 lists the allowed methods`() throws {
        let server = try RunningServer()
        let wrong = try server.send("POST", "/tags", #"{"tag": "x", "aliases": ["a", 5]}"#)
        #expect(wrong["pointer"] as? String == "/aliases/1")
        let unknown = try server.send("PATCH", "/sets/default/selection", #"{"select": ["nobody"]}"#)
        #expect(unknown["pointer"] as? String == "/select/0")
        #expect(try server.send("PUT", "/tags", "{}").headers["allow"] == "GET, HEAD, OPTIONS, POST")
        #expect(try server.send("OPTIONS", "/tags").headers["allow"] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func `input that is too large is rejected`() throws {
        let server = try RunningServer("--body-limit", "1000", "--header-limit", "2000", "--url-limit", "500")
        let long = String(repeating: "x", count: 1_500)
        #expect(try server.send("POST", "/tags", "{\"tag\": \"\(long)\"}").status == 413)
        #expect(try server.send("GET", "/tags?q=\(long.prefix(600))").status == 414)
        #expect(try server.send("GET", "/tags", headers: ["X-Long: \(long)\(long)"]).status == 431)
        #expect(try server.send("GET", "/tags").status == 200)
    }

    @Test func `responses are compressed on request`() throws {
        let server = try RunningServer()
        let names = (0..<300).map { "\"tag \($0)\"" }.joined(separator: ",")
        _ = try server.send("PUT", "/sets/default/tags", "{\"tags\": [\(names)]}")
        let plain = try server.send("GET", "/sets/default")
        let compressed = try server.send("HEAD", "/sets/default", headers: ["Accept-Encoding: gzip"])
        #expect(compressed.headers["content-encoding"] == "gzip")
        #expect(compressed.headers["etag"] != plain.headers["etag"])
        let unpacked = try RunningServer.curl([
            "-s", "--compressed", "-H", "Authorization: Bearer \(RunningServer.adminToken)",
            "\(server.url)/api/v1/sets/default",
        ])
        #expect(unpacked == plain.body)
        let tag = compressed.headers["etag"] ?? ""
        #expect(try server.send("GET", "/sets/default", headers: ["If-None-Match: \(tag)"]).status == 304)
    }

    @Test func `a computed response has Server-Timing, and a cached response doesn't`() throws {
        let server = try RunningServer()
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["reading", "running"]}"#)
        let answers = try (1...2).map { _ in try server.send("GET", "/suggestions?q=re") }
        let field = try #require(answers[0].headers["server-timing"])
        #expect(field.wholeMatch(of: /question;dur=\d+\.\d{3}/) != nil, "\(field)")
        #expect(answers[1].headers["server-timing"] == nil)
        #expect(answers[0].body == answers[1].body)
        _ = try server.send("PUT", "/sets/default/tags", #"{"tags": ["reading", "rest"]}"#)
        let next = try server.send("GET", "/suggestions?q=re")
        #expect(next.headers["server-timing"] != nil && next.body != answers[0].body)
    }

    @Test func `pages of a named origin may ask with a token, and others may not`() throws {
        let server = try RunningServer("--origin", "https://notes.example")
        let own = try server.send("OPTIONS", "/tags", headers: ["Origin: https://notes.example"], token: "")
        #expect(own.headers["access-control-allow-origin"] == "https://notes.example")
        #expect(own.headers["access-control-allow-credentials"] == nil)
        let other = try server.send("GET", "/tags", headers: ["Origin: https://evil.example"])
        #expect(other.headers["access-control-allow-origin"] == nil)
    }

    @Test func `the server stops with code 0, and completes pending requests`() throws {
        let server = try RunningServer("--base-path", "/tags")
        #expect(try server.send("GET", "//healthz", token: "").body == "ok\n")
        #expect(try server.send("GET", "//readyz", token: "").status == 200)
        let outside = String(server.url.dropLast("/tags".count))
        #expect(try RunningServer.curl(["-s", "\(outside)/healthz"]).contains("\"status\":404"))
        #expect(try server.send("GET", "//metrics").body.contains("tagflow_requests_total"))
        #expect(server.stop() == 0)
    }

    @Test func `events include the commits of every process, and can be resumed`() throws {
        let server = try RunningServer()
        let tagflow = try TagflowProcess()
        let file = server.folder.file("events")
        let stream = Process()
        try Data().write(to: URL(fileURLWithPath: file))
        stream.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
        stream.arguments = [
            "-sN", "-H", "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/events",
        ]
        stream.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try stream.run()
        func wait(for text: String) throws -> String {
            for _ in 0..<600 {
                let seen = try String(contentsOfFile: file, encoding: .utf8)
                if seen.contains(text) { return seen }
                Thread.sleep(forTimeInterval: 0.05)
            }
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        _ = try wait(for: "retry:")
        _ = try server.send("POST", "/tags", #"{"tag": "one"}"#)
        #expect(try tagflow.run("--database", server.database, "add", "two").code == 0)
        let seen = try wait(for: "\"add two\"")
        #expect(seen.contains("id: 1\nevent: commit\ndata: "))
        #expect(seen.contains("\"sets\":[\"default\"],\"summary\":\"add two\",\"tags\":[\"two\"]"))
        let resumed = try RunningServer.curl([
            "-sN", "--max-time", "1", "-H", "Last-Event-ID: 1", "-H",
            "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/events",
        ])
        #expect(!resumed.contains("add one") && resumed.contains("add two"))
        let late = try RunningServer.curl([
            "-sN", "--max-time", "1", "-H", "Last-Event-ID: 99", "-H",
            "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/events",
        ])
        #expect(late.contains("event: reset"))
        #expect(server.stop() == 0)
        stream.waitUntilExit()
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix(": the stream ends\n\n"))
    }

    @Test func `many questions of one client keep no other request waiting`() throws {
        let server = try RunningServer()
        let lines = (0..<5_000).map { "{\"tag\": \"a tag with the number \($0)\"}\n" }.joined()
        let type = ["Content-Type: application/x-ndjson"]
        #expect(try server.send("POST", "/import", lines, headers: type).status == 200)
        let port = server.url.split(separator: ":").last.map(String.init) ?? ""
        let seen = try PythonScript.run(
            """
            import http.client, os, sys, threading
            def ask(method, path, body=None):
                connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=60)
                headers = {"Authorization": "Bearer " + sys.argv[2], "Content-Type": "application/x-ndjson"}
                connection.request(method, "/api/v1" + path, body, headers)
                return connection.getresponse()
            answers = ask("POST", "/suggestions", b'{"query": "numbr", "limit": 3}\\n' * 20000)
            read = [0]
            def count():
                for line in answers: read[0] += 1
            threading.Thread(target=count, daemon=True).start()
            others = 0
            while read[0] < 300:
                assert ask("GET", "/sets").status == 200
                others += 1
            print(others > 10, flush=True)
            os._exit(0)
            """, port, RunningServer.adminToken)
        // Others have their turn many times while some hundred questions are answered.
        #expect(seen == "True\n")
    }

    @Test func `a deeply nested body is rejected immediately`() throws {
        let server = try RunningServer()
        let deep = String(repeating: "[", count: 490) + String(repeating: "]", count: 490)
        let body = "{\"tag\": [\(Array(repeating: deep, count: 50).joined(separator: ","))]}"
        #expect(try server.send("POST", "/tags", body).status == 400)
        #expect(try server.send("GET", "/tags").status == 200)
    }

    @Test func `a change of a part is conditional on the whole`() throws {
        let server = try RunningServer()
        let tag = try server.send("GET", "/sets/default").headers["etag"] ?? ""
        let body = #"{"tags": ["a", "b"]}"#
        func put(_ field: String) throws -> Int {
            try server.send("PUT", "/sets/default/tags", body, headers: ["If-Match: \(field)"]).status
        }
        #expect(try put("\"x\"") == 412)
        #expect(try put(tag) == 200)
        #expect(try put(tag) == 412)
        #expect(try server.send("GET", "/sets/default", headers: ["If-Match: \"x\""]).status == 412)
    }

    @Test func `a client that resumes too far behind must fetch everything again`() throws {
        let server = try RunningServer("--backlog", "20000")
        for number in 0..<60 { _ = try server.send("POST", "/tags", "{\"tag\": \"tag \(number)\"}") }
        func resume(_ number: Int) throws -> String {
            try RunningServer.curl([
                "-sN", "--max-time", "1", "-H", "Last-Event-ID: \(number)", "-H",
                "Authorization: Bearer \(RunningServer.adminToken)", "\(server.url)/api/v1/events",
            ])
        }
        #expect(try resume(1).contains("event: reset"))
        #expect(try resume(58).contains("add tag 59"))
    }

    @Test func `nobody waits for a slow import, nor for exports that are hardly read`() throws {
        let server = try RunningServer()
        let lines = (0..<20_000).map { "{\"tag\": \"a tag that is somewhat long, with the number \($0)\"}\n" }
        let type = ["Content-Type: application/x-ndjson"]
        _ = try server.send("POST", "/import", lines.joined(), headers: type)
        let token = ["-s", "-H", "Authorization: Bearer \(RunningServer.adminToken)"]
        var slow: [Process] = []
        defer {
            for process in slow {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
        }
        func start(_ arguments: [String], _ input: Pipe? = nil) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            process.arguments = token + ["--max-time", "300"] + arguments
            process.standardOutput = FileHandle.nullDevice
            if let input { process.standardInput = input }
            try process.run()
            slow.append(process)
        }
        for _ in 0..<12 { try start(["--limit-rate", "1k", "\(server.url)/api/v1/export"]) }
        let input = Pipe()
        let place = "\(server.url)/api/v1/import"
        try start(["-T", "-", "-X", "POST", "-H", type[0], place], input)
        try input.fileHandleForWriting.write(contentsOf: Data("{\"tag\": \"half\"}\n".utf8))
        for number in 0..<5 {
            let body = "{\"tag\": \"meanwhile \(number)\"}"
            #expect(try server.send("POST", "/tags", body).status == 201)
        }
        #expect(try server.send("GET", "/tags/half").status == 404)
    }
}
