internal import DequeModule
internal import NIOCore
internal import Synchronization

/// Lets the requests of connections take turns by address before they are parsed.
///
/// Thousands of requests that arrive together would otherwise fill the queues of the event loops and the executor, and
/// everybody else would wait for all of them. A turn lasts until the sender is known or the response begins, so that it
/// includes nothing that may block. The clients of a proxy share its turns. Each connection waits with one request at most, so the limits of connections also
/// limit the waiting requests.
final class RequestTurns: Sendable {
    private struct Waiting {
        var channel: ObjectIdentifier
        var begin: @Sendable () -> Void
    }

    private struct State {
        var running: Set<ObjectIdentifier> = []
        /// The networks that have waiting requests, in the order of their turns.
        var turns: Deque<ClientNetwork> = []
        /// The waiting requests; the first request of a connection comes before later ones of other connections.
        var waiting: [ClientNetwork: (first: Deque<Waiting>, later: Deque<Waiting>)] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Creates a queue.
    ///
    /// - Parameter limit: the maximum number of turns at a time, at least 1.
    init(limit: Int) { self.limit = limit }

    /// Calls a function when it's the turn of a connection, which must not be waiting already.
    ///
    /// - Parameters:
    ///   - channel: the connection.
    ///   - network: the network of the client.
    ///   - isFirst: whether this is the first request of the connection.
    ///   - begin: called on any thread, and perhaps after the connection was closed.
    func wait(_ channel: any Channel, of network: ClientNetwork, isFirst: Bool, begin: @escaping @Sendable () -> Void) {
        let identifier = ObjectIdentifier(channel)
        let isFree = state.withLock { state in
            guard state.running.count >= limit else {
                state.running.insert(identifier)
                return true
            }
            if state.waiting[network] == nil { state.turns.append(network) }
            let waiting = Waiting(channel: identifier, begin: begin)
            if isFirst {
                state.waiting[network, default: ([], [])].first.append(waiting)
            } else {
                state.waiting[network, default: ([], [])].later.append(waiting)
            }
            return false
        }
        if isFree { begin() }
    }

    /// Ends the turn of a connection, if it has one, and begins the next turn.
    func end(_ channel: any Channel) {
        let next = state.withLock { state -> Waiting? in
            guard state.running.remove(ObjectIdentifier(channel)) != nil, let network = state.turns.popFirst(),
                let waiting = state.waiting[network]?.first.popFirst() ?? state.waiting[network]?.later.popFirst()
            else { return nil }
            state.running.insert(waiting.channel)
            if let left = state.waiting[network], left.first.isEmpty, left.later.isEmpty {
                state.waiting[network] = nil
            } else {
                state.turns.append(network)
            }
            return waiting
        }
        next?.begin()
    }
}
