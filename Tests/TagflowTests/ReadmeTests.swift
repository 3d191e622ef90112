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
        let block = try #require(readme.firstMatch(of: /(?s)```json\n(.*?)```/)).1
        let outcome = try TagflowProcess()
            .run("import", "--from", "ndjson", "-", input: Data(block.utf8))
        #expect(outcome.code == 0, "\(outcome.errors)")
    }
}
