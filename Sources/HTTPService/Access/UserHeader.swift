internal import HTTPTypes
internal import HummingbirdCore

/// The header field with the name of a user who signed in to a trusted proxy.
///
/// ```
/// Remote-User: ann          the user of the space 'ann'
/// Remote-User: Ann Example  403, because no space can have this name
/// ```
///
/// The proxy adds the field to each request of the user's browser. The rules for cookies apply, so that another site's page can't
/// make requests in the user's name.
struct UserHeader: Sendable {
    private let name: HTTPField.Name

    /// Creates the field of a server's settings; `nil` if they have none.
    init?(_ settings: ServerSettings) {
        guard let name = settings.userHeader.flatMap({ HTTPField.Name($0) }) else { return nil }
        self.name = name
    }

    /// Returns the name of the user who sent a request; `nil` without one.
    ///
    /// - Throws: a problem with status 403 for an invalid name, and for a request that another site's page caused.
    func name(in request: Request, from peer: Peer) throws(Problem) -> String? {
        guard peer.isProxied, let user = request.headers[name], !user.isEmpty else { return nil }
        guard Spaces.isName(user) else {
            throw Problem(
                403,
                "the name in '\(name.rawName)' must be 1 to 64 characters from a to z, 0 to 9, - and _; change it in the proxy"
            )
        }
        if [.get, .head, .options].contains(request.method) {
            // A browser sends no cookie that is limited to this site with such a request, either.
            try Authorization.refuseOtherOrigins(request, peer)
        } else {
            try Authorization.requireOrigin(request, peer)
        }
        return user
    }

    /// Returns the problem for a user who asks for another space, whether or not it exists.
    static func otherSpace(_ name: String) -> Problem {
        Problem(403, "you are signed in as '\(name)'; your space is '/spaces/\(name)'")
    }

    /// Returns the problem for a user whose space doesn't exist.
    static func noSpace(_ name: String) -> Problem {
        .notFound("there is no space '\(name)' yet; ask the owner of the server to create it")
    }
}
