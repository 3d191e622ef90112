internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

extension TagService {
    /// Returns the stored response to a request, or does its work and stores the response.
    ///
    /// The response is stored in the transaction that does the work, and kept for a day.
    ///
    /// - Throws: a problem with status 422 if the key belongs to a different request, 429 if the
    ///   caller has used too many keys.
    func answerOnce(_ request: IdempotentRequest, _ work: () throws -> ServiceResponse) throws -> ServiceResponse {
        if let first = try tokens.storedResponse(toKey: request.key, of: request.caller) {
            guard first.requestHash == request.hash else {
                throw Problem(422, "this 'Idempotency-Key' was already used for a different request; use a new key")
            }
            return try ServiceResponse(first)
        }
        let response = try work()
        guard try tokens.storeResponse(response.stored(for: request)) else {
            throw Problem(
                429,
                "at most \(TagService.Tokens.idempotencyKeysPerDay) different values of 'Idempotency-Key' per day; wait, or omit the key",
                headers: [.retryAfter: "3600"])
        }
        return response
    }
}

extension ServiceResponse {
    fileprivate init(_ stored: StoredResponse) throws {
        let fields = try JSONDecoder().decode([String: String].self, from: Data(stored.headers.utf8))
        var headers = HTTPFields()
        for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
        if let location = stored.location { headers[.location] = location }
        self.init(
            status: stored.status, headers: headers, body: stored.body.isEmpty ? .empty : .bytes(Array(stored.body)))
    }

    fileprivate func stored(for request: IdempotentRequest) -> StoredResponse {
        var body: [UInt8] = []
        if case .bytes(let bytes) = self.body { body = bytes }
        let others = headers.filter { $0.name != .location }
        let fields = Dictionary(others.map { ($0.name.rawName, $0.value) }) { first, _ in first }
        return StoredResponse(
            caller: request.caller, key: request.key, requestHash: request.hash, status: status,
            location: headers[.location], headers: String(decoding: JSONBytes.encoded(fields), as: UTF8.self),
            body: Data(body))
    }
}
