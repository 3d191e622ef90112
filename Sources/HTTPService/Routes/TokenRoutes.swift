internal import Foundation
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

    private static let make = Route(
        method: .post, path: "/tokens", scope: .admin, summary: "Creates a token; only this response contains it.",
        body: .json(
            .object([
                .init(name: "name", schema: .string),
                .init(name: "scope", schema: .text(oneOf: AccessScope.allCases.map(\.rawValue))),
                .init(name: "sets", schema: .optional(.list(.string)), isRequired: false),
                .init(name: "expires", schema: .optional(.time), isRequired: false),
            ])), response: .json(.named("NewToken"), status: 201), problems: [422], returnsSecret: true,
        work: .write { call, service in
            let fields = try call.fields()
            try fields.allow("name", "scope", "sets", "expires")
            let word = try fields.string("scope")
            guard let scope = AccessScope(rawValue: word) else {
                let words = AccessScope.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.field("/scope", "'scope' must be one of \(words)")
            }
            let new = try service.tokens.make(
                fields.string("name"), scope: scope, sets: fields.strings("sets"), expires: expiry(fields))
            return .created(
                AccessTokenDocument(new.token, secret: new.secret), at: call.location("tokens", "\(new.token.id)"))
        })

    private static func expiry(_ fields: RequestFields) throws -> Date? {
        guard let text = try fields.optionalString("expires") else { return nil }
        do { return try Date(text, strategy: .iso8601) } catch {
            throw Problem.field("/expires", "'expires' must be a time such as 2027-01-31T12:00:00Z")
        }
    }

    private static let revoke = Route(
        method: .delete, path: "/tokens/{id}", scope: .admin, summary: "Revokes a token.", response: .nothing,
        work: .stream { call in try await revoke(call.identifier(), in: call.space) })

    /// Revokes a token and ends its event streams.
    static func revoke(_ id: Int64, in space: Space) async throws -> ServiceResponse {
        let response = try await space.commits.run { service in
            _ = try service.tokens.revoke(id)
            return .nothing
        }
        // Clear the cache after the commit: before it, a request could cache the valid token again.
        space.tokens.clear()
        await space.feed.endRevokedStreams()
        return response
    }
}
