internal import HTTPTypes
internal import Synchronization
internal import TagCore

/// The files that the views load, and the scripts for other places.
///
/// The files are at addresses with their version, `/assets/5f0c…/items.js`, so that browsers keep them without asking
/// again and modules find each other by relative paths.
enum PageAssets {
    /// The scripts at the server's base path, with the module that each is made of.
    ///
    /// Each is a single file: other pages load the tag input, and not all browsers have modules in service workers.
    static let scripts = ["tagflow.js": "tag_input.js", "service_worker.js": "service_worker.js"]

    /// The version of all files, which changes with each of them.
    static let version: String = {
        let files = PageSources.all.sorted { $0.key < $1.key }
        let bytes: [UInt8] = files.flatMap { Array("\($0.key)\n".utf8) + $0.value }
        // An array of bytes has no padding, so all of its memory is initialized.
        return String(unsafe BlockChecksum.of(bytes.span.bytes), radix: 16)
    }()

    /// The path of the folder of this version, below the server's base path.
    static let folder = "/assets/\(version)"

    /// The content types, by the ends of the names.
    private static let types = [
        ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
        ".png": "image/png",
    ]

    /// The files that were asked for; compressing all of them would delay the start of the server.
    private static let files = Mutex<[String: ServiceResponse]>([:])

    /// Returns a file of the page, or `nil` if there is no such file.
    ///
    /// Caches keep only the files of the current version, since the server may be replaced while a page is open.
    static func file(named name: String, version: String) -> ServiceResponse? {
        guard let type = types.first(where: { name.hasSuffix($0.key) })?.value,
            var file = kept(name, { PageSources.all[name].map { newFile($0, type) } })
        else { return nil }
        if version == Self.version { file.headers[.cacheControl] = "public, max-age=31536000, immutable" }
        return file
    }

    /// Returns one of ``scripts``, or `nil` for any other name.
    static func script(named name: String) -> ServiceResponse? {
        guard let module = scripts[name] else { return nil }
        return kept("/\(name)") {
            var script = newFile(Array(PageModules.joined(module).utf8), types[".js"] ?? "")
            if name == "tagflow.js" { script.allowOtherOrigins() }
            return script
        }
    }

    private static func kept(_ key: String, _ make: () -> ServiceResponse?) -> ServiceResponse? {
        if let file = files.withLock({ $0[key] }) { return file }
        let file = make()
        files.withLock { $0[key] = file }
        return file
    }

    /// Returns a file that is compressed in advance, at the highest level.
    private static func newFile(_ source: [UInt8], _ type: String) -> ServiceResponse {
        let isText = type.hasPrefix("text/")
        let bytes = isText ? Array(withoutComments(String(decoding: source, as: UTF8.self)).utf8) : source
        return .kept(KeptContent(bytes, isCompressible: type != "image/png"), type).cacheable
    }

    /// Returns a script or style sheet without empty lines, indentation, and comments on separate lines.
    static func withoutComments(_ source: String) -> String {
        var isComment = false
        return source.split(separator: "\n")
            .filter { line in
                let code = line.drop { $0 == " " }
                // A type cast, `/** @type {any} */ (x)`, is code.
                if code.hasPrefix("/*"), code.firstRange(of: "*/")?.upperBound ?? code.endIndex == code.endIndex {
                    isComment = true
                }
                defer { if code.hasSuffix("*/") { isComment = false } }
                return !isComment && !code.isEmpty && !code.hasPrefix("//")
            }
            .map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
}

extension ServiceResponse {
    /// Lets pages of any origin load a script.
    fileprivate mutating func allowOtherOrigins() {
        headers[.accessControlAllowOrigin] = "*"
        headers[.init("Cross-Origin-Resource-Policy") ?? .accept] = "cross-origin"
    }
}
