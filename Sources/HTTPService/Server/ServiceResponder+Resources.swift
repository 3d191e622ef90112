internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import NIOCore
internal import NIOHTTPTypes
internal import TagService

/// A request that has reached its route, and who sent it.
private struct Arrival {
    var match: RouteTable.Match
    var route: Route
    /// The path below `/api/v1`.
    var path: [Substring]
    var space: Space
    var caller: Caller
}

/// What belongs to a space: its resources.
extension ServiceResponder {
    /// Answers a request below `/api/v1`.
    func answerResource(
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
        guard let worker = space.worker else {
            return try await answer(path, match, route, in: space, &exchange)
        }
        return try await withTaskExecutorPreference(worker) {
            try space.checkOwnership()
            return try await answer(path, match, route, in: space, &exchange)
        }
    }

    private func answer(
        _ path: [Substring],
        _ match: RouteTable.Match,
        _ route: Route,
        in space: Space,
        _ exchange: inout Exchange
    ) async throws -> Answer {
        let caller = try await authorization.caller(
            of: exchange.request,
            from: exchange.peer,
            in: space
        )
        try caller.require(route.scope)
        try Self.checkAccepted(exchange.request, by: route)
        if !route.isOpenToSetTokens { try caller.requireEverySet() }
        let arrival = Arrival(match: match, route: route, path: path, space: space, caller: caller)
        return try await answer(arrival, &exchange)
    }

    private func answer(_ arrival: Arrival, _ exchange: inout Exchange) async throws -> Answer {
        let route = arrival.route
        exchange.isCacheable = route.method == .get
        let question = AnswerCache.Key(
            epoch: arrival.space.epoch.current,
            question: exchange.request.uri.string,
            sets: arrival.caller.setIDs
        )
        if route.isKept, let answer = answers.answer(question) { return answer }
        var answer = try await workOut(arrival, &exchange)
        if route.isKept, !answer.isProvisional, answer.status == 200,
            case .bytes(let bytes) = answer.body
        {
            answer.entityTag = EntityTag(of: bytes)
            var kept = answer
            kept.questionTime = nil
            answers.keep(kept, for: question)
        }
        return answer
    }

    /// Computes the response on a thread that may block, since the connection's thread serves others too.
    private func workOut(_ arrival: Arrival, _ exchange: inout Exchange) async throws -> Answer {
        // An exclusive space runs on its own thread already.
        guard arrival.space.worker == nil else { return try await workOutHere(arrival, &exchange) }
        return try await withTaskExecutorPreference(WorkerPool.requests) {
            try await workOutHere(arrival, &exchange)
        }
    }

    private func workOutHere(
        _ arrival: Arrival,
        _ exchange: inout Exchange
    ) async throws -> Answer {
        let (route, match) = (arrival.route, arrival.match)
        var call = Call(
            request: exchange.request,
            parameters: match.parameters,
            query: try Self.query(exchange.request),
            channel: exchange.channel,
            space: arrival.space,
            caller: arrival.caller,
            client: ClientIdentity(
                caller: arrival.caller.kind,
                network: ClientNetwork(exchange.peer.address)
            ),
            base: base(of: arrival.space),
            heavyWork: heavyWork,
            clientTimeout: .seconds(settings.clientTimeout)
        )
        try Self.checkQuery(call, of: route)
        exchange.call = call
        let bytes = try await body(of: exchange, for: route)
        if case .json = route.body, !bytes.isEmpty { call.body = try JSONValue.parse(bytes) }
        exchange.call = call
        let hasOwn = match.routes.contains { $0.method == .get }
        return try await RouteWork(
            route: route,
            call: call,
            bytes: bytes,
            validator: hasOwn ? match : table.match(Array(arrival.path.dropLast()))
        )
        .run()
    }

    /// Where the resources of a space begin.
    private func base(of space: Space) -> String {
        settings.basePath + (space.name.isEmpty ? "" : "/spaces/\(space.name)") + "/api/v1"
    }

    /// Returns the space that a request names, opening it only for a caller whose token it has.
    ///
    /// A space that doesn't exist looks like one that the caller may not enter.
    private func spaceForCaller(_ name: String, _ exchange: inout Exchange) async throws -> Space {
        if spaces.areMany, !spaces.isOpen(name) { try await checkMayOpen(name, exchange) }
        do {
            let request = exchange.request.headers[.requestID]
            let space = try await spaces.enter(name, for: request)
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

    /// Throws unless the credentials of a request open a space that is closed.
    ///
    /// Opening a space costs descriptors, memory and perhaps a migration, which nobody without a token should cause. The token is
    /// looked up in the closed database. An exclusive database can't be read before it is opened, so there the limit of failed
    /// tries protects the others.
    private func checkMayOpen(_ name: String, _ exchange: Exchange) async throws {
        let (request, peer) = (exchange.request, exchange.peer)
        guard
            case .token(let digest, _) = try authorization.credentials(of: request, from: peer)
        else { return }
        if spaces.isExclusive {
            guard !authorization.isThrottled(peer) else { throw authorization.unknownToken(peer) }
            return
        }
        guard try await spaces.closedSpace(name, hasToken: digest) else {
            throw authorization.unknownToken(peer)
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
        guard let parameters = PercentEncoding.parameters(request.uri.query ?? "") else {
            throw Problem.badRequest("the query is not percent-encoded UTF-8")
        }
        return parameters
    }

    /// Refuses a client that takes nothing of what the route answers.
    private static func checkAccepted(_ request: Request, by route: Route) throws {
        guard let field = request.headers.joined(.accept), route.answer.status != 204 else {
            return
        }
        guard AcceptedTypes(field).take(route.answer.contentType) else {
            throw Problem(406, "the answer is \(route.answer.contentType); 'Accept' leaves it out")
        }
    }

    private static func checkQuery(_ call: Call, of route: Route) throws {
        for (name, _) in call.query where !route.query.contains(where: { $0.name == name }) {
            let names = route.query.map(\.name).joined(separator: ", ")
            throw Problem.badRequest(
                "there is no parameter '\(name.prefix(60))'"
                    + (names.isEmpty ? "" : "; there are \(names)")
            )
        }
        for parameter in route.query where !parameter.repeats {
            guard call.query.count(where: { $0.name == parameter.name }) < 2 else {
                throw Problem.badRequest("'\(parameter.name)' is given twice")
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
            let bytes = try await collect(exchange)
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

    /// Reads a whole body, which must not be too large or, once the client's timeout has passed, too slow.
    func collect(_ exchange: Exchange) async throws -> [UInt8] {
        let (request, limit) = (exchange.request, settings.bodyLimit)
        if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
            throw Problem.tooLarge(limit)
        }
        try await Self.askForBody(exchange)
        var bytes: [UInt8] = []
        var pace = BodyPace(grace: .seconds(settings.clientTimeout))
        for try await part in request.body {
            guard bytes.count + part.readableBytes <= limit else { throw Problem.tooLarge(limit) }
            try pace.count(part.readableBytes)
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
