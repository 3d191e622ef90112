internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOHTTPTypes
internal import Synchronization
internal import TagService

/// Answers requests: finds the route, recognizes the caller, does the work, and sends the answer.
struct ServiceResponder: Sendable {
    let settings: ServerSettings
    let logger: Logger
    let spaces: Spaces
    let sessions = Sessions()
    let authorization: Authorization
    let metrics = ServiceMetrics()
    let openChannels = OpenChannels()
    let answers = AnswerCache()
    let date = ServerDate()
    let table = RouteTable(Routes.all)
    let document: OpenAPIDocument
    let heavyWork: HeavyWork
    let unsentBytes = UnsentBytes()
    /// Receives the error after which the server has to stop, since a newer tagflow has upgraded its database.
    let fatalErrors = AsyncStream.makeStream(of: StoreError.self)

    /// Opens what the server serves.
    init(_ settings: ServerSettings, logger: Logger) async throws {
        self.settings = settings
        self.logger = logger
        spaces = Spaces(settings)
        heavyWork = HeavyWork(limit: settings.heavyWorkLimit)
        authorization = Authorization(settings, sessions: sessions)
        document = OpenAPIDocument(basePath: settings.basePath, hasSpaces: spaces.areMany)
        if case .spaces(let folder) = settings.content, !settings.isExclusive,
            let name = SharedFolder.fileSystem(of: folder)
        {
            throw StoreError.onNetwork(path: folder, fileSystem: name)
        }
        if !spaces.areMany { try await spaces.enter("").leave() }
    }

    /// Answers one request on a connection.
    @concurrent func respond(
        to request: Request,
        writer: consuming ResponseWriter,
        channel: any Channel
    ) async throws {
        // Thousands of pipelined requests may be here already, and would be answered one after the other without a pause.
        await Task.yield()
        let start = ContinuousClock.now
        openChannels.insert(channel)
        defer { openChannels.remove(channel) }
        let outcome = await outcome(of: request, on: channel)
        defer {
            outcome.space?.leave()
            unsentBytes.release(outcome.bytes, of: outcome.network)
            let took = ContinuousClock.now - start
            let status = outcome.response.head.status.code
            metrics.count(outcome.route, status: status, took)
            if settings.logsAccess {
                log(request, from: outcome.peer, status, took)
            }
        }
        try await writer.write(response: outcome.response.head, body: outcome.response.body)
        if outcome.bytes >= UnsentBytes.smallest {
            await SlowClientHandler.waitUntilSent(on: channel)
        }
    }

    /// What a request is answered, worked out where that costs least.
    private func outcome(of request: Request, on channel: any Channel) async -> Outcome {
        guard request.uri.path.hasSuffix(JournalRoutes.events.path) else {
            return await workOut(request, on: channel)
        }
        // A task keeps the memory of its deepest call until it ends, and events are sent for hours.
        return await withCheckedContinuation { continuation in
            Task {
                continuation.resume(returning: await workOut(request, on: channel))
            }
        }
    }

    private func workOut(_ request: Request, on channel: any Channel) async -> Outcome {
        var exchange = Exchange(
            request: request,
            peer: await peer(of: request, on: channel),
            channel: channel
        )
        let answer = await answer(&exchange)
        var response = await response(to: exchange, answer)
        let network = ClientNetwork(exchange.peer.address)
        var bytes = response.body.contentLength ?? 0
        if !unsentBytes.reserve(bytes, for: network) {
            response = await self.response(to: exchange, Answer(.tooManyUnread))
            bytes = 0
        }
        return Outcome(
            response: response,
            bytes: bytes,
            network: network,
            peer: exchange.peer,
            route: exchange.route,
            space: exchange.space
        )
    }

    private func answer(_ exchange: inout Exchange) async -> Answer {
        do {
            try checkLimits(exchange)
            try checkHost(exchange)
            return try await dispatch(&exchange)
        } catch {
            var problem = Problem(error, in: exchange.call)
            if spaces.isExclusive, problem.status == 500, case StoreError.inputOutput = error,
                [.get, .head].contains(exchange.request.method)
            {
                // The machine may have been cut off from its disk, and what only reads may be asked of another one.
                problem = Problem(StoreError.locked(path: ""), in: exchange.call)
            }
            if case StoreError.upgraded = error { leaveUpgraded(exchange.space, error) }
            if problem.status == 500 {
                logger.error("a request failed", metadata: ["error": "\(error)"])
            }
            return Answer(problem)
        }
    }

    /// Closes a space that a newer tagflow has upgraded; stops a server that has no other.
    private func leaveUpgraded(_ space: Space?, _ error: any Error) {
        guard let space, spaces.areMany else {
            if let error = error as? StoreError { fatalErrors.continuation.yield(error) }
            return
        }
        Task {
            // The request that found it out has left by then; one that hasn't finds the next occasion.
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
            await spaces.close(space)
        }
    }

    private func checkLimits(_ exchange: Exchange) throws {
        guard exchange.request.uri.string.utf8.count <= settings.urlLimit else {
            throw Problem.urlTooLong(settings.urlLimit)
        }
    }

    /// Refuses names that a hostile page may have pointed at this machine (DNS rebinding).
    private func checkHost(_ exchange: Exchange) throws {
        guard settings.address.isLoopback, !exchange.peer.isProxied else { return }
        // Only programs of HTTP/1.0 name no host; no browser is one.
        guard let host = exchange.peer.host(of: exchange.request) else { return }
        guard
            Self.isLoopback(host)
                || settings.origins.contains(where: { $0.hasSuffix("://\(host)") })
        else { throw Problem(403, "this server listens on loopback; ask it as localhost") }
    }

    /// Whether a host, with or without a port, is this machine by its own names.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.utf8
        return ["localhost", "127.0.0.1", "[::1]"]
            .contains { name in
                let rest = host.dropFirst(name.utf8.count)
                guard host.count >= name.utf8.count,
                    zip(name.utf8, host).allSatisfy({ $0 == Self.small($1) })
                else { return false }
                return rest.isEmpty
                    || rest.first == UInt8(ascii: ":")
                        && rest.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
            }
    }

    /// The small letter of a letter of ASCII; any other byte as it is.
    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private func log(_ request: Request, from peer: Peer, _ status: Int, _ took: Duration) {
        logger.info(
            "request",
            metadata: [
                "peer": "\(peer.address)", "method": "\(request.method)",
                "path": "\(request.uri.path)", "status": "\(status)", "took": "\(took)",
            ]
        )
    }
}

/// The response to a request, and what is counted when it was sent.
private struct Outcome: Sendable {
    var response: Response
    /// The size of its body as counted by ``UnsentBytes``.
    var bytes: Int
    var network: ClientNetwork
    var peer: Peer
    /// The path of the route as declared.
    var route: String
    /// The space that it was entered for, which is left then.
    var space: Space?
}

/// A request with what is found out about it.
struct Exchange: Sendable {
    let request: Request
    let peer: Peer
    let channel: any Channel
    /// The path of its route as declared, for the metrics.
    var route = "other"
    var space: Space?
    var call: Call?
    /// Whether its content is hashed for `ETag`.
    var isCacheable = false
}

// MARK: Paths

extension ServiceResponder {
    private func dispatch(_ exchange: inout Exchange) async throws -> Answer {
        let request = exchange.request
        let whole = request.uri.path
        guard whole == settings.basePath || whole.hasPrefix("\(settings.basePath)/") else {
            throw Problem.notFound(
                "there is nothing here; the resources are below '\(settings.basePath)/api/v1'"
            )
        }
        let path = whole.utf8.dropFirst(settings.basePath.utf8.count)
            .split(separator: UInt8(ascii: "/")).map(Substring.init)
        if let answer = try await answerOpenly(path, &exchange) { return answer }
        if path.first == "spaces", path.count <= 2 {
            // Creating a space takes long, and this thread serves other connections too.
            return try await withTaskExecutorPreference(WorkerPool.requests) {
                try await answerSpaces(path, &exchange)
            }
        }
        let isInSpace = path.first == "spaces"
        let below = isInSpace ? path.dropFirst(2) : path[...]
        guard below.starts(with: ["api", "v1"]), isInSpace == spaces.areMany else {
            throw Problem.notFound(
                "there is nothing here; the resources are below '\(settings.basePath)/api/v1'"
            )
        }
        let name = isInSpace ? String(path[1]) : ""
        return try await answerResource(Array(below.dropFirst(2)), space: name, &exchange)
    }
}

// MARK: Peers

extension ServiceResponder {
    private func peer(of request: Request, on channel: any Channel) async -> Peer {
        let number = channel.remoteAddress?.ipAddress
        let address = number ?? ServerSettings.socketProxy
        guard settings.trustedProxies.contains(address) else {
            var isAdmin = false
            if settings.socketPeersAreAdmin, number == nil, !request.isRelayed {
                isAdmin = await SocketPeer.isOwnerOrRoot(channel)
            }
            return Peer(address: address, isSocketAdmin: isAdmin)
        }
        return Peer(
            address: Self.client(request) ?? address,
            isSecure: request.headers[.forwardedProtocol] == "https",
            isProxied: true
        )
    }
}

extension ServiceResponder {
    /// The client that the nearest proxy names, without a port.
    private static func client(_ request: Request) -> String? {
        guard let last = request.headers.joined(.forwardedFor)?.split(separator: ",").last else {
            return nil
        }
        let address = last.filter { !$0.isWhitespace }
        if address.hasPrefix("[") { return String(address.dropFirst().prefix { $0 != "]" }) }
        // An address of IPv6 has several colons, and one of IPv4 with a port has one.
        return address.count { $0 == ":" } == 1 ? String(address.prefix { $0 != ":" }) : address
    }
}

extension ServerSettings.Address {
    /// Whether only this machine reaches the address.
    fileprivate var isLoopback: Bool {
        guard case .host(let host, _) = self else { return false }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
