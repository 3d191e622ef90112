internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import TagService

/// The feeds and pages of shared views, which anyone who knows their secret addresses can read.
///
/// ```
/// GET /shared/SECRET.atom
///
/// 200   Content-Type: application/atom+xml
///       X-Robots-Tag: noindex
/// ```
extension ServerRoutes {
    var sharedViews: ServerRoute {
        let root = server.spaces.areMany ? "/spaces/{space}" : ""
        return reading("\(root)\(SharedAddress.path)") { request, context in
            do { return try await shared(request, context) } catch let problem as Problem
                where problem.status == SharedAddress.missing.status && Self.takesPages(request)
            { return response(SharedPage.missing(PageLanguage(acceptedBy: request.headers[.acceptLanguage]))) }
        }
    }

    /// Returns whether a request comes from a browser, which lists HTML in `Accept`; programs usually accept anything.
    private static func takesPages(_ request: Request) -> Bool {
        request.headers[.accept]?.lowercased().contains("text/html") == true
    }

    /// Returns the feed or page at an address; every address that doesn't work gets the same problem.
    private func shared(_ request: Request, _ context: ServiceContext) async throws -> ServiceResponse {
        server.turns.end(context.channel)
        guard let address = SharedAddress(context.parameters.get("secret") ?? "") else {
            throw server.authorization.unknownShare(context.peer)
        }
        let digest = SHA256.digest(of: address.secret.utf8)
        let space = try await space(with: digest, request, context)
        context.notes.space = space
        return try await withTaskExecutorPreference(space.worker ?? WorkerPool.requests) {
            if space.worker != nil { try space.checkOwnership() }
            let client = ClientIdentity(caller: .reader, network: context.peer.network)
            let found = try await space.reads.run(for: client) { try space.service.items.sharedFeed(digest: digest) }
            guard let (feed, hasPage) = found, hasPage || address.form != .page else {
                throw server.authorization.unknownShare(context.peer)
            }
            try server.authorization.countReader(of: space)
            let root = server.settings.basePath + (space.name.isEmpty ? "" : "/spaces/\(space.name)")
            let addresses = FeedAddresses(
                root: context.peer.origin(of: request) + root, secret: address.secret, hasPage: hasPage)
            return try response(content(of: feed, in: address, addresses, request)).cacheable
        }
    }

    private func content(
        of feed: ViewFeed, in address: SharedAddress, _ addresses: FeedAddresses, _ request: Request
    ) throws -> ServiceResponse {
        switch address.form {
        case .atom: return .bytes(feed.atom(at: addresses), ViewFeed.atomType)
        case .json: return .bytes(feed.json(at: addresses), ViewFeed.jsonType)
        case .page:
            let language = PageLanguage(acceptedBy: request.headers[.acceptLanguage])
            return SharedPage(feed: feed, language: language, feedAddress: "\(address.secret).atom").response()
        }
    }

    /// Returns a response with the fields of every response of a shared view.
    private func response(_ content: ServiceResponse) -> ServiceResponse {
        var response = content
        response.headers.append(contentsOf: SharedAddress.noIndex)
        return response
    }

    /// Enters the space in the path, and opens it only if it has a view with the secret.
    ///
    /// A missing space can't be distinguished from a space without the view.
    private func space(with digest: [UInt8], _ request: Request, _ context: ServiceContext) async throws -> Space {
        let (spaces, authorization) = (server.spaces, server.authorization)
        let name = context.parameters.get("space") ?? ""
        if spaces.areMany, !spaces.isOpen(name) {
            // As with tokens, an exclusive space must be opened; the limit of failed attempts protects it.
            let mayOpen =
                spaces.isExclusive
                ? !authorization.isThrottled(context.peer) : try await spaces.closedSpace(name, has: .share(digest))
            guard mayOpen else { throw authorization.unknownShare(context.peer) }
        }
        do { return try await spaces.enter(name, for: request.headers[.requestID]) } catch let problem as Problem
            where problem.status == 404
        { throw authorization.unknownShare(context.peer) }
    }
}
