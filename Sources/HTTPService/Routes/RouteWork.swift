internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// One request at its route: conditions, repeated requests, and the work itself.
struct RouteWork: Sendable {
    let route: Route
    let call: Call
    /// The body as it came.
    let bytes: [UInt8]
    /// What a GET of the path, or of the resource that it is a part of, would answer; conditions compare with that.
    let validator: RouteTable.Match?

    /// Does the work; a change is on disk when this returns.
    func run() async throws -> Answer {
        switch route.work {
        case .read(let work): return try await call.space.reader.run { try work(call, $0) }
        case .stream(let work): return try await work(call)
        case .write(let work):
            let key = try idempotencyKey()
            let requestHash = try key.map { _ in Data(try SHA256.digest(of: requestBytes)) }
            return try await call.space.commits.run { service in
                if let key, let requestHash {
                    return try service.answerOnce(key, requestHash) { try change(work, service) }
                }
                return try change(work, service)
            }
        }
    }

    private func change(
        _ work: @Sendable (Call, isolated TagService) throws -> Answer,
        _ service: isolated TagService
    ) throws -> Answer {
        try checkConditions(service)
        return try work(call, service)
    }

    // MARK: Conditions

    /// Compares `If-Match` and `If-None-Match` with what a GET of the same path would answer now.
    private func checkConditions(_ service: isolated TagService) throws {
        let fields = call.request.headers
        let (wanted, unwanted) = (fields.joined(.ifMatch), fields.joined(.ifNoneMatch))
        guard wanted != nil || unwanted != nil else { return }
        let tag = try currentTag(service)
        if let wanted, tag?.isNamed(inMatch: wanted) != true {
            throw Problem(412, "it is another than 'If-Match' says; get it again and repeat")
        }
        if let unwanted, tag?.isNamed(inNoneMatch: unwanted) == true {
            throw Problem(412, "it is what 'If-None-Match' rules out")
        }
    }

    private func currentTag(_ service: isolated TagService) throws -> EntityTag? {
        guard let get = validator?.routes.first(where: { $0.method == .get }),
            case .read(let read) = get.work
        else { return nil }
        var call = call
        call.query = []
        do {
            guard case .bytes(let bytes) = try read(call, service).body else { return nil }
            return try EntityTag(of: bytes)
        } catch is TagServiceError {
            // There is nothing yet that could be compared.
            return nil
        }
    }

    // MARK: Repeated requests

    private func idempotencyKey() throws -> String? {
        guard route.method == .post, let key = call.request.headers[.idempotencyKey] else {
            return nil
        }
        guard !route.answersSecret else {
            throw Problem.badRequest(
                "a secret is not kept for a repeated request; leave 'Idempotency-Key' out"
            )
        }
        guard (1...255).contains(key.utf8.count) else {
            throw Problem.badRequest("'Idempotency-Key' has 1 to 255 bytes")
        }
        return "\(call.caller.key) \(key)"
    }

    private var requestBytes: [UInt8] {
        Array("\(route.method) \(call.request.uri.string)\n".utf8) + bytes
    }
}

extension TagService {
    /// Runs a read of a route.
    func run<Result: Sendable>(
        _ work: @Sendable (isolated TagService) throws -> Result
    ) throws -> Result {
        try work(self)
    }

    /// Does work unless a request of this key was answered within a day, and stores the answer with what the work changes.
    ///
    /// - Throws: a problem with status 422 if the key came with another request.
    fileprivate func answerOnce(
        _ key: String,
        _ requestHash: Data,
        _ work: () throws -> Answer
    ) throws -> Answer {
        if let first = try firstAnswer(to: key) {
            guard first.requestHash == requestHash else {
                throw Problem(
                    422,
                    "the 'Idempotency-Key' came with another request; take a new one"
                )
            }
            return try Answer(first)
        }
        let answer = try work()
        guard case .bytes(let bytes) = answer.body else {
            try storeFirstAnswer(answer.stored(key, requestHash, body: []))
            return answer
        }
        try storeFirstAnswer(answer.stored(key, requestHash, body: bytes))
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

    fileprivate func stored(_ key: String, _ requestHash: Data, body: [UInt8]) -> FirstAnswer {
        let fields = Dictionary(headers.map { ($0.name.rawName, $0.value) }) { first, _ in first }
        return FirstAnswer(
            key: key,
            requestHash: requestHash,
            status: status,
            headers: String(decoding: JSONBytes.encoded(fields), as: UTF8.self),
            body: Data(body)
        )
    }
}
