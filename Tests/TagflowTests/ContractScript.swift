import Foundation
import TestSupport
import Testing

/// A script of Tests/Scripts that checks a contract from outside, and prints a line for each rule.
enum ContractScript {
    static let python = Tool("python3", package: "python3")

    /// Expects that all rules hold, and that there are at least as many as expected.
    static func expect(_ name: String, rules: Int) throws {
        let script = HouseTests.root.appendingPathComponent("Tests/Scripts/\(name)").path
        let programs = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
        let outcome = try python.run([script, programs])
        let output = String(decoding: outcome.output, as: UTF8.self)
        let failed = output.split(separator: "\n").filter { $0.hasPrefix("FAILED") }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
        #expect(outcome.code == 0, "\(output.suffix(2_000))")
        #expect(output.split(separator: "\n").count { $0.hasPrefix("ok ") } >= rules)
    }
}
