internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// A request that its sender may send again and that is answered once (`Idempotency-Key`).
struct RepeatableRequest: Sendable {
    /// The caller and the key that came with the request.
    let key: String
    /// The hash of what was asked.
    let hash: Data

    /// Recognizes a repeatable request; `nil` if it came without a key, or its method needs none.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - route: its route.
    ///   - content: its body, or what stands for that.
    /// - Throws: a problem with status 400 for a key that cannot be one.
    init?(_ call: Call, of route: Route, content: @autoclosure () throws -> [UInt8]) throws {
        guard route.takesIdempotencyKey, call.request.headers[.idempotencyKey] != nil else {
            return nil
        }
        guard !route.answersSecret else {
            throw Problem.badRequest(
                "a secret is not kept for a repeated request; leave 'Idempotency-Key' out"
            )
        }
        try self.init(call.request, by: call.caller, content: content())
    }

    /// Recognizes a repeatable request of a caller; `nil` if it came without a key.
    init?(_ request: Request, by caller: Caller, content: [UInt8]) throws {
        guard let key = request.headers[.idempotencyKey] else { return nil }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem.badRequest("'Idempotency-Key' has 1 to 255 bytes")
        }
        self.key = "\(caller.key) \(key)"
        let line = "\(request.method) \(request.uri.string)\n"
        hash = Data(try SHA256.digest(of: Array(line.utf8) + content))
    }
}

extension TagService {
    /// Does work unless a request of this key was answered within a day, and stores the answer with what the work changes.
    ///
    /// - Throws: a problem with status 422 if the key came with another request.
    func answerOnce(_ request: RepeatableRequest, _ work: () throws -> Answer) throws -> Answer {
        if let first = try firstAnswer(to: request.key) {
            guard first.requestHash == request.hash else {
                throw Problem(
                    422,
                    "the 'Idempotency-Key' came with another request; take a new one"
                )
            }
            return try Answer(first)
        }
        let answer = try work()
        try storeFirstAnswer(answer.stored(for: request))
        return answer
    }
}

extension Answer {
    fileprivate init(_ stored: FirstAnswer) throws {
        let fields = try JSONDecoder()
            .decode([String: String].self, from: Data(stored.headers.utf8))
        var headers = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        self.init(
            status: stored.status,
            headers: headers,
            body: stored.body.isEmpty ? .empty : .bytes(Array(stored.body))
        )
    }

    fileprivate func stored(for request: RepeatableRequest) -> FirstAnswer {
        var body: [UInt8] = []
        if case .bytes(let bytes) = self.body { body = bytes }
        let fields = Dictionary(headers.map { ($0.name.rawName, $0.value) }) { first, _ in first }
        return FirstAnswer(
            key: request.key,
            requestHash: request.hash,
            status: status,
            headers: String(decoding: JSONBytes.encoded(fields), as: UTF8.self),
            body: Data(body)
        )
    }
}
