internal import NIOCore
internal import NIOHTTP1

/// A handler that drops slow clients.
///
/// A client is slow if it doesn't send its header in time, almost stops sending its body, or doesn't
/// read the response. This handler comes before the decoder, so that it also sees headers that
/// never complete.
final class SlowClientHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The event that notifies later handlers of a client that is sending too slowly.
    struct SendsTooSlowly {}

    /// The minimum number of bytes in a period while the client is sending a body.
    private static let least = 64
    /// The number of times per period that the deadline of a header is checked.
    private static let checksPerPeriod: Int64 = 5

    private let period: TimeAmount
    /// The maximum number of bytes between two parts of a chunked body.
    private let framingLimit: Int
    private var isInvalid = false
    private let progress: ConnectionProgress
    private var received = 0
    private var sent = 0
    private var lastWrite: EventLoopFuture<Void>?
    /// Whether the server was reading the client's input at the start of the period.
    private var wasReading = true
    private var timer: RepeatedTask?
    private var checks: Int64 = 0
    /// The deadline of the header that is arriving, or `nil`.
    private var headerDeadline: NIODeadline?

    init(seconds: Int, framingLimit: Int, progress: ConnectionProgress) {
        self.framingLimit = framingLimit
        period = .seconds(Int64(seconds))
        self.progress = progress
    }

    func channelActive(context: ChannelHandlerContext) {
        start(context)
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { start(context) } }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        received += bytes.readableBytes
        // `RequestProgressHandler` resets this when the request is complete.
        progress.isReceiving = true
        if !progress.arrival.hasHead, headerDeadline == nil { headerDeadline = .now() + period }
        progress.note(bytes)
        guard !isInvalid else { return }
        guard progress.arrival.framing <= framingLimit else {
            isInvalid = true
            return context.fireErrorCaught(HTTPParserError.invalidChunkSize)
        }
        if progress.arrival.hasHead { progress.arrival.framing += bytes.readableBytes }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenSuccess { bound.value.sent += 1 }
        written.futureResult.cascade(to: promise)
        lastWrite = written.futureResult
        context.write(data, promise: written)
    }

    /// Waits until all writes to a connection have been sent, or the connection is closed.
    static func waitUntilSent(on channel: any Channel) async {
        let lastWrite = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.handler(type: Self.self).lastWrite
        }
        // A failure means that the connection is closed.
        _ = try? await lastWrite.get()?.get()
    }

    private func start(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        headerDeadline = .now() + period
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        let delay = TimeAmount.nanoseconds(period.nanoseconds / Self.checksPerPeriod)
        timer = context.eventLoop.scheduleRepeatedTask(initialDelay: delay, delay: delay) { _ in
            bound.value.handler.tick(bound.value.context)
        }
    }

    private func tick(_ context: ChannelHandlerContext) {
        if progress.arrival.hasHead || !progress.isReceiving || progress.isWaitingForTurn {
            headerDeadline = nil
        } else if let headerDeadline, headerDeadline <= .now() {
            self.headerDeadline = nil
            context.fireUserInboundEventTriggered(SendsTooSlowly())
        }
        checks += 1
        if checks.isMultiple(of: Self.checksPerPeriod) { check(context) }
    }

    private func check(_ context: ChannelHandlerContext) {
        defer { (received, sent, wasReading) = (0, 0, progress.isReading) }
        // A client isn't slow if the server wasn't reading its input.
        let isSilent = progress.isReceiving && received < Self.least && progress.isReading && wasReading
        // While a response is being computed, the client has nothing to send.
        let isIdle = !progress.isReceiving && !progress.isResponding && !progress.isWaitingForTurn && received == 0
        let isUnread = !context.channel.isWritable && sent == 0 && !progress.isEventStream
        if isIdle || isUnread || progress.isRefused {
            context.close(promise: nil)
        } else if isSilent {
            context.fireUserInboundEventTriggered(SendsTooSlowly())
        }
    }
}

extension ConnectionProgress {
    /// Records received bytes of a request.
    fileprivate func note(_ bytes: ByteBuffer) {
        arrival.hasBegun = true
        guard !arrival.isLineComplete else { return }
        let view = bytes.readableBytesView
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        arrival.lineLength += (end ?? view.endIndex) - view.startIndex
        arrival.isLineComplete = end != nil
    }
}
