internal import HTTPTypes

/// The web page and the tag input, as they are sent.
///
/// Their sources are small modules that import one another; each of the two is sent as one module.
enum PageAssets {
    /// The page for a server of a base path, which has no character that HTML treats in a special way.
    static func page(basePath: String) -> Answer {
        let text = source.replacing("{base}", with: basePath)
        var answer = Answer.bytes(Array(text.utf8), "text/html; charset=utf-8")
        answer.headers[.contentSecurityPolicy] = policy
        answer.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        return answer
    }

    /// The page without the indents, which no box on it shows.
    private static let source = String(decoding: PackageResources.index_html, as: UTF8.self)
        .split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined()

    /// What the page may load and whom it may ask: this server alone.
    static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// The names of the files next to the page.
    static let names = ["page.css", "page.js", "tagflow.js"]

    /// Returns a file next to the page; `nil` for any other name.
    static func file(named name: String) -> Answer? {
        switch name {
        case "page.css": style
        case "page.js": pageModule
        case "tagflow.js": inputModule
        default: nil
        }
    }

    /// A file that is compressed once, as well as can be.
    private static func kept(_ bytes: [UInt8], _ contentType: String) -> Answer {
        var answer = Answer.bytes(bytes, contentType)
        answer.compressed = Compression.gzip(bytes, for: .kept)
        return answer
    }

    /// A file that pages of every origin may run.
    private static func shared(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers[.accessControlAllowOrigin] = "*"
        answer.headers[.init("Cross-Origin-Resource-Policy") ?? .accept] = "cross-origin"
        return answer
    }

    private static let style = kept(
        Array(ShortStyle(String(decoding: PackageResources.page_css, as: UTF8.self)).text.utf8),
        "text/css; charset=utf-8"
    )

    private static let pageModule = module([
        PackageResources.text_js, PackageResources.combobox_js, PackageResources.model_js,
        PackageResources.changes_js, PackageResources.requests_js, PackageResources.server_js,
        PackageResources.board_js, PackageResources.gestures_js, PackageResources.dialogs_js,
        PackageResources.app_js, PackageResources.tags_js, PackageResources.sets_js,
        PackageResources.commands_js, PackageResources.drawing_js, PackageResources.page_js,
    ])

    private static let inputModule = shared(
        module([
            PackageResources.text_js, PackageResources.combobox_js, PackageResources.tag_input_js,
        ])
    )

    private static func module(_ sources: [[UInt8]]) -> Answer {
        kept(JoinedModule(sources).bytes, "text/javascript; charset=utf-8")
    }
}

/// Modules that import one another, joined into one: without their imports and exports and comments, in little text.
struct JoinedModule {
    /// The module's text.
    let bytes: [UInt8]

    /// Joins modules, of which each imports only from those before it.
    init(_ sources: [[UInt8]]) {
        let lines = sources.flatMap { source in
            String(decoding: source, as: UTF8.self).split(separator: "\n")
        }
        let kept = lines.compactMap(Self.kept)
        bytes = Array(ShortScript(kept.joined(separator: "\n")).text.utf8)
    }

    private static func kept(_ line: Substring) -> Substring? {
        let text = withoutTypes(line.trimmingPrefix { $0 == " " })
        let isLeftOut = ["import ", "/", "*"].contains { text.hasPrefix($0) }
        guard !isLeftOut, !text.isEmpty else { return nil }
        return text.hasPrefix("export ") ? text.dropFirst("export ".count) : text
    }

    /// A line without the comments that tell the types of what follows them.
    private static func withoutTypes(_ line: Substring) -> Substring {
        guard let start = line.firstRange(of: "/** "),
            let end = line[start.upperBound...].firstRange(of: " */")
        else { return line }
        let rest = line[end.upperBound...].trimmingPrefix { $0 == " " }
        return Substring(line[..<start.lowerBound] + withoutTypes(rest))
    }
}
