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
        let response = response(to: exchange, answer)
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
            return try await answerSpaces(path, &exchange)
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

    private func answerResource(
        _ path: [Substring],
        space name: String,
        _ exchange: inout Exchange
    ) async throws -> Answer {
        guard let match = table.match(path) else {
            throw Problem.notFound("there is no such resource; 'openapi.json' lists all of them")
        }
        let method = exchange.request.method
        if method == .options { return preflight(exchange, match.methods) }
        guard
            let route = match.routes.first(where: { $0.method == (method == .head ? .get : method) }
            )
        else { throw Self.notAllowed(match.methods) }
        exchange.route = route.path
        let space = try await spaceForCaller(name, &exchange)
        let caller = try await authorization.caller(
            of: exchange.request,
            from: exchange.peer,
            in: space
        )
        try caller.require(route.scope)
        try Self.checkAccepted(exchange.request, by: route)
        if !route.isOpenToSetTokens { try caller.requireEverySet() }
        var call = Call(
            request: exchange.request,
            parameters: match.parameters,
            query: try Self.query(exchange.request),
            channel: exchange.channel,
            space: space,
            caller: caller,
            base: settings.basePath + (name.isEmpty ? "" : "/spaces/\(name)") + "/api/v1"
        )
        try Self.checkQuery(call, of: route)
        exchange.call = call
        exchange.isCacheable = route.method == .get
        let bytes = try await body(of: exchange, for: route)
        if case .json = route.body, !bytes.isEmpty { call.body = try JSONValue.parse(bytes) }
        exchange.call = call
        let hasOwn = match.routes.contains { $0.method == .get }
        return try await RouteWork(
            route: route,
            call: call,
            bytes: bytes,
            validator: hasOwn ? match : table.match(Array(path.dropLast()))
        )
        .run()
    }

    /// The space that a caller asks for; one that does not exist looks like one that the caller may not enter.
    private func spaceForCaller(_ name: String, _ exchange: inout Exchange) async throws -> Space {
        do {
            let space = try await spaces.enter(name)
            exchange.space = space
            return space
        } catch let problem as Problem where problem.status == 404 {
            let caller = try await authorization.caller(
                of: exchange.request,
                from: exchange.peer,
                in: nil
            )
            guard caller.isServerAdmin else { throw Problem(401, "the token is not valid") }
            throw problem
        }
    }

    static func notAllowed(_ methods: [String]) -> Problem {
        Problem(
            405,
            "this resource takes \(methods.joined(separator: ", "))",
            headers: [.allow: methods.joined(separator: ", ")]
        )
    }

    private static func query(_ request: Request) throws -> [(name: String, value: String)] {
        try (request.uri.query ?? "").split(separator: "&")
            .map { item in
                let parts = item.split(
                    separator: "=",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard let name = PercentEncoding.decodedQuery(parts[0]),
                    let value = PercentEncoding.decodedQuery(parts.count > 1 ? parts[1] : "")
                else { throw Problem.badRequest("the query is not percent-encoded UTF-8") }
                return (name, value)
            }
    }

    /// Refuses a client that takes nothing of what the route answers.
    private static func checkAccepted(_ request: Request, by route: Route) throws {
        let types = AcceptedTypes(request.headers.joined(.accept))
        guard route.answer.status == 204 || types.take(route.answer.contentType) else {
            throw Problem(406, "the answer is \(route.answer.contentType); 'Accept' leaves it out")
        }
    }

    private static func checkQuery(_ call: Call, of route: Route) throws {
        var seen: Set<String> = []
        for (name, _) in call.query {
            guard let parameter = route.query.first(where: { $0.name == name }) else {
                let names = route.query.map(\.name).joined(separator: ", ")
                throw Problem.badRequest(
                    "there is no parameter '\(name.prefix(60))'"
                        + (names.isEmpty ? "" : "; there are \(names)")
                )
            }
            guard seen.insert(name).inserted || parameter.repeats else {
                throw Problem.badRequest("'\(name)' is given twice")
            }
        }
    }

    private func body(of exchange: Exchange, for route: Route) async throws -> [UInt8] {
        let request = exchange.request
        let encoding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        guard encoding == "identity" else {
            throw Problem(415, "a compressed body is not read; send it as it is")
        }
        switch route.body {
        case .stream(let types):
            try Self.checkType(of: request, among: types)
            try await Self.askForBody(exchange)
            return []
        case .none, .json:
            let bytes = try await Self.collect(exchange, upTo: settings.bodyLimit)
            if case .json = route.body, !bytes.isEmpty || route.needsBody {
                try Self.checkType(of: request, among: ["application/json"])
            }
            return bytes
        }
    }

    static func checkType(of request: Request, among types: [String]) throws {
        let given = (request.headers[.contentType] ?? "").prefix { $0 != ";" }
            .filter { !$0.isWhitespace }.lowercased()
        guard types.contains(given) || types.contains("*/*") else {
            throw Problem(415, "the content type is \(types.joined(separator: " or "))")
        }
    }

    /// Reads a body as a whole.
    static func collect(_ exchange: Exchange, upTo limit: Int) async throws -> [UInt8] {
        let request = exchange.request
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw Problem.tooLarge(limit)
        }
        try await askForBody(exchange)
        var bytes: [UInt8] = []
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw Problem.tooLarge(limit) }
            bytes += part.readableBytesView
        }
        return bytes
    }

    /// Asks for the body if the client waits for that; only whoever may send it gets so far.
    private static func askForBody(_ exchange: Exchange) async throws {
        guard exchange.request.headers[.expect]?.lowercased() == "100-continue" else { return }
        let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
        try await exchange.channel.writeAndFlush(head)
    }
}

extension Route {
    /// Whether the body must be there.
    var needsBody: Bool {
        guard case .json(.object(let fields)) = body else { return false }
        return fields.contains(where: \.isRequired)
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
