internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

/// The routes of the web page: its views, in each space and outside, and their files.
extension ServerRoutes {
    var pages: [ServerRoute] {
        let views = PageView.allCases.flatMap { view in view.paths.flatMap { path in routes(of: view, at: path) } }
        let manifests = ["", "/spaces/{space}"]
            .map { root in
                reading("\(root)/manifest.webmanifest") { _, context in
                    PageView.manifest(basePath: basePath, space: try space(context, in: root))
                }
            }
        let files = reading("/assets/{version}/{file}") { _, context in
            let (name, version) = (context.parameters.get("file") ?? "", context.parameters.get("version") ?? "")
            return PageAssets.file(named: name, version: version) ?? ServiceResponse(.notFound("no such file"))
        }
        let scripts = PageAssets.scripts.keys.map { name in
            reading("/\(name)") { _, _ in PageAssets.script(named: name) ?? ServiceResponse(.notFound("no such file")) }
        }
        return views + manifests + [files] + scripts
    }

    /// Returns the routes of a view's path, outside and in spaces.
    ///
    /// The start page of a space isn't among them, because its path also has other methods.
    private func routes(of view: PageView, at path: String) -> [ServerRoute] {
        let roots = path == "/" ? [""] : ["", "/spaces/{space}"]
        return roots.map { root in
            reading("\(root)\(path)") { request, context in
                if root.isEmpty, path == "/", let user = try user(request, context) { return user }
                return try page(view, request, context, in: root)
            }
        }
    }

    /// Returns a view's page.
    ///
    /// It reveals nothing about a space, not even its existence.
    func page(
        _ view: PageView, _ request: Request, _ context: ServiceContext, in root: String
    ) throws -> ServiceResponse {
        view.page(
            basePath: basePath, space: try space(context, in: root),
            language: PageLanguage(acceptedBy: request.headers[.acceptLanguage]), readsPages: server.pages != nil)
    }

    /// Returns the redirection of a user whom a trusted proxy has identified to the user's space; `nil` for anybody else.
    private func user(_ request: Request, _ context: ServiceContext) throws -> ServiceResponse? {
        guard server.spaces.areMany, let name = try server.authorization.users?.name(in: request, from: context.peer)
        else { return nil }
        let query = request.uri.query.map { "?\($0)" } ?? ""
        var response = ServiceResponse(status: 303, headers: [:], body: .empty)
        response.headers[.location] = "\(basePath)/spaces/\(name)\(query)"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private var basePath: String { server.settings.basePath }

    /// Returns the name of the space in a path, or `nil` if the path isn't below `/spaces`.
    func space(_ context: ServiceContext, in root: String) throws -> String? {
        guard !root.isEmpty else { return nil }
        let name = context.parameters.get("space") ?? ""
        guard server.spaces.areMany, Spaces.isName(name) else { throw Self.noSpaces }
        return name
    }
}
