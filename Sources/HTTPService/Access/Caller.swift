internal import TagService

/// The sender of a request, with their permissions.
///
/// ```swift
/// let caller = Caller(kind: .token(id: 7), scope: .read, setIDs: [2])
/// let key = caller.key  // "token 7"
/// try caller.require(.suggest)  // passes: "read" includes "suggest"
/// try caller.require(.write)  // throws a problem with status 403
/// ```
struct Caller: Hashable, Sendable {
    /// How the caller was identified.
    enum Kind: Hashable, Sendable {
        case token(id: Int64)
        /// A browser that signed in with a one-time link.
        case session
        /// The server's own admin token.
        case serverAdmin
        /// A user whom a trusted proxy has identified.
        case user(name: String)
        /// A program on this machine that may open the server's socket.
        case socket
        /// Anyone with the address of a shared view.
        case reader
    }

    var kind: Kind
    var scope: AccessScope
    /// The ids of the sets that the token can access; `nil` means every set.
    ///
    /// Names wouldn't do, because a name could refer to another set after a rename.
    /// The store hides all other sets from the service's methods; see `TagService.limited(to:_:)`.
    var setIDs: [Int64]?
    /// Whether a browser adds the credential to every request by itself, as it does with a cookie, or a proxy does.
    ///
    /// Another site's page may then have caused the request.
    var isBrowser = false
    /// Whether a person signed in with this browser; `false` for a program that sends its token as a cookie.
    var isSignedIn = false
    /// The session of a browser on a server with spaces; `nil` for other callers.
    var session: String?

    /// Whether the caller may create and delete spaces.
    var isServerAdmin: Bool {
        switch kind {
        case .serverAdmin, .socket, .session: true
        case .token, .user, .reader: false
        }
    }

    /// The id of the caller's token; `nil` if the caller was identified in another way.
    var tokenID: Int64? {
        guard case .token(let id) = kind else { return nil }
        return id
    }

    /// The name that the caller's idempotency keys are stored under.
    var key: String {
        switch kind {
        case .token(let id): "token \(id)"
        case .user(let name): "user \(name)"
        case .reader: "reader"
        case .session, .serverAdmin, .socket: "admin"
        }
    }

    /// Throws a problem with status 403 unless the caller has a scope.
    func require(_ needed: AccessScope) throws(Problem) {
        guard scope.includes(needed) else {
            throw Problem(
                403, "this requires a token with the scope '\(needed.rawValue)'; this token has '\(scope.rawValue)'")
        }
    }

    /// Throws a problem with status 403 for a program.
    func requirePerson() throws(Problem) {
        guard isSignedIn else { throw Problem(403, "only a person at the page can connect a program; sign in there") }
    }

    /// Throws a problem with status 403 if the token is limited to sets.
    func requireEverySet() throws(Problem) {
        guard setIDs == nil else {
            throw Problem(403, "the token is limited to certain sets, but this request needs access to all sets")
        }
    }
}
