internal import Foundation

/// The JSON representation of a token, with its secret only if it was just created.
public struct AccessTokenDocument: Encodable, Sendable {
    var id: Int64
    var name: String
    var scope: AccessScope
    var sets: [String]?
    var made: String
    var expires: String?
    var used: String?
    var token: String?

    /// Creates the document of a token.
    public init(_ token: AccessToken, secret: String? = nil) {
        id = token.id
        name = token.name
        scope = token.scope
        sets = token.sets
        made = token.madeAt.formatted(.iso8601)
        expires = token.expiresAt?.formatted(.iso8601)
        used = token.usedOn?.formatted(.iso8601.year().month().day())
        self.token = secret
    }
}
