import Foundation
import TestSupport
import Testing

/// Servers that share a folder; one at a time holds a space.
@Suite struct ExclusiveSpaceTests {
    /// Two servers on one folder, as if on two machines.
    private struct Pair {
        let folder: TemporaryFolder
        let first: RunningServer
        let second: RunningServer

        init(idleTime: String = "300") throws {
            let folder = try TemporaryFolder()
            func server() throws -> RunningServer {
                try RunningServer("--spaces", folder.path, "--exclusive", "--idle-time", idleTime)
            }
            self.folder = folder
            (first, second) = (try server(), try server())
        }
    }

    private static func make(_ space: String, on server: RunningServer) throws {
        let made = try server.send("POST", "//spaces", "{\"space\": \"\(space)\"}")
        #expect(made.status == 201, "\(made.body)")
    }

    private static func add(_ tag: String, to space: String, on server: RunningServer) throws -> Int {
        try server.send("POST", "//spaces/\(space)/api/v1/tags", "{\"tag\": \"\(tag)\"}").status
    }

    private static func tags(of space: String, on server: RunningServer) throws -> RunningServer.Answer {
        try server.send("GET", "//spaces/\(space)/api/v1/tags")
    }

    /// Asks until a server has a space, for ten seconds at most.
    private static func tagsOnceOpen(of space: String, on server: RunningServer) throws -> String {
        var answer = try tags(of: space, on: server)
        for _ in 0..<200 where answer.status == 503 {
            Thread.sleep(forTimeInterval: 0.05)
            answer = try tags(of: space, on: server)
        }
        #expect(answer.status == 200, "\(answer.body)")
        return answer.body
    }

    @Test func `one of two servers has a space, and a killed one loses it without a change`() throws {
        let pair = try Pair()
        try Self.make("a", on: pair.first)
        #expect(try Self.add("kept", to: "a", on: pair.first) == 201)
        let refused = try Self.tags(of: "a", on: pair.second)
        #expect(refused.status == 503)
        #expect(refused.headers["retry-after"] == "1")
        #expect(refused.headers["content-type"] == "application/problem+json")
        #expect(!FileManager.default.fileExists(atPath: pair.folder.file("a.sqlite-shm")))
        #expect(FileManager.default.fileExists(atPath: pair.folder.file("a.sqlite-wal")))
        pair.first.kill()
        #expect(try Self.tagsOnceOpen(of: "a", on: pair.second).contains("kept"))
        #expect(try Self.add("more", to: "a", on: pair.second) == 201)
        #expect(pair.second.stop() == 0)
        let report = try TagflowProcess().run("--database", pair.folder.file("a.sqlite"), "doctor")
        #expect(report.code == 0, "\(report.errors)")
    }

    @Test func `a command on a space that a server has ends with code 75 and one line`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, "--exclusive")
        try Self.make("a", on: server)
        #expect(try Self.add("kept", to: "a", on: server) == 201)
        let path = folder.file("a.sqlite")
        let refused = try TagflowProcess().run("--database", path, "tags", "--all")
        #expect(refused.code == 75)
        #expect(refused.errors == "tagflow: '\(path)' is locked by another process; try again\n")
        #expect(server.stop() == 0)
        #expect(try TagflowProcess().run("--database", path, "tags", "--all").output.contains("kept"))
    }

    @Test func `a server that is stopped releases its spaces immediately`() throws {
        let pair = try Pair()
        for name in ["a", "b", "c"] {
            try Self.make(name, on: pair.first)
            #expect(try Self.add("kept in \(name)", to: name, on: pair.first) == 201)
        }
        let stream = try RunningStream(pair.first, "//spaces/a/api/v1/events")
        #expect(stream.has("retry:"))
        pair.first.beginToStop()
        for name in ["a", "b", "c"] {
            #expect(try Self.tagsOnceOpen(of: name, on: pair.second).contains("kept in \(name)"))
        }
        // It still answers, so that a proxy sends the request to another one.
        let refused = try Self.tags(of: "a", on: pair.first)
        #expect(refused.status == 503 && refused.headers["connection"] == "close")
        // Once it has let go of all, the proxy is to send no more.
        var readiness = try pair.first.send("GET", "//readyz", token: "").status
        for _ in 0..<20 where readiness == 200 {
            Thread.sleep(forTimeInterval: 0.05)
            readiness = try pair.first.send("GET", "//readyz", token: "").status
        }
        #expect(readiness == 404)
        #expect(stream.has("the stream ends"))
        #expect(pair.first.stop() == 0)
    }

    @Test func `a server that stops leaves the log of a space to the next one, which tidies up`() throws {
        let pair = try Pair(idleTime: "1")
        try Self.make("a", on: pair.first)
        #expect(try Self.add("kept", to: "a", on: pair.first) == 201)
        #expect(pair.first.stop() == 0)
        let log = pair.folder.file("a.sqlite-wal")
        #expect(try #require(FileManager.default.contents(atPath: log)).isEmpty == false)
        #expect(try Self.tagsOnceOpen(of: "a", on: pair.second).contains("kept"))
        for _ in 0..<100 where FileManager.default.fileExists(atPath: log) { Thread.sleep(forTimeInterval: 0.1) }
        #expect(!FileManager.default.fileExists(atPath: log))
        #expect(try Self.tagsOnceOpen(of: "a", on: pair.second).contains("kept"))
    }

    @Test func `a space that nobody asks for is free for any server`() throws {
        let pair = try Pair(idleTime: "1")
        try Self.make("a", on: pair.first)
        #expect(try Self.add("kept", to: "a", on: pair.first) == 201)
        // Who only listens does not keep a space from the other servers.
        let stream = try RunningStream(pair.first, "//spaces/a/api/v1/events")
        #expect(stream.has("retry:"))
        #expect(try Self.tagsOnceOpen(of: "a", on: pair.second).contains("kept"))
        #expect(stream.has("the stream ends"))
        #expect(try Self.tags(of: "a", on: pair.first).status == 503)
    }

    @Test func `a space goes to the server that is asked for it, in a quiet moment`() throws {
        let pair = try Pair()
        try Self.make("a", on: pair.first)
        #expect(try Self.add("kept", to: "a", on: pair.first) == 201)
        #expect(try Self.tags(of: "a", on: pair.second).status == 503)
        #expect(try Self.tagsOnceOpen(of: "a", on: pair.second).contains("kept"))
        #expect(try Self.tags(of: "a", on: pair.first).status == 503)
        let wishes = pair.folder.file(".wanted")
        #expect(try FileManager.default.contentsOfDirectory(atPath: wishes).count <= 1)
    }

    @Test func `a request that comes back waits for the space`() async throws {
        let pair = try Pair(idleTime: "1")
        try Self.make("a", on: pair.first)
        #expect(try Self.add("kept", to: "a", on: pair.first) == 201)
        let path = "//spaces/a/api/v1/tags"
        let name = ["X-Request-ID: 7f"]
        #expect(try pair.second.send("GET", path, headers: name).status == 503)
        // Another request is refused immediately, because another node may hold the space.
        #expect(try pair.second.send("GET", path, headers: ["X-Request-ID: 80"]).status == 503)
        // The first server lets the space go once nobody has asked it for a second.
        let answer = try pair.second.send("GET", path, headers: name)
        #expect(answer.status == 200 && answer.body.contains("kept"))
    }

    @Test func `a space is deleted by the server that has it`() throws {
        let pair = try Pair()
        try Self.make("a", on: pair.first)
        #expect(try Self.add("old", to: "a", on: pair.first) == 201)
        #expect(try pair.second.send("DELETE", "//spaces/a").status == 503)
        #expect(try pair.first.send("DELETE", "//spaces/a").status == 204)
        #expect(try Self.tags(of: "a", on: pair.second).status == 404)
        let left = try FileManager.default.contentsOfDirectory(atPath: pair.folder.path).filter { $0.hasPrefix("a.") }
        #expect(left == [])
        try Self.make("a", on: pair.second)
        #expect(try !Self.tagsOnceOpen(of: "a", on: pair.second).contains("old"))
    }

    @Test func `a repeated request makes a space once, whichever server gets it`() throws {
        let pair = try Pair()
        for server in [pair.first, pair.second, pair.first] {
            let made = try server.send("POST", "//spaces", #"{"space": "a"}"#, headers: ["Idempotency-Key: one"])
            #expect(made.status == 201, "\(made.body)")
        }
        #expect(try pair.second.send("POST", "//spaces", #"{"space": "a"}"#).status == 409)
        #expect(try pair.second.send("GET", "//spaces").body == #"{"spaces":[{"space":"a"}]}"#)
    }

    @Test func `everything works over the one connection of a space`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, "--exclusive")
        try Self.make("a", on: server)
        let stream = try RunningStream(server, "//spaces/a/api/v1/events")
        #expect(stream.has("retry:"))
        let lines = (0..<200).map { #"{"title": "\#($0)", "tags": ["sea", "tag \#($0 % 10)"]}"# }
        let base = "//spaces/a/api/v1"
        let ndjson = ["Content-Type: application/x-ndjson"]
        let loaded = try server.send("POST", "\(base)/import", lines.joined(separator: "\n"), headers: ndjson)
        #expect(loaded.status == 200, "\(loaded.body)")
        #expect(stream.has("event: commit"))
        let asked = try server.send("POST", "\(base)/suggestions", #"{"given": ["sea"]}"#, headers: ndjson)
        #expect(asked.body.contains("tag 1"), "\(asked.body)")
        for path in [
            "/suggestions?q=se", "/export", "/changes", "/items", "/similar-tags", "/tokens",
            "/sets/default/board?width=300", "/sets/default/board.svg?width=300",
        ] {
            let answer = try server.send("GET", base + path)
            #expect(answer.status == 200, "\(path): \(answer.body)")
        }
        let copy = folder.file("copy")
        _ = try RunningServer.curl([
            "-sf", "-o", copy, "-H", "Authorization: Bearer \(RunningServer.adminToken)",
            "\(server.url)/spaces/a/api/v1/backup",
        ])
        let report = try TagflowProcess().run("--database", copy, "doctor")
        #expect(report.code == 0, "\(report.errors)")
        #expect(try server.send("GET", "//metrics").body.contains("tagflow_open_spaces 1"))
        #expect(server.stop() == 0)
    }

    // MARK: Disks that fail

    @Test func `a space that was cut off from its disk is given up, and the others go on`() throws {
        let folder = try TemporaryFolder()
        let fence = ["LD_PRELOAD": try PreloadedLibrary.make("fence", in: folder), "FENCE_PATH": folder.path]
        let first = try RunningServer("--spaces", folder.path, "--exclusive", environment: fence)
        let second = try RunningServer("--spaces", folder.path, "--exclusive")
        for name in ["a", "b"] {
            try Self.make(name, on: first)
            #expect(try Self.add("kept", to: name, on: first) == 201)
        }
        try Data().write(to: URL(fileURLWithPath: folder.file("a.fenced")))
        for _ in 0..<3 {
            #expect(try Self.add("lost", to: "a", on: first) == 503)
            #expect(try Self.tags(of: "a", on: first).status == 503)
            #expect(try Self.add("tag \(UUID())", to: "b", on: first) == 201)
        }
        let tags = try Self.tagsOnceOpen(of: "a", on: second)
        #expect(tags.contains("kept") && !tags.contains("lost"))
        #expect(try Self.add("later", to: "a", on: second) == 201)
        #expect(first.stop() == 0)
        #expect(second.stop() == 0)
    }

    @Test func `the in-memory state of a lost space isn't returned`() throws {
        let folder = try TemporaryFolder()
        let fence = ["LD_PRELOAD": try PreloadedLibrary.make("fence", in: folder), "FENCE_PATH": folder.path]
        let server = try RunningServer("--spaces", folder.path, "--exclusive", environment: fence)
        try Self.make("a", on: server)
        #expect(try Self.tags(of: "a", on: server).status == 200)
        try Data().write(to: URL(fileURLWithPath: folder.file("a.fenced")))
        #expect(try Self.tags(of: "a", on: server).status == 503)
        #expect(server.stop() == 0)
    }

    @Test func `a change that the disk dropped but acknowledged isn't acknowledged`() throws {
        let folder = try TemporaryFolder()
        let fence = ["LD_PRELOAD": try PreloadedLibrary.make("fence", in: folder), "FENCE_PATH": folder.path]
        let first = try RunningServer("--spaces", folder.path, "--exclusive", environment: fence)
        let second = try RunningServer("--spaces", folder.path, "--exclusive")
        try Self.make("a", on: first)
        #expect(try Self.add("kept", to: "a", on: first) == 201)
        try Data().write(to: URL(fileURLWithPath: folder.file("a.cut")))
        #expect(try Self.add("thrown away", to: "a", on: first) == 500)
        #expect(FileManager.default.fileExists(atPath: folder.file("a.fenced")))
        let tags = try Self.tagsOnceOpen(of: "a", on: second)
        #expect(tags.contains("kept") && !tags.contains("thrown away"))
        #expect(first.stop() == 0)
        #expect(second.stop() == 0)
    }

    @Test func `a space that cannot be opened for long holds up nothing else`() throws {
        let folder = try TemporaryFolder()
        let fence = ["LD_PRELOAD": try PreloadedLibrary.make("fence", in: folder), "FENCE_PATH": folder.path]
        let server = try RunningServer(
            "--spaces", folder.path, "--exclusive", "--opening-time", "5", environment: fence)
        for name in ["a", "b"] { try Self.make(name, on: server) }
        let marker = folder.file("a.stuck")
        try Data().write(to: URL(fileURLWithPath: marker))
        let refused = try Self.tags(of: "a", on: server)
        #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
        #expect(try Self.add("kept", to: "b", on: server) == 201)
        #expect(try server.send("GET", "//healthz", token: "").status == 200)
        #expect(try server.send("GET", "//readyz", token: "").status == 200)
        try FileManager.default.removeItem(atPath: marker)
        #expect(try Self.tagsOnceOpen(of: "a", on: server).contains("tags"))
        #expect(server.stop() == 0)
    }

    @Test func `only spaces can be exclusive`() throws {
        let server = try RunningServer("--exclusive")
        #expect(server.url == "")
        #expect(server.greeting.contains("--exclusive requires --spaces"), "\(server.greeting)")
    }
}
