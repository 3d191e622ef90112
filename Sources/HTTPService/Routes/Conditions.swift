internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// The preconditions `If-Match` and `If-None-Match` of a change (RFC 9110, 13.1).
///
/// ```
/// PATCH /api/v1/sets/days/selection   compares the ETag of GET /api/v1/sets/days/selection
/// PUT   /api/v1/sets/days/tags        compares the ETag of GET /api/v1/sets/days
/// ```
struct Conditions: Sendable {
    private let wanted: String?
    private let unwanted: String?
    private let read: (@Sendable (Call, TagService) throws -> ServiceResponse)?
    /// The validator as of a commit, if it was computed before waiting for the write lock.
    private var known: (commit: Int64, tag: EntityTag?)?

    /// Reads the conditions of a request; `nil` if there are none.
    ///
    /// Computing the validator of a large set takes long, so it's done before the transaction and
    /// repeated in the transaction only if there was a commit in between.
    ///
    /// - Parameters:
    ///   - call: the request.
    ///   - route: the route of the request.
    /// - Throws: the errors of the GET route whose response the conditions refer to.
    init?(of call: Call, on route: Route) async throws {
        let fields = call.request.headers
        (wanted, unwanted) = (fields[.ifMatch], fields[.ifNoneMatch])
        guard wanted != nil || unwanted != nil else { return nil }
        let validated = route.validated
        read = if case .read(let read) = validated?.work { read } else { nil }
        guard let validated, validated.path.text.hasPrefix("/sets/") else { return }
        let conditions = self
        known = try await call.read { service in
            let commit = try service.lastCommit()
            let tag = try conditions.currentTag(call, service)
            return try service.lastCommit() == commit ? (commit, tag) : nil
        }
    }

    /// Throws a problem with status 412 unless the conditions hold.
    func check(_ call: Call, _ service: TagService) throws {
        var tag: EntityTag?
        if let known, try service.lastCommit() == known.commit {
            tag = known.tag
        } else {
            tag = try currentTag(call, service)
        }
        if let wanted, tag?.isNamed(inMatch: wanted) != true {
            throw Problem(412, "the resource has changed since the version in If-Match; fetch it again and retry")
        }
        if let unwanted, tag?.isNamed(inNoneMatch: unwanted) == true {
            throw Problem(412, "the resource matches If-None-Match")
        }
    }

    private func currentTag(_ call: Call, _ service: TagService) throws -> EntityTag? {
        guard let read else { return nil }
        var call = call
        call.values.query = []
        do {
            guard case .bytes(let bytes) = try read(call, service).body else { return nil }
            return EntityTag(of: bytes)
        } catch is TagServiceError {
            // The resource doesn't exist yet.
            return nil
        }
    }
}

extension Route {
    /// The GET route with the same path or, if there isn't one, the parent path.
    fileprivate var validated: Route? {
        let above = path.text.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let readable = Routes.of(api).filter { $0.method == .get }
        return readable.first { $0.path.text == path.text && $0.path.fixed == path.fixed }
            ?? readable.first { $0.path.text == above }
    }
}
