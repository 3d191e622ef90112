internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import TagService

/// Determines who sent a request and what they may do.
///
/// The caller is identified by the first of these that the request has:
///
/// ```
/// Authorization: Bearer SECRET        a token of the space, or the server's admin token
/// (a connection to the socket file)   a local program that needs no token
/// Remote-User: ann                    a user whom a trusted proxy has identified; see `UserHeader`
/// Cookie: tagflow_session_7733=SECRET a browser; changes must come from this server's page
/// ```
struct Authorization: Sendable {
    let settings: ServerSettings
    let sessions: Sessions
    private let failedTries = Rates<ClientNetwork>(limit: 10, per: .seconds(60))
    private let requests: Rates<SpaceToken>
    /// The users whom a trusted proxy identifies; `nil` if it identifies none.
    let users: UserHeader?
    private let logger: Logger

    init(_ settings: ServerSettings, sessions: Sessions, logger: Logger) {
        self.settings = settings
        self.sessions = sessions
        self.logger = logger
        users = UserHeader(settings)
        requests = Rates(limit: settings.tokenRate, per: .seconds(1))
    }

    /// The credentials of a request.
    enum Credentials {
        /// A caller identified without looking up a token in a space.
        case known(Caller)
        /// The SHA-256 of a secret that may be a token of a space.
        case token(digest: [UInt8])
        /// The secret of a token of a space in a cookie.
        case cookie(String)
        /// The name of a user whom a trusted proxy has identified.
        case user(String)
    }

    /// Returns the credentials of a request, without reading the database of a space.
    ///
    /// - Throws: a problem with status 401, 403 or 429.
    func credentials(of request: Request, from peer: Peer, for api: ClientAPI = .tagflow) throws -> Credentials {
        if api == .pinboard { return try credentials(secret: parameterToken(request, peer), peer, api) }
        if let field = request.headers[.authorization] {
            let (scheme, secret) = Self.credentials(in: field)
            // A proxy that asked the user for a password may pass the password on.
            if scheme.lowercased() == "basic", let name = try users?.name(in: request, from: peer) {
                return .user(name)
            }
            guard let secret, api.schemes.contains(scheme.lowercased()) else {
                throw refused("the 'Authorization' header must be '\(api.challenge)' and a token", api.challenge, peer)
            }
            return try credentials(secret: secret, peer, api)
        }
        if peer.isSocketAdmin { return .known(Caller(kind: .socket, scope: .admin)) }
        if let name = try users?.name(in: request, from: peer) { return .user(name) }
        guard let session = Self.session(in: request, from: peer) else {
            throw refused("missing token; send 'Authorization: \(api.challenge) …'", api.challenge, peer)
        }
        if sessions.isOpen(session) {
            try requireSameOrigin(request, peer)
            return .known(Caller(kind: .session, scope: .admin, isBrowser: true, isSignedIn: true, session: session))
        }
        guard !AccessSecret.isLink(session) else { throw unknownToken(peer, for: api) }
        return .cookie(session)
    }

    /// The parameter with the token in Pinboard's API.
    static let tokenParameter = "auth_token"

    private func credentials(secret: String, _ peer: Peer, _ api: ClientAPI) throws -> Credentials {
        // The key of a sign-in link is in the address of a page, so it must open nothing else.
        guard !AccessSecret.isLink(secret) else { throw unknownToken(peer, for: api) }
        let digest = SHA256.digest(of: secret.utf8)
        if let known = settings.adminTokenDigest, AccessSecret.areEqual(digest, known) {
            return .known(Caller(kind: .serverAdmin, scope: .admin))
        }
        return .token(digest: digest)
    }

    /// Returns the token in `auth_token=NAME:TOKEN`, the only credential of Pinboard's API.
    ///
    /// A browser would send any other by itself with a link of another site's page, and some links change something.
    private func parameterToken(_ request: Request, _ peer: Peer) throws(Problem) -> String {
        let query = PercentEncoding.validParameters(request.uri.query ?? "")
        let value = query.first { $0.name == Self.tokenParameter }?.value
        guard let token = value?.split(separator: ":", maxSplits: 1).dropFirst().first else {
            throw refused("missing token; send 'auth_token=NAME:TOKEN'", "Bearer", peer)
        }
        return String(token)
    }

    /// Identifies the caller of a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - peer: the origin of the request.
    ///   - api: the API that the request is for.
    ///   - space: the space to look up the token in; `nil` for requests that only the server's admin
    ///     may send.
    /// - Returns: the caller, with their permissions.
    /// - Throws: a problem with status 401, 403 or 429.
    func caller(
        of request: Request, from peer: Peer, for api: ClientAPI = .tagflow, in space: Space?
    ) async throws -> Caller {
        try await caller(
            with: credentials(of: request, from: peer, for: api), of: request, from: peer, for: api, in: space)
    }

    /// Identifies the caller of a request by its credentials, and may read the space's database for that.
    func caller(
        with credentials: Credentials, of request: Request, from peer: Peer, for api: ClientAPI = .tagflow,
        in space: Space?
    ) async throws -> Caller {
        let digest: [UInt8]
        var cookie: String?
        switch credentials {
        case .known(let caller): return caller
        case .user(let name): return try caller(named: name, in: space)
        case .token(let found): digest = found
        case .cookie(let secret): (digest, cookie) = (SHA256.digest(of: secret.utf8), secret)
        }
        guard let space, let token = try await space.tokens.token(digest) else { throw unknownToken(peer, for: api) }
        if cookie != nil { try requireSameOrigin(request, peer) }
        var caller = try caller(with: token, in: space)
        caller.isBrowser = cookie != nil
        caller.isSignedIn = cookie.map(AccessSecret.isSession) ?? false
        return caller
    }

    /// Returns the problem for a token that the space doesn't have, and counts the failed attempt.
    func unknownToken(_ peer: Peer, for api: ClientAPI = .tagflow) -> Problem {
        refused("invalid token; it may have expired or been revoked", "\(api.challenge) error=\"invalid_token\"", peer)
    }

    /// Returns the problem for an address with a secret that no view has, and counts the failed attempt.
    func unknownShare(_ peer: Peer) -> Problem {
        failedTries.count(peer.network) ? SharedAddress.missing : Self.tooManyFailures
    }

    /// Counts a request for a shared view, which needs no credentials.
    ///
    /// - Throws: a problem with status 429 if the views of the space are requested too often.
    func countReader(of space: Space) throws(Problem) {
        try countRequest(of: SpaceToken(space: space.name, kind: .reader))
    }

    /// Returns whether a network has reached the limit of failed attempts for this period.
    func isThrottled(_ peer: Peer) -> Bool { failedTries.isFull(peer.network) }

    /// Returns the caller that a valid token belongs to, and counts the request.
    ///
    /// - Throws: a problem with status 429 if the token is used too often.
    private func caller(with token: AccessToken, in space: Space) throws(Problem) -> Caller {
        try countRequest(of: SpaceToken(space: space.name, kind: .token(id: token.id)))
        noteUse(of: token, in: space)
        return Caller(kind: .token(id: token.id), scope: token.scope, setIDs: token.setIDs)
    }

    /// Returns the caller for a user whom a trusted proxy has identified.
    ///
    /// A user is admin of the space with the user's name, and may change the only database of a server without spaces.
    ///
    /// - Throws: a problem with status 403 in another space, and 429 for too many requests.
    private func caller(named name: String, in space: Space?) throws(Problem) -> Caller {
        guard let space else { throw Problem(403, "this requires the server's admin token") }
        if settings.content.hasSpaces, space.name != name { throw UserHeader.otherSpace(name) }
        try countRequest(of: SpaceToken(space: space.name, kind: .user(name: name)))
        return Caller(
            kind: .user(name: name), scope: settings.content.hasSpaces ? .admin : .write, isBrowser: true,
            isSignedIn: true)
    }

    private func countRequest(of token: SpaceToken) throws(Problem) {
        guard requests.count(token) else {
            let kind = token.kind == .reader ? "for shared views" : "with the same token"
            throw Problem(
                429, "at most \(settings.tokenRate) requests per second \(kind); wait and try again",
                headers: [.retryAfter: "1"])
        }
    }

    /// Splits the value of `Authorization` into the scheme and the rest.
    private static func credentials(in field: String) -> (scheme: String, secret: String?) {
        let bytes = field.utf8
        guard let end = bytes.firstIndex(of: UInt8(ascii: " ")) else { return (field, nil) }
        let rest = bytes[end...].drop { $0 == UInt8(ascii: " ") }
        return (String(field[..<end]), rest.isEmpty ? nil : String(Substring(rest)))
    }

    /// Counts a failed attempt.
    ///
    /// Returns a problem with status 401, or 429 after too many attempts.
    private func refused(_ detail: String, _ challenge: String, _ peer: Peer) -> Problem {
        guard failedTries.count(peer.network) else { return Self.tooManyFailures }
        return Problem(401, detail, headers: [.wwwAuthenticate: challenge])
    }

    private static let tooManyFailures = Problem(
        429, "more than ten failed attempts from this address; wait a minute", headers: [.retryAfter: "60"])

    private func noteUse(of token: AccessToken, in space: Space) {
        guard space.tokens.claimFirstUseToday(of: token) else { return }
        Task {
            do {
                _ = try await space.commits.run { service in
                    try service.tokens.markUsed(token.id)
                    return .nothing
                }
            } catch {
                // The request itself doesn't depend on this.
                logger.warning(
                    "can't record the use of a token", metadata: ["space": "\(space.name)", "error": "\(error)"])
            }
        }
    }

    /// Throws a problem with status 403 if another site's page made the browser send a change.
    private func requireSameOrigin(_ request: Request, _ peer: Peer) throws(Problem) {
        guard ![.get, .head, .options].contains(request.method) else { return }
        try Self.requireOrigin(request, peer)
    }

    /// Throws a problem with status 403 unless the header shows that no other site's page caused a request.
    static func requireOrigin(_ request: Request, _ peer: Peer) throws(Problem) {
        guard request.headers[.fetchSite] != nil || request.headers[.origin] != nil else { throw Self.crossSite }
        try refuseOtherOrigins(request, peer)
    }

    /// Throws a problem with status 403 if the header shows that another site's page caused a request.
    ///
    /// Over plain HTTP, browsers send no such field with a GET from this server's own page.
    static func refuseOtherOrigins(_ request: Request, _ peer: Peer) throws(Problem) {
        if let site = request.headers[.fetchSite] {
            guard ["same-origin", "none"].contains(site) else { throw Self.crossSite }
        } else if let origin = request.headers[.origin] {
            guard let host = peer.host(of: request), origin == "http://\(host)" || origin == "https://\(host)" else {
                throw Self.crossSite
            }
        }
    }

    private static let crossSite = Problem(
        403, "a cookie authorizes changes only from this server's own page; use a token")

    /// Returns the session in the request's cookie, or `nil`.
    static func session(in request: Request, from peer: Peer) -> String? {
        let name = cookieName(of: request, from: peer)
        // Clients may spread their cookies over several fields.
        return request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .map { $0.trimmingPrefix { $0 == " " } }.first { $0.hasPrefix("\(name)=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    /// Returns the name of the cookie, which contains the port that the client requested.
    ///
    /// Browsers send the cookies of all ports of a host, so two servers on one machine would end each other's sessions.
    static func cookieName(of request: Request, from peer: Peer) -> String {
        let host = peer.host(of: request) ?? ""
        let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] } ?? ""
        let isPort = (1...5).contains(port.utf8.count) && port.allSatisfy { $0.isASCII && $0.isNumber }
        return "tagflow_session_\(isPort ? String(port) : peer.isSecure ? "443" : "80")"
    }
}

/// The identity of a token or user across all spaces.
private struct SpaceToken: Hashable {
    var space: String
    var kind: Caller.Kind
}

/// The origin of a request.
struct Peer: Sendable {
    /// The address of the client, as reported by a trusted proxy.
    let address: String
    /// The network of the address.
    let network: ClientNetwork
    /// Whether the request came through the socket file from a local program that needs no token.
    var isSocketAdmin = false
    /// Whether the client speaks TLS to the proxy.
    var isSecure = false
    /// Whether the request came through a trusted proxy.
    var isProxied = false

    init(address: String) {
        self.address = address
        network = ClientNetwork(address)
    }

    /// Returns the address of the server as the client knows it, such as `https://tags.example`.
    func origin(of request: Request) -> String {
        "\(isSecure ? "https" : "http")://\(host(of: request) ?? "localhost")"
    }

    /// Returns the host that the client requested.
    func host(of request: Request) -> String? {
        if isProxied, let host = request.headers[.forwardedHost] { return host }
        return request.head.authority ?? request.headers[.init("Host") ?? .accept]
    }
}
