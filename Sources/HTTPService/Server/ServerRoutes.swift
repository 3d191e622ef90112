internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import JSON
internal import TagService

/// A route of the server itself, outside any space.
struct ServerRoute: Sendable {
    /// The path below the server's base path.
    var path: String
    var methods: [HTTPRequest.Method]
    var response: @Sendable (Request, ServiceContext) async throws -> ServiceResponse
}

/// The routes of the server itself: health, OpenAPI document, page, sign-in, and management of spaces.
struct ServerRoutes: Sendable {
    let server: ServerState

    init(_ server: ServerState) { self.server = server }

    var all: [ServerRoute] {
        [
            reading("/healthz") { _, _ in .bytes(Array("ok\n".utf8), "text/plain; charset=utf-8") },
            reading("/readyz") { _, context in
                server.turns.end(context.channel)
                return try await readiness()
            }, reading("/metrics", metrics),
            reading("/openapi.json") { _, _ in .kept(server.document.content, "application/json").cacheable },
            reading("\(server.spaces.areMany ? "/spaces/{space}" : "")/linkding/health") { _, _ in LinkdingRoutes.health
            },
            // HEAD isn't supported, so that a link preview doesn't use up the link.
            ServerRoute(path: "/sign-in", methods: [.get], response: signIn),
            ServerRoute(path: "/sign-out", methods: [.post], response: signOut),
            ServerRoute(path: "/spaces", methods: [.get, .head, .post]) { request, context in
                let admin = try await requireAdmin(request, context)
                return try await WorkerPool.requests.run {
                    guard request.method == .post else {
                        let names = try await server.spaces.names()
                        return .json(["spaces": names.map { ["space": $0] }]).cacheable
                    }
                    return try await makeSpace(request, context, by: admin)
                }
            },
            ServerRoute(path: "/spaces/{space}", methods: [.get, .head, .delete]) { request, context in
                guard server.spaces.areMany else { throw Self.noSpaces }
                guard request.method == .delete else {
                    return try page(.items, request, context, in: "/spaces/{space}")
                }
                _ = try await requireAdmin(request, context)
                return try await WorkerPool.requests.run {
                    try await server.spaces.delete(context.parameters.get("space") ?? "")
                    return .nothing
                }
            },
        ] + pages + linkdingPages + [sharedViews]
    }

    func reading(
        _ path: String, _ response: @escaping @Sendable (Request, ServiceContext) async throws -> ServiceResponse
    ) -> ServerRoute { ServerRoute(path: path, methods: [.get, .head], response: response) }

    private func readiness() async throws -> ServiceResponse {
        if server.spaces.isExclusive {
            try await server.spaces.checkReadiness()
            return .bytes(Array("ready\n".utf8), "text/plain; charset=utf-8")
        }
        do {
            try await WorkerPool.lookups.run {
                for space in server.spaces.all.prefix(1) { _ = try space.service.lastCommit() }
            }
        } catch { throw Problem(503, "the database isn't responding", headers: [.retryAfter: "1"]) }
        return .bytes(Array("ready\n".utf8), "text/plain; charset=utf-8")
    }

    private func metrics(_ request: Request, _ context: ServiceContext) async throws -> ServiceResponse {
        let credentials = try server.authorization.credentials(of: request, from: context.peer)
        server.turns.end(context.channel)
        let only = server.spaces.areMany ? nil : try await server.spaces.enter("")
        defer { only?.leave() }
        let caller = try await server.authorization.caller(with: credentials, of: request, from: context.peer, in: only)
        try caller.require(.read)
        try caller.requireEverySet()
        let open = server.spaces.all
        var commits: Int64 = 0
        // Only read memory, so that metrics work even if the disk doesn't respond.
        for space in open { commits += await space.feed.latest }
        let text = server.metrics.text(
            streams: open.reduce(0) { $0 + $1.feed.streams }, spaces: open.count, commits: commits)
        return .bytes(Array(text.utf8), "text/plain; version=0.0.4; charset=utf-8")
    }
}

// MARK: Sessions

extension ServerRoutes {
    /// Exchanges a one-time key for a cookie.
    ///
    /// ```
    /// GET /sign-in?key=tf_…
    ///
    /// 303   Location: /?signed-in
    ///       Set-Cookie: tagflow_session_7733=tf_session.…; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict
    /// ```
    private func signIn(_ request: Request, _ context: ServiceContext) async throws -> ServiceResponse {
        let basePath = server.settings.basePath
        let query = request.uri.query ?? ""
        let key = query.split(separator: "&").first { $0.hasPrefix("key=") }.map { $0.dropFirst(4) }
        guard let session = try await openSession(key: String(key ?? ""), context) else {
            let problem = Problem(
                403,
                "this sign-in link was already used, is older than 10 minutes, or is from before a restart; get a new link from the server's owner"
            )
            // Browsers list HTML in Accept. Programs usually accept anything.
            guard request.headers[.accept]?.lowercased().contains("text/html") == true else { throw problem }
            let language = PageLanguage(acceptedBy: request.headers[.acceptLanguage])
            return PageView.usedLink(problem, basePath: basePath, language: language)
        }
        let headers: HTTPFields = [
            // `?signed-in` makes the page discard its stored token.
            .location: "\(basePath)/?signed-in",
            .setCookie: cookie(session, age: Int(Sessions.lifetime), request, context.peer), .cacheControl: "no-store",
        ]
        return ServiceResponse(status: 303, headers: headers, body: .empty)
    }

    /// Uses up a one-time key, and returns the secret of a new session; `nil` for an invalid key.
    ///
    /// If the server has a single database, the session is a token stored there, which stays valid after
    /// a restart and can be revoked.
    private func openSession(key: String, _ context: ServiceContext) async throws -> String? {
        let session = server.sessions.signIn(key)
        guard session != nil || AccessSecret.isLink(key) else { return nil }
        server.turns.end(context.channel)
        guard !server.spaces.areMany else { return session }
        let space = try await server.spaces.enter("")
        defer { space.leave() }
        let expires = Date(timeIntervalSinceNow: Sessions.lifetime)
        let response = try await space.commits.run { service in
            let made =
                session == nil
                ? try service.tokens.signIn(key, expires: expires)
                : try service.tokens.create("browser", scope: .admin, expires: expires, isSession: true)
            return .bytes(Array((made?.secret ?? "").utf8), "text/plain")
        }
        guard case .bytes(let secret) = response.body, !secret.isEmpty else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }
}

// MARK: Spaces

extension ServerRoutes {
    /// The name of a new space.
    static let newSpace = Field.body(required: "space", .text)

    static let noSpaces = Problem.notFound("this server has no spaces")

    /// Returns the caller, who must be the server's admin.
    private func requireAdmin(_ request: Request, _ context: ServiceContext) async throws -> Caller {
        guard server.spaces.areMany else { throw Self.noSpaces }
        let caller = try await server.authorization.caller(of: request, from: context.peer, in: nil)
        guard caller.isServerAdmin else { throw Problem(403, "this requires the server's admin token") }
        server.turns.end(context.channel)
        return caller
    }

    private func makeSpace(
        _ request: Request, _ context: ServiceContext, by caller: Caller
    ) async throws -> ServiceResponse {
        let body = RequestBodyReader(request, context.channel, server.settings)
        let bytes = try await body.collect()
        try body.checkType(among: ["application/json"])
        let values = RequestValues(body: try JSONValue.parse(bytes))
        try values.checkBody([Self.newSpace])
        let name = try values[Self.newSpace]
        return try await server.spaces.create(
            name, for: IdempotentRequest(request, by: caller, content: bytes),
            .created(["space": name], at: "\(server.settings.basePath)/spaces/\(name)"))
    }
}
