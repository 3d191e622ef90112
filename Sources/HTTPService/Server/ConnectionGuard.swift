internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Drops clients that send nothing or next to nothing, and those that do not read what they asked for.
///
/// It stands where a connection's bytes arrive, so that it also sees headers that are never complete.
final class SlowClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What a client must send in a period while something is awaited from it, in bytes.
    private static let least = 64

    private let period: TimeAmount
    private let progress: ConnectionProgress
    private var received = 0
    private var sent = 0
    private var timer: RepeatedTask?

    init(seconds: Int, progress: ConnectionProgress) {
        period = .seconds(Int64(seconds))
        self.progress = progress
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { start(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytes
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { bound.value.sent += 1 }
        written.futureResult.cascade(to: promise)
        context.write(data, promise: written)
    }

    private func start(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in
            bound.value.handler.check(bound.value.context)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        defer { (received, sent) = (0, 0) }
        let isSilent = progress.isReceiving && received < Self.least
        // Between requests a connection is closed at once; within one, the client may have asked for an answer that takes long.
        let isIdle = !progress.isReceiving && !progress.isAnswering && received == 0
        let isUnread = !context.channel.isWritable && sent == 0 && !progress.isEventStream
        if isSilent || isIdle || isUnread { context.close(promise: nil) }
    }
}

/// What a connection is doing, shared by the handlers of its channel, all on its event loop.
final class ConnectionProgress {
    /// Whether a request has begun to arrive and is not complete, or is awaited on a new connection.
    var isReceiving = true
    /// The number of requests that are not answered.
    var unanswered = 0
    /// Whether events are sent.
    var isEventStream = false

    /// Whether an answer is awaited by the client.
    var isAnswering: Bool { unanswered > 0 }
}

/// Notes what a connection is doing, and answers headers that are too large.
final class RequestProgressHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let progress: ConnectionProgress

    init(progress: ConnectionProgress) {
        self.progress = progress
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            progress.isReceiving = true
            progress.unanswered += 1
        case .body: break
        case .end: progress.isReceiving = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            progress.isEventStream = head.headerFields[.contentType] == "text/event-stream"
        case .body: break
        case .end:
            progress.unanswered -= 1
            progress.isEventStream = false
        }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Whoever asked for events and has closed the connection is not waiting for more of them.
        if let event = event as? ChannelEvent, event == .inputClosed, progress.isEventStream {
            context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, progress.unanswered == 0 else {
            return context.fireErrorCaught(error)
        }
        let problem =
            error == .headerOverflow
            ? Problem(431, "the header is too large; send fewer or shorter fields")
            : Problem.badRequest("this is no HTTP request")
        let body = problem.body
        let fields: HTTPFields = [
            .contentType: "application/problem+json", .connection: "close",
            .contentLength: String(body.count),
        ]
        let head = HTTPResponse(status: .init(code: problem.status), headerFields: fields)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil)))
            .whenComplete { _ in bound.value.close(promise: nil) }
    }
}
