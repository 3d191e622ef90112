internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// A request with an `Idempotency-Key`, which a client can repeat without making the change twice.
///
/// ```
/// POST /api/v1/tags   Idempotency-Key: one   {"tag": "x"}   201, and stores the response
/// POST /api/v1/tags   Idempotency-Key: one   {"tag": "x"}   201, the stored response
/// POST /api/v1/tags   Idempotency-Key: one   {"tag": "y"}   422, a different request
/// ```
struct IdempotentRequest: Sendable {
    /// The name of the sender, from ``Caller/key``.
    let caller: String
    /// The value of `Idempotency-Key`.
    let key: String
    /// The SHA-256 of the method, the URL and the body.
    let hash: Data

    /// Creates an idempotent request; `nil` if it has no key or its method doesn't need a key.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - route: the route of the request.
    ///   - content: the body of the request, or a digest of the body.
    /// - Throws: a problem with status 400 for an invalid key.
    init?(_ call: Call, of route: Route, content: @autoclosure () throws -> [UInt8]) throws {
        guard route.takesIdempotencyKey, call.request.headers[.idempotencyKey] != nil else { return nil }
        guard !route.returnsSecret else {
            throw Problem.badRequest("a response with a secret can't be stored for retries; omit 'Idempotency-Key'")
        }
        try self.init(call.request, by: call.caller, content: content())
    }

    /// Creates an idempotent request of a caller; `nil` if it has no key.
    ///
    /// - Throws: a problem with status 400 for an invalid key.
    init?(_ request: Request, by caller: Caller, content: [UInt8]) throws {
        guard let key = request.headers[.idempotencyKey] else { return nil }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem.badRequest("'Idempotency-Key' must be 1 to 255 bytes long")
        }
        self.caller = caller.key
        self.key = key
        let line = "\(request.method) \(request.uri.string)\n"
        hash = Data(SHA256.digest(of: Array(line.utf8) + content))
    }
}
