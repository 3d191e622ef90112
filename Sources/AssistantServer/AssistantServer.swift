internal import JSON
package import TagService

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
