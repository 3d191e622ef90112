internal import HTTPTypes

/// A view of the page: an HTML file with its script and style, at the same path in each space.
enum PageView: String, CaseIterable {
    case items, add, tags, review, board, stats, settings, connect

    /// The paths of the view, below the server's base path or a space.
    var paths: [String] {
        switch self {
        case .items: ["/", "/items/{id}"]
        case .board: ["/board", "/board/{set}"]
        default: ["/\(self)"]
        }
    }

    /// The content security policy, which lets a page load files from and connect to this server only.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
        manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    /// Returns the view's page.
    ///
    /// - Parameters:
    ///   - basePath: the server's base path, which must not contain characters special in HTML.
    ///   - space: the name of the space; `nil` outside spaces.
    ///   - language: the language of the page unless another is set in the browser.
    ///   - readsPages: whether the server reads titles from pages, which the Add view offers only then.
    /// - Returns: the response.
    func page(basePath: String, space: String?, language: PageLanguage, readsPages: Bool) -> ServiceResponse {
        let place = FilledPages.Place(basePath: basePath, space: space, language: language, readsPages: readsPages)
        var response = Self.document(
            "\(self).html", place, modules: preloads(language, basePath).joined(separator: "\n"))
        guard self == .connect else { return response.cacheable }
        // No other window may hold on to the one in which somebody lets a program in.
        response.headers[.init("Cross-Origin-Opener-Policy") ?? .accept] = "same-origin"
        response.headers[.init("X-Frame-Options") ?? .accept] = "DENY"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// The links that let browsers load all modules of the view together, before they read its script.
    private func preloads(_ language: PageLanguage, _ basePath: String) -> [String] {
        let modules = Self.modules[self] ?? []
        return (modules.dropLast() + catalogues.map { "\($0)_\(language).js" })
            .map { "<link rel=\"modulepreload\" href=\"\(basePath)\(PageAssets.folder)/\($0)\">" }
    }

    /// The beginnings of the names of the view's catalogues of texts: that of all views, and its own.
    private var catalogues: [String] {
        switch self {
        case .items, .add, .board: ["text"]
        case .review: ["text", "text_order"]
        case .tags, .stats, .settings: ["text", "text_\(self)"]
        case .connect: ["text", "text_settings"]
        }
    }

    /// The modules of each view, its script last.
    private static let modules = allCases.reduce(into: [PageView: [String]]()) {
        $0[$1] = PageModules.withImports("\($1).js")
    }

    /// Returns the manifest that makes a space, or a server without spaces, an installable app.
    static func manifest(basePath: String, space: String?) -> ServiceResponse {
        let place = FilledPages.Place(basePath: basePath, space: space)
        return .kept(FilledPages.content(of: "manifest.webmanifest", place), "application/manifest+json").cacheable
    }

    /// Returns the page for a sign-in link that was already used or has expired.
    ///
    /// - Parameters:
    ///   - problem: the problem that clients other than browsers get.
    ///   - basePath: the server's base path, which must not contain characters special in HTML.
    ///   - language: the language of the page.
    /// - Returns: the response, with the status of the problem.
    static func usedLink(_ problem: Problem, basePath: String, language: PageLanguage) -> ServiceResponse {
        note("used_link.html", problem, basePath, language)
    }

    /// Returns the page for a path that doesn't exist, with the parameters of ``usedLink(_:basePath:language:)``.
    static func notFound(_ problem: Problem, basePath: String, language: PageLanguage) -> ServiceResponse {
        note("not_found.html", problem, basePath, language)
    }

    private static func note(
        _ name: String, _ problem: Problem, _ basePath: String, _ language: PageLanguage
    ) -> ServiceResponse {
        var response = document(name, FilledPages.Place(basePath: basePath, language: language))
        response.status = problem.status
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func document(
        _ name: String, _ place: FilledPages.Place, modules: @autoclosure () -> String = ""
    ) -> ServiceResponse {
        let content = FilledPages.content(of: name, place, modules: modules)
        var response = ServiceResponse.kept(content, "text/html; charset=utf-8")
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        response.headers[.vary] = "Accept-Language"
        return response
    }
}
