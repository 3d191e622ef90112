import TestSupport

@testable import Sync

/// A random history of several devices, from a seed: at its end, all devices and one that joins must show the same.
struct Trial: Sendable {
    /// The seed of the devices.
    let seed: UInt64
    /// The seed of each operation; a failing trial is reduced by removing operations.
    var operations: [UInt64]
    /// Errors that are switched on.
    var flaws: SyncFlaws = []

    /// Creates a trial with random operations.
    init(seed: UInt64, operations count: Int = 60, flaws: SyncFlaws = []) {
        var random = SeededNumbers(seed: seed)
        self.seed = seed
        self.flaws = flaws
        operations = (0..<count).map { _ in random.next() }
    }

    /// Returns the reason for which the trial fails, or `nil`.
    func failure() -> TrialFailure? {
        var world = TrialWorld(seed: seed, flaws: flaws)
        for operation in operations {
            world.perform(operation)
            if let failure = world.failure { return failure }
        }
        return world.finish()
    }

    /// Returns the trial without the operations that it doesn't need to fail in the same way.
    func reduced() -> Trial {
        guard let kind = failure()?.kind else { return self }
        var trial = self
        var size = max(1, operations.count / 2)
        while size > 0 {
            var start = 0
            while start < trial.operations.count {
                var shorter = trial
                shorter.operations.removeSubrange(start..<min(start + size, trial.operations.count))
                if shorter.failure()?.kind == kind { trial = shorter } else { start += size }
            }
            size /= 2
        }
        return trial
    }
}

/// The reason for which a trial fails.
struct TrialFailure: CustomStringConvertible {
    /// The kinds of failures.
    enum Kind: Hashable {
        case diverged
        case unsettled
        case lostIntent
        case inexactUndo
    }

    let kind: Kind
    let details: String
    let log: [String]

    var description: String { "\(kind): \(details)\n" + log.joined(separator: "\n") }
}
