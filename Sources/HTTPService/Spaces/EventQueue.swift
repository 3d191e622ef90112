internal import Synchronization

/// The events that a client hasn't read yet.
final class EventQueue: Sendable {
    private struct State {
        var events: [FeedEvent] = []
        var size = 0
        var isFinished = false
        var isOverfull = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    /// The approximate maximum size of the queue, in bytes.
    ///
    /// A client with a longer queue is dropped.
    private let limit: Int
    private let onOverfull: @Sendable () -> Void
    /// The ID of the client's token; `nil` if the client has none.
    let tokenID: Int64?
    /// The IDs of the sets that the client can access; `nil` means every set.
    private let sets: [Int64]?

    init(of caller: Caller, limit: Int, onOverfull: @escaping @Sendable () -> Void) {
        tokenID = caller.tokenID
        sets = caller.setIDs
        self.limit = limit
        self.onOverfull = onOverfull
    }

    /// Whether the client was reading too slowly, so that the queue exceeded its limit.
    var isOverfull: Bool { state.withLock { $0.isOverfull } }

    /// Whether an event concerns the client's sets.
    func takes(_ event: FeedEvent) -> Bool { event.concerns(sets) }

    /// Adds the events that concern the client's sets, and ignores the rest.
    func append(_ events: [FeedEvent]) {
        let events = events.filter(takes)
        guard !events.isEmpty else { return }
        wake { state in
            guard !state.isFinished else { return }
            state.events += events
            state.size += events.reduce(0) { $0 + $1.size }
            guard state.size > limit else { return }
            // Drop a client that isn't reading. It misses nothing if it reconnects with Last-Event-ID.
            (state.events, state.size) = ([], 0)
            (state.isOverfull, state.isFinished) = (true, true)
        }
        if isOverfull { onOverfull() }
    }

    func finish() { wake { $0.isFinished = true } }

    /// Makes a waiting `next()` return no events.
    ///
    /// The stream then sends a keep-alive comment, which fails if the client is gone.
    func tick() { wake { _ in } }

    /// Waits for events and returns them; an empty list after a tick, `nil` once the stream has ended.
    ///
    /// Not inlined: otherwise each waiting stream would keep the variables of this function in memory.
    @inline(never) func next() async -> [FeedEvent]? {
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
