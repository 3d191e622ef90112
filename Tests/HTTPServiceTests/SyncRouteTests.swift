import Foundation
import TestSupport
import Testing

/// The files that devices exchange.
@Suite struct SyncRouteTests {
    private static let file = "//sync/devices/00000000000000a1/1-00000000000000b2.seg"
    private static let new = ["If-None-Match: *", "Content-Type: application/octet-stream"]
    private static let description = "//sync/tagflow-sync.json"

    private static func token(
        _ server: RunningServer, _ scope: String = "sync", at path: String = "/tokens"
    ) throws -> String {
        try server.send("POST", path, "{\"name\": \"\(scope)\", \"scope\": \"\(scope)\"}")["token"] as? String ?? ""
    }

    private static func names(_ server: RunningServer, _ token: String) throws -> [String: Int] {
        let files = try server.send("GET", "//sync/", token: token)["files"] as? [[String: Any]] ?? []
        let pairs = files.map { ($0["name"] as? String ?? "", $0["size"] as? Int ?? -1) }
        return Dictionary(pairs) { first, _ in first }
    }

    @Test func `a device stores, lists, reads and deletes files`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        #expect(try Self.names(server, token).isEmpty)
        #expect(try server.send("GET", Self.description, token: token).status == 404)
        let made = try server.send("PUT", Self.file, "hello", headers: Self.new, token: token)
        #expect(made.status == 201 && made["size"] as? Int == 5)
        #expect(made.headers["location"] == String(Self.file.dropFirst()))
        let read = try server.send("GET", Self.file, token: token)
        #expect(read.status == 200 && read.body == "hello" && read.headers["x-content-type-options"] == "nosniff")
        #expect(try server.send("HEAD", Self.file, token: token).status == 200)
        // A file never changes.
        #expect(try server.send("PUT", Self.file, "other", headers: Self.new, token: token).status == 412)
        #expect(try server.send("PUT", Self.file, "other", headers: ["If-Match: *"], token: token).status == 428)
        #expect(try server.send("GET", Self.file, token: token).body == "hello")
        #expect(try Self.names(server, token) == ["devices/00000000000000a1/1-00000000000000b2.seg": 5])
        #expect(try server.send("DELETE", Self.file, token: token).status == 204)
        #expect(try server.send("DELETE", Self.file, token: token).status == 404)
        #expect(try server.send("GET", Self.file, token: token).status == 404)
        let devices = try FileManager.default.contentsOfDirectory(atPath: "\(server.database)-sync/devices")
        #expect(devices.isEmpty)
    }

    @Test func `the description is replaced only if it is the expected one`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        #expect(try server.send("PUT", Self.description, "{}", token: token).status == 428)
        let absent = try server.send("PUT", Self.description, "{}", headers: ["If-Match: *"], token: token)
        #expect(absent.status == 412)
        #expect(
            try server.send("PUT", Self.description, "{}", headers: ["If-None-Match: *"], token: token).status == 204)
        #expect(
            try server.send("PUT", Self.description, "[]", headers: ["If-None-Match: *"], token: token).status == 412)
        let tag = try server.send("GET", Self.description, token: token).headers["etag"] ?? ""
        for (expected, field) in [(412, "\"other\""), (204, tag), (412, tag)] {
            let answer = try server.send("PUT", Self.description, "[1]", headers: ["If-Match: \(field)"], token: token)
            #expect(answer.status == expected, "\(field)")
        }
        #expect(try server.send("GET", Self.description, token: token).body == "[1]")
        #expect(try Self.names(server, token) == ["tagflow-sync.json": 3])
        let large = String(repeating: "x", count: 70_000)
        #expect(try server.send("PUT", Self.description, large, headers: ["If-Match: *"], token: token).status == 413)
    }

    @Test func `the scope opens these files and nothing else`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        for path in ["/tags", "/items", "/suggestions", "/tokens", "/export", "/events", "/backup"] {
            #expect(try server.send("GET", path, token: token).status == 403, "\(path)")
        }
        #expect(try server.send("POST", "/items", #"{"title": "a"}"#, token: token).status == 403)
        #expect(try server.send("GET", "//linkding/api/bookmarks/", token: token).status == 403)
        #expect(try server.send("GET", "//metrics", token: token).status == 403)
        for scope in ["suggest", "read", "write", "admin"] {
            let other = try Self.token(server, scope)
            for (method, path) in [("GET", "//sync/"), ("PUT", Self.file), ("DELETE", Self.file)] {
                #expect(try server.send(method, path, headers: Self.new, token: other).status == 403, "\(scope)")
            }
        }
        #expect(try server.send("GET", "//sync/", token: "").status == 401)
        #expect(try server.send("GET", "//sync/", token: "tf_wrong").status == 401)
    }

    @Test func `hostile names lead nowhere`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        let names = [
            "00000000000000a1/..%2F..%2Ftags.sqlite", "..%2F..%2F..%2Fetc/passwd", "00000000000000a1/1-b2.seg",
            "00000000000000A1/1-00000000000000b2.seg", "0000000000000000/1-00000000000000b2.seg",
            "00000000000000a1/01-00000000000000b2.seg", "00000000000000a1/-1-00000000000000b2.seg",
            "00000000000000a1/0-00000000000000b2.seg", "00000000000000a1/1-00000000000000b2.exe",
            "00000000000000a1/1-00000000000000b2.seg%00", "00000000000000a1/1-00000000000000b2.seg%0A",
            "00000000000000a1/.tagflow-sync-00000000000000b2.tmp", "00000000000000a1/99999999999999999999-1.seg",
            "00000000000000a1/1-00000000000000b2.seg/x",
            "00000000000000a1/\(String(repeating: "9", count: 3_000))-00000000000000b2.seg",
        ]
        for name in names {
            for method in ["GET", "PUT", "DELETE"] {
                let body = method == "PUT" ? "x" : nil
                let answer = try server.send(method, "//sync/devices/\(name)", body, headers: Self.new, token: token)
                #expect(answer.status == 404, "\(method) \(name): \(answer.status)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: "\(server.database)-sync/devices"))
        #expect(try server.send("PUT", "//sync/other.json", "x", headers: Self.new, token: token).status == 404)
    }

    @Test func `all files of a space have a limit`() throws {
        let server = try RunningServer("--sync-limit", "20000")
        let token = try Self.token(server)
        let path = { (number: Int) in "//sync/devices/00000000000000a1/\(number)-00000000000000b2.seg" }
        let half = String(repeating: "x", count: 10_000)
        #expect(try server.send("PUT", path(1), half, headers: Self.new, token: token).status == 201)
        let refused = try server.send("PUT", path(2), half + "x", headers: Self.new, token: token)
        #expect(refused.status == 507)
        #expect(
            refused["detail"] as? String
                == "the files of the devices would exceed 20000 bytes; raise --sync-limit, or set up a new store on all devices"
        )
        let chunked = try server.send(
            "PUT", path(2), half + "x", headers: Self.new + ["Transfer-Encoding: chunked"], token: token)
        #expect(chunked.status == 507)
        // Even an empty file counts as a block.
        #expect(try server.send("PUT", path(3), "", headers: Self.new, token: token).status == 201)
        #expect(try server.send("PUT", path(4), "", headers: Self.new, token: token).status == 201)
        #expect(try server.send("PUT", path(5), "", headers: Self.new, token: token).status == 507)
        #expect(try server.send("DELETE", path(1), token: token).status == 204)
        #expect(try server.send("PUT", path(5), half, headers: Self.new, token: token).status == 201)
        let folder = "\(server.database)-sync/devices/00000000000000a1"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }

    @Test func `a file that is larger than a device writes is refused`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        let body = String(repeating: "x", count: 4_300_000)
        #expect(try server.send("PUT", Self.file, body, headers: Self.new, token: token).status == 413)
        #expect(try Self.names(server, token).isEmpty)
    }

    /// Sends eight files of one name concurrently, and prints the statuses and the first byte that is stored.
    private static let concurrentDevices = """
        import concurrent.futures, sys, urllib.error, urllib.request
        url, token = sys.argv[1:]
        def send(number):
            headers = {"Authorization": "Bearer " + token, "If-None-Match": "*"}
            body = str(number).encode() * 200_000
            try:
                return urllib.request.urlopen(urllib.request.Request(url, body, headers, method="PUT")).status, number
            except urllib.error.HTTPError as error:
                return error.code, number
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = list(pool.map(send, range(8)))
        stored = urllib.request.urlopen(urllib.request.Request(url, headers={"Authorization": "Bearer " + token})).read()
        winners = [str(number).encode() * 200_000 for status, number in results if status == 201]
        print(sorted(status for status, _ in results), winners == [stored])
        """

    @Test func `of concurrent devices exactly one creates a file`() throws {
        let server = try RunningServer()
        let token = try Self.token(server)
        let printed = try PythonScript.run(Self.concurrentDevices, ["\(server.url)\(Self.file.dropFirst())", token])
        #expect(printed == "[201, 412, 412, 412, 412, 412, 412, 412] True\n")
    }

    @Test func `a killed server leaves only whole files`() throws {
        let folder = try TemporaryFolder()
        let killed = try RunningServer(folder: folder)
        let token = try Self.token(killed)
        #expect(try killed.send("PUT", Self.file, "kept", headers: Self.new, token: token).status == 201)
        // The client waits for the rest of the body, which it never sends.
        let half = killed.folder.file("half")
        try Data(repeating: 120, count: 50_000).write(to: URL(fileURLWithPath: half))
        let client = Process()
        client.executableURL = URL(fileURLWithPath: "/bin/sh")
        let path = "/sync/devices/00000000000000a1/2-00000000000000b2.seg"
        let options = "-s -X PUT -H 'Authorization: Bearer \(token)' -H 'If-None-Match: *' -H 'Expect:' -T -"
        client.arguments = ["-c", "(cat '\(half)'; sleep 20) | curl \(options) '\(killed.url)\(path)'"]
        client.standardOutput = FileHandle.nullDevice
        try client.run()
        defer { client.terminate() }
        let parts = "\(killed.database)-sync/devices/00000000000000a1"
        for _ in 0..<500 where try FileManager.default.contentsOfDirectory(atPath: parts).count < 2 {
            Thread.sleep(forTimeInterval: 0.01)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: parts).count == 2)
        killed.kill()
        let server = try RunningServer(folder: folder)
        #expect(try Self.names(server, token) == ["devices/00000000000000a1/1-00000000000000b2.seg": 4])
        #expect(try server.send("GET", Self.file, token: token).body == "kept")
    }

    @Test func `spaces have separate files, which are deleted with their space`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, folder: folder)
        for space in ["ann", "ben"] { _ = try server.send("POST", "//spaces", "{\"space\": \"\(space)\"}") }
        let path = Self.file.dropFirst()
        let token = try Self.token(server, at: "//spaces/ann/api/v1/tokens")
        #expect(try server.send("PUT", "//spaces/ann\(path)", "a", headers: Self.new, token: token).status == 201)
        #expect(try server.send("GET", "//spaces/ben\(path)", token: token).status == 401)
        let other = try Self.token(server, at: "//spaces/ben/api/v1/tokens")
        #expect(try server.send("GET", "//spaces/ben\(path)", token: other).status == 404)
        #expect(FileManager.default.fileExists(atPath: folder.file("ann.sqlite-sync")))
        #expect(try server.send("DELETE", "//spaces/ann").status == 204)
        #expect(!FileManager.default.fileExists(atPath: folder.file("ann.sqlite-sync")))
    }
}
