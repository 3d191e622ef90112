internal import HTTPTypes
internal import HummingbirdCore
internal import TagService

// MARK: Signing out

extension ServerRoutes {
    /// Ends the session of the request's cookie.
    ///
    /// ```
    /// POST /sign-out
    ///
    /// 204   Set-Cookie: tagflow_session_7733=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict
    /// ```
    func signOut(_ request: Request, _ context: ServiceContext) async throws -> ServiceResponse {
        // Also without a cookie, because the response removes the one that the browser didn't send.
        try Authorization.requireOrigin(request, context.peer)
        if let session = Authorization.session(in: request, from: context.peer) {
            server.turns.end(context.channel)
            try await endSession(session)
        }
        var response = ServiceResponse.nothing
        response.headers[.setCookie] = cookie("", age: 0, request, context.peer)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Revokes the token that is the session on a server of a single database; it may have ended already.
    ///
    /// Any other token in the cookie stays, because it may be a public one that others use.
    private func endSession(_ session: String) async throws {
        server.sessions.end(session)
        guard !server.spaces.areMany, AccessSecret.isSession(session) else { return }
        let space = try await server.spaces.enter("")
        defer { space.leave() }
        let digest = SHA256.digest(of: session.utf8)
        guard let token = try await space.tokens.token(digest) else { return }
        _ = try await TokenRoutes.revoke(token.id, in: space)
    }

    /// Returns the value of `Set-Cookie` for a session.
    func cookie(_ session: String, age: Int, _ request: Request, _ peer: Peer) -> String {
        let path = server.settings.basePath.isEmpty ? "/" : server.settings.basePath
        let secure = peer.isSecure ? "; Secure" : ""
        let name = Authorization.cookieName(of: request, from: peer)
        return "\(name)=\(session); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)"
    }
}
