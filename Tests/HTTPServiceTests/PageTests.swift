import Foundation
import TestSupport
import Testing

@testable import HTTPService

/// The web page and the tag input; their Chromium cases are in Tests/Scripts/page_cases.py, the tests of their model in Tests/Page.
@Suite(.serialized)
struct PageTests {
    @Test func `the page is one file, one style sheet and one module, and small`() throws {
        let server = try RunningServer()
        let parts = ["": "text/html", "page.css": "text/css", "page.js": "text/javascript"]
        for (name, type) in parts {
            let answer = try server.send("GET", "///\(name)", token: "")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "\(type); charset=utf-8")
            #expect(answer.headers["etag"] != nil)
            #expect(answer.headers["x-content-type-options"] == "nosniff")
        }
        let sizes = try Self.sizes(of: parts.keys.map { "/\($0)" }, on: server)
        #expect(sizes.plain < 90_000, "the page has \(sizes.plain) bytes")
        #expect(sizes.compressed < 25_000, "compressed it has \(sizes.compressed) bytes")
        let input = try Self.sizes(of: ["/tagflow.js"], on: server)
        #expect(input.plain < 20_000, "the tag input has \(input.plain) bytes")
    }

    /// The bytes sent for the given paths, plain and compressed.
    private static func sizes(
        of paths: [String],
        on server: RunningServer
    ) throws -> (plain: Int, compressed: Int) {
        func size(_ path: String, _ encoding: String) throws -> Int {
            let arguments = [
                "-s", "-o", "/dev/null", "-w", "%{size_download}", "-H",
                "Accept-Encoding: \(encoding)", server.url + path,
            ]
            return Int(try RunningServer.curl(arguments)) ?? .max
        }
        return (
            try paths.reduce(0) { $0 + (try size($1, "identity")) },
            try paths.reduce(0) { $0 + (try size($1, "gzip")) }
        )
    }

    @Test func `the page loads only its files, and runs no inline script`() throws {
        let server = try RunningServer()
        let page = try server.send("GET", "///", token: "")
        let policy = try #require(page.headers["content-security-policy"])
        for rule in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
        ] {
            #expect(policy.contains(rule))
        }
        #expect(!policy.contains("unsafe"))
        #expect(page.body.matches(of: /<script/).count == 1)
        #expect(!page.body.contains("style="))
        #expect(!page.body.contains("//"))
    }

    @Test func `the page knows its base path, and is in every space`() throws {
        let server = try RunningServer("--base-path", "/tags")
        let page = try server.send("GET", "///", token: "")
        #expect(page.body.contains(#"src="/tags/page.js""#))
        #expect(try server.send("GET", "///page.js", token: "").status == 200)
        let folder = try TemporaryFolder()
        let many = try RunningServer("--spaces", folder.path)
        #expect(try many.send("GET", "///spaces/nowhere/", token: "").body.contains("page.js"))
    }

    @Test func `a module is joined without imports, exports, comments and indents`() {
        let first = """
            // The first module.
            import { b } from "./b.js";

            /**
             * Returns a text.
             * @param {string} name
             */
            export const a = (name) => {
              /** @type {Map<string, number>} */
              return (/** @type {any} */ (name))
                .replace(/`/g, "//`") /* kept */;
            };
            """
        let second = """
            const style = `
              // Kept, as are these spaces.
              import x
            `;
              /** @type {HTMLElement | null} */ (a("/*"))?.focus();
            """
        let joined = """
            const a = (name) => {
            return ((name))
            .replace(/`/g, "//`") /* kept */;
            };
            const style = `
              // Kept, as are these spaces.
              import x
            `;
            (a("/*"))?.focus();

            """
        #expect(JoinedModule([first, second]).text == joined)
    }

    @Test func `other pages may run the tag input`() throws {
        let server = try RunningServer()
        let script = try server.send("GET", "///tagflow.js", token: "")
        #expect(script.headers["access-control-allow-origin"] == "*")
        #expect(script.headers["cross-origin-resource-policy"] == "cross-origin")
        #expect(script.body.contains("customElements.define"))
    }

    private static let node = Tool("node", package: "nodejs")

    @Test(.enabled(if: node.isInstalled, "\(node.comment)"))
    func `the modules that are sent are valid, and their model keeps its promises`() throws {
        let server = try RunningServer()
        for name in ["page.js", "tagflow.js"] {
            let file = server.folder.file("\(name).mjs")
            let script = try server.send("GET", "///\(name)", token: "").body
            try Data(script.utf8).write(to: URL(fileURLWithPath: file))
            #expect(try Self.node.run(["--check", file]).code == 0, "\(name)")
        }
        let tests = Self.root.appendingPathComponent("Tests/Page/model.test.js").path
        let outcome = try Self.node.run(["--test", tests])
        let output = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 0 && output.contains("# pass"), "\(output)")
    }

    private static let tsc = Tool("tsc", package: "node-typescript")

    @Test(.enabled(if: tsc.isInstalled, "\(tsc.comment)"))
    func `the modules that are sent name nothing that is not there`() throws {
        let server = try RunningServer()
        let files = try ["page.js", "tagflow.js"]
            .map { name in
                let file = server.folder.file(name)
                let script = try server.send("GET", "///\(name)", token: "").body
                try Data("\(script)\nnowhere;\nexport {};\n".utf8)
                    .write(to: URL(fileURLWithPath: file))
                return file
            }
        let outcome = try Self.tsc.run(
            [
                "--noEmit", "--allowJs", "--checkJs", "--target", "es2022", "--lib",
                "es2022,dom,dom.iterable",
            ] + files
        )
        // Types are gone from it, but every name must still be somewhere; the one that was added is not.
        let missing = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("Cannot find name") }
        #expect(missing.count == files.count, "\(missing)")
        #expect(missing.allSatisfy { $0.contains("'nowhere'") }, "\(missing)")
    }

    @Test(
        .enabled(if: PageCases.canRun, "needs chromium, python3-websocket and tmux"),
        arguments: PageCases.names
    )
    func `the page and the tag input work in Chromium`(name: String) {
        let report = PageCases.report
        #expect(report.contains("ok \(name) ("), "\(report.part(about: name))")
    }

    @Test(
        .enabled(
            if: PageCases.canRun && PageCases.hasAxe,
            "needs axe-core; .ci/axe fetches it from PyPI"
        ),
        arguments: PageCases.names(beginningWith: "rules")
    )
    func `axe finds nothing in any state`(name: String) {
        let report = PageCases.report
        #expect(report.contains("ok \(name) ("), "\(report.part(about: name))")
    }

    @Test func `the cases are found`() {
        #expect(PageCases.names.count > 15)
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}

/// The script of the Chromium cases.
private enum PageCases {
    static let script = PageTests.root.appendingPathComponent("Tests/Scripts/page_cases.py").path
    static let axe = PageTests.root.appendingPathComponent(".build/axe/axe.min.js").path
    private static let python = Tool("python3", package: "python3")

    static let hasAxe = FileManager.default.fileExists(atPath: axe)

    // A Python that cannot be run has no modules.
    static let canRun =
        (try? python.run(["-c", "import websocket"]).code) == 0
        && ["chromium", "tmux"].allSatisfy { Tool($0, package: $0).isInstalled }

    /// The cases of the page and the tag input; long cases are run by hand.
    static let names = names(beginningWith: "page|input")

    /// The names of cases in the script.
    static func names(beginningWith words: String) -> [String] {
        // A script that cannot be read has no cases, which the suite notices.
        let text = (try? String(contentsOfFile: script, encoding: .utf8)) ?? ""
        return text.split(separator: "\n")
            .filter { $0.hasPrefix("def ") && $0.hasSuffix("(walk):") }
            .map { String($0.dropFirst(4).dropLast(7)) }
            .filter { name in words.split(separator: "|").contains { name.hasPrefix($0) } }
    }

    /// The script's results for all cases, which share one browser.
    static let report: String = {
        let programs = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
        let rules = hasAxe ? names(beginningWith: "rules") : []
        do {
            let outcome = try python.run(
                [script, programs] + names + rules,
                environment: ["AXE": axe, "PATH": "/usr/bin:/bin", "HOME": NSTemporaryDirectory()]
            )
            return String(decoding: outcome.output, as: UTF8.self)
        } catch {
            return "the script cannot be run: \(error)"
        }
    }()
}

extension String {
    /// The lines of a report that follow the name of a case that failed.
    fileprivate func part(about name: String) -> Substring {
        guard let start = firstRange(of: "FAILED \(name)")?.lowerBound else { return suffix(2_000) }
        return self[start...].prefix(2_000)
    }
}
