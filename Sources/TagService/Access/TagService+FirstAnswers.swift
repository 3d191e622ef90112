public import Foundation
internal import TagStore

/// The first answer to a request that its sender may repeat.
public struct FirstAnswer: Hashable, Sendable {
    /// The sender and the key of the request.
    public var key: String
    /// The hash of the request.
    public var requestHash: Data
    /// The status of the answer.
    public var status: Int
    /// Its header fields as a JSON object.
    public var headers: String
    /// Its body.
    public var body: Data

    /// Creates an answer.
    public init(key: String, requestHash: Data, status: Int, headers: String, body: Data) {
        self.key = key
        self.requestHash = requestHash
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Answering repeated requests once.
extension TagService {
    /// The answer that a request of this key got within the last day; `nil` if there is none.
    public func firstAnswer(to key: String) throws -> FirstAnswer? {
        try store.read { reader in
            guard let row = try reader.firstAnswer(to: key),
                row.madeAt > milliseconds - millisecondsPerDay
            else { return nil }
            return FirstAnswer(
                key: row.key,
                requestHash: row.requestHash,
                status: row.status,
                headers: row.headers,
                body: row.body
            )
        }
    }

    /// Stores the first answer to a request, within ``together(_:)`` in one transaction with what the request changes.
    public func storeFirstAnswer(_ answer: FirstAnswer) throws {
        try store.write(at: milliseconds) { writer in
            try writer.insert(
                FirstAnswerRow(
                    key: answer.key,
                    requestHash: answer.requestHash,
                    status: answer.status,
                    headers: answer.headers,
                    body: answer.body,
                    madeAt: milliseconds
                ),
                deletingBefore: milliseconds - millisecondsPerDay
            )
        }
    }
}
