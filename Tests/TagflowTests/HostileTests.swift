import Foundation
import TestSupport
import Testing

/// Short runs of the programs of Tests/Hostile, which `make torture` runs for longer.
///
/// A round follows from its seed, which the output names.
@Suite(.serialized) struct HostileTests {
    @Test(arguments: HostileProgram.names) func `a few rounds of each hostile program break nothing`(
        name: String
    ) throws {
        let outcome = try HostileProgram.run(name, "--seconds", HostileProgram.seconds)
        #expect(outcome.code == 0, "\(outcome.output)")
        // The table lists attempts; a program without attempts proves nothing.
        #expect(outcome.output.contains(/\| [1-9][0-9,]* \|/), "\(outcome.output)")
    }

    @Test(arguments: HostileProgram.names) func `each hostile program finds the faults that it plants`(
        name: String
    ) throws {
        let outcome = try HostileProgram.run(name, "--self-test")
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("every planted fault was found"), "\(outcome.output)")
    }

    /// The one timed assertion of the tests: quadratic work on marks takes seconds and blocks all clients.
    ///
    /// `marks.py` allows 50 ms or three times the time that as many letters take in the same run, whichever is longer. A
    /// response must be slow five times to count. Each run tries another eighth of the fields.
    @Test(arguments: ["http", "batches", "read_files", "command_line", "repl", "assistant", "editor"])
    func `marks in any field take no longer than letters`(entrance: String) throws {
        let script = HostileProgram.folder.appendingPathComponent("marks.py").path
        let outcome = try TerminalCases.python([
            script, "--one", entrance, "--size", "100000", "--every", "8", "--tagflow", TagflowProcess.path,
        ])
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains(/fields filled with marks \| [1-9]/), "\(outcome.output)")
    }

    @Test func `every hostile program is run by make torture`() throws {
        let driver = try String(contentsOf: HostileProgram.folder.appendingPathComponent("torture"), encoding: .utf8)
        for name in HostileProgram.names { #expect(driver.contains("\"\(name)\": "), "\(name)") }
        #expect(HostileProgram.names.count >= 4)
    }
}

/// The programs that end with a call of the harness.
enum HostileProgram {
    static let folder = HouseTests.root.appendingPathComponent("Tests/Hostile")

    /// How long each begins new rounds.
    static let seconds = ProcessInfo.processInfo.environment["TAGFLOW_HOSTILE_SECONDS"] ?? "6"

    private static let seed = "20260102"

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".py") }.sorted()
            .filter { name in
                let path = folder.appendingPathComponent(name)
                return (try? String(contentsOf: path, encoding: .utf8))?.contains("\n    harness.main(") == true
            }
            .map { String($0.dropLast(3)) }
    }()

    static func run(_ name: String, _ arguments: String...) throws -> (code: Int32, output: String) {
        let script = folder.appendingPathComponent("\(name).py").path
        return try TerminalCases.python([script, "--tagflow", TagflowProcess.path, "--seed", seed] + arguments)
    }
}
