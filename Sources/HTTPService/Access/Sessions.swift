internal import Synchronization
internal import TagService

/// The one-time links, and the browsers of a server of many spaces that they signed in; they are forgotten when the server stops.
final class Sessions: Sendable {
    private struct State {
        /// The one-time keys, each with the time until which it works.
        var links: [String: ContinuousClock.Instant] = [:]
        var sessions: Set<String> = []
    }

    private let state = Mutex(State())

    /// How long a browser stays signed in, in seconds.
    static let lifetime: Double = 90 * 86_400

    /// How long a link works.
    static let linkLifetime = Duration.seconds(600)

    /// Makes a key that signs one browser in within ``linkLifetime``.
    func makeLink() -> String {
        let key = AccessSecret.random()
        state.withLock { $0.links[key] = .now + Self.linkLifetime }
        return key
    }

    /// Uses up a key; returns the new session, or `nil` if the key was used or has expired.
    func signIn(_ key: String, at now: ContinuousClock.Instant = .now) -> String? {
        state.withLock { state in
            guard let end = state.links.removeValue(forKey: key), now < end else { return nil }
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
