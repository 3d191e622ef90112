internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// A handler that records the state of a connection, and refuses requests that never complete.
///
/// It also joins the parts of a body that arrived together: reading a part is much slower than decoding it, and a client
/// can send a body in chunks of one byte.
final class RequestProgressHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that notifies earlier handlers that a response has been passed to the system.
    struct ResponseSent {}

    private let progress: ConnectionProgress
    private let urlLimit: Int
    /// Lets work on other threads find out that the client has disconnected.
    let presence = ClientPresence()
    /// The parts of a body from the current read, or `nil`.
    private var body: ByteBuffer?

    init(progress: ConnectionProgress, urlLimit: Int) {
        self.progress = progress
        self.urlLimit = urlLimit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            progress.isReceiving = true
            progress.arrival.hasHead = true
            progress.arrival.bodyLeft = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            progress.unfinished += 1
        case .body(var part):
            progress.arrival.framing = 0
            if body == nil { body = part } else { body?.writeBuffer(&part) }
            return
        case .end:
            progress.isReceiving = false
            progress.arrival = .init()
        }
        passBody(context)
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        passBody(context)
        context.fireChannelReadComplete()
    }

    private func passBody(_ context: ChannelHandlerContext) {
        guard let body else { return }
        self.body = nil
        context.fireChannelRead(wrapInboundOut(.body(body)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // If no request needs a response, this is the rest of a response on a broken connection.
        guard progress.unfinished > 0, !progress.isRefused else {
            promise?.succeed()
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind == .informational: break
        case .head(let head):
            progress.isResponseBegun = true
            progress.isEventStream = head.headerFields[.contentType] == "text/event-stream"
        case .body: break
        case .end:
            progress.unfinished -= 1
            progress.isResponseBegun = false
            progress.isEventStream = false
            return writeEnd(data, context, promise)
        }
        context.write(data, promise: promise)
    }

    private func writeEnd(_ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        progress.isSending = true
        let bound = NIOLoopBound((progress: progress, context: context), eventLoop: context.eventLoop)
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.whenComplete { _ in
            bound.value.progress.isSending = false
            bound.value.context.triggerUserOutboundEvent(ResponseSent(), promise: nil)
        }
        context.write(data, promise: sent)
    }

    func channelInactive(context: ChannelHandlerContext) {
        presence.leave()
        passBody(context)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is PipeliningHandler.ClientLeft {
            presence.leave()
            // A client of an event stream that closes its side doesn't read any more events.
            if progress.isEventStream { context.close(promise: nil) }
        }
        guard event is SlowClientHandler.SendsTooSlowly else { return context.fireUserInboundEventTriggered(event) }
        if progress.awaitsBody {
            // The code that is reading the body gets the error and sends the response.
            context.fireErrorCaught(Problem.tooSlow)
        } else {
            refuse(.tooSlow, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !progress.arrival.hasHead, progress.takesRefusal {
            if let error = error as? HTTPParserError { refuse(problem(of: error), context) }
            if let problem = error as? Problem { refuse(problem, context) }
        }
        passBody(context)
        // Pass the error on, so that a truncated body isn't mistaken for a complete one.
        context.fireErrorCaught(error)
    }

    private func problem(of error: HTTPParserError) -> Problem {
        guard error == .headerOverflow else { return .badRequest("not a valid HTTP request") }
        return progress.arrival.lineLength > urlLimit
            ? .urlTooLong(urlLimit) : Problem(431, "the request header is too large; send fewer or shorter fields")
    }

    /// Responds with a problem to the request whose header is arriving, if possible, and closes the
    /// connection.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        guard progress.takesRefusal, !progress.isRefused else { return context.close(promise: nil) }
        progress.isRefused = true
        let body = problem.body
        let fields: HTTPFields = [
            .contentType: "application/problem+json", .connection: "close", .contentLength: String(body.count),
            .contentTypeOptions: "nosniff",
        ]
        let head = HTTPResponse(status: .init(code: problem.status), headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
