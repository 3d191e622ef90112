internal import HTTPTypes
internal import Synchronization

/// Limits the memory of large responses that clients haven't read yet.
final class UnsentBytes: Sendable {
    /// Smaller responses aren't counted, since the number of connections limits them.
    static let smallest = 1 << 16

    private struct State {
        var total = 0
        var byNetwork: [ClientNetwork: Int] = [:]
    }

    private let limitPerNetwork: Int
    private let limit: Int
    private let state = Mutex(State())

    /// Creates counters.
    ///
    /// - Parameters:
    ///   - limitPerNetwork: the most bytes for one network, beyond a first response of any size.
    ///   - limit: the most bytes for all networks.
    init(limitPerNetwork: Int = 64 << 20, limit: Int = 512 << 20) {
        self.limitPerNetwork = limitPerNetwork
        self.limit = limit
    }

    /// Counts a response until ``release(_:of:)``, unless there are too many unsent bytes already.
    ///
    /// - Returns: whether the response may be sent.
    func reserve(_ bytes: Int, for network: ClientNetwork) -> Bool {
        guard bytes >= Self.smallest else { return true }
        return state.withLock { state in
            let unsent = state.byNetwork[network, default: 0]
            guard unsent == 0 || unsent + bytes <= limitPerNetwork && state.total + bytes <= limit
            else { return false }
            state.byNetwork[network] = unsent + bytes
            state.total += bytes
            return true
        }
    }

    /// Stops counting a response that was sent or whose connection is closed.
    func release(_ bytes: Int, of network: ClientNetwork) {
        guard bytes >= Self.smallest else { return }
        state.withLock { state in
            let unsent = state.byNetwork[network, default: 0] - bytes
            state.byNetwork[network] = unsent > 0 ? unsent : nil
            state.total -= bytes
        }
    }
}

extension Problem {
    static let tooManyUnread = Problem(
        503,
        "too many bytes of earlier responses are unread; read them, then try again",
        headers: [.retryAfter: "1"]
    )
}
