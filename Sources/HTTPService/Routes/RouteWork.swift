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
        case .read(let work): return try await call.read { try work(call, $0) }
        case .suggest(let work):
            return try await call.suggest { try work(call, $0) }
        case .stream(let work): return try await work(call)
        case .write(let work):
            let repeatable = try IdempotentRequest(call, of: route, content: bytes)
            let known = try await knownTag()
            return try await call.space.commits.run { service in
                guard let repeatable else { return try change(work, service, known) }
                return try service.answerOnce(repeatable) { try change(work, service, known) }
            }
        }
    }

    private func change(
        _ work: @Sendable (Call, isolated TagService) throws -> Answer,
        _ service: isolated TagService,
        _ known: KnownTag?
    ) throws -> Answer {
        try call.limited(service) {
            try checkConditions(service, known)
            return try work(call, service)
        }
    }

    // MARK: Conditions

    /// The validator of the resource as of a commit.
    private struct KnownTag {
        var commit: Int64
        var tag: EntityTag?
    }

    /// Computes the validator of a set before the change waits for the write lock, since that takes long for a large set.
    ///
    /// - Returns: `nil` if the request has no conditions, doesn't concern a set, or comes with another commit.
    private func knownTag() async throws -> KnownTag? {
        let fields = call.request.headers
        guard fields.contains(.ifMatch) || fields.contains(.ifNoneMatch),
            route.path.hasPrefix("/sets/")
        else { return nil }
        return try await call.read { service in
            let commit = try service.lastCommit()
            let tag = try currentTag(service)
            return try service.lastCommit() == commit ? KnownTag(commit: commit, tag: tag) : nil
        }
    }

    /// Compares `If-Match` and `If-None-Match` with what a GET of the same path would answer now.
    private func checkConditions(_ service: isolated TagService, _ known: KnownTag?) throws {
        let fields = call.request.headers
        let (wanted, unwanted) = (fields.joined(.ifMatch), fields.joined(.ifNoneMatch))
        guard wanted != nil || unwanted != nil else { return }
        var tag: EntityTag?
        if let known, try service.lastCommit() == known.commit {
            tag = known.tag
        } else {
            tag = try currentTag(service)
        }
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
            return EntityTag(of: bytes)
        } catch is TagServiceError {
            // There is nothing yet that could be compared.
            return nil
        }
    }
}

extension TagService {
    /// Runs a read of a route.
    func run<Result: Sendable>(
        _ work: @Sendable (isolated TagService) throws -> Result
    ) throws -> Result {
        try work(self)
    }
}
