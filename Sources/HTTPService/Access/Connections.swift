internal import Synchronization

/// The tokens that people at the page gave to other programs within the last hour, such as the browser extension.
///
/// They are kept only in memory, so a restart forgets them, but not the tokens.
///
/// ```
/// let place = connections.reserve(for: caller)  // nil after `limit` connections within an hour
/// connections.record(token.id, in: place, of: caller)
/// connections.mayRevoke(token.id, caller)  // true for `revocationTime`
/// ```
final class Connections: Sendable {
    private struct Entry {
        var place: Int
        var made: ContinuousClock.Instant
        var token: Int64?
    }

    private struct State {
        var entries: [SpaceCaller: [Entry]] = [:]
        var places = 0
    }

    /// The maximum number of connections that a caller makes within ``period``.
    static let limit = 10
    /// How long a connection counts.
    static let period = Duration.seconds(3_600)
    /// How long the caller that made a connection may revoke it.
    static let revocationTime = Duration.seconds(600)

    private let state = Mutex(State())

    /// Reserves a place for a new connection; `nil` if the caller has reached the limit.
    func reserve(for caller: SpaceCaller, at now: ContinuousClock.Instant = .now) -> Int? {
        state.withLock { state in
            state.entries = state.entries.compactMapValues { entries in
                let recent = entries.filter { now - $0.made < Self.period }
                return recent.isEmpty ? nil : recent
            }
            guard state.entries[caller, default: []].count < Self.limit else { return nil }
            state.places += 1
            let entry = Entry(place: state.places, made: now)
            state.entries[caller, default: []].append(entry)
            return entry.place
        }
    }

    /// Records the token of a reserved place; without a token, the place is free again.
    func record(_ token: Int64?, in place: Int, of caller: SpaceCaller) {
        state.withLock { state in
            guard let index = state.entries[caller]?.firstIndex(where: { $0.place == place }) else { return }
            if let token {
                state.entries[caller]?[index].token = token
            } else {
                state.entries[caller]?.remove(at: index)
            }
        }
    }

    /// Returns whether a caller made a connection recently enough to revoke it.
    func mayRevoke(_ token: Int64, _ caller: SpaceCaller, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            state.entries[caller, default: []]
                .contains { entry in entry.token == token && now - entry.made < Self.revocationTime }
        }
    }
}
