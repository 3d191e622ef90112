internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// The router of all routes and their middleware.
///
/// Each path handles every method:
///
/// ```
/// PUT /api/v1/tags       405   Allow: GET, HEAD, OPTIONS, POST
/// OPTIONS /api/v1/tags   204   Allow: GET, HEAD, OPTIONS, POST
/// ```
struct ServiceRouter {
    /// The supported methods.
    ///
    /// Any other is replaced with ``HTTPTypes/HTTPRequest/Method/unknown``.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    private let server: ServerState
    private let router = Router(context: ServiceContext.self)

    init(_ server: ServerState) {
        self.server = server
        router.add(middleware: RequestGate(server: server))
        addServerRoutes()
        for api in ClientAPI.allCases { addResources(of: api) }
    }

    var responder: RouterResponder<ServiceContext> { router.buildResponder() }

    private func addServerRoutes() {
        let base = server.settings.basePath
        for route in ServerRoutes(server).all {
            for method in route.methods {
                router.on(RouterPath(base + route.path), method: method) { [server] request, context in
                    context.notes.route = route.path
                    let response = try await route.response(request, context)
                    return await server.response(to: request, response)
                }
            }
            refuseOthers(route.path, below: base, than: route.methods, as: route.path)
        }
    }

    /// Adds the routes of an API of a space.
    private func addResources(of api: ClientAPI) {
        let base = server.settings.basePath + (server.spaces.areMany ? "/spaces/{space}" : "") + api.path
        let group = router.group()
        group.add(middleware: SpaceAccess(server: server, api: api))
        for (path, routes) in Dictionary(grouping: Routes.of(api), by: \.path.text) {
            for route in routes {
                for method in route.methods {
                    group.on(RouterPath(base + path), method: method) { [server] in
                        try await route.respond(to: $0, $1, server)
                    }
                }
            }
            refuseOthers(path, below: base, than: routes.flatMap(\.methods), as: routes.first?.label ?? path)
        }
    }

    /// Makes a path respond to OPTIONS, and refuse the methods that it doesn't support.
    private func refuseOthers(_ path: String, below base: String, than taken: [HTTPRequest.Method], as label: String) {
        let allowed = (taken.map(\.rawValue) + ["OPTIONS"]).sorted()
        for method in Self.methods + [.unknown] where !taken.contains(method) {
            router.on(RouterPath(base + path), method: method) { [server] request, context in
                context.notes.route = label
                guard method == .options else {
                    throw Problem(
                        405, "this resource supports only \(allowed.joined(separator: ", "))",
                        headers: [.allow: allowed.joined(separator: ", ")])
                }
                return await server.response(to: request, server.preflight(request, allowed))
            }
        }
    }
}

extension HTTPRequest.Method {
    /// A placeholder for methods that aren't supported.
    static var unknown: Self { Self("UNKNOWN") ?? .trace }
}
