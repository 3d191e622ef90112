internal import JSON
internal import TagService
internal import TextMeasurement

/// The methods of the Model Context Protocol.
extension AssistantServer {
    /// Returns the result of a request.
    ///
    /// - Throws: `ResponseError` if the method is unknown or its parameters are invalid; errors of the database.
    func result(of method: String, _ params: JSONValue?) async throws -> [String: JSONValue] {
        let revision = try ProtocolRevision(of: params)
        if revision == .ofSession {
            switch method {
            case "initialize": return try initialize(params)
            case "ping": return [:]
            default: try requireSession()
            }
        }
        var result = try await dispatch(method, params, revision)
        guard revision == .ofRequest else { return result }
        result["resultType"] = "complete"
        result["_meta"] = [ProtocolRevision.serverKey: identity]
        return result
    }

    private func dispatch(
        _ method: String, _ params: JSONValue?, _ revision: ProtocolRevision
    ) async throws -> [String: JSONValue] {
        switch method {
        case "server/discover" where revision == .ofRequest:
            return [
                "supportedVersions": ProtocolRevision.all, "capabilities": capabilities, "instructions": instructions,
                "ttlMs": Self.listLifetime, "cacheScope": "private",
            ]
        case "tools/list":
            try requireNoCursor(params)
            return cached(["tools": .list(tools.map(\.value))], Self.listLifetime, revision)
        case "tools/call": return try await call(params)
        case "resources/list":
            try requireNoCursor(params)
            return cached(["resources": [Vocabulary.resource]], Self.listLifetime, revision)
        case "resources/templates/list":
            try requireNoCursor(params)
            return cached(["resourceTemplates": [Vocabulary.template]], Self.listLifetime, revision)
        case "resources/read": return cached(try await read(params, revision), 0, revision)
        default: throw ResponseError.methodNotFound(method)
        }
    }

    /// How long a client may cache a list that doesn't change while the server runs, in milliseconds.
    private static let listLifetime: JSONValue = 3_600_000

    private func cached(
        _ result: [String: JSONValue], _ lifetime: JSONValue, _ revision: ProtocolRevision
    ) -> [String: JSONValue] {
        guard revision == .ofRequest else { return result }
        return result.merging(["ttlMs": lifetime, "cacheScope": "private"]) { $1 }
    }

    // MARK: Session

    private func initialize(_ params: JSONValue?) throws(ResponseError) -> [String: JSONValue] {
        guard let requested = params?["protocolVersion"]?.string else {
            throw .invalidParams("'protocolVersion' must be a string such as '2025-11-25'")
        }
        let revision = ProtocolRevision.negotiated(requested)
        sessionRevision = revision
        return [
            "protocolVersion": .string(revision), "capabilities": capabilities, "serverInfo": identity,
            "instructions": instructions,
        ]
    }

    private func requireSession() throws(ResponseError) {
        guard sessionRevision == nil else { return }
        throw .invalidParams(
            "session not initialized; send 'initialize' first, or 'io.modelcontextprotocol/protocolVersion' in '_meta' of each request"
        )
    }

    private var identity: JSONValue { ["name": "tagflow", "title": "tagflow", "version": .string(version)] }

    private var capabilities: JSONValue { ["tools": [:], "resources": [:]] }

    private var instructions: JSONValue {
        .string(
            "tagflow stores a person's tagged items and learns which tags go together. Before tagging an item, call suggest_tags with its title, location and text. "
                + "Prefer existing tags to new tags. show_item returns the tags an item already has. "
                + (canWrite
                    ? "save_item saves an item's tags under its location. undo reverts the last change."
                    : "This server is read-only; 'tagflow mcp --write' starts a server that can save items."))
    }

    private func requireNoCursor(_ params: JSONValue?) throws(ResponseError) {
        guard let cursor = params?["cursor"], cursor != .null else { return }
        throw .invalidParams("unknown cursor; the list has a single page, so omit 'cursor'")
    }

    // MARK: Tools

    /// The tools that the server offers.
    private var tools: [AssistantTool] { AssistantTool.all.filter { canWrite || !$0.changesTags } }

    private func call(_ params: JSONValue?) async throws -> [String: JSONValue] {
        guard let name = params?["name"]?.string else {
            throw ResponseError.invalidParams("'name' must be the name of a tool")
        }
        guard let tool = AssistantTool.all.first(where: { $0.name == name }) else {
            let names = tools.map(\.name).joined(separator: ", ")
            throw ResponseError.invalidParams("unknown tool \(name.quoted); the tools are \(names)")
        }
        let given = params?["arguments"] ?? [:]
        guard case .object(let values) = given == .null ? [:] : given else {
            throw ResponseError.invalidParams("'arguments' must be an object")
        }
        do {
            guard canWrite || !tool.changesTags else { throw ToolError.readOnly(tool.name) }
            let arguments = try ToolArguments(values, of: tool)
            let scope = ToolScope(service: service, set: set)
            let result = JSONValue.object(try await tool.run(arguments, scope))
            let text = String(decoding: result.bytes, as: UTF8.self)
            return [
                "content": [["type": "text", "text": .string(text)]], "structuredContent": result, "isError": false,
            ]
        } catch {
            let text = ToolError(error).text
            return ["content": [["type": "text", "text": .string(text)]], "isError": true]
        }
    }

    // MARK: Resources

    private func read(_ params: JSONValue?, _ revision: ProtocolRevision) async throws -> [String: JSONValue] {
        guard let uri = params?["uri"]?.string else {
            throw ResponseError.invalidParams("'uri' must be the URI of a resource")
        }
        guard let page = Vocabulary(uri: uri) else {
            throw ResponseError(
                code: revision == .ofRequest ? -32_602 : -32_002,
                message: "no such resource; 'resources/list' lists the resources", data: ["uri": .string(uri.shown)])
        }
        let text = String(decoding: try await page.read(from: service).bytes, as: UTF8.self)
        return ["contents": [["uri": .string(uri), "mimeType": "application/json", "text": .string(text)]]]
    }
}
