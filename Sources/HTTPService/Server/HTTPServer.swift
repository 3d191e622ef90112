internal import Foundation
internal import HummingbirdCore
public import Logging
internal import NIOCore
internal import NIOExtras
internal import NIOPosix
internal import PageFetching
public import ServiceLifecycle
internal import TagService
internal import TextMeasurement

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A server of one database or of many spaces.
///
/// ```swift
/// let settings = ServerSettings(
///     content: .database(path: "tags.sqlite"), address: .host("127.0.0.1", port: 0))
/// let server = HTTPServer(settings) { address in print("listening on \(address.url)") }
/// try await server.run()
/// ```
public struct HTTPServer: Service {
    /// The address of a running server.
    public struct Running: Sendable {
        /// The URL with the base path, without a slash at its end.
        public var url: String
        /// The one-time link that signs in a browser.
        public var signInURL: String
    }

    private let settings: ServerSettings
    private let logger: Logger
    private let onListening: @Sendable (Running) async -> Void

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - settings: the address, content and limits of the server.
    ///   - logger: the logger for errors, and for each request if the settings enable that.
    ///   - onListening: a function to call when the server starts listening.
    public init(
        _ settings: ServerSettings, logger: Logger = Logger(label: "tagflow-server"),
        onListening: @escaping @Sendable (Running) async -> Void = { _ in }
    ) {
        self.settings = settings
        self.logger = logger
        self.onListening = onListening
    }

    /// Serves until the task is cancelled or the service group shuts down gracefully.
    ///
    /// - Throws: `StoreError` for a database that can't be opened, ``ListenError``, and `PageFetchError` if pages are to be read
    ///   and libcurl is missing.
    public func run() async throws {
        // Load all libraries now: a process that has run out of descriptors can't load any.
        FontMeasurer.loadLibraries()
        if settings.pageFetcher != nil { try PageFetcher.loadLibrary() }
        let budget = DescriptorBudget(limit: DescriptorBudget.raiseLimit(), settings: settings)
        let settings = settings.within(budget)
        let server = try await ServerState(settings, logger: logger)
        let connection = Connection(
            settings: settings,
            perAddress: ConnectionsPerAddress(limit: settings.connectionsPerAddress, exempt: settings.trustedProxies),
            turns: server.turns, responder: ServiceResponder(server).respond)
        let quiescing = ServerQuiescingHelper(group: MultiThreadedEventLoopGroup.singleton)
        let listener: NIOAsyncChannel<Connection.Value, Never>
        do { listener = try await listen(connection, quiescing, limit: settings.connectionLimit) } catch {
            throw ListenError(settings.address, error)
        }
        let running = running(on: listener.channel, server.sessions)
        let address = address(at: running.url)
        defer { withExtendedLifetime(address) {} }
        await onListening(running)
        reportReduction(to: settings)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: WorkerPool.opening) { await server.spaces.maintain() }
            group.addTask { await FreedMemory.giveBackRegularly() }
            group.addTask { await server.webhooks.run() }
            if let pause = settings.remoteInterval {
                group.addTask { await server.remotes.repeatExchanges(every: pause, in: server) }
            }
            group.addTask { [logger] in
                var exchanges = BackgroundExchanges(server.spaces, logger: logger)
                await exchanges.run()
            }
            group.addTask {
                for await error in server.fatalErrors.stream {
                    // Give the responses in progress time to complete.
                    try await Task.sleep(for: .seconds(1))
                    await server.spaces.endStreams()
                    server.openChannels.closeAll()
                    throw error
                }
            }
            group.addTask(executorPreference: WorkerPool.accepting) {
                await serve(listener, connection, quiescing, server)
            }
            try await group.next()
            group.cancelAll()
        }
        await server.spaces.closeAll()
    }

    /// Records where the server of a single database listens, for the command `sign-in`.
    private func address(at url: String) -> ServerAddress? {
        guard case .database(let path) = settings.content else { return nil }
        do { return try ServerAddress(url, ofDatabase: path) } catch {
            // Another server may run on the same database, or the folder may not be writable.
            logger.notice("can't record the address of the server", metadata: ["error": "\(error.text)"])
            return nil
        }
    }

    /// Logs that the process can't open enough files for the requested connections and spaces.
    private func reportReduction(to possible: ServerSettings) {
        guard
            possible.connectionLimit < settings.connectionLimit
                || settings.content.hasSpaces && possible.openSpaces < settings.openSpaces
        else { return }
        logger.notice(
            "lowered the limits on connections and open spaces because the process can't open enough files; raise LimitNOFILE",
            metadata: ["connections": "\(possible.connectionLimit)", "openSpaces": "\(possible.openSpaces)"])
    }

    private func serve(
        _ listener: NIOAsyncChannel<Connection.Value, Never>, _ connection: Connection,
        _ quiescing: ServerQuiescingHelper, _ server: ServerState
    ) async {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                do {
                    try await listener.executeThenClose { inbound in
                        for try await channel in inbound {
                            // Don't run this on an event loop: it would run thousands of jobs before checking
                            // for input, so connections that pipeline requests would block all others.
                            group.addTask(executorPreference: globalConcurrentExecutor) {
                                await connection.handle(value: channel, logger: logger)
                            }
                        }
                    }
                } catch { logger.error("the server stopped listening", metadata: ["error": "\(error)"]) }
            }
        } onGracefulShutdown: {
            let promise = listener.channel.eventLoop.makePromise(of: Void.self)
            let isExclusive = settings.isExclusive
            if !isExclusive { quiescing.initiateShutdown(promise: promise) }
            Task {
                if isExclusive {
                    await server.spaces.releaseAll()
                    // Keep serving for a moment, so that the proxy learns from `/readyz` to send requests
                    // elsewhere, and connections are closed after a response rather than during a request.
                    try await Task.sleep(for: Self.farewell)
                    quiescing.initiateShutdown(promise: promise)
                }
                await server.spaces.endStreams()
                try await Task.sleep(for: Self.patience)
                server.openChannels.closeAll()
            }
        }
    }

    /// How long requests in progress may take when the server is stopping.
    private static let patience = Duration.seconds(10)
    /// How long a stopping server keeps refusing requests after it has released its spaces.
    private static let farewell = Duration.seconds(2)

    private func listen(
        _ connection: Connection, _ quiescing: ServerQuiescingHelper, limit: Int
    ) async throws -> NIOAsyncChannel<Connection.Value, Never> {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024).serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // If there are no free descriptors, wait before accepting again.
                    try pipeline.addHandler(AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
                    try pipeline.addHandler(AvailableConnectionsChannelHandler(maxConnections: limit))
                    try pipeline.addHandler(quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Most requests fit into the initial size. The buffer grows for fast clients, but not much, because
            // it is kept until the responses to its requests have been sent.
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 8_192)
            )
            .childChannelOption(.tcpOption(.tcp_nodelay), value: settings.address.isTCP ? 1 : 0)
        let setup: @Sendable (any Channel) -> EventLoopFuture<Connection.Value> = { channel in
            connection.setup(channel: channel, logger: logger)
        }
        switch settings.address {
        case .host(let host, let port):
            return try await bootstrap.bind(host: host, port: port, childChannelInitializer: setup)
        case .inherited(let descriptor):
            return try await bootstrap.bind(NIOBSDSocket.Handle(descriptor), childChannelInitializer: setup)
        case .unixSocket(let path):
            // Set the mode when creating the file, so that other users can't connect at any time.
            let mask = umask(0o177)
            defer { umask(mask) }
            return try await bootstrap.bind(
                unixDomainSocketPath: path, cleanupExistingSocketFile: true, childChannelInitializer: setup)
        }
    }

    private func running(on channel: any Channel, _ sessions: Sessions) -> Running {
        let url: String
        switch channel.localAddress {
        case .v4(let address)?: url = "http://\(address.host):\(channel.localAddress?.port ?? 0)"
        case .v6(let address)?: url = "http://[\(address.host)]:\(channel.localAddress?.port ?? 0)"
        default: url = "unix:\(channel.localAddress?.pathname ?? "")"
        }
        return Running(
            url: url + settings.basePath, signInURL: "\(url)\(settings.basePath)/sign-in?key=\(sessions.makeLink())")
    }
}

extension ServerSettings.Address {
    fileprivate var isTCP: Bool {
        switch self {
        case .host: true
        case .unixSocket, .inherited: false
        }
    }
}
