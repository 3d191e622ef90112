internal import DequeModule
internal import Synchronization

/// Admits a limited number of reads of a space at a time, and takes turns between the clients that are waiting.
///
/// With first come, first served, a client that requests a large set a hundred times would keep everybody else waiting for a hundred
/// reads. Here each client has a separate queue, so another client waits for the reads that are running and for one read of each client
/// before it.
final class FairQueue: Sendable {
    private struct State {
        var running = 0
        /// The clients with waiting reads, in the order of their turns.
        var turns: Deque<ClientIdentity?> = []
        var waiting: [ClientIdentity?: Deque<CheckedContinuation<Void, Never>>] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue.
    ///
    /// - Parameter limit: how many reads run at a time, at least 1.
    init(limit: Int) {
        self.limit = limit
    }

    /// Runs a read when it's the client's turn; `nil` is the server itself.
    func run<Result: Sendable>(
        for client: ClientIdentity?,
        _ work: @Sendable () async throws -> Result
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
                // A read may have ended since the first look.
                if start(&state) { return true }
                if state.waiting[client] == nil { state.turns.append(client) }
                state.waiting[client, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the place of a read that has ended to the client whose turn it is.
    private func end() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let client = state.turns.popFirst(),
                let continuation = state.waiting[client]?.popFirst()
            else {
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

/// A client, as the limits of fairness see it: a token used from a network.
///
/// One token may be in use by many people, as in a page that everybody can read, and one network by many tokens.
struct ClientIdentity: Hashable, Sendable {
    var caller: Caller.Kind
    var network: ClientNetwork
}
