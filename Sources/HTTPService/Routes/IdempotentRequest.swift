internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// A request with an `Idempotency-Key`, which its sender may repeat without doing it twice.
struct IdempotentRequest: Sendable {
    /// Who sent it.
    let caller: String
    /// The key that came with it.
    let key: String
    /// The hash of its method, address and body.
    let hash: Data

    /// Recognizes a request with a key; `nil` if it came without one, or its method needs none.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - route: its route.
    ///   - content: its body, or a digest of it.
    /// - Throws: a problem with status 400 for an invalid key.
    init?(_ call: Call, of route: Route, content: @autoclosure () throws -> [UInt8]) throws {
        guard route.takesIdempotencyKey, call.request.headers[.idempotencyKey] != nil else {
            return nil
        }
        guard !route.returnsSecret else {
            throw Problem.badRequest(
                "a secret is not kept for a repeated request; leave 'Idempotency-Key' out"
            )
        }
        try self.init(call.request, by: call.caller, content: content())
    }

    /// Recognizes a request of a caller with a key; `nil` if it came without one.
    init?(_ request: Request, by caller: Caller, content: [UInt8]) throws {
        guard let key = request.headers[.idempotencyKey] else { return nil }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem.badRequest("'Idempotency-Key' has 1 to 255 bytes")
        }
        self.caller = caller.key
        self.key = key
        let line = "\(request.method) \(request.uri.string)\n"
        hash = Data(try SHA256.digest(of: Array(line.utf8) + content))
    }
}
