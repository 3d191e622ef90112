internal import HTTPTypes
internal import Synchronization

/// Counters of large responses that clients haven't read yet, which limit their memory.
///
/// ```swift
/// let unsent = UnsentBytes(limitPerNetwork: 100_000, limit: 1_000_000)
/// let network = ClientNetwork("192.0.2.1")
/// let isFirstSent = unsent.reserve(200_000, for: network)  // true: any size is allowed
/// let isSecondSent = unsent.reserve(70_000, for: network)  // false until the first is released
/// ```
final class UnsentBytes: Sendable {
    /// The minimum size of a counted response, in bytes.
    ///
    /// Smaller responses aren't counted, because the limit of connections also limits their memory.
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
    ///   - limitPerNetwork: the maximum number of bytes for one network. The first response to a
    ///     network is always allowed.
    ///   - limit: the maximum number of bytes for all networks.
    init(limitPerNetwork: Int = 64 << 20, limit: Int = 512 << 20) {
        self.limitPerNetwork = limitPerNetwork
        self.limit = limit
    }

    /// Counts a response as unsent until ``release(_:of:)``, unless that would exceed a limit.
    ///
    /// - Returns: whether the response may be sent.
    func reserve(_ bytes: Int, for network: ClientNetwork) -> Bool {
        guard bytes >= Self.smallest else { return true }
        return state.withLock { state in
            let unsent = state.byNetwork[network, default: 0]
            guard unsent == 0 || unsent + bytes <= limitPerNetwork && state.total + bytes <= limit else { return false }
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
        503, "too many bytes of earlier responses are unread; read them and try again", headers: [.retryAfter: "1"])
}
