internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import NIOHTTPTypes
internal import TagService

/// The route that streams the commits of every process, as server-sent events.
///
/// ```
/// id: 2
/// event: commit
/// data: {"at":"2026-11-25T09:01:25Z","id":2,"sets":["trip"],"summary":"add photo","tags":["photo"]}
/// ```
enum EventRoutes {
    static let all = [events]

    private static let lastEventID = Field.header(.lastEventID, .event, "Continue after this event.")

    static let events = Route(
        method: .get, path: "/events", scope: .read,
        summary: "Streams every commit of any process, as server-sent events.", fields: [lastEventID],
        response: .bytes("text/event-stream"), isOpenToSetTokens: true,
        work: .stream { call in
            let after = try call[lastEventID]
            let stream = EventStream(
                space: call.space, caller: call.caller, sessions: call.server.sessions, channel: call.channel)
            var response = ServiceResponse.stream("text/event-stream") { _ in try await stream.send(after: after) }
            response.headers[.cacheControl] = "no-store"
            // A page only offers actions that its token permits.
            response.headers[HTTPField.Name("Tagflow-Scope") ?? .accept] = call.caller.scope.rawValue
            // A buffering proxy would delay the events.
            response.headers[HTTPField.Name("X-Accel-Buffering") ?? .accept] = "no"
            return response
        })
}

extension FieldType where Value == Int64 {
    /// The number of an event.
    fileprivate static var event: Self {
        Self(.count, "the number of an event") { input in
            guard case .text(let text) = input, let number = Int64(text), number >= 0 else { return nil }
            return number
        }
    }
}

/// The stream of events to one client.
///
/// A server can have thousands of streams. Their size and stack depth determine how much memory the
/// server needs.
private struct EventStream: Sendable {
    let space: Space
    let caller: Caller
    let sessions: Sessions
    let channel: any Channel

    /// How long the caller counts as valid after a check.
    private static let trust = Duration.seconds(1)

    @concurrent func send(after number: Int64?) async throws {
        let (id, queue) = try await listen(after: number)
        do { try await sendEvents(of: queue) } catch {
            await space.feed.close(id)
            throw error
        }
        await space.feed.close(id)
    }

    // These functions aren't inlined: otherwise each waiting stream would keep their variables in memory.

    @inline(never) private func sendEvents(of queue: EventQueue) async throws {
        // Ends the stream when the connection closes, rather than when the next event can't be sent.
        channel.closeFuture.whenComplete { _ in queue.finish() }
        try await write(": tagflow\nretry: 1000\n\n")
        var checked = ContinuousClock.now
        // An empty list is a tick, which comes also when nothing happens.
        while let events = await queue.next(), !queue.isOverfull {
            if events.isEmpty || .now - checked > Self.trust {
                guard try await isStillValid() else { break }
                checked = .now
            }
            let text = text(of: events)
            if !text.isEmpty { try await write(text) }
        }
        if !queue.isOverfull { try await write(": the stream ends\n\n") }
    }

    @inline(never) private func listen(after number: Int64?) async throws -> (Int, EventQueue) {
        let channel = channel
        return try await space.run {
            try await space.feed.listen(after: number, by: caller, limit: space.backlogLimit) {
                // Close without an event: sending it to a client that doesn't read would wait forever.
                channel.close(promise: nil)
            }
        }
    }

    /// Writes directly to the channel, and waits until the text has been sent.
    ///
    /// This uses less stack than the response body writer.
    @inline(never) private func write(_ text: String) async throws {
        try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(string: text)))
    }

    /// Returns whether the caller is still signed in, or the caller's token neither revoked nor expired.
    @inline(never) private func isStillValid() async throws -> Bool {
        if let session = caller.session { return sessions.isOpen(session) }
        guard let id = caller.tokenID else { return true }
        let tokens = try await space.run { try space.service.tokens.all() }
        return tokens.contains { $0.id == id && ($0.expiresAt.map { $0 > Date() } ?? true) }
    }

    /// Formats events for the stream.
    ///
    /// Returns a keep-alive comment if there are no events.
    @inline(never) private func text(of events: [FeedEvent]) -> String {
        events.isEmpty ? ": still here\n\n" : events.compactMap(text).joined()
    }

    /// Formats an event for the stream; `nil` if it doesn't concern a set that the token can access.
    private func text(of event: FeedEvent) -> String? {
        switch event {
        case .reset(let number): return "id: \(number)\nevent: reset\ndata: {}\n\n"
        case .commit(let commit):
            guard let commit = seen(commit) else { return nil }
            let data = String(decoding: JSONBytes.encoded(CommitDocument(commit)), as: UTF8.self)
            return "id: \(commit.number)\nevent: commit\ndata: \(data)\n\n"
        }
    }

    /// Returns the part of a commit that the caller's token can access, or `nil`.
    private func seen(_ commit: Commit) -> Commit? {
        guard let open = caller.setIDs else { return commit }
        guard commit.concerns(open) else { return nil }
        var commit = commit
        commit.sets = commit.setNames?.filter { open.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
        (commit.tags, commit.items, commit.summary) = (nil, nil, "")
        return commit
    }
}
