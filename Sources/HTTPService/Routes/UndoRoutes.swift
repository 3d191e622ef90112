internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import NIOHTTPTypes
internal import TagService

/// Undo, redo, and the commits of every process.
enum JournalRoutes {
    static let all = [undo, redo, changes, events]

    private static let step = Schema.object([.init(name: "change", schema: .string)])

    private static let undo = Route(
        method: .post,
        path: "/undo",
        scope: .write,
        summary: "Undoes the newest change, and says which.",
        answer: .json(step),
        problems: [409],
        work: .write { _, service in .json(["change": try service.undo()]) }
    )

    private static let redo = Route(
        method: .post,
        path: "/redo",
        scope: .write,
        summary: "Redoes what was undone last, and says what.",
        answer: .json(step),
        problems: [409],
        work: .write { _, service in .json(["change": try service.redo()]) }
    )

    private static let changes = Route(
        method: .get,
        path: "/changes",
        scope: .read,
        summary: "Lists what can be undone, the newest first.",
        query: [.limit],
        answer: .json(.object([.init(name: "changes", schema: .list(.named("Change")))])),
        work: .read { call, service in
            let limit = try call.limit(default: 100)
            return .json([
                "changes": try service.undoSteps(limit: limit).steps.map(StepDocument.init)
            ])
        }
    )

    static let changeSchema = Schema.object([
        .init(name: "id", schema: .integer), .init(name: "at", schema: .time),
        .init(name: "change", schema: .string),
    ])

    private struct StepDocument: Encodable {
        var id: Int64
        var at: String
        var change: String

        init(_ step: UndoStep) {
            id = step.id
            at = step.madeAt.formatted(.iso8601)
            change = step.summary
        }
    }

    static let events = Route(
        method: .get,
        path: "/events",
        scope: .read,
        summary: "Tells every commit of any process, as server-sent events.",
        answer: .bytes("text/event-stream"),
        isOpenToSetTokens: true,
        work: .stream { call in
            let after = try lastEventID(call)
            let stream = EventStream(space: call.space, caller: call.caller, channel: call.channel)
            var answer = ServiceResponse.stream("text/event-stream") { _ in
                try await stream.send(after: after)
            }
            answer.headers[.cacheControl] = "no-store"
            // A page offers only what its token may do.
            answer.headers[HTTPField.Name("Tagflow-Scope") ?? .accept] = call.caller.scope.rawValue
            // A proxy that gathers the events would tell them late.
            answer.headers[HTTPField.Name("X-Accel-Buffering") ?? .accept] = "no"
            return answer
        }
    )

    private static func lastEventID(_ call: Call) throws -> Int64? {
        guard let text = call.request.headers[.lastEventID], !text.isEmpty else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Problem.badRequest("'Last-Event-ID' is the number of an event")
        }
        return number
    }
}

/// One client's stream of events.
///
/// A server has a thousand of them: what they hold, and how deep they call, is their memory.
private struct EventStream: Sendable {
    let space: Space
    let caller: Caller
    let channel: any Channel

    @concurrent func send(after number: Int64?) async throws {
        let (id, queue) = try await listen(after: number)
        do {
            try await sendEvents(of: queue)
        } catch {
            await space.feed.close(id)
            throw error
        }
        await space.feed.close(id)
    }

    // What is called is kept out of line: a stream would hold the variables of all of it for as long as it waits.

    @inline(never)
    private func sendEvents(of queue: EventQueue) async throws {
        // A client that is gone is noticed at once, and not when the next event cannot be sent.
        channel.closeFuture.whenComplete { _ in queue.finish() }
        try await write(": tagflow\nretry: 1000\n\n")
        while let events = await queue.next(), !queue.isOverfull {
            // Now and then nothing but a tick comes.
            if events.isEmpty, try await !isStillValid() { break }
            let text = text(of: events)
            if !text.isEmpty { try await write(text) }
        }
        if !queue.isOverfull { try await write(": the stream ends\n\n") }
    }

    @inline(never)
    private func listen(after number: Int64?) async throws -> (Int, EventQueue) {
        let channel = channel
        return try await space.run {
            try await space.feed.listen(
                after: number,
                by: caller,
                limit: space.backlogLimit
            ) {
                // What is being sent to a client that does not read would wait for ever.
                channel.close(promise: nil)
            }
        }
    }

    /// Writes to the channel itself, which takes fewer calls than the body's writer, and waits until the client has taken it.
    @inline(never)
    private func write(_ text: String) async throws {
        try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: text)))
    }

    /// Whether the caller's token was neither revoked nor has expired.
    @inline(never)
    private func isStillValid() async throws -> Bool {
        guard let id = caller.tokenID else { return true }
        let tokens = try await space.run { try space.service.tokens() }
        return tokens.contains { $0.id == id && ($0.expiresAt.map { $0 > Date() } ?? true) }
    }

    /// Events as they are sent; a word that the stream goes on where there are none.
    @inline(never)
    private func text(of events: [FeedEvent]) -> String {
        events.isEmpty ? ": still here\n\n" : events.compactMap(text).joined()
    }

    /// The event as it is sent; `nil` if it concerns no set that the token opens.
    private func text(of event: FeedEvent) -> String? {
        switch event {
        case .reset(let number): return "id: \(number)\nevent: reset\ndata: {}\n\n"
        case .commit(let commit):
            guard let commit = seen(commit) else { return nil }
            let data = String(decoding: JSONBytes.encoded(CommitDocument(commit)), as: UTF8.self)
            return "id: \(commit.number)\nevent: commit\ndata: \(data)\n\n"
        }
    }

    /// What a token that opens some sets may learn of a commit.
    private func seen(_ commit: Commit) -> Commit? {
        guard let open = caller.setIDs else { return commit }
        guard commit.concerns(open) else { return nil }
        var commit = commit
        commit.sets = commit.setNames?.filter { open.contains($0.key) }.sorted { $0.key < $1.key }
            .map(\.value)
        (commit.tags, commit.summary) = (nil, "")
        return commit
    }
}
