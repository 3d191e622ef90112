internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1

/// Sets up a connection: decodes its requests and passes each to the responder.
struct Connection: HTTPChannelHandler {
    typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    let settings: ServerSettings
    let perAddress: ConnectionsPerAddress
    let turns: RequestTurns
    let responder: HTTPChannelHandler.Responder

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            if !perAddress.admit(channel) { try pipeline.addHandler(RefusingHandler()) }
            try Self.addHandlers(to: pipeline, settings, turns)
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: nil, logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    /// Adds the handlers that decode requests and encode responses.
    static func addHandlers(
        to pipeline: ChannelPipeline.SynchronousOperations, _ settings: ServerSettings, _ turns: RequestTurns
    ) throws {
        let progress = ConnectionProgress()
        try pipeline.addHandler(PipeliningHandler(progress: progress, turns: turns, basePath: settings.basePath))
        try pipeline.addHandler(
            SlowClientHandler(seconds: settings.clientTimeout, framingLimit: settings.headerLimit, progress: progress))
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = settings.headerLimit
        limits.maxHeaderListSize = settings.headerLimit
        var encoding = HTTPResponseEncoder.Configuration()
        encoding.automaticallySetFramingHeaders = false
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: encoding, withDecoderLimitConfiguration: limits)
        try pipeline.addHandler(ResponseFramingHandler())
        try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: false))
        try pipeline.addHandler(RequestProgressHandler(progress: progress, urlLimit: settings.urlLimit))
    }

    func handle(value: Value, logger: Logger) async { await handleHTTP(asyncChannel: value, logger: logger) }
}
