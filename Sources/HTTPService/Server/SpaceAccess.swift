internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import TagService

/// Middleware that opens the space in the path, identifies the caller, and continues on a thread that
/// may block.
struct SpaceAccess: RouterMiddleware {
    let server: ServerState
    /// The API whose credentials are accepted.
    let api: ClientAPI

    func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let name = context.parameters.get("space") ?? ""
        let credentials = try server.authorization.credentials(of: request, from: context.peer, for: api)
        // Everything after this may block.
        server.turns.end(context.channel)
        let space = try await space(name, credentials, request, context)
        context.notes.space = space
        var context = context
        guard let worker = space.worker else {
            context.access = try await access(to: space, credentials, request, context)
            return try await withTaskExecutorPreference(WorkerPool.requests) { try await next(request, context) }
        }
        return try await withTaskExecutorPreference(worker) {
            try space.checkOwnership()
            context.access = try await access(to: space, credentials, request, context)
            return try await next(request, context)
        }
    }

    private func access(
        to space: Space, _ credentials: Authorization.Credentials, _ request: Request, _ context: ServiceContext
    ) async throws -> ServiceContext.Access {
        let caller = try await server.authorization.caller(
            with: credentials, of: request, from: context.peer, for: api, in: space)
        return .init(space: space, caller: caller)
    }

    /// Returns the space in the path, and opens it only for a caller with a valid token.
    ///
    /// A caller can't distinguish a missing space from a space with other tokens.
    private func space(
        _ name: String, _ credentials: Authorization.Credentials, _ request: Request, _ context: ServiceContext
    ) async throws -> Space {
        let spaces = server.spaces
        if spaces.areMany, !spaces.isOpen(name) { try await checkMayOpen(name, credentials, context.peer) }
        do { return try await spaces.enter(name, for: request.headers[.requestID]) } catch let problem as Problem
            where problem.status == 404
        {
            if spaces.areMany, case .user(let user) = credentials { return try await space(of: user, request) }
            let caller = try await server.authorization.caller(
                with: credentials, of: request, from: context.peer, for: api, in: nil)
            guard caller.isServerAdmin else { throw Problem(401, "invalid token") }
            throw problem
        }
    }

    /// Creates the space of a user who has none yet, if the server may, and enters it.
    private func space(of user: String, _ request: Request) async throws -> Space {
        guard server.settings.createsSpaces else { throw UserHeader.noSpace(user) }
        do { _ = try await server.spaces.create(user, for: nil, .nothing) } catch let problem as Problem
            where problem.status == 409
        {
            // Another request of the user has just created it.
        }
        return try await server.spaces.enter(user, for: request.headers[.requestID])
    }

    /// Throws unless a request has credentials for a closed space.
    ///
    /// Opening a space takes descriptors, memory and perhaps a migration, so it requires a valid token,
    /// which is looked up without opening the space. For an exclusive space, that's impossible; the limit
    /// of failed attempts protects it instead.
    private func checkMayOpen(_ name: String, _ credentials: Authorization.Credentials, _ peer: Peer) async throws {
        let authorization = server.authorization
        let digest: [UInt8]
        switch credentials {
        case .known: return
        case .user(let user):
            guard user == name else { throw UserHeader.otherSpace(user) }
            return
        case .token(let found): digest = found
        case .cookie(let secret): digest = SHA256.digest(of: secret.utf8)
        }
        if server.spaces.isExclusive {
            guard !authorization.isThrottled(peer) else { throw authorization.unknownToken(peer, for: api) }
            return
        }
        guard try await server.spaces.closedSpace(name, has: .token(digest)) else {
            throw authorization.unknownToken(peer, for: api)
        }
    }
}
