import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    /// The README and the reference pages next to it.
    private static func documents() throws -> [URL] {
        let folder = HouseTests.root.appendingPathComponent("Documentation")
        let pages = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }
        return [HouseTests.root.appendingPathComponent("README.md")] + pages.sorted { $0.path < $1.path }
    }

    /// Runs the shell blocks of the documents in order, except those that set up a machine or a shell, and the
    /// picker, which needs a terminal and has separate tests.
    @Test func `every command of the README and the reference runs`() throws {
        let scripts = try Self.documents()
            .flatMap { document in
                try String(contentsOf: document, encoding: .utf8).matches(of: /(?s)```sh\n(.*?)```/)
                    .map { String($0.1) }
            }
            .filter { script in !["make ", "shell-init", "tagflow pick"].contains { script.contains($0) } }
        #expect(scripts.count >= 9)
        for script in scripts {
            let tagflow = try TagflowProcess()
            let bin = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
            let shell = Process()
            let errors = Pipe()
            shell.executableURL = URL(fileURLWithPath: "/bin/bash")
            shell.arguments = ["-euo", "pipefail", "-c", "cd '\(tagflow.folder.path)'\n\(script)"]
            shell.environment = tagflow.environment.merging(["PATH": "\(bin):/usr/bin:/bin"]) { $1 }
            shell.standardOutput = FileHandle.nullDevice
            shell.standardError = errors
            try shell.run()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(script)\n\(said)")
        }
    }

    @Test func `the records of the documentation can be imported`() throws {
        let page = try String(
            contentsOf: HouseTests.root.appendingPathComponent("Documentation/formats.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /(?s)## Records.*?```json\n(.*?)```/)).1
        let outcome = try TagflowProcess().run("import", "--from", "ndjson", "-", input: Data(block.utf8))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `an assistant configured as documented gets a server`() throws {
        struct Configuration: Decodable {
            struct Server: Decodable {
                var command: String
                var args: [String]
            }
            var mcpServers: [String: Server]
        }
        let page = try String(
            contentsOf: HouseTests.root.appendingPathComponent("Documentation/assistants.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /(?s)```json\n(.*?)```/))
        let configuration = try JSONDecoder().decode(Configuration.self, from: Data(block.1.utf8))
        let server = try #require(configuration.mcpServers["tagflow"])
        #expect(server.command == "tagflow")
        let tagflow = try TagflowProcess()
        let lines = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}

            """
        let outcome = try tagflow.run(server.args, input: Data(lines.utf8))
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let documented = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
        #expect(documented.count == 10)
        for tool in documented { #expect(outcome.output.contains(#""name":"\#(tool)""#), "\(tool)") }
    }
}
