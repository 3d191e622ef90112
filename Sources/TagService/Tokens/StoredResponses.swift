package import Foundation
internal import TagStore

/// The stored response to a request with an idempotency key, returned again if the request is repeated.
package struct StoredResponse: Hashable, Sendable {
    /// The sender of the request.
    package var caller: String
    /// The idempotency key of the request.
    package var key: String
    /// The hash of the request.
    package var requestHash: Data
    /// The status code of the response.
    package var status: Int
    /// The URL of the created resource; `nil` if none was created.
    package var location: String?
    /// The other header fields as a JSON object.
    package var headers: String
    /// The body; empty if the response had none or it is no longer stored.
    package var body: Data

    /// Creates a stored response.
    package init(
        caller: String, key: String, requestHash: Data, status: Int, location: String?, headers: String, body: Data
    ) {
        self.caller = caller
        self.key = key
        self.requestHash = requestHash
        self.status = status
        self.location = location
        self.headers = headers
        self.body = body
    }
}

/// Storing responses to requests with an idempotency key, so that repeating a request changes nothing.
extension TagService.Tokens {
    /// The maximum number of different keys that one caller may use per day.
    package static let idempotencyKeysPerDay = IdempotencyLimits.keysPerCaller

    /// Returns the response stored for a key within the last day, or `nil` if there is none.
    package func storedResponse(toKey key: String, of caller: String) throws -> StoredResponse? {
        try store.read { reader in
            guard let row = try reader.idempotencyRow(caller: caller, key: key),
                row.madeAt > milliseconds - millisecondsPerDay
            else { return nil }
            return StoredResponse(
                caller: row.caller, key: row.key, requestHash: row.requestHash, status: row.status,
                location: row.location, headers: row.content?.headers ?? "{}", body: row.content?.body ?? Data())
        }
    }

    /// Stores a response for one day.
    ///
    /// Call it within ``together(_:)``, so that the response is committed with the changes of its request. A body over 16 kB
    /// isn't stored, and the oldest bodies are discarded to stay within 16 MB in total.
    ///
    /// - Returns: whether it was stored; `false` if the caller has used ``idempotencyKeysPerDay`` keys within a day.
    package func storeResponse(_ response: StoredResponse) throws -> Bool {
        try store.write(at: milliseconds) { writer in
            try writer.deleteIdempotencyRows(madeBefore: milliseconds - millisecondsPerDay)
            return try writer.insert(
                IdempotencyRow(
                    caller: response.caller, key: response.key, requestHash: response.requestHash,
                    status: response.status, location: response.location, madeAt: milliseconds,
                    content: response.body.isEmpty ? nil : .init(headers: response.headers, body: response.body)))
        }
    }
}
