internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import TagService

/// The response of a route.
struct ServiceResponse: Sendable {
    var status: Int
    var headers: HTTPFields
    var body: Body
    /// The validator of the body, or `nil` to compute it.
    var entityTag: EntityTag?
    /// Whether the response gets a validator, so that a client can check its copy.
    var isCacheable = false
    /// The time it took to compute the response, for `Server-Timing`; `nil` for a cached response.
    var questionTime: Duration?

    enum Body: Sendable {
        case empty
        case bytes([UInt8])
        /// A body that is the same for many requests.
        case kept(KeptContent)
        /// A body that is produced while it's being sent.
        case stream(StreamBody)
    }

    /// A function that writes a body as fast as the client reads it.
    typealias StreamBody = @Sendable @concurrent (inout any ResponseBodyWriter) async throws -> Void

    /// Returns a response in JSON.
    static func json(_ value: some Encodable, status: Int = 200) -> ServiceResponse {
        bytes(JSONBytes.encoded(value), "application/json", status: status)
    }

    static func bytes(_ bytes: [UInt8], _ contentType: String, status: Int = 200) -> ServiceResponse {
        ServiceResponse(status: status, headers: [.contentType: contentType], body: .bytes(bytes))
    }

    static func kept(_ content: KeptContent, _ contentType: String) -> ServiceResponse {
        ServiceResponse(status: 200, headers: [.contentType: contentType], body: .kept(content))
    }

    static func stream(_ contentType: String, _ write: @escaping StreamBody) -> ServiceResponse {
        ServiceResponse(status: 200, headers: [.contentType: contentType], body: .stream(write))
    }

    static let nothing = ServiceResponse(status: 204, headers: [:], body: .empty)

    /// Returns the response for a created resource, with its location.
    static func created(_ value: some Encodable, at location: String) -> ServiceResponse {
        var response = json(value, status: 201)
        response.headers[.location] = location
        return response
    }

    init(status: Int, headers: HTTPFields, body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    init(_ problem: Problem) {
        self.init(status: problem.status, headers: problem.headers, body: .bytes(problem.body))
        headers[.contentType] = "application/problem+json"
    }

    /// The same response with a validator.
    var cacheable: ServiceResponse {
        var response = self
        response.isCacheable = true
        return response
    }

    /// Adds a link to the next page of a list.
    ///
    /// ```
    /// Link: </api/v1/tags?limit=2&after=eyJrZXki…>; rel="next"
    /// ```
    mutating func link(toNext place: String, of call: Call) {
        let kept = call.values.query.filter { !["after", "offset"].contains($0.name) }
        let others = kept + [("after", place)]
        let query = others.map { "\(PercentEncoding.segment($0.name))=\(PercentEncoding.segment($0.value))" }
        let path = call.request.uri.path
        headers[.link] = "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\""
    }
}

extension Duration {
    /// The duration for `Server-Timing`, in milliseconds with three decimals.
    ///
    /// ```swift
    /// let text = Duration.microseconds(12_050).serverTiming  // "12.050"
    /// ```
    var serverTiming: String {
        let (seconds, rest) = components
        let microseconds = seconds * 1_000_000 + rest / 1_000_000_000_000
        let digits = String(microseconds % 1_000)
        return "\(microseconds / 1_000).\(String(repeating: "0", count: 3 - digits.utf8.count))\(digits)"
    }
}

extension HTTPField.Name {
    /// The `Link` header field (RFC 8288).
    static var link: Self { name("Link") }
    static var serverTiming: Self { name("Server-Timing") }
    static var contentTypeOptions: Self { name("X-Content-Type-Options") }
    static var idempotencyKey: Self { name("Idempotency-Key") }
    static var forwardedFor: Self { name("X-Forwarded-For") }
    static var forwardedProtocol: Self { name("X-Forwarded-Proto") }
    static var forwardedHost: Self { name("X-Forwarded-Host") }
    static var requestID: Self { name("X-Request-ID") }
    static var fetchSite: Self { name("Sec-Fetch-Site") }
    static var lastEventID: Self { name("Last-Event-ID") }

    private static func name(_ text: String) -> Self {
        // Each of the names above consists of letters and hyphens.
        HTTPField.Name(text) ?? .accept
    }
}

extension ResponseBodyWriter {
    @concurrent mutating func write(bytes: [UInt8]) async throws { try await write(ByteBuffer(bytes: bytes)) }
}
