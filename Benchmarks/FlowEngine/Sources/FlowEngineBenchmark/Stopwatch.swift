import Foundation

/// Times in nanoseconds.
enum Stopwatch {
    /// The clock: this thread's processor time, or wall time.
    enum Kind {
        case processor
        case wall
    }

    /// How long a thing is run at least, so that a busy moment of the machine does not decide.
    ///
    /// `taffy.py` measures as long.
    private static let patience = 0.5e9

    /// Returns the best processor time of at least so many runs.
    static func best(of runs: Int, _ body: () -> Void) -> Double { best(of: runs, body, {}).0 }

    /// Returns the best times of two things, each run at least so often.
    ///
    /// They are run in turns, so that both see the same machine.
    static func best(
        of runs: Int, by kind: Kind = .processor, _ first: () -> Void, _ second: () -> Void
    ) -> (Double, Double) {
        var best = (Double.infinity, Double.infinity)
        let start = now(.wall)
        var run = 0
        while run < runs || now(.wall) - start < patience {
            run += 1
            best.0 = min(best.0, time(kind, first))
            best.1 = min(best.1, time(kind, second))
        }
        return best
    }

    private static func time(_ kind: Kind, _ body: () -> Void) -> Double {
        let start = now(kind)
        body()
        return now(kind) - start
    }

    private static func now(_ kind: Kind) -> Double {
        var time = timespec()
        // Safe: the kernel fills the record that it is given.
        _ = unsafe clock_gettime(kind == .processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
