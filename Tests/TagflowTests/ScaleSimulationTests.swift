import Foundation
import TestSupport
import Testing

/// The simulation of many machines keeps the rules, and finds a rule that is broken.
@Suite struct ScaleSimulationTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scale/simulation/simulate.py").path

    private func simulate(_ arguments: String...) throws -> (code: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", Self.script, "--nodes", "20"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test func `with all rules no check fails`() throws {
        let seed = "\(UInt32.random(in: 0 ... .max))"
        let outcome = try simulate("--years", "2", "--seed", seed)
        #expect(outcome.code == 0, "seed \(seed): \(outcome.output)")
        #expect(outcome.output.contains("two owners: 0\nlost: 0\napplied twice: 0\nunavailable: 0"))
    }

    @Test(arguments: [
        ("lock", "two owners"), ("fencing", "two owners"), ("errors", "lost"),
        ("retries", "applied twice"), ("eviction", "unavailable"), ("closing", "unavailable"),
        ("health", "unavailable"),
    ])
    func `a rule that is left out is found`(rule: String, check: String) throws {
        let outcome = try simulate("--years", "1", "--break", rule)
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(!outcome.output.contains("\(check): 0\n"), "\(outcome.output)")
        let others = ["two owners", "lost", "applied twice", "unavailable"].filter { $0 != check }
        for other in others {
            #expect(outcome.output.contains("\(other): 0\n"), "\(outcome.output)")
        }
    }
}
