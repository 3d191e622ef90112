internal import HTTPTypes
internal import TagService

/// A route, declared once: how requests reach it, who may use it, what it does, and what the OpenAPI document says of it.
struct Route: Sendable {
    var method: HTTPRequest.Method
    /// The path below `/api/v1`, with parameters in braces.
    var path: String
    var scope: AccessScope
    var summary: String
    var query: [QueryParameter] = []
    var body: RequestShape = .none
    /// The answer where nothing goes wrong.
    var answer: ResponseShape
    /// The statuses of problems beyond those that every route can answer.
    var problems: [Int] = []
    /// Whether a token that opens some sets only may use it, which then sees nothing else.
    ///
    /// Reads and writes are limited by ``Endpoint``; a stream goes through ``Call/read(_:)`` or ``Call/limited(_:_:)``.
    var isOpenToSetTokens = false
    /// Whether the answer holds a secret, which must not be kept for a repeated request.
    var answersSecret = false
    var work: Work

    /// Whether to do it twice may be more than to do it once, so that a request can be marked as a repeated one.
    var takesIdempotencyKey: Bool { method == .post || method == .patch }

    /// How a route does its work.
    enum Work: Sendable {
        /// Reads, beside other reads and beside writes.
        case read(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Reads where every tag is in memory; the answer is cached until the next commit, and depends only on the URL and on the
        /// sets that the caller's token opens.
        case suggest(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Changes something; shares its commit with what waits together with it.
        case write(@Sendable (Call, TagService) throws -> ServiceResponse)
        /// Anything else, such as answering while the request still arrives.
        case stream(@Sendable (Call) async throws -> ServiceResponse)
    }

    /// A parameter of the query.
    struct QueryParameter: Sendable {
        var name: String
        var summary: String
        var schema: Schema
        var repeats = false
    }

    /// What a request's body holds.
    enum RequestShape: Sendable {
        case none
        case json(Schema)
        /// Lines or another text that is read as it arrives.
        case stream(contentTypes: [String])
    }

    /// What an answer's body holds.
    struct ResponseShape: Sendable {
        var status: Int
        var schema: Schema?
        var contentType = "application/json"

        static func json(_ schema: Schema, status: Int = 200) -> Self {
            Self(status: status, schema: schema)
        }

        static func bytes(_ contentType: String) -> Self {
            Self(status: 200, schema: nil, contentType: contentType)
        }

        static let nothing = Self(status: 204, schema: nil, contentType: "")
    }
}
