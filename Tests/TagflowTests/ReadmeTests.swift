import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    /// Runs the shell blocks of the README in order, but for those that set a machine or a shell up, and for
    /// the picker, which needs a terminal and has tests on one.
    @Test func `every command of the README runs`() throws {
        let readme = try String(
            contentsOf: HouseTests.root.appendingPathComponent("README.md"),
            encoding: .utf8
        )
        let blocks = readme.matches(of: /(?s)```sh\n(.*?)```/).map { String($0.1) }
        let scripts = blocks.filter { script in
            !["make ", "shell-init", "tagflow pick"].contains { script.contains($0) }
        }
        #expect(scripts.count >= 2)
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
            let said = String(
                decoding: errors.fileHandleForReading.readDataToEndOfFile(),
                as: UTF8.self
            )
            shell.waitUntilExit()
            #expect(shell.terminationStatus == 0, "\(script)\n\(said)")
        }
    }

    @Test func `the JSON of the README is in the import format`() throws {
        let readme = try String(
            contentsOf: HouseTests.root.appendingPathComponent("README.md"),
            encoding: .utf8
        )
        let block = try #require(readme.firstMatch(of: /(?s)## Formats.*?```json\n(.*?)```/)).1
        let outcome = try TagflowProcess()
            .run("import", "--from", "ndjson", "-", input: Data(block.utf8))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }

    @Test func `an assistant that is set up as the README says gets a server`() throws {
        struct Configuration: Decodable {
            struct Server: Decodable {
                var command: String
                var args: [String]
            }
            var mcpServers: [String: Server]
        }
        let readme = try String(
            contentsOf: HouseTests.root.appendingPathComponent("README.md"),
            encoding: .utf8
        )
        let block = try #require(
            readme.firstMatch(of: /(?s)## For assistants.*?```json\n(.*?)```/)
        )
        let configuration = try JSONDecoder()
            .decode(Configuration.self, from: Data(block.1.utf8))
        let server = try #require(configuration.mcpServers["tagflow"])
        #expect(server.command == "tagflow")
        let tagflow = try TagflowProcess()
        let lines = """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
            {"jsonrpc":"2.0","id":2,"method":"tools/list"}

            """
        let outcome = try tagflow.run(server.args, input: Data(lines.utf8))
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let section = try #require(
            readme.components(separatedBy: "## For assistants").dropFirst().first?
                .components(separatedBy: "\n## ").first
        )
        let documented = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.1) } }
        #expect(documented.count == 7)
        for tool in documented {
            #expect(outcome.output.contains(#""name":"\#(tool)""#), "\(tool)")
        }
    }
}
