internal import HTTPTypes
internal import Synchronization

/// The files that the views load, and the tag input for other pages.
enum PageAssets {
    /// The names of the files that are the same for all spaces.
    static let names: [String] = {
        let sources = PageSources.all.keys.filter { name in types.keys.contains { name.hasSuffix($0) } }
        return (ScriptBundle.all.map(\.file) + texts + sources).sorted()
    }()

    /// The names of the catalogues of texts.
    private static let texts = PageLanguage.allCases.map { "text_\($0).js" }

    /// The content types of files that aren't scripts, by the ends of their names.
    private static let types = [".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png"]

    /// The files that were asked for; compressing all of them would delay the start of the server.
    private static let files = Mutex<[String: ServiceResponse]>([:])

    /// Returns the file with one of ``names``; `nil` for any other name.
    static func file(named name: String) -> ServiceResponse? {
        if let file = files.withLock({ $0[name] }) { return file }
        let file = newFile(named: name)
        files.withLock { $0[name] = file }
        return file
    }

    private static func newFile(named name: String) -> ServiceResponse? {
        if texts.contains(name) { return script(JoinedModule([PageSources.text(name)]).text) }
        if let bundle = ScriptBundle.all.first(where: { $0.file == name }) {
            var file = script(bundle.text)
            if name == "tagflow.js" { file.allowOtherOrigins() }
            return file
        }
        guard let bytes = PageSources.all[name], let type = types.first(where: { name.hasSuffix($0.key) })?.value else {
            return nil
        }
        switch type {
        case "image/png": return .kept(KeptContent(bytes, isCompressible: false), type)
        case "image/svg+xml": return .kept(KeptContent(bytes), type)
        default: return .kept(KeptContent(Array(styleSheet(PageSources.text(name)).utf8)), type)
        }
    }

    private static func script(_ text: String) -> ServiceResponse {
        .kept(KeptContent(Array(text.utf8)), "text/javascript; charset=utf-8")
    }

    /// Returns a style sheet without indentation and comments, which must be on lines of their own.
    private static func styleSheet(_ source: String) -> String {
        var isComment = false
        return source.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .filter { line in
                if line.hasPrefix("/*") { isComment = true }
                defer { if line.hasSuffix("*/") { isComment = false } }
                return !isComment && !line.isEmpty
            }
            .joined(separator: "\n")
    }
}

extension ServiceResponse {
    /// Lets pages of any origin load a script.
    fileprivate mutating func allowOtherOrigins() {
        headers[.accessControlAllowOrigin] = "*"
        headers[.init("Cross-Origin-Resource-Policy") ?? .accept] = "cross-origin"
    }
}
