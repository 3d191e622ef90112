internal import NIOCore

/// A handler that passes on one request at a time.
///
/// Until the response has been sent, later requests of the connection are neither parsed nor read, so a client that
/// doesn't read responses costs nothing more. This is the first handler of a connection. It must come before the
/// decoder, because `HTTPServerPipelineHandler`, which comes after it, keeps requests that are already parsed.
final class PipeliningHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that notifies later handlers that the client has closed its side, even if there are requests left.
    struct ClientLeft {}

    /// The maximum number of bytes that wait, which can exceed one read only if the client has closed its side.
    private static let limit = 1 << 16

    private enum Turn { case none, waiting, begun }

    private let progress: ConnectionProgress
    private let turns: RequestTurns
    /// The beginning of a health check.
    private let healthCheck: [UInt8]
    private var turn = Turn.none
    private var isFirst = true
    private var waiting = ByteBuffer()
    private var isReadPending = false
    private var isInputClosed = false
    private var isOutputClosed = false
    private var isPassing = false

    init(progress: ConnectionProgress, turns: RequestTurns, basePath: String) {
        self.progress = progress
        self.turns = turns
        healthCheck = Array("GET \(basePath)/healthz ".utf8)
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = ByteBuffer()
        endTurn(context)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the last response, there is nobody to respond to.
        guard !isOutputClosed else { return }
        var bytes = unwrapInboundIn(data)
        if waiting.readableBytes == 0 { waiting = bytes } else { waiting.writeBuffer(&bytes) }
        pass(context)
        if waiting.readableBytes > Self.limit { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        progress.isReading = false
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        isReadPending = true
        readIfFree(context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        isInputClosed = true
        context.fireUserInboundEventTriggered(ClientLeft())
        if pass(context) { context.fireChannelReadComplete() }
        closeInputIfEmpty(context)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is RequestProgressHandler.ResponseSent else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        resume(context)
    }

    private func resume(_ context: ChannelHandlerContext) {
        if pass(context) {
            context.fireChannelReadComplete()
            closeInputIfEmpty(context)
        }
        readIfFree(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input {
            isOutputClosed = true
            waiting = ByteBuffer()
        }
        context.close(mode: mode, promise: promise)
        readIfFree(context)
    }

    /// Passes on the rest of a request, or the next request.
    ///
    /// - Returns: whether there were any bytes to pass on.
    @discardableResult private func pass(_ context: ChannelHandlerContext) -> Bool {
        guard !isPassing, !progress.isBusy, waiting.readableBytes > 0 else { return false }
        isPassing = true
        defer { isPassing = false }
        while !progress.isBusy, waiting.readableBytes > 0 {
            let (length, isHeader) = next
            guard length > 0, !isHeader || takeTurn(context), let part = waiting.readSlice(length: length) else {
                break
            }
            progress.arrival.bodyLeft -= min(part.readableBytes, progress.arrival.bodyLeft)
            context.fireChannelRead(wrapInboundOut(part))
            // An invalid request gets no response that would end the turn.
            if isHeader, progress.unfinished == 0 { endTurn(context) }
        }
        // An idle connection keeps no buffer.
        if waiting.readableBytes == 0 { waiting = ByteBuffer() }
        return true
    }

    /// Returns whether it's the connection's turn; otherwise, passing continues when it is.
    private func takeTurn(_ context: ChannelHandlerContext) -> Bool {
        switch turn {
        case .begun:
            turn = .none
            return true
        case .waiting: return false
        case .none: break
        }
        turn = .waiting
        progress.isWaitingForTurn = true
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let (channel, turns) = (context.channel, turns)
        let network = ClientNetwork(channel.remoteAddress?.ipAddress ?? ServerSettings.socketProxy)
        let isHealthCheck = waiting.readableBytesView.starts(with: healthCheck)
        turns.wait(channel, of: network, isHealthCheck ? .healthCheck : isFirst ? .first : .later) {
            channel.eventLoop.execute {
                let (handler, context) = bound.value
                handler.turn = .none
                handler.progress.isWaitingForTurn = false
                guard channel.isActive, handler.waiting.readableBytes > 0 else { return turns.end(channel) }
                handler.turn = .begun
                handler.resume(context)
            }
        }
        isFirst = false
        return false
    }

    private func endTurn(_ context: ChannelHandlerContext) { turns.end(context.channel) }

    /// The length of the bytes to pass on next: a part of a body, or everything to the end of a header, and whether that
    /// completes a header.
    ///
    /// Every request ends with a body of known length or an empty line, as after a chunked body, so no bytes of two
    /// requests are passed on together.
    private var next: (length: Int, isHeader: Bool) {
        let bytes = waiting.readableBytesView
        guard progress.arrival.bodyLeft == 0 else { return (min(progress.arrival.bodyLeft, bytes.count), false) }
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let next = bytes[(end + 1)...].prefix(2)
            if next.elementsEqual([UInt8(ascii: "\r"), UInt8(ascii: "\n")]) {
                return (end + 3 - bytes.startIndex, !progress.arrival.hasHead)
            }
            start = end + 1
        }
        // Keep the beginning of an empty line, so that its end is recognized.
        let kept = isInputClosed ? 0 : bytes.suffix(2).drop { $0 != UInt8(ascii: "\n") }.count
        return (bytes.count - kept, false)
    }

    private func readIfFree(_ context: ChannelHandlerContext) {
        guard isReadPending, isOutputClosed || !progress.isBusy && turn != .waiting else { return }
        isReadPending = false
        progress.isReading = true
        context.read()
    }

    /// Reports the end of the input after the last request has been passed on, since the decoder ignores later ones.
    private func closeInputIfEmpty(_ context: ChannelHandlerContext) {
        guard isInputClosed, waiting.readableBytes == 0 else { return }
        isInputClosed = false
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }
}
