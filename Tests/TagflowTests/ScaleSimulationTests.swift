import Foundation
import TestSupport
import Testing

/// The simulation of many machines keeps the rules, and finds a rule that is broken.
@Suite struct ScaleSimulationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func simulate(_ arguments: String...) throws -> (code: Int32, output: String) {
        try run("simulate.py", ["--nodes", "20"] + arguments)
    }

    private func run(_ script: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
        let path = Self.root.appendingPathComponent("Scale/simulation/\(script)").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", path] + arguments
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
        ("lock", "two owners"), ("fencing", "two owners"), ("errors", "lost"), ("retries", "applied twice"),
        ("eviction", "unavailable"), ("closing", "unavailable"), ("health", "unavailable"),
    ]) func `a rule that is left out is found`(rule: String, check: String) throws {
        let outcome = try simulate("--years", "1", "--break", rule)
        #expect(outcome.code == 1, "\(outcome.output)")
        #expect(!outcome.output.contains("\(check): 0\n"), "\(outcome.output)")
        let others = ["two owners", "lost", "applied twice", "unavailable"].filter { $0 != check }
        for other in others { #expect(outcome.output.contains("\(other): 0\n"), "\(outcome.output)") }
    }

    @Test func `the page has the numbers that the script computes`() throws {
        let page = try String(
            contentsOf: Self.root.appendingPathComponent("Documentation/internet-scale.md"), encoding: .utf8)
        let outcome = try run("estimate.py", [])
        #expect(outcome.code == 0)
        let (inputs, results) = try #require(outcome.output.split(separator: "\n\n", maxSplits: 1).pair)
        #expect(page.contains("<!-- inputs -->\n\(inputs)\n<!-- end -->"))
        #expect(page.contains("<!-- results -->\n\(results)<!-- end -->"))
        #expect(try run("estimate.py", ["spaces=625000"]).output.contains("| files at rest | 625,000;"))
    }
}

extension Array {
    /// The elements of a list of two.
    fileprivate var pair: (Element, Element)? { count == 2 ? (self[0], self[1]) : nil }
}
