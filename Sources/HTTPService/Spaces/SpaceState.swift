/// What this node knows about one exclusive space: a pure state machine, which ``Spaces`` runs.
///
/// Several nodes serve one folder of databases. They don't talk to each other. A node holds a space while it holds the lock of the
/// database file, which the file system grants to one node at a time. A node asks another to hand a space over by leaving a wish:
///
/// 1. A node that is asked for a space finds its file locked. It leaves a wish: an empty file with the name of the space, in the folder
///    `.wanted` next to the databases (``SpaceWishes``). It leaves at most one per ``quietTime``, responds 503 with `Retry-After`, and
///    doesn't try the lock again for ``retryDelay``. The proxy sends the request to the next node.
/// 2. Every node lists the wishes once a second. If no request has used a wanted space for ``quietTime``, the node that holds it closes
///    it, which releases the lock. Event streams don't count as use: they are ended first, and their clients reconnect.
/// 3. The node that opens the space deletes the wish.
///
/// A wish is only a hint. If it is lost, the space is handed over when it is idle or its node stops. If it is stale, a space may be
/// closed that the next request opens again.
///
/// A request that every node refused comes back with the same `X-Request-ID`. It is a retry, which tries the lock again and again
/// until its time limit, regardless of the retry delay.
///
/// These are all transitions. A request waits for the end of an opening or closing. Any other event changes nothing.
///
/// | state | event | next state | actions |
/// | --- | --- | --- | --- |
/// | closed | requested | opening | open |
/// | closed, opening | requested, but may not open; or within the retry delay, and not a retry | same | refuse |
/// | opening | opened and still wanted | open | remove the wish, admit requests |
/// | opening | opened, but no longer wanted | closing | remove the wish, close |
/// | opening | found locked | closed, with a new retry delay | add a wish unless there is a recent one |
/// | opening | failed otherwise | closed, with the last retry delay | |
/// | open | unneeded | closing | close and tidy up |
/// | open | must close | closing | close |
/// | open | will be deleted | closed | |
/// | closing | closed | closed | |
enum SpaceState: Equatable {
    case closed(OtherNode?)
    case opening(OtherNode?)
    case open
    case closing

    /// Another node, which held the lock when this node last tried to get it.
    struct OtherNode: Equatable {
        var retryTime: ContinuousClock.Instant
        var wishTime: ContinuousClock.Instant
    }

    enum Event {
        /// `mayOpen` is false if the node stops, opens too many spaces already, or the request is out of time.
        case requested(at: ContinuousClock.Instant, isRetry: Bool, mayOpen: Bool)
        case opened(isWanted: Bool)
        case foundLocked(at: ContinuousClock.Instant)
        case failedToOpen
        /// The space is idle, wanted by another node, or one too many.
        case unneeded
        /// The space was lost after a disk error, or the node stops.
        case mustClose
        case willBeDeleted
        case closed
    }

    enum Action: Equatable {
        case open
        case refuse
        case admitRequests
        case addWish
        case removeWish
        /// Without tidying up the file if other nodes wait for it.
        case close(isAwaited: Bool)
    }

    /// How long to wait before retrying a space that another node holds.
    static let retryDelay = Duration.seconds(1)
    /// How long a space must be unused before it is handed over, and the minimum time between two wishes for it.
    static let quietTime = Duration.seconds(1)

    /// Applies an event, and returns the actions that it requires.
    mutating func handle(_ event: Event) -> [Action] {
        switch (self, event) {
        case (.closed(let other), .requested(let now, let isRetry, let mayOpen)):
            guard mayOpen, isRetry || Self.isTimeToTry(other, now) else { return [.refuse] }
            self = .opening(other)
            return [.open]
        case (.opening(let other), .requested(let now, let isRetry, let mayOpen)):
            return mayOpen && (isRetry || Self.isTimeToTry(other, now)) ? [] : [.refuse]
        case (.opening, .opened(isWanted: true)):
            self = .open
            return [.removeWish, .admitRequests]
        case (.opening, .opened(isWanted: false)):
            self = .closing
            return [.removeWish, .close(isAwaited: true)]
        case (.opening(let other), .foundLocked(let now)):
            let wishTime = other.map(\.wishTime).flatMap { $0 > now - Self.quietTime ? $0 : nil }
            self = .closed(OtherNode(retryTime: now + Self.retryDelay, wishTime: wishTime ?? now))
            return wishTime == nil ? [.addWish] : []
        case (.opening(let other), .failedToOpen):
            self = .closed(other)
        case (.open, .unneeded):
            self = .closing
            return [.close(isAwaited: false)]
        case (.open, .mustClose):
            self = .closing
            return [.close(isAwaited: true)]
        case (.open, .willBeDeleted), (.closing, .closed):
            self = .closed(nil)
        default:
            break
        }
        return []
    }

    /// Whether the state is equivalent to that of a space that was never asked for.
    func isForgettable(at now: ContinuousClock.Instant) -> Bool {
        if case .closed(let other) = self { Self.isTimeToTry(other, now) } else { false }
    }

    var isOpening: Bool {
        if case .opening = self { true } else { false }
    }

    private static func isTimeToTry(_ other: OtherNode?, _ now: ContinuousClock.Instant) -> Bool {
        other.map { $0.retryTime <= now } ?? true
    }
}
