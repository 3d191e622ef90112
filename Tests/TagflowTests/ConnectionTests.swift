import Foundation
import TestSupport
import Testing

/// Connections to small servers that behave as linkding, Paperless-ngx and Karakeep do; Tests/Scripts/connections has the
/// servers and the checks, and `make test-connections` runs the real linkding.
@Suite struct ConnectionTests {
    @Test(arguments: [
        "commands", "errors", "faults", "changes", "same_location", "take_over", "interrupted", "watch", "devices",
        "copies", "paperless", "karakeep", "ai_tags", "deleted", "server", "large",
    ]) func `every check of a case holds`(of name: String) throws {
        let process = Process()
        let output = Pipe()
        let script = HouseTests.root.appendingPathComponent("Tests/Scripts/connections/connection_checks.py")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path, TagflowProcess.path, name]
        process.environment = ProcessInfo.processInfo.environment.merging(["LARGE": "5000"]) { $1 }
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.suffix(3_000))")
        #expect(text.contains("\nok "), "\(text.suffix(500))")
    }
}
