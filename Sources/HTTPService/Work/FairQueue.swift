internal import DequeModule
internal import Synchronization

/// Admits a limited number of reads of a space at a time, and takes turns between the clients that are waiting.
///
/// First come, first served would be unfair: if a client requested a large set a hundred times, everybody else would
/// wait for a hundred reads. Here, each client has a separate queue. A client waits only for the reads that are running
/// and for one read of each client before it.
final class FairQueue: Sendable {
    private struct State {
        var running = 0
        /// The clients that have waiting reads, in the order of their turns.
        var turns: Deque<ClientIdentity?> = []
        var waiting: [ClientIdentity?: Deque<CheckedContinuation<Void, Never>>] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue.
    ///
    /// - Parameter limit: the maximum number of reads that run at a time, at least 1.
    init(limit: Int) { self.limit = limit }

    /// Runs a read when it's the client's turn; `nil` is the server itself.
    func run<Result: Sendable>(
        for client: ClientIdentity?, _ work: @Sendable () async throws -> Result
    ) async rethrows -> Result {
        if !state.withLock({ start(&$0) }) { await wait(client) }
        defer { end() }
        return try await work()
    }

    private func start(_ state: inout State) -> Bool {
        guard state.running < limit else { return false }
        state.running += 1
        return true
    }

    private func wait(_ client: ClientIdentity?) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                // Check again: a read may have ended since `start` was first called.
                if start(&state) { return true }
                if state.waiting[client] == nil { state.turns.append(client) }
                state.waiting[client, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Ends a read, and starts a read of the client whose turn is next.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let client = state.turns.popFirst(), let continuation = state.waiting[client]?.popFirst() else {
                state.running -= 1
                return nil
            }
            if state.waiting[client]?.isEmpty == true {
                state.waiting[client] = nil
            } else {
                state.turns.append(client)
            }
            return continuation
        }
        next?.resume()
    }
}

/// A client that takes turns with others: a token used from a network.
///
/// Neither is enough by itself. Many people may use one token, for example in a public web page, and many tokens may be
/// used from one network.
struct ClientIdentity: Hashable, Sendable {
    var caller: Caller.Kind
    var network: ClientNetwork
}
