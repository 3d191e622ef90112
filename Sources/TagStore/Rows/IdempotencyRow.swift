package import Foundation

/// A row of `idempotency_key` with its body: the response to a request that may be repeated.
package struct IdempotencyRow: Hashable, Sendable {
    /// The sender of the request.
    package var caller: String
    /// The request's `Idempotency-Key`.
    package var key: String
    /// The hash of the request.
    package var requestHash: Data
    package var status: Int
    /// The `Location` header field of the response.
    package var location: String?
    /// When the response was made, in milliseconds since 1970.
    package var madeAt: Int64
    /// The other header fields of the response as a JSON object, and its body; `nil` if there was no body or it was
    /// deleted.
    package var content: Content?

    /// The part of a response whose size has a limit.
    package struct Content: Hashable, Sendable {
        package var headers: String
        package var body: Data

        /// Creates content.
        package init(headers: String, body: Data) {
            self.headers = headers
            self.body = body
        }

        /// The size in bytes that counts toward the limits.
        var size: Int { headers.utf8.count + body.count }
    }

    /// Creates a row.
    package init(
        caller: String, key: String, requestHash: Data, status: Int, location: String?, madeAt: Int64, content: Content?
    ) {
        self.caller = caller
        self.key = key
        self.requestHash = requestHash
        self.status = status
        self.location = location
        self.madeAt = madeAt
        self.content = content
    }
}

extension IdempotencyRow {
    static let columns = "caller, key, request_hash, status, location, made_at, headers, body"

    init(row: StoredRow) throws {
        let headers: String? = try row[6]
        let body: Data? = try row[7]
        self.init(
            caller: try row[0], key: try row[1], requestHash: try row[2], status: try row[3], location: try row[4],
            madeAt: try row[5], content: headers.map { Content(headers: $0, body: body ?? Data()) })
    }
}

/// The limits of stored responses.
package enum IdempotencyLimits {
    /// The maximum size of one response's content, in bytes; for a larger one, only status and location are stored.
    package static let content = 16 << 10
    /// The maximum total size of all contents, in bytes; the oldest are deleted first.
    package static let allContents = 16 << 20
    /// The maximum number of keys that one caller may use in a day.
    package static let keysPerCaller = 100_000
}
