internal import Synchronization

/// The events that a client has not read yet.
final class EventQueue: Sendable {
    private struct State {
        var events: [FeedEvent] = []
        var size = 0
        var isFinished = false
        var isOverfull = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// The approximate size at which the client counts as one that reads nothing, in bytes.
    private let limit: Int
    private let onOverfull: @Sendable () -> Void
    /// The token of the client; `nil` if it came without one.
    let tokenID: Int64?
    /// The sets that the client sees; `nil` for every set.
    private let sets: [Int64]?

    init(of caller: Caller, limit: Int, onOverfull: @escaping @Sendable () -> Void) {
        tokenID = caller.tokenID
        sets = caller.setIDs
        self.limit = limit
        self.onOverfull = onOverfull
    }

    /// Whether the client reads too slowly.
    var isOverfull: Bool { state.withLock { $0.isOverfull } }

    /// Whether an event concerns the client's sets.
    func takes(_ event: FeedEvent) -> Bool { event.concerns(sets) }

    /// Adds the events that the client sees; others neither wake it nor count toward its backlog.
    func append(_ events: [FeedEvent]) {
        let events = events.filter(takes)
        guard !events.isEmpty else { return }
        wake { state in
            guard !state.isFinished else { return }
            state.events += events
            state.size += events.reduce(0) { $0 + $1.size }
            guard state.size > limit else { return }
            // A client that reads nothing is dropped; with Last-Event-ID it misses nothing.
            (state.events, state.size) = ([], 0)
            (state.isOverfull, state.isFinished) = (true, true)
        }
        if isOverfull { onOverfull() }
    }

    func finish() {
        wake { $0.isFinished = true }
    }

    /// Wakes whoever waits, so that something is sent to see whether the client is still there.
    func tick() {
        wake { _ in }
    }

    /// Returns the next events, none of them after a tick; `nil` once the stream has ended.
    ///
    /// Out of line, so that a stream does not hold its variables.
    @inline(never)
    func next() async -> [FeedEvent]? {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if !state.events.isEmpty || state.isFinished { return true }
                state.waiting = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
        return state.withLock { state in
            defer { (state.events, state.size) = ([], 0) }
            return state.events.isEmpty && state.isFinished ? nil : state.events
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
