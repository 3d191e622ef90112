internal import TagService

/// The sender of a request, with their permissions.
struct Caller: Hashable, Sendable {
    /// How the caller was recognized.
    enum Kind: Hashable, Sendable {
        case token(id: Int64)
        /// A browser that was signed in by a one-time link.
        case session
        /// The server's own admin token.
        case serverAdmin
        /// A program on this machine that may open the server's socket.
        case socket
    }

    var kind: Kind
    var scope: AccessScope
    /// The ids of the sets that the token opens; `nil` means every set.
    ///
    /// After a rename, a name could refer to another set. ``Call/limited(_:_:)`` hides all other sets from the service's methods.
    var setIDs: [Int64]?

    /// Whether the caller may make and delete spaces.
    var isServerAdmin: Bool {
        switch kind {
        case .serverAdmin, .socket, .session: true
        case .token: false
        }
    }

    /// The token; `nil` if the caller came without one of the space's.
    var tokenID: Int64? {
        guard case .token(let id) = kind else { return nil }
        return id
    }

    /// The name under which the caller's idempotency keys are stored.
    var key: String {
        switch kind {
        case .token(let id): "token \(id)"
        case .session, .serverAdmin, .socket: "admin"
        }
    }

    /// Throws unless the caller has a scope.
    func require(_ needed: AccessScope) throws(Problem) {
        guard scope >= needed else {
            throw Problem(
                403,
                "this needs the scope '\(needed.rawValue)'; the token has '\(scope.rawValue)'"
            )
        }
    }

    /// Throws unless the token opens every set.
    func requireEverySet() throws(Problem) {
        guard setIDs == nil else {
            throw Problem(403, "the token is limited to sets; this request concerns all sets")
        }
    }
}
