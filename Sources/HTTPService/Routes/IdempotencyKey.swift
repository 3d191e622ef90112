internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

extension TagService {
    /// Does work unless a request with this key was responded within a day, and stores the response in the same transaction.
    ///
    /// - Throws: a problem with status 422 if the key came with another request, 429 if the caller has used too many keys.
    func answerOnce(
        _ request: IdempotentRequest,
        _ work: () throws -> ServiceResponse
    ) throws -> ServiceResponse {
        if let first = try storedResponse(toKey: request.key, of: request.caller) {
            guard first.requestHash == request.hash else {
                throw Problem(
                    422,
                    "the 'Idempotency-Key' came with another request; take a new one"
                )
            }
            return try ServiceResponse(first)
        }
        let response = try work()
        guard try storeResponse(response.stored(for: request)) else {
            throw Problem(
                429,
                "at most \(TagService.idempotencyKeysPerDay) different values of 'Idempotency-Key' in a day; wait, or send no key",
                headers: [.retryAfter: "3600"]
            )
        }
        return response
    }
}

extension ServiceResponse {
    fileprivate init(_ stored: StoredResponse) throws {
        let fields = try JSONDecoder()
            .decode([String: String].self, from: Data(stored.headers.utf8))
        var headers = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if let location = stored.location { headers[.location] = location }
        self.init(
            status: stored.status,
            headers: headers,
            body: stored.body.isEmpty ? .empty : .bytes(Array(stored.body))
        )
    }

    fileprivate func stored(for request: IdempotentRequest) -> StoredResponse {
        var body: [UInt8] = []
        if case .bytes(let bytes) = self.body { body = bytes }
        let others = headers.filter { $0.name != .location }
        let fields = Dictionary(others.map { ($0.name.rawName, $0.value) }) { first, _ in first }
        return StoredResponse(
            caller: request.caller,
            key: request.key,
            requestHash: request.hash,
            status: status,
            location: headers[.location],
            headers: String(decoding: JSONBytes.encoded(fields), as: UTF8.self),
            body: Data(body)
        )
    }
}
