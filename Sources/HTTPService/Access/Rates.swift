internal import Synchronization

/// Counts events per key and period, such as failed attempts of an address.
final class Rates<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var counts: [Key: Int] = [:]
        var began = ContinuousClock.now
    }

    /// The greatest number of keys in memory; beyond it, a new period begins early.
    private let keyLimit = 100_000

    private let limit: Int
    private let period: Duration
    private let state = Mutex(State())

    /// Creates counters that restart each period.
    init(limit: Int, per period: Duration) {
        self.limit = limit
        self.period = period
    }

    /// Whether a key has used up its limit in this period.
    func isFull(_ key: Key) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            now - state.began < period && (state.counts[key] ?? 0) >= limit
        }
    }

    /// Counts one more; returns whether that is still within the limit.
    func count(_ key: Key) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            let isFull = state.counts.count >= keyLimit && state.counts[key] == nil
            if now - state.began >= period || isFull { state = State(began: now) }
            let count = (state.counts[key] ?? 0) + 1
            state.counts[key] = count
            return count <= limit
        }
    }
}
