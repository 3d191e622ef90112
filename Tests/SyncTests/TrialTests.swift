import Foundation
import Sync
import Testing

/// Random histories of two to five devices (rules 1 to 10 and the store).
///
/// `TAGFLOW_SYNC_RUNS=10000` runs more of them, from `TAGFLOW_SYNC_SEED` on.
@Suite struct TrialTests {
    @Test func `All devices and one that joins show the same after random histories`() {
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["TAGFLOW_SYNC_RUNS"].flatMap(UInt64.init) ?? 100
        let first = environment["TAGFLOW_SYNC_SEED"].flatMap(UInt64.init) ?? 1
        for seed in first..<first + runs {
            let trial = Trial(seed: seed)
            guard let failure = trial.failure() else { continue }
            let reduced = trial.reduced()
            let shortest = reduced.failure() ?? failure
            Issue.record("seed \(seed): \(reduced.operations.count) operations, \(shortest)")
            return
        }
    }
}
