internal import JSON
internal import JSONRPC
internal import TagService
internal import TextMeasurement

/// The protocol's own methods.
extension AssistantServer {
    /// Answers a request.
    ///
    /// - Throws: `ResponseError`.
    func result(of method: String, _ params: JSONValue?) async throws -> [String: JSONValue] {
        let revision = try ProtocolRevision(of: params)
        if revision == .ofSession {
            switch method {
            case "initialize": return try initialize(params)
            case "ping": return [:]
            default: try requireSession()
            }
        }
        var result = try await answer(method, params, revision)
        guard revision == .ofRequest else { return result }
        result["resultType"] = "complete"
        result["_meta"] = [ProtocolRevision.serverKey: identity]
        return result
    }

    private func answer(
        _ method: String,
        _ params: JSONValue?,
        _ revision: ProtocolRevision
    ) async throws -> [String: JSONValue] {
        switch method {
        case "server/discover" where revision == .ofRequest:
            return [
                "supportedVersions": ProtocolRevision.all, "capabilities": capabilities,
                "instructions": instructions, "ttlMs": Self.lasting, "cacheScope": "private",
            ]
        case "tools/list":
            try requireNoCursor(params)
            return cached(["tools": .list(tools.map(\.value))], Self.lasting, revision)
        case "tools/call": return try await call(params)
        case "resources/list":
            try requireNoCursor(params)
            return cached(["resources": [Vocabulary.resource]], Self.lasting, revision)
        case "resources/templates/list":
            try requireNoCursor(params)
            return cached(["resourceTemplates": [Vocabulary.template]], Self.lasting, revision)
        case "resources/read": return cached(try await read(params, revision), 0, revision)
        default: throw ResponseError.methodNotFound(method)
        }
    }

    /// How long what never changes may be kept, in milliseconds.
    private static let lasting: JSONValue = 3_600_000

    private func cached(
        _ result: [String: JSONValue],
        _ lasting: JSONValue,
        _ revision: ProtocolRevision
    ) -> [String: JSONValue] {
        guard revision == .ofRequest else { return result }
        return result.merging(["ttlMs": lasting, "cacheScope": "private"]) { $1 }
    }

    // MARK: The session

    private func initialize(_ params: JSONValue?) throws(ResponseError) -> [String: JSONValue] {
        guard let wanted = params?["protocolVersion"]?.string else {
            throw .invalidParams("'protocolVersion' is a text such as \"2025-11-25\"")
        }
        let revision = ProtocolRevision.agreed(wanted)
        agreed = revision
        return [
            "protocolVersion": .string(revision), "capabilities": capabilities,
            "serverInfo": identity, "instructions": instructions,
        ]
    }

    private func requireSession() throws(ResponseError) {
        guard agreed == nil else { return }
        throw .invalidParams(
            "send 'initialize' first, or 'io.modelcontextprotocol/protocolVersion' in '_meta' of each request"
        )
    }

    private var identity: JSONValue {
        ["name": "tagflow", "title": "tagflow", "version": .string(version)]
    }

    private var capabilities: JSONValue { ["tools": [:], "resources": [:]] }

    private var instructions: JSONValue {
        .string(
            "tagflow has a person's tags and learns which go together. Before you tag something, ask suggest_tags with its text; prefer tags "
                + "that are known to new ones. show_item tells what a thing has already. "
                + (canWrite
                    ? "save_item keeps a thing's tags under its location, and undo takes the last change back."
                    : "This server only reads; 'tagflow mcp --write' starts one that saves tags.")
        )
    }

    private func requireNoCursor(_ params: JSONValue?) throws(ResponseError) {
        guard let cursor = params?["cursor"], cursor != .null else { return }
        throw .invalidParams("there is no such cursor; the list has one page")
    }

    // MARK: Tools

    /// The tools that are offered.
    private var tools: [AssistantTool] {
        AssistantTool.all.filter { canWrite || !$0.changesTags }
    }

    private func call(_ params: JSONValue?) async throws -> [String: JSONValue] {
        guard let name = params?["name"]?.string else {
            throw ResponseError.invalidParams("'name' is the name of a tool")
        }
        guard let tool = AssistantTool.all.first(where: { $0.name == name }) else {
            let names = tools.map(\.name).joined(separator: ", ")
            let shown = TerminalText.printable(String(name.prefix(100)))
            throw ResponseError.invalidParams("there is no tool '\(shown)'; the tools are \(names)")
        }
        let given = params?["arguments"] ?? [:]
        guard case .object(let values) = given == .null ? [:] : given else {
            throw ResponseError.invalidParams("'arguments' is an object")
        }
        do {
            guard canWrite || !tool.changesTags else { throw ToolError.readOnly(tool.name) }
            let arguments = try ToolArguments(values, of: tool)
            let scope = ToolScope(service: service, set: set)
            let answer = JSONValue.object(try await tool.run(arguments, scope))
            let text = String(decoding: answer.bytes, as: UTF8.self)
            return [
                "content": [["type": "text", "text": .string(text)]], "structuredContent": answer,
                "isError": false,
            ]
        } catch {
            let text = ToolError(error).text
            return ["content": [["type": "text", "text": .string(text)]], "isError": true]
        }
    }

    // MARK: Resources

    private func read(
        _ params: JSONValue?,
        _ revision: ProtocolRevision
    ) async throws -> [String: JSONValue] {
        guard let uri = params?["uri"]?.string else {
            throw ResponseError.invalidParams("'uri' is the address of a resource")
        }
        guard let page = Vocabulary(uri: uri) else {
            throw ResponseError(
                code: revision == .ofRequest ? -32_602 : -32_002,
                message: "there is no such resource; 'resources/list' lists them",
                data: ["uri": .string(String(uri.prefix(1_000)))]
            )
        }
        let text = String(decoding: try await page.read(from: service).bytes, as: UTF8.self)
        return [
            "contents": [
                ["uri": .string(uri), "mimeType": "application/json", "text": .string(text)]
            ]
        ]
    }
}
