internal import TagService

/// Who sent a request, and what they may do.
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
    /// The names of the sets that the token opens; `nil` means every set.
    var sets: [String]?

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

    /// Throws unless the token opens a set.
    func require(set name: String) throws(Problem) {
        guard let sets, !sets.contains(name) else { return }
        throw Problem(403, "the token does not open this set; it opens \(sets.count) others")
    }

    /// Throws unless the token opens every set.
    func requireEverySet() throws(Problem) {
        guard sets == nil else {
            throw Problem(403, "the token opens some sets only; this concerns all of them")
        }
    }
}
