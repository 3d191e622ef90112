import Foundation
import JSON
import TestSupport
import Testing

/// Tests with clients that violate the protocol or disappear.
@Suite(.timeLimit(.minutes(30))) struct HostileClientTests {
    @Test func `requests out of order are rejected and the session continues`() throws {
        let client = try LanguageClient.withNotes()
        let early = try client.begin("textDocument/hover", nil)
        guard case .failure(let error) = try client.response(to: early) else {
            Issue.record("succeeded before 'initialize'")
            return
        }
        #expect(error.code == -32_002)
        _ = try client.start()
        for (method, code) in [("initialize", -32_600), ("no/such", -32_601)] {
            guard case .failure(let error) = try client.response(to: client.begin(method, [:])) else {
                Issue.record("\(method) succeeded")
                continue
            }
            #expect(error.code == code)
        }
        try client.send(Array("Content-Length: 7\r\n\r\n{\"a\": !".utf8))
        _ = try client.wait { message in
            guard case .failure(nil, let error) = message else { return false }
            return error.code == -32_700
        }
        #expect(try client.request("textDocument/hover", "none.md", 0, 0) == .null)
        #expect(try client.end() == 0)
    }

    @Test func `a cancelled request gets exactly one response`() throws {
        let client = try LanguageClient.withNotes(["a.md": "#swift"])
        _ = try client.start()
        try client.open("a.md", "#swift")
        let ids = try (0..<40)
            .map { _ in
                let id = try client.begin("textDocument/references", client.at("a.md", 0, 2))
                try client.notify("$/cancelRequest", ["id": id.value])
                return id
            }
        try client.notify("$/cancelRequest", ["id": "nobody's"])
        let last = try client.begin("textDocument/hover", client.at("a.md", 0, 2))
        for id in ids + [last] {
            if case .failure(let error) = try client.response(to: id) { #expect(error.code == -32_800 && id != last) }
        }
        #expect(try client.request("shutdown") == .null)
        try client.send(.notification(method: "exit", params: nil))
        let rest = try client.rest()
        let responses = rest.count { message in
            switch message {
            case .result, .failure: true
            case .request, .notification: false
            }
        }
        #expect(responses == 0)
    }

    @Test func `requests sent before the end get a response`() throws {
        for ending in [["shutdown", "exit"], ["shutdown"], []] {
            let client = try LanguageClient.withNotes()
            _ = try client.start()
            var ids: [MessageID] = []
            for _ in 1...10 { ids.append(try client.begin("workspace/symbol", ["query": ""])) }
            for method in ending where method != "exit" { ids.append(try client.begin(method, nil)) }
            if ending.contains("exit") { try client.notify("exit", [:]) }
            let code = try client.closeInput()
            #expect(code == (ending.isEmpty ? 1 : 0))
            for id in ids { _ = try client.response(to: id).get() }
        }
    }

    @Test func `the server exits when its client dies`() throws {
        let client = try LanguageClient.withNotes()
        _ = try client.start()
        try client.send(Array("Content-Length: 100\r\n\r\n{\"jsonrpc\"".utf8))
        #expect(try client.closeInput() == 1)
        // If the pipe stays open, the server notices by the process ID.
        let other = try LanguageClient.withNotes()
        let dead = Process()
        dead.executableURL = URL(fileURLWithPath: "/bin/true")
        try dead.run()
        dead.waitUntilExit()
        _ = try other.request(
            "initialize", ["processId": .integer(Int64(dead.processIdentifier)), "capabilities": [:]])
        #expect(other.waitForEnd() == 1)
    }

    @Test func `random messages never crash the server`() throws {
        let client = try LanguageClient.withNotes(["a.md": "#swift"])
        _ = try client.start()
        try client.open("a.md", "---\ntags: [a, b]\n---\n#swift é😀 #x\n")
        var numbers = SeededNumbers(seed: 5)
        let methods = [
            "textDocument/completion", "textDocument/hover", "textDocument/references", "textDocument/prepareRename",
            "textDocument/rename", "textDocument/codeAction", "workspace/symbol", "workspace/executeCommand",
            "textDocument/didChange", "textDocument/didOpen", "textDocument/didSave", "workspace/didChangeWatchedFiles",
            "workspace/didChangeWorkspaceFolders", "$/cancelRequest", "textDocument/didClose",
        ]
        let values: [JSONValue] = [
            nil, 0, -1, .integer(.max), .integer(.min), .number(1e300), "", "x", [], [:], true, client.document("a.md"),
            ["line": 3, "character": 3], .string(client.address("a.md")),
            ["start": ["line": 0, "character": 0], "end": ["line": -5, "character": 99]], [["text": "\r\n#é"]],
            [["text": "\r", "range": ["start": ["line": 9, "character": 9], "end": [:]]]], ["uri": "file:///%zz"],
            "file:///", "file://host/x", [["uri": "file:///nowhere/x.md"]], "tagflow.merge", ["swift", "swift"],
            ["a", "", "c"],
        ]
        let names = [
            "textDocument", "position", "range", "newName", "query", "command", "arguments", "contentChanges",
            "changes", "event", "context", "id", "uri", "text", "version",
        ]
        for round in 0..<600 {
            var parameters: [String: JSONValue] = [:]
            if Bool.random(using: &numbers) {
                parameters["textDocument"] = client.document("a.md")
                parameters["position"] = ["line": 3, "character": .integer(Int64(round % 20))]
            }
            for _ in 0..<Int.random(in: 0...4, using: &numbers) {
                let name = names[Int.random(in: 0..<names.count, using: &numbers)]
                parameters[name] = values[Int.random(in: 0..<values.count, using: &numbers)]
            }
            let method = methods[Int.random(in: 0..<methods.count, using: &numbers)]
            let isNotification = method.contains("did") || method.hasPrefix("$")
            if isNotification {
                try client.notify(method, .object(parameters))
            } else {
                _ = try client.response(to: client.begin(method, .object(parameters)))
            }
        }
        #expect(try client.request("textDocument/hover", "none.md", 0, 0) == .null)
        #expect(try client.end() == 0)
    }
}
