internal import HTTPTypes

/// The files of the web page, and the tag input for other pages.
///
/// The sources of each script are small modules, which ``JoinedModule`` bundles into one file.
enum PageAssets {
    /// Returns the page for a server's base path, which must not contain characters special in HTML.
    static func page(basePath: String) -> ServiceResponse {
        let text = source.replacing("{base}", with: basePath)
        var response = ServiceResponse.bytes(Array(text.utf8), "text/html; charset=utf-8")
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        return response
    }

    private static let source = String(decoding: PackageResources.index_html, as: UTF8.self)

    /// The content security policy, which lets the page load files from and connect to this server only.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// The names of the files that the page loads or that other pages embed.
    static let names = ["page.css", "page.js", "tagflow.js"]

    /// Returns the file with one of ``names``; `nil` for any other name.
    static func file(named name: String) -> ServiceResponse? {
        switch name {
        case "page.css": style
        case "page.js": pageModule
        case "tagflow.js": inputModule
        default: nil
        }
    }

    /// Returns a file that is compressed in advance, at the highest level.
    private static func kept(_ bytes: [UInt8], _ contentType: String) -> ServiceResponse {
        var response = ServiceResponse.bytes(bytes, contentType)
        response.compressed = Compression.gzip(bytes, for: .kept)
        return response
    }

    /// Lets pages of any origin load a script.
    private static func shared(_ response: ServiceResponse) -> ServiceResponse {
        var response = response
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.init("Cross-Origin-Resource-Policy") ?? .accept] = "cross-origin"
        return response
    }

    private static let style = kept(PackageResources.page_css, "text/css; charset=utf-8")

    private static let pageModule = module([
        PackageResources.text_js, PackageResources.combobox_js, PackageResources.model_js,
        PackageResources.changes_js, PackageResources.requests_js, PackageResources.server_js,
        PackageResources.board_js, PackageResources.gestures_js, PackageResources.dialogs_js,
        PackageResources.app_js, PackageResources.suggestions_js, PackageResources.sets_js,
        PackageResources.commands_js, PackageResources.drawing_js, PackageResources.page_js,
    ])

    private static let inputModule = shared(
        module([
            PackageResources.text_js, PackageResources.combobox_js, PackageResources.tag_input_js,
        ])
    )

    private static func module(_ sources: [[UInt8]]) -> ServiceResponse {
        let module = JoinedModule(sources.map { String(decoding: $0, as: UTF8.self) })
        return kept(Array(module.text.utf8), "text/javascript; charset=utf-8")
    }
}
