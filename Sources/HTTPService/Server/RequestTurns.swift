internal import DequeModule
internal import NIOCore
internal import Synchronization

/// Lets the requests of connections take turns by address before they are parsed.
///
/// Thousands of requests that arrive together would otherwise fill the queues of the event loops and the executor, and
/// everybody else would wait for all of them. A turn lasts until the sender is known or the response begins, so that it
/// includes nothing that may block. The clients of a proxy share its turns. Each connection waits with one request at
/// most, so the limits of connections also limit the waiting requests.
final class RequestTurns: Sendable {
    /// The kind of a waiting request.
    enum Kind {
        /// A health check, which takes turns with the other requests of its address instead of waiting for them.
        case healthCheck
        /// The first request of a connection, which comes before later requests of other connections.
        case first
        case later
    }

    /// The requests that share turns.
    private struct Sender: Hashable {
        var network: ClientNetwork
        var checksHealth: Bool
    }

    private struct Waiting {
        var channel: ObjectIdentifier
        var begin: @Sendable () -> Void
    }

    private struct State {
        var running: Set<ObjectIdentifier> = []
        /// The senders that have waiting requests, in the order of their turns.
        var turns: Deque<Sender> = []
        var waiting: [Sender: (first: Deque<Waiting>, later: Deque<Waiting>)] = [:]
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
    ///   - kind: the kind of the request.
    ///   - begin: called on any thread, and perhaps after the connection was closed.
    func wait(_ channel: any Channel, of network: ClientNetwork, _ kind: Kind, begin: @escaping @Sendable () -> Void) {
        let identifier = ObjectIdentifier(channel)
        let sender = Sender(network: network, checksHealth: kind == .healthCheck)
        let isFree = state.withLock { state in
            guard state.running.count >= limit else {
                state.running.insert(identifier)
                return true
            }
            if state.waiting[sender] == nil { state.turns.append(sender) }
            let waiting = Waiting(channel: identifier, begin: begin)
            if kind == .later {
                state.waiting[sender, default: ([], [])].later.append(waiting)
            } else {
                state.waiting[sender, default: ([], [])].first.append(waiting)
            }
            return false
        }
        if isFree { begin() }
    }

    /// Ends the turn of a connection, if it has one, and begins the next turn.
    func end(_ channel: any Channel) {
        let next = state.withLock { state -> Waiting? in
            guard state.running.remove(ObjectIdentifier(channel)) != nil, let sender = state.turns.popFirst(),
                let waiting = state.waiting[sender]?.first.popFirst() ?? state.waiting[sender]?.later.popFirst()
            else { return nil }
            state.running.insert(waiting.channel)
            if let left = state.waiting[sender], left.first.isEmpty, left.later.isEmpty {
                state.waiting[sender] = nil
            } else {
                state.turns.append(sender)
            }
            return waiting
        }
        next?.begin()
    }
}
