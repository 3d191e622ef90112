internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import TagCore

/// Responds to requests.
///
/// A request goes through these steps:
///
/// 1. ``ServiceResponder`` records the start time, and counts and logs the request after the response.
/// 2. ``RequestGate`` enforces the server's limits, and converts every error to a problem document.
/// 3. Hummingbird's router finds the route. ``ServerRoutes`` declares those of the server, `Routes` those of a space.
/// 4. ``SpaceAccess`` opens the space and recognizes the caller.
/// 5. ``Route`` checks the scope, reads the query and the body, and does its work. For a change
///    it also checks conditions and idempotency keys, in the transaction of the change.
/// 6. ``ServerState/response(to:_:)`` adds a validator and compression to the ``ServiceResponse``.
struct ServiceResponder: Sendable {
    let server: ServerState
    private let router: RouterResponder<ServiceContext>

    init(_ server: ServerState) {
        self.server = server
        router = ServiceRouter(server).responder
    }

    /// Responds to one request on a connection.
    @concurrent func respond(to sent: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let start = ContinuousClock.now
        let request = Self.received(sent)
        server.openChannels.insert(channel)
        let (notes, peer) = (RequestNotes(), await server.peer(of: request, on: channel))
        let source = ServiceContext.Source(logger: server.logger, channel: channel, peer: peer, notes: notes)
        let response = await response(to: request, ServiceContext(source: source))
        server.turns.end(channel)
        let unsent = response.body.contentLength ?? 0
        defer {
            server.openChannels.remove(channel)
            server.unsentBytes.release(unsent, of: peer.network)
            notes.space?.leave()
            let took = ContinuousClock.now - start
            let status = response.status.code
            server.metrics.count(notes.route, status: status, took)
            if server.settings.logsAccess { log(request, from: peer, status, took) }
        }
        try await writer.write(response: response.head, body: response.body)
        if unsent >= UnsentBytes.smallest { await SlowClientHandler.waitUntilSent(on: channel) }
    }

    /// Returns a request with bounded runs of marks in its target and header fields, which are compared as strings.
    private static func received(_ request: Request) -> Request {
        var head = request.head
        head.path = head.path.map(StreamSafeText.received)
        for place in head.headerFields.indices
        where head.headerFields[place].value.utf8.count > StreamSafeText.shortText {
            head.headerFields[place].value = StreamSafeText.received(head.headerFields[place].value)
        }
        return Request(head: head, body: request.body)
    }

    private func response(to sent: Request, _ context: ServiceContext) async -> Response {
        var head = sent.head
        // A method without a responder would get 404 for any path; the placeholder gets 405.
        if !ServiceRouter.methods.contains(sent.method) { head.method = .unknown }
        let request = Request(head: head, body: sent.body)
        let response: Response
        do {
            if request.uri.path.hasSuffix(EventRoutes.events.path.text) {
                // A task keeps the memory of its deepest call until it ends. An event stream can stay open for
                // hours, so create its response in a separate task.
                response = try await Task { try await router.respond(to: request, context: context) }.value
            } else {
                response = try await router.respond(to: request, context: context)
            }
        } catch {
            // Only a fallback, because `RequestGate` handles every error.
            return await server.response(to: request, ServiceResponse(Problem(error, in: nil)))
        }
        let size = response.body.contentLength ?? 0
        guard server.unsentBytes.reserve(size, for: context.peer.network) else {
            return await server.response(to: request, ServiceResponse(.tooManyUnread))
        }
        return response
    }

    private func log(_ request: Request, from peer: Peer, _ status: Int, _ took: Duration) {
        let path = SharedAddress.withoutSecret(request.uri.path, basePath: server.settings.basePath)
        server.logger.info(
            "request",
            metadata: [
                "peer": "\(peer.address)", "method": "\(request.method)", "path": "\(path)", "status": "\(status)",
                "took": "\(took)",
            ])
    }
}
