import Foundation
import TestSupport
import Testing

/// Programs that were written for other servers use this one.
@Suite(
    .enabled(
        if: PythonPackages.clients.areInstalled,
        "needs packages from PyPI that use a server; run .ci/clients to install them")) struct ClientTests
{
    private static let server = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
        .appendingPathComponent("tagflow-server").path

    /// Runs a script, which prints a line for each check.
    private static func check(_ script: String, atLeast count: Int) throws {
        let (code, output) = try PythonPackages.clients.run(script, [server])
        let lines = output.split(separator: "\n")
        #expect(code == 0, "\(lines.filter { !$0.hasPrefix("ok ") }.joined(separator: "\n"))")
        #expect(lines.count { $0.hasPrefix("ok ") } >= count, "\(output)")
    }

    @Test func `aiolinkding saves, finds, changes and deletes bookmarks`() throws {
        try Self.check("linkding_client.py", atLeast: 150)
    }

    @Test func `a client of Pinboard saves, finds, changes and deletes bookmarks`() throws {
        try Self.check("pinboard_client.py", atLeast: 150)
    }

    @Test func `a client library is generated from the document and works`() throws {
        try Self.check("generated_client.py", atLeast: 8)
    }
}

extension PythonPackages {
    fileprivate static let clients = PythonPackages("clients", modules: "aiolinkding, pinboard, openapi_python_client")
}

/// A proxy that names the signed-in user.
@Suite struct SignedInUserTests {
    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"),
            "nginx is not installed; apt-get install nginx-light"))
    func `users behind nginx get their spaces, and nobody else does`() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Scripts/signed_in_users.py")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", "-B", script.path,
            URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
                .appendingPathComponent("tagflow-server").path,
        ]
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n")
        let others = lines.filter { !$0.hasPrefix("ok ") }
        #expect(process.terminationStatus == 0, "\(others.joined(separator: "\n"))")
        #expect(lines.count { $0.hasPrefix("ok ") } >= 100)
    }
}
