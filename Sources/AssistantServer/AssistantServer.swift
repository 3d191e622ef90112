internal import JSON
package import TagService
internal import TextMeasurement

// How a request is processed:
//
// 1. `MessageReader` splits standard input into messages, one per line. A line that isn't a message gets an error
//    response.
// 2. `ProtocolRevision` determines the revision of the Model Context Protocol. Since 2026-07-28 each request names it;
//    before that, `initialize` negotiates one revision for the session.
// 3. `AssistantServer+Methods` responds to the protocol's methods: `tools/list`, `tools/call`, `resources/read` and
//    so on.
// 4. `tools/call` runs one of `AssistantTool.all`. `ToolArguments` validates the arguments, `TagService` does the
//    work, and the result is returned as JSON and as text. Errors become a `ToolError`, which explains to the assistant
//    how to continue.
// 5. `Vocabulary` is the only resource: all tags with their uses, page by page.

/// An MCP server that lets assistants suggest, find and save tags.
///
/// ```swift
/// let server = AssistantServer(service: service, set: .chosen, canWrite: false, version: "1.0")
/// async let running: Void = server.run(input)
/// for await bytes in server.output { try output.write(contentsOf: bytes) }
/// await running
/// ```
package actor AssistantServer {
    let service: TagService
    let set: SetReference
    /// Whether tools may change the database.
    let canWrite: Bool
    let version: String
    /// The protocol revision negotiated by `initialize`, or nil before that.
    var sessionRevision: String?

    /// The bytes to write to the client.
    package nonisolated let output: AsyncStream<[UInt8]>
    private let writing: AsyncStream<[UInt8]>.Continuation
    /// The requests that haven't been responded to.
    private var waiting: Set<MessageID> = []
    /// The waiting requests that the client cancelled; they get no response.
    private var cancelled: Set<MessageID> = []

    /// A request in the queue.
    private struct Request: Sendable {
        var id: MessageID
        var method: String
        var params: JSONValue?
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - service: The service whose tags and items the tools use.
    ///   - set: The tag set of calls without the argument `set`.
    ///   - canWrite: Whether tools may change the database.
    ///   - version: The program's version.
    package init(service: TagService, set: SetReference, canWrite: Bool, version: String) {
        self.service = service
        self.set = set
        self.canWrite = canWrite
        self.version = version
        (output, writing) = AsyncStream.makeStream()
    }

    /// Responds to messages until the input ends and every request has its response.
    ///
    /// - Parameter input: The bytes from the client, in pieces of any size.
    package func run(_ input: AsyncStream<[UInt8]>) async {
        let (requests, queue) = AsyncStream<Request>.makeStream()
        // Run one request at a time, so that each request sees the changes made by earlier requests.
        let responses = Task { for await request in requests { await respond(to: request) } }
        var reader = MessageReader(.lines)
        for await bytes in input {
            reader.append(bytes)
            while let item = reader.next() { accept(item, queue) }
        }
        reader.finish()
        while let item = reader.next() { accept(item, queue) }
        queue.finish()
        await responses.value
        writing.finish()
    }

    private func accept(_ item: MessageReader.Item, _ queue: AsyncStream<Request>.Continuation) {
        switch item {
        case .error(let error): error.response.map(write)
        case .message(.request(let id, let method, let params)):
            waiting.insert(id)
            queue.yield(Request(id: id, method: method, params: params))
        case .message(.notification("notifications/cancelled", let params)):
            guard let id = params?["requestId"].flatMap(MessageID.init), waiting.contains(id) else { return }
            cancelled.insert(id)
        // The server sends no requests, so it expects no responses.
        case .message(.notification), .message(.result), .message(.failure): return
        }
    }

    private func respond(to request: Request) async {
        defer { waiting.remove(request.id) }
        guard !cancelled.contains(request.id) else {
            cancelled.remove(request.id)
            return
        }
        let response: Message
        do {
            let result = try await result(of: request.method, request.params)
            response = .result(id: request.id, .object(result))
        } catch let error as ResponseError { response = .failure(id: request.id, error) } catch {
            let text = ToolError(error).text
            response = .failure(id: request.id, ResponseError(code: -32_603, message: text))
        }
        // The client may have cancelled the request in the meantime.
        guard cancelled.remove(request.id) == nil else { return }
        write(response)
    }

    private func write(_ message: Message) { writing.yield(MessageFraming.lines.bytes(of: message)) }
}

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

/// How a request specifies its revision of the Model Context Protocol.
///
/// ```swift
/// let meta: JSONValue = [
///     "io.modelcontextprotocol/protocolVersion": "2026-07-28",
///     "io.modelcontextprotocol/clientCapabilities": [:],
/// ]
/// try ProtocolRevision(of: ["_meta": meta])  // .ofRequest
/// ```
enum ProtocolRevision: Hashable {
    /// A revision negotiated by `initialize` for the whole session.
    case ofSession
    /// A revision named in `_meta` of the request.
    case ofRequest

    /// The supported revisions that a request names, newest first.
    static let ofRequests = ["2026-07-28"]
    /// The supported revisions that a session can negotiate, newest first.
    static let ofSessions = ["2025-11-25", "2025-06-18"]

    private static let prefix = "io.modelcontextprotocol/"

    /// The `_meta` key of the server information in a result.
    static let serverKey = prefix + "serverInfo"

    /// Determines the revision of a request.
    ///
    /// - Parameter params: The parameters of the request.
    /// - Throws: `ResponseError` if the revision isn't supported, or if `_meta` lacks the client's capabilities.
    init(of params: JSONValue?) throws(ResponseError) {
        guard let meta = params?["_meta"], let version = meta[Self.prefix + "protocolVersion"] else {
            self = .ofSession
            return
        }
        guard let version = version.string else {
            throw .invalidParams("'\(Self.prefix)protocolVersion' in '_meta' must be a string")
        }
        guard Self.ofRequests.contains(version) else {
            throw ResponseError(
                code: -32_022, message: "unsupported protocol revision; use one from 'supported'",
                data: ["supported": Self.all, "requested": .string(version.shown)])
        }
        guard case .object = meta[Self.prefix + "clientCapabilities"] else {
            throw .invalidParams("'\(Self.prefix)clientCapabilities' in '_meta' must be an object")
        }
        self = .ofRequest
    }

    /// All supported revisions, newest first.
    static var all: JSONValue { .list((ofRequests + ofSessions).map(JSONValue.string)) }

    /// Returns the requested revision if a session supports it, otherwise the newest supported revision.
    static func negotiated(_ requested: String) -> String { ofSessions.contains(requested) ? requested : ofSessions[0] }
}
