internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

/// Decides who sent a request.
struct Authorization: Sendable {
    let settings: ServerSettings
    let sessions: Sessions
    private let failedTries = Rates<ClientNetwork>(limit: 10, per: .seconds(60))
    private let requests: Rates<SpaceToken>

    init(_ settings: ServerSettings, sessions: Sessions) {
        self.settings = settings
        self.sessions = sessions
        requests = Rates(limit: settings.tokenRate, per: .seconds(1))
    }

    /// The credentials of a request.
    enum Credentials {
        /// Something that the server itself knows, in whichever space.
        case known(Caller)
        /// The SHA-256 of a secret that may be a token of a space.
        case token(digest: [UInt8], isCookie: Bool)
    }

    /// Reads the credentials of a request, without asking any space.
    ///
    /// - Throws: a problem with status 401, 403 or 429.
    func credentials(of request: Request, from peer: Peer) throws -> Credentials {
        if let field = request.headers[.authorization] {
            let (scheme, secret) = Self.credentials(in: field)
            guard let secret, scheme.lowercased() == "bearer" else {
                throw refused("the header 'Authorization' is 'Bearer' and a token", "Bearer", peer)
            }
            let digest = try SHA256.digest(of: secret.utf8)
            if let known = settings.adminTokenDigest, AccessSecret.areEqual(digest, known) {
                return .known(Caller(kind: .serverAdmin, scope: .admin))
            }
            return .token(digest: digest, isCookie: false)
        }
        if peer.isSocketAdmin { return .known(Caller(kind: .socket, scope: .admin)) }
        guard let session = Self.session(in: request) else {
            throw refused("a token is missing; send 'Authorization: Bearer …'", "Bearer", peer)
        }
        if sessions.isOpen(session) {
            try requireSameOrigin(request, peer)
            return .known(Caller(kind: .session, scope: .admin))
        }
        return .token(digest: try SHA256.digest(of: session.utf8), isCookie: true)
    }

    /// Recognizes the caller of a request on a space.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - peer: its origin.
    ///   - space: the space whose tokens count; `nil` for requests that only the server's admin may send.
    /// - Returns: the caller, with their permissions.
    /// - Throws: a problem with status 401, 403 or 429.
    func caller(of request: Request, from peer: Peer, in space: Space?) async throws -> Caller {
        let (digest, isCookie): ([UInt8], Bool)
        switch try credentials(of: request, from: peer) {
        case .known(let caller): return caller
        case .token(let found, let fromCookie): (digest, isCookie) = (found, fromCookie)
        }
        guard let space, let token = try await space.tokens.token(digest) else {
            throw unknownToken(peer)
        }
        if isCookie { try requireSameOrigin(request, peer) }
        return try caller(with: token, in: space)
    }

    /// The problem of a token that a space doesn't have.
    func unknownToken(_ peer: Peer) -> Problem {
        refused(
            "invalid token; 'tagflow token list' lists valid tokens",
            "Bearer error=\"invalid_token\"",
            peer
        )
    }

    /// Whether an address has failed so often that the server ignores unknown tokens from it.
    func isThrottled(_ peer: Peer) -> Bool {
        failedTries.isFull(peer.network)
    }

    /// Returns the caller that a valid token belongs to, and counts the request, however the token was sent.
    ///
    /// - Throws: a problem with status 429 if the token is used too often.
    private func caller(with token: AccessToken, in space: Space) throws(Problem) -> Caller {
        guard requests.count(SpaceToken(space: space.name, token: token.id)) else {
            throw Problem(
                429,
                "the token is used more than \(settings.tokenRate) times a second; wait",
                headers: [.retryAfter: "1"]
            )
        }
        noteUse(of: token, in: space)
        return Caller(kind: .token(id: token.id), scope: token.scope, setIDs: token.setIDs)
    }

    /// The scheme of `Authorization`, and the rest of the field.
    private static func credentials(in field: String) -> (scheme: String, secret: String?) {
        let bytes = field.utf8
        guard let end = bytes.firstIndex(of: UInt8(ascii: " ")) else { return (field, nil) }
        let rest = bytes[end...].drop { $0 == UInt8(ascii: " ") }
        return (String(field[..<end]), rest.isEmpty ? nil : String(Substring(rest)))
    }

    /// The problem for a failed attempt, or for too many of them from one address.
    private func refused(_ detail: String, _ challenge: String, _ peer: Peer) -> Problem {
        guard failedTries.count(peer.network) else {
            return Problem(
                429,
                "there were more than ten failed tries from this address; wait a minute",
                headers: [.retryAfter: "60"]
            )
        }
        return Problem(401, detail, headers: [.wwwAuthenticate: challenge])
    }

    private func noteUse(of token: AccessToken, in space: Space) {
        guard space.tokens.claimFirstUseToday(of: token) else { return }
        Task {
            // Which day a token was last used on is a help to its owner; that it cannot be noted stops no request.
            _ = try? await space.commits.run { service in
                try service.markTokenUsed(token.id)
                return .nothing
            }
        }
    }

    /// Throws unless a request of a browser comes from a page of this server, or changes nothing.
    private func requireSameOrigin(_ request: Request, _ peer: Peer) throws {
        guard ![.get, .head, .options].contains(request.method) else { return }
        if let site = request.headers[.fetchSite] {
            guard ["same-origin", "none"].contains(site) else { throw Self.crossSite }
            return
        }
        guard let origin = request.headers[.origin], let host = peer.host(of: request),
            origin == "http://\(host)" || origin == "https://\(host)"
        else { throw Self.crossSite }
    }

    private static let crossSite = Problem(
        403,
        "a change with a cookie must come from this server's own page; use a token"
    )

    /// The session that a cookie names.
    private static func session(in request: Request) -> String? {
        // Clients may send several cookies in several fields.
        request.headers[values: .cookie]
            .flatMap { $0.split(separator: ";") }
            .map { $0.trimmingPrefix { $0 == " " } }
            .first { $0.hasPrefix("\(Self.cookieName)=") }
            .map { String($0.dropFirst(Self.cookieName.count + 1)) }
    }

    static let cookieName = "tagflow_session"
}

/// A token, among those of all spaces.
private struct SpaceToken: Hashable {
    var space: String
    var token: Int64
}

/// The origin of a request.
struct Peer: Sendable {
    /// The address of the client, as reported by a trusted proxy.
    let address: String
    /// The network of the address.
    let network: ClientNetwork
    /// Whether a local program on the socket file sent it, one that needs no token.
    var isSocketAdmin = false
    /// Whether the client speaks TLS to the proxy.
    var isSecure = false
    /// Whether it came through a trusted proxy.
    var isProxied = false

    init(address: String) {
        self.address = address
        network = ClientNetwork(address)
    }

    /// The host that the client asked for.
    func host(of request: Request) -> String? {
        if isProxied, let host = request.headers[.forwardedHost] { return host }
        return request.head.authority ?? request.headers[.init("Host") ?? .accept]
    }
}
