public import Foundation
internal import TagStore

/// The response to a request with an idempotency key, which its sender may repeat.
public struct StoredResponse: Hashable, Sendable {
    /// Who sent the request.
    public var caller: String
    /// The key that came with it.
    public var key: String
    /// The hash of the request.
    public var requestHash: Data
    /// The status of the response.
    public var status: Int
    /// Where the created resource is; `nil` if none was created.
    public var location: String?
    /// The other header fields as a JSON object.
    public var headers: String
    /// The body; empty if there was none or it isn't stored any more.
    public var body: Data

    /// Creates a response.
    public init(
        caller: String,
        key: String,
        requestHash: Data,
        status: Int,
        location: String?,
        headers: String,
        body: Data
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

/// Storing the responses to requests with an idempotency key, so that a repeat changes nothing.
extension TagService {
    /// The number of different keys that one caller may use in a day.
    public static let idempotencyKeysPerDay = IdempotencyLimits.keysPerCaller

    /// Returns the response that a request got within the last day; `nil` if there was none.
    public func storedResponse(toKey key: String, of caller: String) throws -> StoredResponse? {
        try store.read { reader in
            guard let row = try reader.idempotencyRow(caller: caller, key: key),
                row.madeAt > milliseconds - millisecondsPerDay
            else { return nil }
            return StoredResponse(
                caller: row.caller,
                key: row.key,
                requestHash: row.requestHash,
                status: row.status,
                location: row.location,
                headers: row.content?.headers ?? "{}",
                body: row.content?.body ?? Data()
            )
        }
    }

    /// Stores a response for a day, within ``together(_:)`` in one transaction with the changes of the request.
    ///
    /// A body over 16 kB isn't stored, and the oldest bodies are dropped to stay within 16 MB in all.
    ///
    /// - Returns: whether it was stored; `false` if the caller has used ``idempotencyKeysPerDay`` keys within a day.
    public func storeResponse(_ response: StoredResponse) throws -> Bool {
        try store.write(at: milliseconds) { writer in
            try writer.deleteIdempotencyRows(madeBefore: milliseconds - millisecondsPerDay)
            return try writer.insert(
                IdempotencyRow(
                    caller: response.caller,
                    key: response.key,
                    requestHash: response.requestHash,
                    status: response.status,
                    location: response.location,
                    madeAt: milliseconds,
                    content: response.body.isEmpty
                        ? nil : .init(headers: response.headers, body: response.body)
                )
            )
        }
    }
}
