internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes of access tokens.
///
/// ```
/// POST /api/v1/tokens   {"name": "phone", "scope": "write", "sets": ["trip"]}
///
/// 201   {"id":1,"made":"2026-11-25T09:01:25Z","name":"phone","scope":"write",
///        "sets":["trip"],"token":"tf_…"}
/// ```
enum TokenRoutes {
    static let all = [list, make, revoke]

    private static let list = Route(
        method: .get, path: "/tokens", scope: .admin, summary: "Lists the tokens, without their secrets.",
        response: .json(.object([.init(name: "tokens", schema: .list(.named("Token")))])),
        work: .read { call, service in
            let tokens = try service.tokens.all()
                .map { AccessTokenDocument($0, isCurrent: $0.id == call.caller.tokenID) }
            return .json(["tokens": tokens])
        })

    private static let name = Field.body(required: "name", .text)
    private static let scope: Field<AccessScope> = .body(required: "scope", .word)
    private static let sets = Field.body("sets", .texts, default: [])
    private static let expiry = Field.body("expires", .time(example: "2027-01-31T12:00:00Z"))

    private static let make = Route(
        method: .post, path: "/tokens", scope: .admin, summary: "Creates a token; only this response contains it.",
        fields: [name, scope, sets, expiry], response: .json(.named("NewToken"), status: 201), problems: [422],
        returnsSecret: true,
        work: .write { call, service in
            let scope = try call[scope]
            let new = try service.tokens.create(call[name], scope: scope, sets: call[sets], expires: call[expiry])
            return .created(
                AccessTokenDocument(new.token, secret: new.secret), at: call.location("tokens", "\(new.token.id)"))
        })

    private static let revoke = Route(
        method: .delete, path: "/tokens/\(Fields.id)", scope: .admin, summary: "Revokes a token.", response: .nothing,
        work: .stream { call in try await revoke(call[Fields.id], in: call.space) })

    /// Revokes a token and ends its event streams.
    static func revoke(_ id: Int64, in space: Space) async throws -> ServiceResponse {
        let response = try await space.commits.run { service in
            try service.tokens.revoke(id)
            return .nothing
        }
        // Clear the cache after the commit: before it, a request could cache the valid token again.
        space.tokens.clear()
        await space.feed.endRevokedStreams()
        return response
    }
}
