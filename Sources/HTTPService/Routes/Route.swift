internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import JSON
internal import TagService

/// A route of the API: its method, path, scope, fields, responses and work.
///
/// Parsing, validation and the OpenAPI document follow from the declaration:
///
/// ```swift
/// let tag = Field.path("tag")
/// let show = Route(
///     method: .get, path: "/tags/\(tag)", scope: .read, summary: "Shows a tag.",
///     response: .json(.named("Tag")),
///     work: .read { call, service in .json(TagDocument(try service.tags.details(call[tag]))) }
/// )
/// ```
struct Route: Sendable {
    /// The API that the route belongs to.
    var api = ClientAPI.tagflow
    var method: HTTPRequest.Method
    /// The path below the API.
    var path: RoutePath
    var scope: AccessScope
    var summary: String
    /// The fields in the query, the header and the body.
    var fields: [any RequestField] = []
    /// The content types of a body that is read while it arrives, such as lines of JSON; empty if there is none.
    var streamedTypes: [String] = []
    /// Whether a route with fields in the body also accepts a request without a body.
    var isBodyOptional = false
    /// The successful response.
    var response: ResponseShape
    /// The statuses of the route's problems, in addition to those that any route can return.
    var problems: [Int] = []
    /// Whether a token limited to certain sets may use the route.
    ///
    /// The store then hides all other sets. A stream must read with ``Call/read(in:_:)``, so that it does.
    var isOpenToSetTokens = false
    /// Whether only a person who is signed in at the page may use the route.
    ///
    /// A program could otherwise make tokens that outlive its own.
    var isForPeople = false
    /// Whether the response contains a secret and must therefore not be stored for repeated requests.
    var returnsSecret = false
    var work: Work

    /// Returns the route for a value of a field that another route's path also contains, such as the tag `merge`.
    func fixing(_ field: Field<String>, to value: String) -> Route {
        var route = self
        route.path = path.fixing(field, to: value)
        return route
    }

    /// The path for the metrics, which is unique among all APIs.
    var label: String { api == .tagflow ? path.text : api.path + path.text }

    /// The methods that the route handles.
    var methods: [HTTPRequest.Method] { isReading ? [.get, .head] : [method] }

    /// Whether the route only reads, so that its response has a validator.
    var isReading: Bool { method == .get && !api.writesWithGet }

    /// The fields in the body.
    var bodyFields: [FieldDescription] { fields.map(\.description).filter { $0.part == .body } }

    /// Whether an `Idempotency-Key` is useful, because repeating a request may change something twice.
    var takesIdempotencyKey: Bool { method == .post || method == .patch }

    /// The work of a route.
    enum Work: Sendable {
        /// A read, which can run concurrently with other reads and with writes.
        case read(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// A read that uses the suggestion data in memory.
        ///
        /// The response must depend only on the URL and the sets that the caller's token can access,
        /// because it is cached until the next commit.
        case suggest(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// A change, which shares a transaction with other waiting changes.
        case write(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Any other work, such as sending a response while the request body is still arriving.
        case stream(@Sendable (Call) async throws -> ServiceResponse)
    }

    /// The body of a response.
    struct ResponseShape: Sendable {
        var status: Int
        var schema: JSONSchema?
        var contentType = "application/json"
        /// Other content types, which a parameter of the query selects.
        var otherContentTypes: [String] = []

        /// All content types.
        var contentTypes: [String] { [contentType] + otherContentTypes }

        static func json(_ schema: JSONSchema, status: Int = 200) -> Self { Self(status: status, schema: schema) }

        static func bytes(_ contentType: String, others: [String] = []) -> Self {
            Self(status: 200, schema: nil, contentType: contentType, otherContentTypes: others)
        }

        static let nothing = Self(status: 204, schema: nil, contentType: "")
    }
}

// MARK: Responding

extension Route {
    /// Returns the response to a request.
    ///
    /// A change is on disk when this returns.
    func respond(to request: Request, _ context: ServiceContext, _ server: ServerState) async throws -> Response {
        context.notes.route = label
        var call = try call(request, context, server)
        do {
            guard PercentEncoding.parameters(request.uri.query ?? "") != nil else {
                throw Problem.badRequest("the query string must be percent-encoded UTF-8")
            }
            // Programs written for other servers also send parameters that those ignore.
            if api == .tagflow { try call.values.checkQuery(fields) }
            let bytes = try await RequestBodyReader(request, context.channel, server.settings).body(of: self)
            try readBody(bytes, &call.values)
            var response =
                switch work {
                case .read(let work): try await call.read { [call] in try work(call, $0) }
                case .suggest(let work): try await cached(work, call)
                case .write(let work): try await committed(work, call, bytes)
                case .stream(let work): try await work(call)
                }
            response.isCacheable = isReading
            return await server.response(to: request, response)
        } catch let error as TagServiceError { return try await refusal(Problem(error, in: call), of: call) } catch let
            problem as Problem
        { return try await refusal(problem, of: call) }
    }

    /// Parses and checks the body of a route with fields in it.
    private func readBody(_ bytes: [UInt8], _ values: inout RequestValues) throws {
        guard !bodyFields.isEmpty else { return }
        if api == .linkding {
            values.body = try LinkdingBody.value(bytes, values.headers[.contentType] ?? "", bodyFields)
            return
        }
        if !bytes.isEmpty { values.body = try JSONValue.parse(bytes) }
        guard values.body != .null || !isBodyOptional else { return }
        try values.checkBody(fields, ignoresOthers: api != .tagflow)
    }

    /// Returns the response of a query for suggestions, which may be cached.
    private func cached(
        _ work: @escaping @Sendable (Call, TagService) throws -> ServiceResponse, _ call: Call
    ) async throws -> ServiceResponse {
        let question = ResponseCache.Key(
            epoch: call.space.epoch.current, question: call.request.uri.string, sets: call.caller.setIDs)
        return try await call.server.responses.response(question) {
            try await call.read(in: call.space.questions) { try work(call, $0) }
        }
    }

    /// Returns the response of a change, which is on disk.
    private func committed(
        _ work: @escaping @Sendable (Call, TagService) throws -> ServiceResponse, _ call: Call, _ bytes: [UInt8]
    ) async throws -> ServiceResponse {
        let change = Change(
            call: call, conditions: try await Conditions(of: call, on: self),
            idempotent: try IdempotentRequest(call, of: self, content: bytes), work: work)
        return try await call.space.commits.run { try change.apply(to: $0) }
    }

    /// Returns the response of an API that reports invalid requests as successful responses; otherwise throws the problem.
    private func refusal(_ problem: Problem, of call: Call) async throws -> Response {
        guard api == .pinboard, problem.isAboutParameters else { throw problem }
        return await call.server.response(to: call.request, try PinboardAnswer.response(problem, to: call))
    }

    /// Returns the call of a request whose sender may use the route.
    private func call(_ request: Request, _ context: ServiceContext, _ server: ServerState) throws -> Call {
        guard let access = context.access else {
            throw Problem(500, "internal error: the request has no space; please report this bug in tagflow")
        }
        try access.caller.require(scope)
        if let field = request.headers[.accept], response.status != 204, !api.writesWithGet {
            let types = response.contentTypes
            let accepted = AcceptedTypes(field)
            guard types.contains(where: { accepted.take($0) }) else { throw Problem.notAcceptable(types) }
        }
        if !isOpenToSetTokens { try access.caller.requireEverySet() }
        if isForPeople { try access.caller.requirePerson() }
        let query = PercentEncoding.validParameters(request.uri.query ?? "")
        let values = RequestValues(path: try pathValues(context), query: query, headers: request.headers)
        return Call(
            request: request, values: values, space: access.space, caller: access.caller, peer: context.peer,
            channel: context.channel, server: server)
    }

    private func pathValues(_ context: ServiceContext) throws -> [String: String] {
        var decoded = path.fixed
        for (name, text) in context.parameters {
            guard let value = PercentEncoding.decoded(text.utf8), !value.isEmpty else { throw HTTPError(.notFound) }
            decoded[String(name)] = value
        }
        return decoded
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
            try service.limited(to: call.caller.setIDs) {
                try conditions?.check(call, service)
                return try work(call, service)
            }
        }
        guard let idempotent else { return try change() }
        return try service.answerOnce(idempotent, change)
    }
}
