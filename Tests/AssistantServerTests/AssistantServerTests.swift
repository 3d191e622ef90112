import Foundation
import JSON
import TestSupport
import Testing

/// Tests of the protocol of `tagflow mcp`, message by message.
@Suite struct AssistantServerTests {
    private static let modern: JSONValue = [
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": [:],
    ]

    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "photo")
        return tagflow
    }

    /// Runs the server on the given lines and returns its responses.
    private func responses(
        to lines: [String], _ options: [String] = [], in tagflow: TagflowProcess? = nil
    ) throws -> [JSONValue] {
        let tagflow = try tagflow ?? program()
        let input = Data(lines.map { $0 + "\n" }.joined().utf8)
        let outcome = try tagflow.run(["mcp"] + options, input: input)
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try outcome.output.split(separator: "\n")
            .map { try JSONValue(Array($0.utf8)[...], .messages(depth: 64)) }
    }

    private func request(_ id: Int64, _ method: String, _ params: JSONValue? = nil) -> String {
        let message = Message.request(id: .integer(id), method: method, params: params)
        return String(decoding: message.value.bytes, as: UTF8.self)
    }

    private func initialize(_ version: String = "2025-11-25") -> String {
        request(
            0, "initialize",
            ["protocolVersion": .string(version), "capabilities": [:], "clientInfo": ["name": "test", "version": "1"]])
    }

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2024-11-05", "2025-11-25"),
        ("2026-07-28", "2025-11-25"), ("", "2025-11-25"), ("\u{1B}[2J", "2025-11-25"),
    ]) func `a session negotiates a revision`(requested: String, negotiated: String) throws {
        let response = try responses(to: [initialize(requested)])
        #expect(response.count == 1)
        let result = response[0]["result"]
        #expect(result?["protocolVersion"]?.string == negotiated)
        #expect(result?["serverInfo"]?["name"] == "tagflow")
        #expect(result?["capabilities"] == ["tools": [:], "resources": [:]])
        #expect(result?["instructions"]?.string?.contains("suggest_tags") == true)
    }

    @Test func `requests that name their revision need no session`() throws {
        let old: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": [:],
        ]
        let response = try responses(to: [
            request(1, "server/discover", ["_meta": Self.modern]), request(2, "tools/list", ["_meta": Self.modern]),
            request(3, "tools/list", ["_meta": old]), request(4, "ping", ["_meta": Self.modern]),
            request(5, "tools/list", ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]]),
            request(6, "resources/read", ["_meta": Self.modern, "uri": "x://"]),
        ])
        #expect(response.count == 6)
        let found = response[0]["result"]
        #expect(found?["supportedVersions"]?.list == ["2026-07-28", "2025-11-25", "2025-06-18"])
        for result in response.prefix(2).map({ $0["result"] }) {
            #expect(result?["resultType"] == "complete" && result?["ttlMs"]?.integer != nil)
            #expect(result?["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "tagflow")
        }
        let error = response[2]["error"]
        #expect(error?["code"]?.integer == -32_022)
        #expect(error?["data"]?["requested"] == "1900-01-01")
        #expect(error?["data"]?["supported"]?.list?.first == "2026-07-28")
        #expect(response[3]["error"]?["code"]?.integer == -32_601)
        #expect(response[4]["error"]?["code"]?.integer == -32_602)
        #expect(response[5]["error"]?["code"]?.integer == -32_602)
    }

    @Test func `an invalid request gets an error and the next request is read`() throws {
        let deep = String(repeating: "[", count: 100_000)
        let lines: [(line: String, code: Int)] = [
            ("nonsense", -32_700), ("{", -32_700), ("\u{0}", -32_700), (deep, -32_700),
            ("[\(request(1, "ping"))]", -32_600), ("[]", -32_600), ("null", -32_600), ("7", -32_600),
            (#"{"id":1,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1e999]}"#, -32_700),
        ]
        let response = try responses(to: lines.map(\.line) + ["", "  \r", initialize(), request(9, "ping")])
        #expect(response.count == lines.count + 2)
        for (response, expected) in zip(response, lines) {
            #expect(response["error"]?["code"]?.integer == expected.code, "\(expected.line.prefix(80))")
            #expect(response["error"]?["message"]?.string?.isEmpty == false)
        }
        #expect(response.last == ["jsonrpc": "2.0", "id": 9, "result": [:]])
    }

    @Test func `unknown methods and invalid parameters are rejected`() throws {
        let requests: [(request: String, code: Int)] = [
            (request(1, "prompts/list"), -32_601), (request(1, "logging/setLevel"), -32_601),
            (request(1, "server/discover"), -32_601), (request(1, "\u{1B}[2J"), -32_601),
            (request(1, "tools/call"), -32_602), (request(1, "tools/call", ["name": "no"]), -32_602),
            (request(1, "tools/call", ["name": "find_tags", "arguments": [1]]), -32_602),
            (request(1, "tools/list", ["cursor": "x"]), -32_602), (request(1, "resources/read", [:]), -32_602),
            (request(1, "resources/read", ["uri": "x://"]), -32_002), (request(1, "initialize", [:]), -32_602),
        ]
        let response = try responses(to: [initialize()] + requests.map(\.request))
        #expect(response.count == requests.count + 1)
        for (response, expected) in zip(response.dropFirst(), requests) {
            #expect(response["error"]?["code"]?.integer == expected.code, "\(expected.request)")
        }
        let early = try responses(to: [request(1, "tools/list"), request(2, "ping")])
        #expect(early[0]["error"]?["message"]?.string?.contains("initialize") == true)
        #expect(early[1]["result"] == [:])
    }

    @Test func `a cancelled request gets no response`() throws {
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#
        let response = try responses(
            to: [
                initialize(), request(1, "tools/list"),
                request(2, "tools/call", ["name": "save_item", "arguments": ["location": "u", "tags": ["x"]]]), cancel,
                cancel.replacing("2}", with: "77}"), cancel.replacing("2}", with: "[]}"),
                request(3, "tools/call", ["name": "show_item", "arguments": ["location": "u"]]),
            ], ["--write"])
        #expect(response.map { $0["id"]?.integer } == [0, 1, 3])
        #expect(response[2]["result"]?["structuredContent"]?["found"] == false)
    }

    @Test func `notifications and unexpected responses are ignored`() throws {
        let response = try responses(to: [
            initialize(), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","method":"notifications/none","params":[1]}"#, #"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            #"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#, request(1, "ping"),
        ])
        #expect(response.map { $0["id"]?.integer } == [0, 1])
    }

    @Test func `a saved item appears on the command line and undo reverts it`() throws {
        let tagflow = try program()
        let save: JSONValue = [
            "name": "save_item", "arguments": ["location": "https://e.org/", "tags": ["sea"], "title": "A\u{1B}[31mb"],
        ]
        let saved = try responses(to: [initialize(), request(1, "tools/call", save)], ["--write"], in: tagflow)
        #expect(saved[1]["result"]?["structuredContent"]?["saved"] == true)
        let history = try tagflow.run("items").output
        #expect(history.contains("https://e.org/") && !history.contains("\u{1B}"), "\(history)")
        let undone = try responses(
            to: [initialize(), request(1, "tools/call", ["name": "undo"])], ["--write"], in: tagflow)
        #expect(undone[1]["result"]?["structuredContent"]?["made_here"] == false)
        #expect(try tagflow.run("items").output.isEmpty)
    }

    @Test func `a note is found under the location that the import gave it`() throws {
        let tagflow = try program()
        let folder = tagflow.folder.file("notes")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("#sea".utf8).write(to: URL(fileURLWithPath: folder + "/a.md"))
        try tagflow.run("import", "--from", "markdown", folder)
        let real = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        let response = try responses(
            to: [
                initialize(),
                request(1, "tools/call", ["name": "show_item", "arguments": ["location": .string(real + "/a.md")]]),
            ], in: tagflow)
        #expect(response[1]["result"]?["structuredContent"]?["location"] == "a.md")
    }

    @Test func `suggestions use the parts of an item, each of limited length`() throws {
        let tagflow = try program()
        let items = (1...8)
            .flatMap { number in
                [("matrix", "movie"), ("bread", "recipe")]
                    .map { #"{"title": "\#($0.0) \#(number)", "tags": ["\#($0.1)"]}"# }
            }
        let lines = Data(items.joined(separator: "\n").utf8)
        try tagflow.run("import", "-", "--from", "ndjson", input: lines)
        let parts: [JSONValue] = [
            ["title": "matrix"], ["location": "https://example.org/matrix"], ["note": "the matrix"],
            ["text": "matrix\nand more"], ["title": .string(String(repeating: "é", count: 501))],
        ]
        let calls = parts.enumerated()
            .map { number, part in
                request(Int64(number + 1), "tools/call", ["name": "suggest_tags", "arguments": part])
            }
        let response = try responses(to: [initialize()] + calls, in: tagflow)
        #expect(response.count == 6)
        for answer in response.dropFirst().dropLast() {
            let found = answer["result"]?["structuredContent"]?["suggestions"]?.list
            #expect(found?.first?["tag"] == "movie", "\(answer)")
        }
        let refused = response.last?["result"]
        #expect(refused?["isError"] == true)
        let text = refused?["content"]?.list?.first?["text"]?.string ?? ""
        #expect(text.hasPrefix("invalid title 'éé"), "\(text)")
        #expect(text.hasSuffix("it is longer than 1000 bytes of UTF-8; shorten it"), "\(text)")
    }

    @Test func `an unknown set is an error, and the REPL has no mcp command`() throws {
        let tagflow = try program()
        let outcome = try tagflow.run("mcp", "--set", "none")
        #expect(outcome.code == 65 && outcome.errors.contains("unknown set 'none'"))
        let repl = try tagflow.repl("mcp")
        #expect(repl.code == 64 && repl.errors.contains("configure your assistant to run 'tagflow mcp'"))
    }
}
