internal import HTTPTypes

/// The web page and the tag input, as they are sent.
///
/// Their sources are small modules that import one another; each of the two is sent as one module.
enum PageAssets {
    /// The page for a server of a base path, which has no character that HTML treats in a special way.
    static func page(basePath: String) -> Answer {
        let source = String(decoding: PackageResources.index_html, as: UTF8.self)
        var answer = Answer.bytes(
            Array(source.replacing("{base}", with: basePath).utf8),
            "text/html; charset=utf-8"
        )
        answer.headers[.contentSecurityPolicy] = policy
        answer.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        return answer
    }

    /// What the page may load and whom it may ask: this server alone.
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
        base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """

    /// The files beside the page, by their names.
    static func file(named name: Substring) -> Answer? {
        switch name {
        case "page.css": .bytes(style, "text/css; charset=utf-8")
        case "page.js": .bytes(pageModule, script)
        case "tagflow.js": shared(.bytes(inputModule, script))
        default: nil
        }
    }

    private static let script = "text/javascript; charset=utf-8"

    /// A file that pages of every origin may run.
    private static func shared(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers[.accessControlAllowOrigin] = "*"
        answer.headers[.init("Cross-Origin-Resource-Policy") ?? .accept] = "cross-origin"
        return answer
    }

    /// The style sheet without what only its readers need.
    private static let style: [UInt8] = {
        var text = String(decoding: PackageResources.page_css, as: UTF8.self)
            .split(separator: "\n")
            .map { $0.trimmingPrefix { $0 == " " } }
            .filter { !$0.hasPrefix("/") }
            .joined()
        for sign in ["{", "}", ";", ","] {
            text = text.replacing(" \(sign)", with: sign).replacing("\(sign) ", with: sign)
        }
        return Array(text.replacing(": ", with: ":").replacing(";}", with: "}").utf8)
    }()

    private static let pageModule = JoinedModule([
        PackageResources.text_js, PackageResources.combobox_js, PackageResources.model_js,
        PackageResources.changes_js, PackageResources.requests_js, PackageResources.server_js,
        PackageResources.board_js, PackageResources.gestures_js, PackageResources.dialogs_js,
        PackageResources.app_js, PackageResources.tags_js, PackageResources.sets_js,
        PackageResources.commands_js, PackageResources.drawing_js, PackageResources.page_js,
    ])
    .bytes

    private static let inputModule = JoinedModule([
        PackageResources.text_js, PackageResources.combobox_js, PackageResources.tag_input_js,
    ])
    .bytes
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
