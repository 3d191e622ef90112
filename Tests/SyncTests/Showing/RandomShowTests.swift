import Foundation
import TestSupport
import Testing

@testable import Sync
@testable import TagStore

/// Random states of random histories, shown one after the other by one database.
///
/// `TAGFLOW_SYNC_RUNS=1000` runs more of them, from `TAGFLOW_SYNC_SEED` on.
@Suite struct RandomShowTests {
    @Test func `Rows are those of the state after any sequence of states`() throws {
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["TAGFLOW_SYNC_RUNS"].flatMap(UInt64.init) ?? 100
        let first = environment["TAGFLOW_SYNC_SEED"].flatMap(UInt64.init) ?? 1
        var database = try ShownDatabase()
        for seed in first..<first + runs {
            if seed % 20 == 0 { database = try ShownDatabase() }
            var random = SeededNumbers(seed: seed ^ 0xB0B)
            var world = TrialWorld(seed: seed, flaws: [])
            for operation in Trial(seed: seed).operations {
                world.perform(operation)
                guard random.happens(15), let shown = random.pick(world.participants) else { continue }
                let state = shown.device.database.state
                let before = random.happens(20) ? database : nil
                let lines = try before?.lines()
                let step = try database.newestStep()
                try database.show(shown.device.database)
                let (expected, actual) = (ShownDatabase.expected(state), try database.lines())
                guard expected == actual else {
                    Issue.record("seed \(seed): \(difference(expected, actual))")
                    return
                }
                if let before, let lines, try database.newestStep() != step {
                    try checkUndo(of: &database, to: before, lines, seed)
                }
            }
            let problems = try database.store.diagnose().problems
            guard problems.isEmpty else {
                Issue.record("seed \(seed): \(problems)")
                return
            }
        }
    }

    /// The inverses of an exchange restore the rows exactly.
    private func checkUndo(
        of database: inout ShownDatabase, to before: ShownDatabase, _ lines: [String], _ seed: UInt64
    ) throws {
        try database.store.write(at: 2) { writer in
            let step = try #require(try writer.reader.receivedStep())
            for inverse in try writer.reader.inverses(ofStep: step) { try writer.apply(inverse) }
        }
        database.map = before.map
        let actual = try database.lines()
        if lines != actual { Issue.record("seed \(seed): undo \(difference(lines, actual))") }
    }

    private func difference(_ expected: [String], _ actual: [String]) -> String {
        "\n- \(expected.filter { !actual.contains($0) }.joined(separator: "\n- "))"
            + "\n+ \(actual.filter { !expected.contains($0) }.joined(separator: "\n+ "))"
    }
}
