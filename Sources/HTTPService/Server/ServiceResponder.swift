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
    /// Whether who may open the socket file may do everything.
    let isSocketPrivate: Bool

    /// Opens what the server serves.
    init(_ settings: ServerSettings, logger: Logger) async throws {
        self.settings = settings
        self.logger = logger
        spaces = Spaces(settings)
        authorization = Authorization(settings, sessions: sessions)
        document = OpenAPIDocument(basePath: settings.basePath, hasSpaces: spaces.areMany)
        isSocketPrivate = settings.address.isPrivateSocket
        if !spaces.areMany { try await spaces.enter("").leave() }
    }

    /// Answers one request on a connection.
    @concurrent func respond(
        to request: Request,
        writer: consuming ResponseWriter,
        channel: any Channel
    ) async throws {
        let start = ContinuousClock.now
        openChannels.insert(channel)
        defer { openChannels.remove(channel) }
        var exchange = Exchange(
            request: request,
            peer: peer(of: request, on: channel),
            channel: channel
        )
        let answer = await answer(&exchange)
        defer { exchange.space?.leave() }
        let response = await response(to: exchange, answer)
        defer {
            let took = ContinuousClock.now - start
            metrics.count(exchange.route, status: answer.status, took)
            log(exchange, answer.status, took)
        }
        try await writer.write(response: response.head, body: response.body)
    }

    private func answer(_ exchange: inout Exchange) async -> Answer {
        do {
            try checkLimits(exchange)
            try checkHost(exchange)
            return try await dispatch(&exchange)
        } catch {
            let problem = Problem(error, in: exchange.call)
            if problem.status == 500 {
                logger.error("a request failed", metadata: ["error": "\(error)"])
            }
            return Answer(problem)
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
        let isOwn = ["localhost", "127.0.0.1", "[::1]"]
            .contains { name in
                guard host.lowercased().hasPrefix(name) else { return false }
                let rest = host.dropFirst(name.utf8.count)
                return rest.isEmpty
                    || rest.first == ":" && rest.dropFirst().allSatisfy(\.isWholeNumber)
            }
        let isNamed = settings.origins.contains { $0.hasSuffix("://\(host)") }
        guard isOwn || isNamed else {
            throw Problem(403, "this server listens on loopback; ask it as localhost")
        }
    }

    private func log(_ exchange: Exchange, _ status: Int, _ took: Duration) {
        guard settings.logsAccess else { return }
        logger.info(
            "request",
            metadata: [
                "peer": "\(exchange.peer.address)", "method": "\(exchange.request.method)",
                "path": "\(exchange.request.uri.path)", "status": "\(status)", "took": "\(took)",
            ]
        )
    }
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
        let path = whole.dropFirst(settings.basePath.utf8.count)
            .split(separator: "/", omittingEmptySubsequences: true)
        if let answer = try await answerOpenly(path, &exchange) { return answer }
        if path.first == "spaces", path.count <= 2 {
            // To make a space takes long, and others share this thread.
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
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
    private func peer(of request: Request, on channel: any Channel) -> Peer {
        let address = channel.remoteAddress?.ipAddress ?? ServerSettings.socketProxy
        let isForwarded = Self.proxyFields.contains { request.headers[$0] != nil }
        // Whoever asks through a proxy is not whoever may open the socket.
        let isSocket =
            channel.remoteAddress?.ipAddress == nil && isSocketPrivate && !isForwarded
            && !settings.trustedProxies.contains(address)
        guard settings.trustedProxies.contains(address) else {
            return Peer(address: address, isSocket: isSocket)
        }
        return Peer(
            address: Self.client(request) ?? address,
            isSecure: request.headers[.forwardedProtocol] == "https",
            isProxied: true
        )
    }
}

extension ServiceResponder {
    /// What proxies add to a request.
    private static let proxyFields: [HTTPField.Name] =
        ["Forwarded", "X-Real-IP", "Via"].compactMap { HTTPField.Name($0) }
        + [.forwardedFor, .forwardedHost, .forwardedProtocol]

    /// The client that the nearest proxy names.
    private static func client(_ request: Request) -> String? {
        request.headers.joined(.forwardedFor)?.split(separator: ",").last
            .map { $0.filter { !$0.isWhitespace } }
    }
}

extension ServerSettings.Address {
    /// Whether only this machine reaches the address.
    fileprivate var isLoopback: Bool {
        guard case .host(let host, _) = self else { return false }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// Whether the address is a socket file that nobody but its owner may open.
    fileprivate var isPrivateSocket: Bool {
        switch self {
        case .host: return false
        case .unixSocket: return true
        case .inherited(let descriptor): return InheritedSocket.isPrivate(descriptor)
        }
    }
}
