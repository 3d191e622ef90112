import Foundation
import TestSupport
import Testing

/// `tagflow mcp` as the protocol's official Python client sees it; the cases stand in Tests/Scripts/assistant_client.py.
@Suite(
    .enabled(
        if: OfficialClient.isInstalled,
        "needs PyPI's mcp and jsonschema: .ci/mcp fetches them"
    )
)
struct AssistantClientTests {
    @Test(arguments: ["tools", "read_only", "hostile", "pages"])
    func `the official client lists and calls what there is`(name: String) throws {
        let outcome = try OfficialClient.python([
            OfficialClient.script, TagflowProcess.path, name,
        ])
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

/// The protocol's official Python client, which `.ci/mcp` fetches.
enum OfficialClient {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let packages = root.appendingPathComponent(".build/mcp").path
    static let script = root.appendingPathComponent("Tests/Scripts/assistant_client.py").path

    static let isInstalled =
        FileManager.default.fileExists(atPath: packages + "/done")
        && (try? python(["-c", "import mcp.client.stdio, jsonschema"]).code) == 0

    static func python(_ arguments: [String]) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["PYTHONPATH": packages]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
