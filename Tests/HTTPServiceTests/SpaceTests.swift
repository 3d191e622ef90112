import Foundation
import TestSupport
import Testing

@Suite struct SpaceTests {
    /// Opens a new space by several requests while it is deleted, and writes to one of the same name afterwards.
    private static let race = """
        import http.client, json, sys, threading, time
        port, rounds = int(sys.argv[1]), int(sys.argv[2])
        def send(method, path, body=None):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            headers = {"Authorization": "Bearer " + sys.argv[3], "Content-Type": "application/json"}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            return answer.status
        for number in range(rounds):
            name = f"race{number}"
            send("POST", "/spaces", {"space": name})
            base = f"/spaces/{name}/api/v1"
            seen = []
            def write(count): seen.append(send("POST", base + "/tags", {"tag": f"old {count}"}))
            def delete(): time.sleep(0.002 * number); seen.append(send("DELETE", f"/spaces/{name}"))
            threads = [threading.Thread(target=write, args=(count,)) for count in range(3)]
            threads.append(threading.Thread(target=delete))
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            gone, made = send("GET", base + "/tags"), send("POST", "/spaces", {"space": name})
            kept = send("POST", base + "/tags", {"tag": "kept"})
            if (gone, made, kept) != (404, 201, 201) or set(seen) - {201, 204, 404, 503}:
                print(number, seen, gone, made, kept)
        """

    @Test func `a space that is deleted while it is being opened takes nothing along`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        let port = String(server.url.split(separator: ":").last ?? "")
        let wrong = try PythonScript.run(Self.race, port, "20", RunningServer.adminToken)
        #expect(wrong == "")
        #expect(server.stop() == 0)
        let tagflow = try TagflowProcess()
        for number in 0..<20 {
            let path = folder.file("race\(number).sqlite")
            let tags = try tagflow.run("--database", path, "tags", "--all").output
            #expect(tags.contains("kept") && !tags.contains("old"), "\(number): \(tags)")
        }
    }

    @Test func `a missing space is a kind of problem, and an invalid location isn't an invalid name`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path)
        #expect(try server.send("GET", "//spaces/none/api/v1/items")["type"] as? String == "urn:tagflow:unknown-space")
        _ = try server.send("POST", "//spaces", #"{"space": "a"}"#)
        for (path, body, kind) in [
            ("items", #"{"location": "\#(String(repeating: "x", count: 5_000))"}"#, "about:blank"),
            ("tags", #"{"tag": "\#(String(repeating: "x", count: 5_000))"}"#, "urn:tagflow:invalid-name"),
        ] {
            let problem = try server.send("POST", "//spaces/a/api/v1/\(path)", body)
            #expect(problem.status == 422 && problem["type"] as? String == kind, "\(problem.body)")
        }
    }

    @Test func `the suggestions of every space use the server's model`() throws {
        let folder = try TemporaryFolder()
        let (model, lines) = (folder.file("team.model"), folder.file("crowd.ndjson"))
        let crowd = (0..<9).map { #"{"title": "\#($0)", "tags": ["sea", "sun"]}"# }
        try Data(crowd.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: lines))
        let built = try TagflowProcess().run("model", "build", lines, "-o", model)
        #expect(built.code == 0, "\(built.errors)")
        let server = try RunningServer("--spaces", folder.path, "--model", model)
        for name in ["a", "b"] {
            _ = try server.send("POST", "//spaces", "{\"space\": \"\(name)\"}")
            let path = "//spaces/\(name)/api/v1/suggestions"
            let found = try server.send("GET", "\(path)?given=sea")
            #expect(found.body.contains(#""new":true"#), "\(found.body)")
            #expect(found.body.contains(#""tag":"sun""#) && found.body.contains("probability"))
            #expect(try server.send("GET", "\(path)?q=su").body.contains(#""tag":"sun""#))
        }
        #expect(server.stop() == 0)
    }

    @Test func `a space in use is not closed for a newer one`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, "--open-spaces", "1")
        for name in ["a", "b", "c"] { _ = try server.send("POST", "//spaces", "{\"space\": \"\(name)\"}") }
        let streams = try ["a", "b", "c"].map { try RunningStream(server, "//spaces/\($0)/api/v1/events") }
        for stream in streams { #expect(stream.has("retry:")) }
        for name in ["a", "b", "c"] {
            let body = "{\"tag\": \"tag of \(name)\"}"
            #expect(try server.send("POST", "//spaces/\(name)/api/v1/tags", body).status == 201)
        }
        for (name, stream) in zip(["a", "b", "c"], streams) {
            #expect(stream.has("tag of \(name)", within: 10), "\(name)")
        }
    }
}
