import Foundation
import TestSupport
import Testing

@testable import HTTPService

/// The web page and the tag input as they are sent; `ChromiumTests` uses them, and Tests/Page has the tests of their models.
@Suite(.serialized) struct PageTests {
    /// The paths of the views.
    private static let views = [
        "/", "/items/1", "/add", "/tags", "/review", "/board", "/board/habits", "/stats", "/settings", "/connect",
    ]

    @Test(arguments: views) func `a view loads at most 60 kB, compressed`(path: String) throws {
        let server = try RunningServer()
        let files = try Self.files(of: Self.get(server, path, "Accept-Language: en").body, on: server)
        let texts = files.filter { $0.hasSuffix("/text_en.js") }
        #expect(texts.count == 1)
        let shared = try files.filter { !texts.contains($0) }.map { try Self.compressedSize(of: $0, on: server, "en") }
        #expect(shared.allSatisfy { $0 > 0 })
        for language in ["en", "de", "fr", "es", "ja", "zh"] {
            let page = try Self.get(server, path, "Accept-Language: \(language)")
            #expect(page.body.contains("<html lang=\"\(language)\""))
            let own = [path] + texts.map { $0.replacing("_en", with: "_\(language)") }
            #expect(page.body.contains(own[1]))
            let sizes = try own.map { try Self.compressedSize(of: $0, on: server, language) }
            #expect(sizes.allSatisfy { $0 > 0 })
            let sum = (shared + sizes).reduce(0, +)
            #expect(sum <= 60_000, "\(path) loads \(sum) bytes in \(language)")
        }
    }

    /// The files that a page names, and the modules that they import.
    private static func files(of page: String, on server: RunningServer) throws -> [String] {
        var files = page.matches(of: #/(?:href|src)="(\/[^"]+)"/#).map { String($0.1) }
        var read: Set<String> = []
        while let script = files.first(where: { $0.hasSuffix(".js") && !read.contains($0) }) {
            read.insert(script)
            files += try imports(of: script, on: server)
        }
        return Set(files).sorted()
    }

    /// The paths of the modules that a module imports before it starts.
    private static func imports(of script: String, on server: RunningServer) throws -> [String] {
        let folder =
            script.prefix { $0 != "/" } + script.prefix(through: script.lastIndex(of: "/") ?? script.startIndex)
        return try server.send("GET", "//\(script)", token: "").body
            .matches(of: #/(?m)^(?:import|export \*)[^;"(]*"\.\/([^"]+)";$/#).map { "\(folder)\($0.1)" }
    }

    private static func get(
        _ server: RunningServer, _ path: String, _ field: String
    ) throws -> (head: String, body: String) {
        let text = try RunningServer.curl(["-s", "-i", "-H", field, server.url + path])
        let parts = text.replacing("\r\n", with: "\n").split(separator: "\n\n", maxSplits: 1)
        return (String(parts.first ?? ""), String(parts.last ?? ""))
    }

    private static func compressedSize(of path: String, on server: RunningServer, _ language: String) throws -> Int {
        let arguments = [
            "-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", "-H", "Accept-Encoding: gzip", "-H",
            "Accept-Language: \(language)", server.url + path,
        ]
        let parts = try RunningServer.curl(arguments).split(separator: " ")
        return parts.first == "200" ? Int(parts.last ?? "") ?? 0 : 0
    }

    @Test func `the tag input is small`() throws {
        let server = try RunningServer()
        let size = try Self.compressedSize(of: "/tagflow.js", on: server, "en")
        #expect((1..<20_000).contains(size), "the tag input has \(size) bytes")
    }

    @Test func `the tag input contains the styles of the page`() throws {
        let script = try RunningServer().send("GET", "///tagflow.js", token: "").body
        for style in ["--accent: light-dark(", ".chip {", ".tag-field .field {"] { #expect(script.contains(style)) }
        #expect(!script.contains("{chips.css}"))
    }

    @Test func `a browser gets a page for a path that doesn't exist, and a program a problem`() throws {
        let server = try RunningServer()
        let accept = ["Accept: text/html,*/*", "Accept-Language: de"]
        let page = try server.send("GET", "///nowhere", headers: accept, token: "")
        #expect(page.status == 404)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.body.contains("Diese Seite gibt es nicht"))
        for (path, fields) in [("///nowhere", ["Accept: */*"]), ("/nothing", accept)] {
            let problem = try server.send("GET", path, headers: fields)
            #expect(problem.status == 404)
            #expect(problem.headers["content-type"]?.hasPrefix("application/problem+json") == true)
        }
    }

    @Test(arguments: views) func `a view loads only its files, and runs no inline script`(path: String) throws {
        let server = try RunningServer()
        let page = try server.send("GET", "//\(path)", token: "")
        #expect(page.status == 200)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["x-content-type-options"] == "nosniff")
        let policy = try #require(page.headers["content-security-policy"])
        for rule in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "manifest-src 'self'",
            "worker-src 'self'", "frame-ancestors 'none'",
        ] { #expect(policy.contains(rule)) }
        #expect(!policy.contains("unsafe"))
        #expect(page.body.matches(of: /<script/).count == 1)
        #expect(!page.body.contains("style=") && !page.body.contains("//"))
        for file in try Self.files(of: page.body, on: server) {
            #expect(try server.send("GET", "//\(file)", token: "").status == 200, "\(file)")
        }
    }

    @Test func `the page that lets a program in is kept nowhere`() throws {
        let server = try RunningServer()
        let page = try server.send("GET", "///connect?state=x", token: "")
        #expect(page.headers["cache-control"] == "no-store")
        #expect(page.headers["cross-origin-opener-policy"] == "same-origin")
        #expect(page.headers["x-frame-options"] == "DENY")
        #expect(page.headers["referrer-policy"] == "no-referrer")
        #expect(page.headers["etag"] == nil)
        let other = try server.send("GET", "///add", token: "")
        #expect(other.headers["cache-control"] == "private, no-cache")
        #expect(other.headers["etag"] != nil)
    }

    @Test func `the page knows its base path, and is in every space`() throws {
        let server = try RunningServer("--base-path", "/tags")
        let page = try server.send("GET", "///", token: "")
        let folder = "/tags/assets/\(PageAssets.version)"
        #expect(page.body.contains("src=\"\(folder)/items.js\""))
        #expect(try server.send("GET", "///assets/\(PageAssets.version)/items.js", token: "").status == 200)
        let spaces = try TemporaryFolder()
        let many = try RunningServer("--spaces", spaces.path)
        for path in Self.views {
            let page = try many.send("GET", "///spaces/nowhere\(path)", token: "")
            #expect(page.status == 200 && page.body.contains("<script"), "\(path)")
            #expect(page.body.contains(#"href="/spaces/nowhere/manifest.webmanifest""#))
        }
        for name in ["%22%3E", "Upper", "a%2Fb"] {
            #expect(try many.send("GET", "///spaces/\(name)/tags", token: "").status == 404)
        }
        #expect(try server.send("GET", "///spaces/some/tags", token: "").status == 404)
    }

    @Test func `a space is an installable app that phones share into`() throws {
        let folder = try TemporaryFolder()
        let server = try RunningServer("--spaces", folder.path, "--base-path", "/tags")
        for root in ["/tags", "/tags/spaces/team"] {
            let path = "//\(root.dropFirst("/tags".count))/manifest.webmanifest"
            let response = try server.send("GET", path, token: "")
            #expect(response.headers["content-type"] == "application/manifest+json")
            let manifest = try #require(response.json as? [String: Any])
            for name in ["id", "scope", "start_url"] { #expect(manifest[name] as? String == "\(root)/") }
            let target = try #require(manifest["share_target"] as? [String: Any])
            #expect(target["action"] as? String == "\(root)/add")
            #expect(target["method"] as? String == "GET")
            for icon in try #require(manifest["icons"] as? [[String: String]]) {
                let source = try #require(icon["src"]).dropFirst("/tags".count)
                let image = try server.send("GET", "//\(source)", token: "")
                #expect(image.status == 200 && image.headers["content-type"] == icon["type"])
            }
        }
        // The worker's folder is its scope, which is all of the server's page.
        let worker = try server.send("GET", "///service_worker.js", token: "")
        #expect(worker.status == 200 && worker.headers["content-type"]?.hasPrefix("text/javascript") == true)
        #expect(!worker.body.contains("import ") && !worker.body.contains("export "))
    }

    @Test(arguments: [
        ("de-AT, en;q=0.5", "de"), ("nl, fr;q=0.4, es;q=0.6", "es"), ("zh-Hans-CN", "zh"), ("ja;q=0, en-GB", "en"),
        ("nl", "en"), ("", "en"), ("de, fr", "de"), ("q=1;;,,;q=x", "en"),
    ]) func `the language is the one that the browser prefers`(accepted: String, language: String) throws {
        let server = try RunningServer()
        let page = try Self.get(server, "/", "Accept-Language: \(accepted)")
        #expect(page.body.contains("<html lang=\"\(language)\""))
        #expect(page.head.lowercased().contains("vary: accept-language"))
        let used = try Self.get(server, "/sign-in?key=x", "Accept-Language: \(accepted)")
        #expect(!used.body.contains("<html"), "programs get a problem document")
        let text = try RunningServer.curl([
            "-s", "-H", "Accept: text/html", "-H", "Accept-Language: \(accepted)", server.url + "/sign-in?key=x",
        ])
        #expect(text.contains("<html lang=\"\(language)\"") && !text.contains("{"))
        #expect(text.contains("tagflow token new"))
    }

    @Test func `every file of the page is embedded, and every module is loaded by some view`() throws {
        let folder = Self.root.appendingPathComponent("Sources/HTTPService/Page").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { !$0.hasSuffix(".swift") && $0 != "package.json" }
        #expect(Set(names) == Set(PageSources.all.keys))
        var loaded = Set(PageView.allCases.map { "\($0).js" } + PageAssets.scripts.values)
        loaded.formUnion(
            PageSources.all.keys.flatMap { name in
                PageSources.text(name).matches(of: #/import\("\.\/(\w+\.js)"\)[^.]/#).map { String($0.1) }
            })
        let modules = Set(loaded.flatMap(PageModules.withImports))
        // The catalogues are imported by the name of their language; the test of the views' sizes finds them.
        #expect(modules == Set(names.filter { $0.hasSuffix(".js") && !$0.hasPrefix("text_") }))
    }

    @Test(arguments: PageView.allCases) func `a view preloads every module that it imports, and its texts`(
        view: PageView
    ) throws {
        let server = try RunningServer()
        let page = try server.send("GET", "//\(view.paths[0])", token: "").body
        let preloads = Set(page.matches(of: #/rel="modulepreload" href="([^"]+)"/#).map { String($0.1) })
        let script = try #require(page.firstMatch(of: #/<script type="module" src="([^"]+)">/#)).1
        var (imported, open): (Set<String>, [String]) = ([], [String(script)])
        while let module = open.popLast() {
            for other in try Self.imports(of: module, on: server) where imported.insert(other).inserted {
                open.append(other)
            }
        }
        // The catalogues that modules wait for.
        let catalogues = imported.flatMap { path in
            PageSources.text(String(path.split(separator: "/").last ?? "")).matches(of: #/await addTexts\("(\w+)"\)/#)
                .map { String($0.1) }
        }
        let texts = Set(["text"] + catalogues).map { "\(PageAssets.folder)/\($0)_en.js" }
        #expect(imported.union(texts) == preloads)
    }

    @Test func `browsers keep a file of the current version, and ask again for others`() throws {
        let server = try RunningServer()
        let kept = try server.send("GET", "//\(PageAssets.folder)/items.css", token: "")
        #expect(kept.status == 200)
        #expect(kept.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(kept.headers["etag"] != nil)
        let other = try server.send("GET", "///assets/0/items.css", token: "")
        #expect(other.status == 200 && other.body == kept.body)
        #expect(other.headers["cache-control"] == "private, no-cache")
        for name in ["items.html", "nothing.js", "package.json", "..%2Fitems.js"] {
            #expect(try server.send("GET", "//\(PageAssets.folder)/\(name)", token: "").status == 404, "\(name)")
        }
    }

    @Test func `comments on separate lines and indentation aren't sent`() {
        let source = """
            // The module.
            /** A text. */
            /**
             * Returns a text.
             */
            export const a = (name) => {

              /** @type {Map<string, number>} */ (name).get("//") /* sent */;
              return "https://a.example"; // sent
            };
            """
        let sent = """
            export const a = (name) => {
            /** @type {Map<string, number>} */ (name).get("//") /* sent */;
            return "https://a.example"; // sent
            };
            """
        #expect(PageAssets.withoutComments(source) == sent)
    }

    @Test func `other pages may run the tag input`() throws {
        let server = try RunningServer()
        let script = try server.send("GET", "///tagflow.js", token: "")
        #expect(script.headers["access-control-allow-origin"] == "*")
        #expect(script.headers["cross-origin-resource-policy"] == "cross-origin")
        #expect(script.body.contains("customElements.define"))
    }

    /// The paths of all scripts.
    private static let scripts =
        PageAssets.scripts.keys.map { "/\($0)" }
        + PageSources.all.keys.filter { $0.hasSuffix(".js") && $0 != "service_worker.js" }
        .map { "\(PageAssets.folder)/\($0)" }

    private static let node = Tool("node", package: "nodejs")

    @Test(.enabled(if: node.isInstalled, "\(node.comment)"))
    func `the modules that are sent are valid, and their models keep their promises`() throws {
        let server = try RunningServer()
        for path in Self.scripts {
            let file = server.folder.file("\(path.split(separator: "/").last ?? "").mjs")
            let script = try server.send("GET", "//\(path)", token: "").body
            try Data(script.utf8).write(to: URL(fileURLWithPath: file))
            #expect(try Self.node.run(["--check", file]).code == 0, "\(path)")
        }
        let folder = Self.root.appendingPathComponent("Tests/Page").path
        let tests = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".test.js") }
        #expect(tests.count > 8)
        let outcome = try Self.node.run(["--test"] + tests.map { "\(folder)/\($0)" })
        let output = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 0 && output.contains("# pass"), "\(output)")
    }

    private static let tsc = Tool("tsc", package: "node-typescript")

    @Test(.enabled(if: tsc.isInstalled, "\(tsc.comment)"))
    func `the scripts that are joined name nothing that is not there`() throws {
        let server = try RunningServer()
        let files = try PageAssets.scripts.keys.map { name in
            let file = server.folder.file(name)
            // The types of the modules aren't in them.
            let script = try server.send("GET", "///\(name)", token: "").body.replacing(#/\/\*\*.*?\*\//#, with: "")
            try Data("\(script)\nnowhere;\nexport {};\n".utf8).write(to: URL(fileURLWithPath: file))
            return file
        }
        let outcome = try Self.tsc.run(
            [
                "--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--module", "es2022", "--moduleResolution",
                "node", "--lib", "es2022,dom,dom.iterable",
            ] + files)
        // Every name must still be somewhere; the one that was added is not.
        let errors = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        let missing = errors.filter { $0.contains("Cannot find name") }
        #expect(missing.count == files.count, "\(missing)")
        #expect(missing.allSatisfy { $0.contains("'nowhere'") }, "\(missing)")
        #expect(!errors.contains { $0.contains("Duplicate identifier") || $0.contains("redeclare") }, "\(errors)")
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
}
