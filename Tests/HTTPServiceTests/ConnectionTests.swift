import Foundation
import TestSupport
import Testing

/// Raw bytes of unusual HTTP clients.
@Suite struct ConnectionTests {
    private static let fields = "Host: localhost\r\nAuthorization: Bearer \(RunningServer.adminToken)\r\n"

    private static func request(_ line: String, _ more: String = "") -> String { "\(line)\r\n\(fields)\(more)\r\n" }

    private static func count(_ text: String, in whole: String) -> Int { whole.components(separatedBy: text).count - 1 }

    @Test func `a client of HTTP 1.0 gets answers that it can read`() throws {
        let server = try RunningServer()
        let export = try RawConnection.send(Self.request("GET /api/v1/export HTTP/1.0"), to: server)
        #expect(!export.lowercased().contains("chunked"))
        #expect(export.contains("\r\n\r\n{\""), "\(export)")
        #expect(export.hasSuffix("}\n<closed>"), "\(export)")
        let plain = try RawConnection.send("GET /healthz HTTP/1.0\r\n\r\n", to: server)
        #expect(plain.hasPrefix("HTTP/1.0 200"))
        #expect(plain.hasSuffix("ok\n<closed>"), "\(plain)")
        let kept = "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        let two = try RawConnection.send(kept, "sleep 0.5", kept, to: server, silence: 1)
        #expect(Self.count("HTTP/1.0 200", in: two) == 2, "\(two)")
    }

    @Test(arguments: ["close", "Close", "TE, close"]) func `a connection is closed after the last request`(
        field: String
    ) throws {
        let server = try RunningServer()
        let answer = try RawConnection.send(
            Self.request("GET /healthz HTTP/1.1", "Connection: \(field)\r\n"), to: server)
        #expect(answer.lowercased().contains("connection: close"))
        #expect(answer.hasSuffix("ok\n<closed>"), "\(answer)")
    }

    @Test func `a client that offers another protocol gets a response, and reconnects`() throws {
        let server = try RunningServer()
        // So begin clients that would rather speak HTTP/2, such as Java's.
        let offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
        let answer = try RawConnection.send(
            Self.request("GET /healthz HTTP/1.1", offer), Self.request("GET /healthz HTTP/1.1"), to: server)
        #expect(answer.hasPrefix("HTTP/1.1 200"))
        #expect(answer.lowercased().contains("connection: close"))
        #expect(answer.hasSuffix("ok\n<closed>"), "\(answer)")
        let body = #"{"tag": "x"}"#
        let made = try RawConnection.send(
            Self.request(
                "POST /api/v1/tags HTTP/1.1",
                "\(offer)Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n") + body, to: server)
        #expect(made.hasPrefix("HTTP/1.1 201"), "\(made)")
        #expect(made.hasSuffix("<closed>"))
    }

    @Test(arguments: ["/api/v1/export", "/api/v1/backup", "/api/v1/events"])
    func `HEAD of a stream has no body, and the connection goes on`(path: String) throws {
        let server = try RunningServer()
        let both = try RawConnection.send(
            Self.request("HEAD \(path) HTTP/1.1"), "sleep 0.5", Self.request("GET /healthz HTTP/1.1"), to: server,
            silence: 1)
        let answers = both.components(separatedBy: "\r\n\r\n")
        #expect(answers.count == 3, "\(both)")
        #expect(answers[0].hasPrefix("HTTP/1.1 200"))
        #expect(!answers[0].lowercased().contains("content-length: 0"))
        #expect(answers.count > 1 && answers[1].hasPrefix("HTTP/1.1 200"), "\(both)")
    }

    @Test func `HEAD does not use up the link that signs in`() throws {
        let server = try RunningServer()
        #expect(try RunningServer.curl(["-s", "--head", server.signInURL]).contains(" 405 "))
        #expect(try RunningServer.curl(["-s", "-i", server.signInURL]).contains(" 303 "))
    }

    @Test(arguments: [9_000, 17_000, 60_000]) func `a URL that is too long is 414, however long it is`(
        length: Int
    ) throws {
        let server = try RunningServer()
        let path = String(repeating: "x", count: length)
        let answer = try RawConnection.send(Self.request("GET /\(path) HTTP/1.1"), to: server)
        #expect(answer.hasPrefix("HTTP/1.1 414"), "\(answer.prefix(100))")
        #expect(answer.contains("application/problem+json"))
        let header = try RawConnection.send(
            Self.request("GET /api/v1/tags HTTP/1.1", "X-Long: \(path)\(path)\r\n"), to: server)
        #expect(header.hasPrefix("HTTP/1.1 431"), "\(header.prefix(100))")
    }

    @Test func `a client that sends too slowly gets 408 and is disconnected`() throws {
        let server = try RunningServer("--client-timeout", "1")
        let header = try RawConnection.send("GET /healthz HT", to: server, silence: 8)
        #expect(header.hasPrefix("HTTP/1.1 408"), "\(header)")
        #expect(header.hasSuffix("<closed>"))
        let post = Self.request(
            "POST /api/v1/tags HTTP/1.1", "Content-Type: application/json\r\nContent-Length: 100\r\n")
        let body = try RawConnection.send(post, "{\"ta", to: server, silence: 8)
        #expect(body.hasPrefix("HTTP/1.1 408"), "\(body)")
        #expect(body.contains("application/problem+json"))
        #expect(body.hasSuffix("<closed>"))
        #expect(Self.count("HTTP/1.1", in: body) == 1)
        let silent = try RawConnection.send(to: server, silence: 8)
        #expect(silent == "<closed>")
        let kept = try RawConnection.send(
            Self.request("GET /healthz HTTP/1.1"), "sleep 0.3", "GET /he", "sleep 0.3", "a", to: server, silence: 8)
        #expect(kept.hasPrefix("HTTP/1.1 200"))
        #expect(Self.count("HTTP/1.1 408", in: kept) == 1, "\(kept)")
        #expect(try server.send("GET", "/tags").status == 200)
    }

    @Test func `the body is asked for only from those who may send it`() throws {
        let server = try RunningServer()
        let expecting = "Content-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\n"
        for path in ["/api/v1/tags", "/api/v1/import"] {
            let stranger = try RawConnection.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(expecting)\r\n", to: server)
            #expect(stranger.hasPrefix("HTTP/1.1 401"), "\(stranger)")
            #expect(!stranger.contains("HTTP/1.1 100"))
            #expect(stranger.hasSuffix("<closed>"))
        }
        let friend = try RawConnection.send(
            Self.request("POST /api/v1/tags HTTP/1.1", expecting), "read", #"{"tag": "x"}"#, to: server, silence: 1)
        #expect(friend.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201"), "\(friend)")
        let large = expecting.replacingOccurrences(of: "12", with: "5000000")
        let refused = try RawConnection.send(Self.request("POST /api/v1/tags HTTP/1.1", large), to: server)
        #expect(refused.hasPrefix("HTTP/1.1 413"), "\(refused)")
    }

    @Test(arguments: [
        "GARBAGE\r\n\r\n", "GET /healthz HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n",
        "POST /api/v1/tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    ]) func `input that isn't HTTP is a bad request`(bytes: String) throws {
        let server = try RunningServer()
        let answer = try RawConnection.send(bytes, to: server)
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
        #expect(answer.contains("application/problem+json"))
        #expect(answer.hasSuffix("<closed>"))
        #expect(Self.count("HTTP/1.1", in: answer) == 1, "\(answer)")
    }

    @Test func `a body in an unsupported transfer coding is refused`() throws {
        let server = try RunningServer()
        for coding in ["gzip, chunked", "gzip\r\nTransfer-Encoding: chunked", "identity, chunked"] {
            let answer = try RawConnection.send(
                Self.request(
                    "POST /api/v1/tags HTTP/1.1", "Content-Type: application/json\r\nTransfer-Encoding: \(coding)\r\n"),
                "c\r\n{\"tag\": \"x\"}\r\n0\r\n\r\n", to: server)
            #expect(answer.hasPrefix("HTTP/1.1 501"), "\(answer)")
            #expect(answer.hasSuffix("<closed>") && Self.count("HTTP/1.1", in: answer) == 1, "\(answer)")
        }
        let accepted = try RawConnection.send(
            Self.request(
                "POST /api/v1/tags HTTP/1.1", "Content-Type: application/json\r\nTransfer-Encoding: Chunked\r\n"),
            "c;name=value\r\n{\"tag\": \"x\"}\r\n0\r\n\r\n", to: server, silence: 0.5)
        #expect(accepted.hasPrefix("HTTP/1.1 201"), "\(accepted)")
    }

    @Test func `a chunk extension without an end is a bad request`() throws {
        let server = try RunningServer()
        let part = String(repeating: "x", count: 8_000)
        let answer = try RawConnection.send(
            Self.request(
                "POST /api/v1/tags HTTP/1.1", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"),
            "c;\(part)", "sleep 0.1", part, "sleep 0.1", part, "sleep 0.1", part, "sleep 0.1", part, to: server)
        #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
        #expect(answer.hasSuffix("<closed>") && Self.count("HTTP/1.1", in: answer) == 1, "\(answer)")
    }

    @Test func `a body that isn't HTTP is a bad request`() throws {
        let server = try RunningServer()
        for path in ["/api/v1/tags", "/api/v1/import"] {
            let type = path.hasSuffix("tags") ? "application/json" : "application/x-ndjson"
            let answer = try RawConnection.send(
                Self.request("POST \(path) HTTP/1.1", "Content-Type: \(type)\r\nTransfer-Encoding: chunked\r\n"),
                "sleep 0.2", "zz\r\nnonsense\r\n", to: server)
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.hasSuffix("<closed>"), "\(answer)")
            #expect(Self.count("HTTP/1.1", in: answer) == 1, "\(answer)")
        }
    }

    @Test func `an import that breaks off changes nothing`() throws {
        let server = try RunningServer()
        let type = "Content-Type: application/x-ndjson\r\n"
        let line = "{\"tag\": \"half\"}\n"
        let chunk = "10\r\n\(line)\r\n"
        for (field, body) in [("Content-Length: 1000", line), ("Transfer-Encoding: chunked", chunk)] {
            for end in ["end", "sleep 0.1"] {
                _ = try RawConnection.send(
                    Self.request("POST /api/v1/import HTTP/1.1", "\(type)\(field)\r\n"), body, "sleep 0.2", end,
                    to: server, silence: 0.5)
                #expect(try server.send("GET", "/tags/half").status == 404, "\(field), \(end)")
            }
        }
    }

    @Test func `a header that comes slowly on a kept connection is dropped`() throws {
        let server = try RunningServer("--client-timeout", "1")
        let pieces = "GET /healthz HTTP/1.1\r\nX-Slow: 1234".map { String($0) }
        let request = Self.request("GET /healthz HTTP/1.1")
        let start = ContinuousClock.now
        let answer = try PythonScript.run(
            """
            import socket, sys, time
            k = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
            k.sendall(sys.argv[2].encode()); time.sleep(0.2)
            try:
                for byte in sys.argv[3:]:
                    k.sendall(byte.encode()); time.sleep(0.3)
                print("never dropped")
            except OSError:
                print("dropped")
            """, [String(server.url.split(separator: ":").last ?? ""), request] + pieces)
        #expect(answer == "dropped\n")
        #expect(ContinuousClock.now - start < .seconds(11))
    }

    @Test func `a body on its way has no name in the folder of temporary files`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer(environment: ["TMPDIR": folder.path])
        let body = "{\"tag\": \"sea\"}\n{\"tag\": \"map\"}\n"
        let request = Self.request(
            "POST /api/v1/import HTTP/1.1",
            "Content-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n")
        let answer = try PythonScript.run(
            """
            import os, socket, sys, time
            port, request, body, folder = sys.argv[1:]
            connection = socket.create_connection(("127.0.0.1", int(port)))
            connection.sendall((request + body[:20]).encode())
            time.sleep(0.5)
            # What has a name here would stay there if the server were killed.
            print(os.listdir(folder))
            connection.sendall(body[20:].encode())
            print(connection.recv(65536).decode().splitlines()[0])
            """, [String(server.url.split(separator: ":").last ?? ""), request, body, folder.path])
        #expect(answer == "[]\nHTTP/1.1 200 OK\n")
        #expect(try server.send("GET", "/export").body.contains("\"sea\""))
        #expect(try server.send("GET", "//api/v1/backup").headers["content-type"] != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
