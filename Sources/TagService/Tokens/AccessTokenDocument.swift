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
    var current: Bool?
    var token: String?

    /// Creates the document of a token.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - secret: its secret, if it was just created.
    ///   - isCurrent: whether it's the token of the request that the document responds to.
    public init(_ token: AccessToken, secret: String? = nil, isCurrent: Bool = false) {
        id = token.id
        name = token.name
        scope = token.scope
        sets = token.sets
        made = token.madeAt.formatted(.iso8601)
        expires = token.expiresAt?.formatted(.iso8601)
        used = token.usedOn?.formatted(.iso8601.year().month().day())
        current = isCurrent ? true : nil
        self.token = secret
    }
}
