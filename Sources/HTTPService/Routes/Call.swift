internal import HummingbirdCore
internal import NIOCore
internal import TagService

/// A request to a route, with everything that the route needs to handle it.
///
/// For `GET /api/v1/tags?q=se&limit=5`:
///
/// ```swift
/// let limit = try call[Fields.limit(default: 100)]  // 5
/// let tags = try await call.read { try $0.tags.page(limit: limit) }
/// let location = call.location("tags", "sea/sun")  // "/api/v1/tags/sea%2Fsun"
/// ```
struct Call: Sendable {
    let request: Request
    var values: RequestValues
    let space: Space
    let caller: Caller
    /// The origin of the request.
    let peer: Peer
    /// The connection of the request.
    let channel: any Channel
    let server: ServerState
    /// The client's local day, in days since 1970; `nil` for that of the server.
    var day: Int64?

    /// The value of a field of the route.
    ///
    /// Throws a problem with status 400 for an invalid parameter, and 422 for an invalid member of the body.
    subscript<Value>(field: Field<Value>) -> Value { get throws { try values[field] } }

    /// Returns whether a parameter or a member of the body is present and not null, even if it's invalid.
    func has(_ field: any RequestField) -> Bool { values.has(field) }

    /// The client, as `FairQueue` identifies it when clients take turns.
    var client: ClientIdentity { ClientIdentity(caller: caller.kind, network: peer.network) }

    /// The path of the space, such as `/tags`; empty or without a slash at its end.
    var root: String { server.settings.basePath + (space.name.isEmpty ? "" : "/spaces/\(space.name)") }

    /// The tags that other programs' states of an item are stored as.
    var stateTags: StateTags { server.settings.stateTags }

    /// Runs a read, which sees only the sets that the caller's token can access, when it's the client's turn.
    ///
    /// - Parameters:
    ///   - queue: the space's queue; by default, that of short reads.
    ///   - work: the read.
    /// - Returns: the result of `work`.
    /// - Throws: the errors of `work`.
    func read<Result: Sendable>(
        in queue: FairQueue? = nil, _ work: @Sendable (TagService) throws -> Result
    ) async throws -> Result {
        try await (queue ?? space.reads).run(for: client) { try dated(space.service) { try work(space.service) } }
    }

    /// Runs work that sees only the sets that the caller's token can access, on the client's local day.
    func dated<Result>(_ service: TagService, _ work: () throws -> Result) rethrows -> Result {
        try service.limited(to: caller.setIDs) { try service.on(day: day, work) }
    }

    /// Returns the path of a resource of this space.
    func location(_ path: String...) -> String {
        ([root + ClientAPI.tagflow.path] + path.map(PercentEncoding.segment)).joined(separator: "/")
    }
}
