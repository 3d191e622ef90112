internal import Foundation

/// A token as JSON, without its secret; with it where it was just made.
public struct AccessTokenDocument: Encodable, Sendable {
    var id: Int64
    var name: String
    var scope: AccessScope
    var sets: [String]?
    var made: String
    var expires: String?
    var used: String?
    var token: String?

    /// Creates a document.
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
