internal import Synchronization

/// Counters of events per key and period, such as failed attempts from an address.
///
/// ```swift
/// let attempts = Rates<String>(limit: 2, per: .seconds(60))
/// let areAllowed = (1...3).map { _ in attempts.count("192.0.2.1") }  // [true, true, false]
/// let isFull = attempts.isFull("192.0.2.1")  // true
/// ```
final class Rates<Key: Hashable & Sendable>: Sendable {
    private struct State {
        var counts: [Key: Int] = [:]
        var began = ContinuousClock.now
    }

    /// The maximum number of keys in memory.
    ///
    /// Exceeding it resets all counts before the period ends.
    private let keyLimit = 100_000

    private let limit: Int
    private let period: Duration
    private let state = Mutex(State())

    /// Creates counters that restart each period.
    init(limit: Int, per period: Duration) {
        self.limit = limit
        self.period = period
    }

    /// Returns whether a key has used up its limit in this period.
    func isFull(_ key: Key) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in now - state.began < period && (state.counts[key] ?? 0) >= limit }
    }

    /// Counts an event, and returns whether the key is still within its limit.
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
