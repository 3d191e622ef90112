import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite struct DurabilityTests {
    /// Kills the REPL at random moments while it toggles and saves; printed changes must survive.
    @Test func `acknowledged changes survive kill -9`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "c")
        var saved = 0
        for round in 0..<12 {
            let acknowledged = try Self.killedRun(tagflow, after: .milliseconds(20 + 13 * round))
            saved += acknowledged.filter { $0.hasPrefix("saved ") }.count
            let history = try tagflow.run("items", "--limit", "100000", "--format", "json")
            let kept = history.output.components(separatedBy: "\"id\":").count - 1
            #expect(kept == saved || kept == saved + 1, "round \(round)")
            saved = kept
            #expect(try tagflow.run("doctor").code == 0, "round \(round)")
            if let board = acknowledged.last(where: { $0.hasPrefix("(1") }) {
                let now = try tagflow.repl("show").output.split(separator: "\n").first.map(String.init)
                // One toggle more than was printed may have been committed.
                #expect(Self.difference(board, now ?? "") <= 1, "round \(round)")
            }
        }
    }

    /// The lines that the REPL had printed when it was killed.
    private static func killedRun(_ tagflow: TagflowProcess, after delay: Duration) throws -> [String] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
        process.environment = tagflow.environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let script = (0..<2_000).map { $0 % 3 == 2 ? "save \($0)\n" : "\($0 % 3 + 1)\n" }.joined()
        let writer = Thread { try? input.fileHandleForWriting.write(contentsOf: Data("select c\n\(script)".utf8)) }
        writer.start()
        let killer = Thread {
            Thread.sleep(forTimeInterval: Double(delay.components.attoseconds) / 1e18)
            kill(process.processIdentifier, SIGKILL)
        }
        killer.start()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // A line without its end was not yet printed.
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static func difference(_ first: String, _ second: String) -> Int {
        zip(first, second).filter { $0 != $1 }.count
    }

    @Test func `two processes that toggle concurrently lose nothing`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let count = 151
        let processes = try ["a", "b"]
            .map { tag in
                let process = Process()
                let input = tagflow.folder.file("toggle-\(tag)")
                try Data(String(repeating: "toggle \(tag)\n", count: count).utf8).write(to: URL(fileURLWithPath: input))
                process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
                process.environment = tagflow.environment
                process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: input))
                process.standardOutput = FileHandle.nullDevice
                let errors = Pipe()
                process.standardError = errors
                try process.run()
                return (process, errors)
            }
        for (process, errors) in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
        }
        // An odd number of toggles each: both are on, and every one of them is a step to undo.
        #expect(try tagflow.run("show").output == "(✓a ) (✓b )\n")
        let undo = try tagflow.run([], input: Data(String(repeating: "undo\n", count: 2 * count).utf8))
        #expect(undo.code == 0)
        #expect(try tagflow.run("show").output == "( a ) ( b )\n")
    }
}
