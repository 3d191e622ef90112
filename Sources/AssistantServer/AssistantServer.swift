internal import JSON
internal import JSONRPC
package import TagService

// How an assistant's question is answered:
//
// 1. A `MessageReader` cuts standard input into messages, a line each; what is none is answered with what is wrong.
// 2. `ProtocolRevision` finds out which revision of the Model Context Protocol a request speaks: from 2026-07-28 on each request says it,
//    before that `initialize` says it once.
// 3. `AssistantServer+Methods` answers the protocol's own questions: what there is, which tools, which resources.
// 4. A call goes to one of `AssistantTool.all`: `ToolFields` check its arguments, `TagService` does the work, and the answer is
//    both JSON and its text. A mistake is a `ToolError`, which says to the assistant what to do.
// 5. `Vocabulary` is the resource: all tags with their uses, in pages.

/// A server of the Model Context Protocol, by which assistants suggest, find and save tags.
package actor AssistantServer {
    let service: TagService
    let set: SetReference
    /// Whether tools may change anything.
    let canWrite: Bool
    let version: String
    /// The revision that `initialize` has agreed on.
    var agreed: String?

    /// The bytes that are to be written.
    package nonisolated let output: AsyncStream<[UInt8]>
    private let writing: AsyncStream<[UInt8]>.Continuation
    /// The requests that are not answered yet, and those of them that are not to be answered any more.
    private var waiting: Set<MessageID> = []
    private var cancelled: Set<MessageID> = []

    /// A request that waits for its turn.
    private struct Request: Sendable {
        var id: MessageID
        var method: String
        var params: JSONValue?
    }

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - service: What has the tags.
    ///   - set: The set that tools are about that name none.
    ///   - canWrite: Whether tools may change anything.
    ///   - version: The program's version.
    package init(
        service: TagService,
        set: SetReference,
        canWrite: Bool,
        version: String
    ) {
        self.service = service
        self.set = set
        self.canWrite = canWrite
        self.version = version
        (output, writing) = AsyncStream.makeStream()
    }

    /// Answers messages until no more come; what was asked until then is answered.
    ///
    /// - Parameter input: The bytes, in pieces of any size.
    package func run(_ input: AsyncStream<[UInt8]>) async {
        let (requests, queue) = AsyncStream<Request>.makeStream()
        // One after the other, so that what is asked after a change sees it.
        let answering = Task {
            for await request in requests { await answer(request) }
        }
        var reader = MessageReader(.lines)
        for await bytes in input {
            reader.append(bytes)
            while let item = reader.next() { accept(item, queue) }
        }
        reader.finish()
        while let item = reader.next() { accept(item, queue) }
        queue.finish()
        await answering.value
        writing.finish()
    }

    private func accept(
        _ item: MessageReader.Item,
        _ queue: AsyncStream<Request>.Continuation
    ) {
        switch item {
        case .fault(let fault): fault.answer.map(write)
        case .message(.request(let id, let method, let params)):
            waiting.insert(id)
            queue.yield(Request(id: id, method: method, params: params))
        case .message(.notification("notifications/cancelled", let params)):
            guard let id = params?["requestId"].flatMap(MessageID.init), waiting.contains(id) else {
                return
            }
            cancelled.insert(id)
        // This server asks nothing, so that nothing else is to be done.
        case .message(.notification), .message(.result), .message(.failure): return
        }
    }

    private func answer(_ request: Request) async {
        defer { waiting.remove(request.id) }
        guard !cancelled.contains(request.id) else {
            cancelled.remove(request.id)
            return
        }
        let answer: Message
        do {
            let result = try await result(of: request.method, request.params)
            answer = .result(id: request.id, .object(result))
        } catch let error as ResponseError {
            answer = .failure(id: request.id, error)
        } catch {
            let problem = ToolError(error).text
            answer = .failure(id: request.id, ResponseError(code: -32_603, message: problem))
        }
        // It may have been cancelled while it was answered.
        guard cancelled.remove(request.id) == nil else { return }
        write(answer)
    }

    private func write(_ message: Message) {
        writing.yield(MessageFraming.lines.bytes(of: message))
    }
}
