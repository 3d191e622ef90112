import Foundation
import TestSupport
import Testing

/// Several processes that open one database at the same moment.
@Suite struct RaceTests {
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/TagStore/schema-1.database")

    /// How many rounds; more in a long run.
    private static let rounds = ProcessInfo.processInfo.environment["TAGFLOW_RACE_ROUNDS"].flatMap { Int($0) } ?? 15

    @Test func `of processes that migrate concurrently, one migrates and all see the result`() throws {
        for round in 1...Self.rounds {
            let tagflow = try TagflowProcess()
            let path = tagflow.folder.file("tags.sqlite")
            try FileManager.default.copyItem(at: Self.fixture, to: URL(fileURLWithPath: path))
            let outcomes = try atOnce(tagflow, [["tags", "--all"], ["tags", "--all"]])
            for outcome in outcomes {
                #expect(outcome.errors == "", "round \(round)")
                #expect(outcome.code == 0, "round \(round)")
                #expect(outcome.output == outcomes[0].output && !outcome.output.isEmpty)
            }
            guard round % 10 == 1 else { continue }
            #expect(try tagflow.run("doctor").output.hasPrefix("integrity: ok\ncounts: ok\n"))
        }
    }

    @Test(arguments: [false, true])
    func `of processes that create a database concurrently, one creates it and all use it`(hasLeftovers: Bool) throws {
        for round in 1...Self.rounds {
            let tagflow = try TagflowProcess()
            let path = tagflow.folder.file("tags.sqlite")
            if hasLeftovers { try leaveLog(of: tagflow, at: path) }
            let outcomes = try atOnce(tagflow, (1...4).map { ["--quiet", "add", "tag \($0)"] })
            for outcome in outcomes {
                #expect(outcome.errors == "", "round \(round)")
                #expect(outcome.code == 0, "round \(round)")
            }
            let tags = try tagflow.run("tags").output
            for number in 1...4 { #expect(tags.contains("tag \(number)"), "round \(round): \(tags)") }
            #expect(!tags.contains("old"))
            #expect(try tagflow.run("doctor").output.hasPrefix("integrity: ok\ncounts: ok\n"))
            let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
            #expect(files.filter { $0.contains(".new-") || $0.hasSuffix("-wal") } == [])
            #expect(files.contains("tags.sqlite-wal.stale-1") == hasLeftovers)
        }
    }

    /// Leaves the log of a database that was killed and removed.
    private func leaveLog(of tagflow: TagflowProcess, at path: String) throws {
        let repl = try RunningRepl(tagflow)
        _ = try repl.type("add old")
        repl.kill()
        try FileManager.default.removeItem(atPath: path)
    }

    /// Runs commands as processes that start together.
    private func atOnce(_ tagflow: TagflowProcess, _ commands: [[String]]) throws -> [TagflowProcess.Outcome] {
        let runs = commands.map { _ in Run() }
        DispatchQueue.concurrentPerform(iterations: commands.count) { index in
            runs[index].outcome = try? tagflow.run(commands[index])
        }
        return try runs.map { try #require($0.outcome) }
    }

    /// One process's outcome: written by its own thread, read when all have ended.
    private final class Run: @unchecked Sendable { var outcome: TagflowProcess.Outcome? }
}
