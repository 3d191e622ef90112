internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import JSON
internal import TagService
internal import TextMeasurement

/// A route on a server, which checks the caller's scope, reads the request, and does the work.
struct Endpoint: Sendable {
    private let route: Route
    private let server: ServerState
    /// The GET route that `If-Match` and `If-None-Match` refer to.
    ///
    /// This is the GET route with the same path or, if there isn't one, the parent path.
    private let validated: Route?

    init(_ route: Route, server: ServerState) {
        self.route = route
        self.server = server
        let above = route.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let readable = Routes.of(route.api).filter { $0.method == .get }
        validated =
            readable.first { $0.path == route.path && $0.fixed == route.fixed } ?? readable.first { $0.path == above }
    }

    /// The methods that the endpoint handles.
    var methods: [HTTPRequest.Method] {
        route.method == .get && !route.api.writesWithGet ? [.get, .head] : [route.method]
    }

    /// Returns the response to a request.
    ///
    /// A change is on disk when this returns.
    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        context.notes.route = route.label
        var call = try call(request, context)
        do {
            try checkQuery(call)
            let bytes = try await RequestBodyReader(request, context.channel, server.settings).body(of: route)
            if case .json = route.body, !bytes.isEmpty { call.body = try JSONValue.parse(bytes) }
            var response = try await respond(to: call, bytes)
            response.isCacheable = route.method == .get && !route.api.writesWithGet
            return await server.response(to: request, response)
        } catch let error as TagServiceError { return try await refusal(Problem(error, in: call), of: call) } catch let
            problem as Problem
        { return try await refusal(problem, of: call) }
    }

    /// Returns the response of an API that reports invalid requests as successful responses; otherwise throws the problem.
    private func refusal(_ problem: Problem, of call: Call) async throws -> Response {
        guard route.api == .pinboard, problem.isAboutParameters else { throw problem }
        return await server.response(to: call.request, PinboardAnswer.response(problem, to: call))
    }

    private func respond(to call: Call, _ bytes: [UInt8]) async throws -> ServiceResponse {
        switch route.work {
        case .read(let work): return try await call.read { try work(call, $0) }
        case .suggest(let work):
            let question = ResponseCache.Key(
                epoch: call.space.epoch.current, question: call.request.uri.string, sets: call.caller.setIDs)
            return try await server.responses.response(question) { try await call.suggest { try work(call, $0) } }
        case .stream(let work): return try await work(call)
        case .write(let work):
            let change = Change(
                call: call, conditions: try await Conditions(of: call, on: validated),
                idempotent: try IdempotentRequest(call, of: route, content: bytes), work: work)
            return try await call.space.commits.run { try change.apply(to: $0) }
        }
    }

    // MARK: Checks

    private func call(_ request: Request, _ context: ServiceContext) throws -> Call {
        guard let access = context.access else {
            throw Problem(500, "internal error: the request has no space; please report this bug in tagflow")
        }
        try access.caller.require(route.scope)
        if let field = request.headers[.accept], route.response.status != 204, !route.api.writesWithGet {
            let types = route.response.contentTypes
            let accepted = AcceptedTypes(field)
            guard types.contains(where: { accepted.take($0) }) else { throw Problem.notAcceptable(types) }
        }
        if !route.isOpenToSetTokens { try access.caller.requireEverySet() }
        guard let query = PercentEncoding.parameters(request.uri.query ?? "") else {
            throw Problem.badRequest("the query string must be percent-encoded UTF-8")
        }
        let name = access.space.name
        return Call(
            request: request, parameters: try parameters(context), query: query, channel: context.channel,
            space: access.space, caller: access.caller,
            client: ClientIdentity(caller: access.caller.kind, network: context.peer.network),
            root: server.settings.basePath + (name.isEmpty ? "" : "/spaces/\(name)"),
            stateTags: server.settings.stateTags, heavyWork: server.heavyWork, pages: server.pages,
            sessions: server.sessions, connections: server.connections, peer: context.peer,
            clientTimeout: .seconds(server.settings.clientTimeout))
    }

    private func parameters(_ context: ServiceContext) throws -> [String: String] {
        var decoded = route.fixed
        for (name, text) in context.parameters {
            guard let value = PercentEncoding.decoded(text.utf8), !value.isEmpty else { throw HTTPError(.notFound) }
            decoded[String(name)] = value
        }
        return decoded
    }

    private func checkQuery(_ call: Call) throws {
        // Programs written for other servers also send parameters that those ignore.
        guard route.api == .tagflow else { return }
        for (name, _) in call.query where !route.query.contains(where: { $0.name == name }) {
            let names = route.query.map(\.name).joined(separator: ", ")
            throw Problem.badRequest("unknown parameter \(name.quoted)" + (names.isEmpty ? "" : "; expected \(names)"))
        }
        for parameter in route.query where !parameter.repeats {
            guard call.query.count(where: { $0.name == parameter.name }) < 2 else {
                throw Problem.badRequest("'\(parameter.name)' appears more than once")
            }
        }
    }
}

/// The change that a request makes in a transaction shared with other requests.
private struct Change: Sendable {
    let call: Call
    let conditions: Conditions?
    let idempotent: IdempotentRequest?
    let work: @Sendable (Call, TagService) throws -> ServiceResponse

    func apply(to service: TagService) throws -> ServiceResponse {
        let change = {
            try call.limited(service) {
                try conditions?.check(call, service)
                return try work(call, service)
            }
        }
        guard let idempotent else { return try change() }
        return try service.answerOnce(idempotent, change)
    }
}
