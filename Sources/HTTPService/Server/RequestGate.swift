internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import TagService

/// Middleware that checks the URL and the host, and converts every error to a problem document.
///
/// On a server that listens on loopback:
///
/// ```
/// Host: localhost:7733   accepted
/// Host: evil.example     403, since a hostile page may have pointed its name at this machine
/// ```
struct RequestGate: RouterMiddleware {
    let server: ServerState

    func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            let limit = server.settings.urlLimit
            guard request.uri.string.utf8.count <= limit else { throw Problem.urlTooLong(limit) }
            try checkHost(request, context.peer)
            try Self.checkPath(request)
            return try await next(request, context)
        } catch {
            let problem = problem(of: error, request, context)
            let api = ClientAPI(
                path: request.uri.path, basePath: server.settings.basePath, hasSpaces: server.spaces.areMany)
            let page = notFoundPage(problem, request)
            return await server.response(to: request, page ?? api.response(problem, to: request))
        }
    }

    private func problem(of error: any Error, _ request: Request, _ context: ServiceContext) -> Problem {
        if let error = error as? HTTPError, error.status == .notFound { return notFound(request.uri.path) }
        var problem = Problem(error, in: nil)
        if server.spaces.isExclusive, problem.status == 500, case StoreError.inputOutput = error,
            [.get, .head].contains(request.method)
        {
            // This machine may have lost its disk. Respond 503 to a read, so that the proxy retries it on
            // another machine.
            problem = Problem(StoreError.locked(path: ""), in: nil)
        }
        if let error = error as? StoreError, case .upgraded = error {
            server.close(context.notes.space, upgraded: error)
        }
        var isForOwner = problem.status == 500
        if case StoreError.replaced = error { isForOwner = true }
        if isForOwner { server.logger.error("a request failed", metadata: ["error": "\(error)"]) }
        return problem
    }

    /// Returns a page for a browser that opened a path that doesn't exist; `nil` for any other request.
    ///
    /// Browsers list HTML in Accept. Programs usually accept anything.
    private func notFoundPage(_ problem: Problem, _ request: Request) -> ServiceResponse? {
        guard problem.status == 404, request.method == .get, !request.uri.path.contains("/api/"),
            request.headers[.accept]?.lowercased().contains("text/html") == true
        else { return nil }
        let language = PageLanguage(acceptedBy: request.headers[.acceptLanguage])
        return PageView.notFound(problem, basePath: server.settings.basePath, language: language)
    }

    private func notFound(_ path: String) -> Problem {
        let base = server.settings.basePath
        let below = path.dropFirst(base.count).split(separator: "/")
        let resource = server.spaces.areMany ? below.dropFirst(2) : below[...]
        guard path.hasPrefix("\(base)/"), resource.starts(with: ["api", "v1"]) else {
            return .notFound("no such path; resources are under '\(base)/api/v1'")
        }
        return .notFound("no such resource; see 'openapi.json'")
    }

    /// Throws a problem with status 403 if a hostile page may have sent the request (DNS rebinding).
    private func checkHost(_ request: Request, _ peer: Peer) throws {
        guard server.settings.address.isLoopback, !peer.isProxied else { return }
        // Only HTTP/1.0 clients omit the host, and browsers always send it.
        guard let host = peer.host(of: request) else { return }
        guard Self.isLoopback(host) || server.settings.origins.contains(where: { $0.hasSuffix("://\(host)") }) else {
            throw Problem(403, "this server accepts only local requests; send them to localhost")
        }
    }

    /// Throws a problem with status 404 for a change at a path with an empty segment.
    ///
    /// Clients resolve dots in a path: `DELETE /sets/mine/tags/..`, sent to remove the tag `..`, arrives as `/sets/mine/`,
    /// and must not delete the set. Other programs' APIs end their paths with a slash.
    private static func checkPath(_ request: Request) throws(Problem) {
        let path = request.uri.path
        guard ![.get, .head, .options].contains(request.method), path.contains("/api/v1/"),
            path.contains("//") || path.hasSuffix("/")
        else { return }
        throw .notFound("the path has an empty part; give the whole name of the resource")
    }

    /// Returns whether a host, with or without a port, is a loopback name of this machine.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"]
            .contains { name in
                guard host.hasPrefix(name) else { return false }
                let rest = host.dropFirst(name.count)
                return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isASCIIDigit)
            }
    }
}

extension Character { fileprivate var isASCIIDigit: Bool { isASCII && isNumber } }

extension ServerSettings.Address {
    /// Whether only this machine can reach the address.
    fileprivate var isLoopback: Bool {
        guard case .host(let host, _) = self else { return false }
        return host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
