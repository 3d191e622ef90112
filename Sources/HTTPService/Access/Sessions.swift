internal import Synchronization
internal import TagService

/// The one-time links, and the browsers of a server of many spaces that they signed in; they are forgotten when the server stops.
final class Sessions: Sendable {
    private struct State {
        var links: Set<String> = []
        var sessions: Set<String> = []
    }

    private let state = Mutex(State())

    /// How long a browser stays signed in, in seconds.
    static let lifetime: Double = 90 * 86_400

    /// Makes a key that signs one browser in.
    func makeLink() -> String {
        let key = AccessSecret.random()
        state.withLock { _ = $0.links.insert(key) }
        return key
    }

    /// Uses a key up; returns the new session, or `nil` if there is no such key any more.
    func signIn(_ key: String) -> String? {
        state.withLock { state in
            guard state.links.remove(key) != nil else { return nil }
            let session = AccessSecret.random()
            state.sessions.insert(session)
            return session
        }
    }

    /// Whether a session is one of this server's.
    func isOpen(_ session: String) -> Bool {
        state.withLock { $0.sessions.contains(session) }
    }
}
