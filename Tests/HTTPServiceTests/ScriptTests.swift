import Foundation
import TestSupport
import Testing

/// The scripts that ask a server as its users do.
@Suite struct ScriptTests {
    private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scripts")

    /// Runs a script on the built programs; returns its exit code and output.
    private static func run(_ name: String) throws -> (code: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        let programs = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent()
        process.executableURL = scripts.appendingPathComponent(name)
        process.arguments = ["tagflow-server", "tagflow"].map { programs.appendingPathComponent($0).path }
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }

    @Test func `every resource, every error and every rule of access holds under curl`() throws {
        let (code, output) = try Self.run("http_checks")
        let failed = output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
        #expect(code == 0)
        #expect(output.components(separatedBy: "\nok ").count > 300)
    }

    @Test func `no hostile request to any route stops the server or is repeated unprintably`() throws {
        let (code, output) = try Self.run("hostile_routes")
        #expect(code == 0, "\(output.suffix(2_000))")
        #expect(output.contains(/[1-9][0-9]{3} requests to [1-9][0-9]{1,2} paths, 0 failed/), "\(output)")
    }

    @Test func `a proxy with a base path, a socket and forwarded fields works`() throws {
        let (code, output) = try Self.run("http_proxy")
        #expect(code == 0, "\(output)")
    }

    @Test func `every sentence about feeds and shared views holds`() throws {
        let (code, output) = try Self.run("feed_checks")
        let failed = output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
        #expect(code == 0, "\(output.suffix(2_000))")
        #expect(output.components(separatedBy: "\nok ").count > 100)
    }

    @Test func `webhooks are signed, retried and survive a kill, and reach no private address`() throws {
        let (code, output) = try Self.run("webhook_checks")
        let failed = output.split(separator: "\n").filter { !$0.hasPrefix("ok ") }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
        #expect(code == 0)
        #expect(output.components(separatedBy: "ok ").count > 30)
    }
}
