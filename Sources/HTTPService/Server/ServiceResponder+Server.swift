internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import JSON
internal import TagService

/// What belongs to the server and not to a space: its health, its document, its page, and the spaces themselves.
extension ServiceResponder {
    /// Answers what needs no token of a space; `nil` for every other path.
    func answerOpenly(_ path: [Substring], _ exchange: inout Exchange) async throws -> Answer? {
        guard path.count <= 1 else { return nil }
        let name = path.first ?? ""
        guard
            [
                "", "healthz", "readyz", "metrics", "openapi.json", "page.css", "page.js",
                "tagflow.js", "sign-in",
            ]
            .contains(name)
        else { return nil }
        exchange.route = "/\(name)"
        guard exchange.request.method != .options else { return preflight(exchange, Self.reading) }
        guard [.get, .head].contains(exchange.request.method) else {
            throw Self.notAllowed(Self.reading)
        }
        switch name {
        case "healthz": return .bytes(Array("ok\n".utf8), "text/plain; charset=utf-8")
        case "readyz": return try await readiness()
        case "metrics": return try await metrics(exchange)
        case "openapi.json":
            exchange.isCacheable = true
            return .bytes(document.bytes, "application/json")
        case "sign-in":
            // A preview of the link must not use it up.
            guard exchange.request.method == .get else { throw Self.notAllowed(["GET"]) }
            return try await signIn(exchange)
        default:
            exchange.isCacheable = true
            return PageAssets.file(named: name) ?? PageAssets.page(basePath: settings.basePath)
        }
    }

    private static let reading = ["GET", "HEAD", "OPTIONS"]

    private func readiness() async throws -> Answer {
        if spaces.isExclusive {
            try await spaces.checkReadiness()
            return .bytes(Array("ready\n".utf8), "text/plain; charset=utf-8")
        }
        do {
            try await WorkerPool.lookups.run {
                for space in spaces.all.prefix(1) { _ = try await space.watcher.lastCommit() }
            }
        } catch {
            throw Problem(503, "the database does not answer", headers: [.retryAfter: "1"])
        }
        return .bytes(Array("ready\n".utf8), "text/plain; charset=utf-8")
    }

    private func metrics(_ exchange: Exchange) async throws -> Answer {
        let only = spaces.areMany ? nil : try await spaces.enter("")
        defer { only?.leave() }
        let caller = try await authorization.caller(
            of: exchange.request,
            from: exchange.peer,
            in: only
        )
        try caller.require(.read)
        try caller.requireEverySet()
        let open = spaces.all
        var commits: Int64 = 0
        // From memory: a disk that doesn't answer must not hold up the metrics.
        for space in open { commits += await space.feed.latest }
        let text = metrics.text(
            streams: open.reduce(0) { $0 + $1.feed.streams },
            spaces: open.count,
            commits: commits
        )
        return .bytes(Array(text.utf8), "text/plain; version=0.0.4; charset=utf-8")
    }

    /// Exchanges a one-time key for a cookie.
    private func signIn(_ exchange: Exchange) async throws -> Answer {
        let query = exchange.request.uri.query ?? ""
        let key = query.split(separator: "&").first { $0.hasPrefix("key=") }.map { $0.dropFirst(4) }
        guard let session = try await openSession(key: String(key ?? "")) else {
            let problem = Problem(
                403,
                "this sign-in link was used, is older than 10 minutes, or is from before a restart; restart the server for a new one"
            )
            guard Self.isBrowser(exchange.request) else { throw problem }
            return UsedLink.answer(problem, basePath: settings.basePath)
        }
        let age = Int(Sessions.lifetime)
        let path = settings.basePath.isEmpty ? "/" : settings.basePath
        let secure = exchange.peer.isSecure ? "; Secure" : ""
        let headers: HTTPFields = [
            // The page then forgets a token that it was given before.
            .location: "\(settings.basePath)/?signed-in",
            .setCookie:
                "\(Authorization.cookieName)=\(session); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)",
            .cacheControl: "no-store",
        ]
        return Answer(status: 303, headers: headers, body: .empty)
    }
}

extension ServiceResponder {
    /// Whether a person reads the answer: a browser names HTML, a program takes whatever comes.
    private static func isBrowser(_ request: Request) -> Bool {
        request.headers.joined(.accept)?.lowercased().contains("text/html") == true
    }
}

// MARK: Sessions

extension ServiceResponder {
    /// Uses a one-time key up; returns the secret of the new session, or `nil` if there is no such key any more.
    ///
    /// The session of a server with one database is a token of that database: it outlives the server, and can be revoked.
    private func openSession(key: String) async throws -> String? {
        guard let session = sessions.signIn(key) else { return nil }
        guard !spaces.areMany else { return session }
        let space = try await spaces.enter("")
        defer { space.leave() }
        let expires = Date(timeIntervalSinceNow: Sessions.lifetime)
        let answer = try await space.commits.run { service in
            let made = try service.makeToken("browser", scope: .admin, expires: expires)
            return .bytes(Array(made.secret.utf8), "text/plain")
        }
        guard case .bytes(let secret) = answer.body else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }
}

// MARK: Spaces

extension ServiceResponder {
    /// Lists, makes and deletes spaces, for the server's own admin.
    func answerSpaces(_ path: [Substring], _ exchange: inout Exchange) async throws -> Answer {
        guard spaces.areMany else { throw Problem.notFound("this server has no spaces") }
        let methods =
            Self.reading + (path.count == 1 ? ["POST"] : ["DELETE"])
        let method = exchange.request.method
        exchange.route = path.count == 1 ? "/spaces" : "/spaces/{space}"
        if method == .options { return preflight(exchange, methods) }
        guard methods.contains(method.rawValue) else { throw Self.notAllowed(methods) }
        if path.count == 2, method != .delete {
            // The page itself tells nothing of the space, not even that there is one.
            exchange.isCacheable = true
            return PageAssets.page(basePath: settings.basePath)
        }
        let caller = try await authorization.caller(
            of: exchange.request,
            from: exchange.peer,
            in: nil
        )
        guard caller.isServerAdmin else {
            throw Problem(403, "this needs the server's own admin token")
        }
        switch method {
        case .post: return try await makeSpace(exchange, caller)
        case .delete:
            try await spaces.delete(String(path[1]))
            return .nothing
        default:
            exchange.isCacheable = true
            return .json(["spaces": try await spaces.names().map { ["space": $0] }])
        }
    }

    private func makeSpace(_ exchange: Exchange, _ caller: Caller) async throws -> Answer {
        let bytes = try await collect(exchange)
        try Self.checkType(of: exchange.request, among: ["application/json"])
        let fields = try RequestFields(JSONValue.parse(bytes))
        try fields.allow("space")
        let name = try fields.string("space")
        let request = try IdempotentRequest(exchange.request, by: caller, content: bytes)
        return try await spaces.create(
            name,
            for: request,
            .created(["space": name], at: "\(settings.basePath)/spaces/\(name)")
        )
    }
}
