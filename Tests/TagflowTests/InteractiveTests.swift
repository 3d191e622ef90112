import Foundation
import TestSupport
import Testing

/// Sessions on a real pseudo-terminal, read through pyte; the cases are in Tests/Scripts/terminal_cases.py.
@Suite(.serialized, .enabled(if: TerminalCases.hasPyte, "needs Python with pyte, which .ci/setup test installs"))
struct InteractiveTests {
    @Test(arguments: TerminalCases.names) func `a session on a terminal goes as it should`(name: String) throws {
        let outcome = try TerminalCases.python([TerminalCases.script, TagflowProcess.path, name])
        #expect(outcome.code == 0, "\(outcome.output)")
    }

    @Test func `the cases are found`() { #expect(TerminalCases.names.count > 30) }
}

/// The script with the sessions.
enum TerminalCases {
    static let script = HouseTests.root.appendingPathComponent("Tests/Scripts/terminal_cases.py").path

    /// The Python that has pyte: the first of PATH, or that of the system, which `.ci/setup` gives it to.
    private static let interpreter = ["python3", "/usr/bin/python3"]
        .first { (try? run([$0, "-c", "import pyte"]).code) == 0 }

    static let hasPyte = interpreter != nil

    /// The names of the cases, as the script defines them.
    static let names: [String] = {
        let text = (try? String(contentsOfFile: script, encoding: .utf8)) ?? ""
        return text.matches(of: /(?m)^def ((?:pick|repl|doctor|shell|tag|items|review)_\w+)\(\):/).map { String($0.1) }
    }()

    static func python(_ arguments: [String]) throws -> (code: Int32, output: String) {
        try run([interpreter ?? "python3"] + arguments)
    }

    /// Runs a program of PATH to its end; returns its exit code and all that it prints.
    private static func run(_ command: [String]) throws -> (code: Int32, output: String) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = process.standardOutput
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: try Data(contentsOf: file), as: UTF8.self))
    }
}
