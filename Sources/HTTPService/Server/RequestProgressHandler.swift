internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

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
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        // An answer may have begun already, and nothing may stand within it.
        guard progress.unanswered == 0 else { return context.close(promise: nil) }
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
