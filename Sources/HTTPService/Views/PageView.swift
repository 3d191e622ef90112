internal import HTTPTypes

/// A view of the page: an HTML file with its script and style, at the same path in each space.
enum PageView: String, CaseIterable {
    case items, add, tags, board, stats, settings, connect

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
        let text = Self.filled("\(self).html", basePath, space, language).replacing("{fetches}", with: "\(readsPages)")
        var response = Self.document(text, "text/html; charset=utf-8")
        guard self == .connect else { return response.cacheable }
        // No other window may hold on to the one in which somebody lets a program in.
        response.headers[.init("Cross-Origin-Opener-Policy") ?? .accept] = "same-origin"
        response.headers[.init("X-Frame-Options") ?? .accept] = "DENY"
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Returns the manifest that makes a space, or a server without spaces, an installable app.
    static func manifest(basePath: String, space: String?) -> ServiceResponse {
        let text = filled("manifest.webmanifest", basePath, space, .en)
        return .bytes(Array(text.utf8), "application/manifest+json").cacheable
    }

    /// Returns the page for a sign-in link that was already used or has expired.
    ///
    /// - Parameters:
    ///   - problem: the problem that clients other than browsers get.
    ///   - basePath: the server's base path, which must not contain characters special in HTML.
    ///   - language: the language of the page.
    /// - Returns: the response, with the status of the problem.
    static func usedLink(_ problem: Problem, basePath: String, language: PageLanguage) -> ServiceResponse {
        let text = filled("used_link.html", basePath, nil, language)
            .replacing(#/{t:(.+?)}/#) { language.text(String($0.1)) }
        var response = document(text, "text/html; charset=utf-8")
        response.status = problem.status
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private static func document(_ text: String, _ contentType: String) -> ServiceResponse {
        var response = ServiceResponse.bytes(Array(text.utf8), contentType)
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        response.headers[.vary] = "Accept-Language"
        return response
    }

    /// Returns a file with the places and the language of a response.
    private static func filled(_ name: String, _ basePath: String, _ space: String?, _ language: PageLanguage) -> String
    {
        PageSources.text(name).replacing("{base}", with: basePath)
            .replacing("{root}", with: basePath + (space.map { "/spaces/\($0)" } ?? ""))
            .replacing("{language}", with: language.rawValue)
    }
}
