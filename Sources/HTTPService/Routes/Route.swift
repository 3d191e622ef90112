internal import HTTPTypes
internal import TagService

/// A route, declared once: its path and method, scope, work, and part of the OpenAPI document.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// The path below `/api/v1`, with parameters in braces.
    var path: String
    var scope: AccessScope
    var summary: String
    var query: [QueryParameter] = []
    var body: RequestShape = .none
    /// The successful response.
    var response: ResponseShape
    /// The statuses of problems beyond those that every route can response.
    var problems: [Int] = []
    /// Whether a token limited to sets may use it; other sets are then hidden.
    ///
    /// Reads and writes are limited by ``Endpoint``; a stream goes through ``Call/read(_:)`` or ``Call/limited(_:_:)``.
    var isOpenToSetTokens = false
    /// Whether the response holds a secret, which must not be kept for a repeated request.
    var returnsSecret = false
    var work: Work

    /// Whether to do it twice may be more than to do it once, so that a request can be marked as a repeated one.
    var takesIdempotencyKey: Bool { method == .post || method == .patch }

    /// How a route does its work.
    enum Work: Sendable {
        /// Reads, concurrently with other reads and writes.
        case read(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Reads with every tag in memory; the response is cached until the next commit, and depends only on the URL and the
        /// sets that the caller's token opens.
        case suggest(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Changes something; shares its commit with other waiting changes.
        case write(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Anything else, such as responding while the request still arrives.
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
        /// Lines or another text that is read as it arrives.
        case stream(contentTypes: [String])
    }

    /// The body of a response.
    struct ResponseShape: Sendable {
        var status: Int
        var schema: JSONSchema?
        var contentType = "application/json"

        static func json(_ schema: JSONSchema, status: Int = 200) -> Self {
            Self(status: status, schema: schema)
        }

        static func bytes(_ contentType: String) -> Self {
            Self(status: 200, schema: nil, contentType: contentType)
        }

        static let nothing = Self(status: 204, schema: nil, contentType: "")
    }
}
