import Foundation
import TestSupport
import Testing

/// The browser extension: its modules in node, and its package; `ChromiumTests` uses the whole.
@Suite(.serialized) struct ExtensionTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let node = Tool("node", package: "nodejs")

    @Test(.enabled(if: node.isInstalled, "\(node.comment)")) func `the modules keep their promises without a browser`()
        throws
    {
        let tests = Self.root.appendingPathComponent("Tests/Extension/extension.test.js").path
        let outcome = try Self.node.run(["--test", tests])
        let output = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 0 && output.contains("# pass"), "\(output)")
    }

    @Test(.enabled(if: node.isInstalled, "\(node.comment)")) func `the plugin for Obsidian works with its substitutes`()
        throws
    {
        let tests = Self.root.appendingPathComponent("Tests/Extension/obsidian/plugin.test.js").path
        let outcome = try Self.node.run(["--test", tests])
        let output = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.code == 0 && output.contains("# pass"), "\(output)")
    }

    private static let tsc = Tool("tsc", package: "node-typescript")

    @Test(.enabled(if: tsc.isInstalled, "\(tsc.comment)")) func `the modules have the types in their comments`() throws
    {
        let project = Self.root.appendingPathComponent("Tests/Extension/tsconfig.json").path
        let outcome = try Self.tsc.run(["-p", project])
        #expect(outcome.code == 0, "\(String(decoding: outcome.output, as: UTF8.self))")
    }

    @Test func `the extension asks for few permissions, and for most of them later`() throws {
        let file = Self.root.appendingPathComponent("Extension/manifest.json")
        let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        let manifest = try #require(content as? [String: Any])
        #expect(manifest["manifest_version"] as? Int == 3)
        let required = ["activeTab", "contextMenus", "scripting", "storage"]
        #expect((manifest["permissions"] as? [String])?.sorted() == required)
        #expect(manifest["optional_permissions"] as? [String] == ["tabs"])
        #expect(manifest["optional_host_permissions"] as? [String] == ["http://*/*", "https://*/*"])
        for name in ["host_permissions", "externally_connectable", "web_accessible_resources", "content_scripts"] {
            #expect(manifest[name] == nil, "\(name)")
        }
    }

    @Test func `the package has every file that the extension names`() throws {
        let make = Tool("make", package: "make")
        #expect(try make.run(["-C", Self.root.path, "extension"]).code == 0)
        let listing = try PythonScript.run(
            """
            import pathlib, sys, zipfile
            archives = sorted(pathlib.Path(sys.argv[1]).glob("tagflow-extension-*.zip"))
            contents = [zipfile.ZipFile(path).namelist() for path in archives]
            assert len(contents) == 2 and contents[0] == contents[1]
            print(*contents[0], sep="\\n")
            """, Self.root.appendingPathComponent(".build/extension").path)
        let packed = Set(listing.split(separator: "\n").map(String.init))
        let folder = Self.root.appendingPathComponent("Extension").path
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.contains(".") && !["README.md", "package.json"].contains($0) && !$0.hasPrefix("obsidian/") }
        #expect(Set(files) == packed.filter { !$0.hasSuffix("/") })
        for name in packed.filter({ $0.hasSuffix(".js") || $0.hasSuffix(".html") }) {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            let place = name.hasPrefix("page/") ? "page/" : ""
            for match in text.matches(of: /(?:from "\.\/|src="|href=")([a-z_\/]+\.[a-z]+)"/) {
                #expect(packed.contains(place + match.1), "\(name): \(match.1)")
            }
        }
    }
}
