internal import Foundation
internal import HTTPTypes
internal import JSON
internal import TagService

/// The routes with which a person at the page gives another program a token, such as the browser extension.
///
/// ```
/// POST /api/v1/connections   {"name": "Firefox on Linux", "scope": "write"}
///
/// 201   {"id":2,"made":"2026-11-25T09:01:25Z","name":"Firefox on Linux","scope":"write",
///        "token":"tf_…"}
/// ```
enum ConnectionRoutes {
    static let all = [make, revoke]

    private static let name = Field.body(required: "name", .text)
    /// The scope that the program asks for.
    private static let scope = Field.body(required: "scope", .word(of: [AccessScope.read, .write]))

    private static let make = Route(
        method: .post, path: "/connections", scope: .read,
        summary:
            "Creates a token for another program, with at most the caller's scope and sets, and at most the scope 'write'; only for a browser that is signed in.",
        fields: [name, scope], response: .json(.named("NewToken"), status: 201), problems: [422],
        isOpenToSetTokens: true, isForPeople: true, returnsSecret: true,
        work: .stream { call in
            let (name, scope) = (try call[name], try call[scope])
            let (caller, connections) = (SpaceCaller(call), call.server.connections)
            guard let place = connections.reserve(for: caller) else {
                throw Problem(
                    429, "at most \(Connections.limit) programs can be connected within an hour; wait and try again",
                    headers: [.retryAfter: "3600"])
            }
            do {
                return try await call.space.commits.run { service in
                    let given = call.caller.scope.includes(scope) ? scope : call.caller.scope
                    let new = try token(name, given, for: call, service)
                    connections.record(new.token.id, in: place, of: caller)
                    return .created(
                        AccessTokenDocument(new.token, secret: new.secret),
                        at: call.location("connections", "\(new.token.id)"))
                }
            } catch {
                connections.record(nil, in: place, of: caller)
                throw error
            }
        })

    private static let revoke = Route(
        method: .delete, path: "/connections/\(Fields.id)", scope: .read,
        summary: "Revokes a token that the caller created here within the last ten minutes.", response: .nothing,
        isOpenToSetTokens: true, isForPeople: true,
        work: .stream { call in
            let id = try call[Fields.id]
            guard call.server.connections.mayRevoke(id, SpaceCaller(call)) else {
                throw Problem.notFound("no such connection of the last ten minutes; revoke the token in the settings")
            }
            return try await TokenRoutes.revoke(id, in: call.space)
        })

    /// Creates a token with the sets of the caller's token and, unless that is an ordinary session, its expiry.
    private static func token(
        _ name: String, _ scope: AccessScope, for call: Call, _ service: TagService
    ) throws -> NewAccessToken {
        guard let id = call.caller.tokenID else { return try service.tokens.create(name, scope: scope) }
        guard let own = try service.tokens.all().first(where: { $0.id == id }), own.sets != [] else {
            throw Problem(403, "the session has ended, or its sets were deleted; sign in again")
        }
        let isOrdinary = own.expiresAt.map { abs($0.timeIntervalSince(own.madeAt) - Sessions.lifetime) < 1 } ?? true
        return try service.tokens.create(
            name, scope: scope, sets: own.sets ?? [], expires: isOrdinary ? nil : own.expiresAt)
    }
}
