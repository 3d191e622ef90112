internal import Synchronization
internal import TagService

/// The server's one-time sign-in links and, if it has many spaces, the sessions that they opened.
///
/// Both are kept only in memory, so they end when the server stops.
///
/// ```swift
/// let sessions = Sessions()
/// let key = sessions.makeLink()
/// let session = sessions.signIn(key)  // the value of the browser's cookie
/// let again = sessions.signIn(key)  // nil, because a link works once
/// ```
final class Sessions: Sendable {
    private struct State {
        /// The time when each one-time key expires.
        var links: [String: ContinuousClock.Instant] = [:]
        var sessions: Set<String> = []
    }

    private let state = Mutex(State())

    /// How long a browser stays signed in, in seconds.
    static let lifetime: Double = 90 * 86_400

    /// The time until an unused link expires.
    static let linkLifetime = Duration.seconds(600)

    /// Creates a key that can sign in one browser within ``linkLifetime``.
    func makeLink() -> String {
        let key = AccessSecret.random()
        state.withLock { $0.links[key] = .now + Self.linkLifetime }
        return key
    }

    /// Uses up a key, and returns the new session, or `nil` if the key was used or has expired.
    func signIn(_ key: String, at now: ContinuousClock.Instant = .now) -> String? {
        state.withLock { state in
            guard let end = state.links.removeValue(forKey: key), now < end else { return nil }
            let session = AccessSecret.random(isSession: true)
            state.sessions.insert(session)
            return session
        }
    }

    /// Ends a session; without effect if this server didn't create it.
    func end(_ session: String) { _ = state.withLock { $0.sessions.remove(session) } }

    /// Returns whether this server created a session.
    func isOpen(_ session: String) -> Bool { state.withLock { $0.sessions.contains(session) } }
}
