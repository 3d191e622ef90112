internal import HTTPTypes
internal import JSON
internal import TagService

/// A route of the API: its method, path, scope and work, and its part of the OpenAPI document.
///
/// ```swift
/// let show = Route(
///     method: .get, path: "/tags/{tag}", scope: .read, summary: "Shows a tag.",
///     response: .json(.named("Tag")),
///     work: .read { call, service in .json(TagDocument(try service.tags.named(call["tag"]))) }
/// )
/// ```
struct Route: Sendable {
    /// The API that the route belongs to.
    var api = ClientAPI.tagflow
    var method: HTTPRequest.Method
    /// The path below the API, with parameters in braces.
    var path: String
    var scope: AccessScope
    var summary: String
    var query: [QueryParameter] = []
    var body: RequestShape = .none
    /// The successful response.
    var response: ResponseShape
    /// The statuses of the route's problems, in addition to those that any route can return.
    var problems: [Int] = []
    /// The parameters whose values are in ``path`` itself.
    private(set) var fixed: [String: String] = [:]
    /// Whether a token limited to certain sets may use the route.
    ///
    /// All other sets are then hidden. ``Endpoint`` hides them from reads and writes; a stream must
    /// call ``Call/read(_:)`` or ``Call/limited(_:_:)`` to hide them.
    var isOpenToSetTokens = false
    /// Whether the response contains a secret and must therefore not be stored for repeated requests.
    var returnsSecret = false
    var work: Work

    /// Returns the route for a value of a parameter that another route's path also contains, such as the tag `merge`.
    func fixing(_ parameter: String, to value: String) -> Route {
        var route = self
        route.path = path.replacing("{\(parameter)}", with: value)
        route.fixed[parameter] = value
        return route
    }

    /// The path for the metrics, which is unique among all APIs.
    var label: String { api == .tagflow ? path : api.path + path }

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

    /// A parameter of the query.
    struct QueryParameter: Sendable {
        var name: String
        var summary: String
        var schema: JSONSchema
        var repeats = false
    }

    /// The body of a request.
    enum RequestShape: Sendable {
        case none
        case json(JSONSchema)
        /// A text that is read while it arrives, such as lines of JSON.
        case stream(contentTypes: [String])
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
