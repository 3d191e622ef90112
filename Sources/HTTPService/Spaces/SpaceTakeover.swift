internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How nodes that share a folder of databases hand an exclusive space over to each other.
///
/// Several nodes serve one folder of databases. They don't talk to each other. A node holds a space while it holds the lock of the
/// database file, which the file system grants to one node at a time. A node asks another to hand a space over by leaving a takeover request:
///
/// 1. A node that is asked for a space finds its file locked. It leaves a takeover request: an empty file with the name of the space, in the folder
///    `.wanted` next to the databases (``Requests``). It responds 503 with `Retry-After`, and the proxy sends the request to the next
///    node. For ``retryDelay`` the node neither tries the lock again nor leaves another request.
/// 2. Every node lists the takeover requests once a second. If no request has used a wanted space for ``quietTime``, the node that holds it closes
///    it, which releases the lock. Event streams don't count as use: they are ended first, and their clients reconnect.
/// 3. The node that opens the space deletes the takeover request.
///
/// A takeover request is only a hint. If it is lost, the space is handed over when it is idle or its node stops. If it is stale, a space may be
/// closed that the next request opens again.
///
/// A request that every node refused comes back with the same `X-Request-ID`. It is a retry, which tries the lock again and again
/// until its time limit, regardless of the delay.
enum SpaceTakeover {
    /// This node's state of one exclusive space: a pure state machine, which ``Spaces`` runs.
    ///
    /// These are all transitions. A request waits for the end of an opening or closing. Any other event changes nothing.
    ///
    /// | state | event | next state | actions |
    /// | --- | --- | --- | --- |
    /// | closed | requested | opening | open |
    /// | closed, opening | requested, but it may not open spaces, or the retry time is not over and it isn't a retry | same | refuse |
    /// | opening | opened and still wanted | open | remove the takeover request, admit requests |
    /// | opening | opened, but no longer wanted | closing | remove the takeover request, close |
    /// | opening | found locked | closed, with a new retry time | add a takeover request |
    /// | opening | found locked by a retry, before the retry time | closed, with the same retry time | |
    /// | opening | failed otherwise | closed, with the same retry time | |
    /// | open | unneeded | closing | close and tidy up |
    /// | open | must close | closing | close |
    /// | open | will be deleted | closed | |
    /// | closing | closed | closed | |
    enum State: Equatable {
        /// Has a retry time if another node held the lock at the last attempt.
        case closed(retryTime: ContinuousClock.Instant?)
        case opening(retryTime: ContinuousClock.Instant?)
        case open
        case closing

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
            case addRequest
            case removeRequest
            /// Without tidying up the file if other nodes wait for it.
            case close(isAwaited: Bool)
        }

        /// How long to wait before retrying a space that another node holds.
        static let retryDelay = Duration.seconds(1)
        /// How long no request must have used a space before it is handed over.
        static let quietTime = Duration.seconds(1)

        /// Applies an event, and returns the actions that it requires.
        mutating func handle(_ event: Event) -> [Action] {
            switch (self, event) {
            case (.closed(let retryTime), .requested(let now, let isRetry, let mayOpen)),
                (.opening(let retryTime), .requested(let now, let isRetry, let mayOpen)):
                guard mayOpen, isRetry || retryTime.isOver(at: now) else { return [.refuse] }
                guard !isOpening else { return [] }
                self = .opening(retryTime: retryTime)
                return [.open]
            case (.opening, .opened(isWanted: true)):
                self = .open
                return [.removeRequest, .admitRequests]
            case (.opening, .opened(isWanted: false)):
                self = .closing
                return [.removeRequest, .close(isAwaited: true)]
            case (.opening(let retryTime), .foundLocked(let now)) where retryTime.isOver(at: now):
                self = .closed(retryTime: now + Self.retryDelay)
                return [.addRequest]
            case (.opening(let retryTime), .foundLocked), (.opening(let retryTime), .failedToOpen):
                self = .closed(retryTime: retryTime)
            case (.open, .unneeded):
                self = .closing
                return [.close(isAwaited: false)]
            case (.open, .mustClose):
                self = .closing
                return [.close(isAwaited: true)]
            case (.open, .willBeDeleted), (.closing, .closed):
                self = .closed(retryTime: nil)
            default:
                break
            }
            return []
        }

        /// Whether the state is equivalent to that of a space that was never asked for.
        func isForgettable(at now: ContinuousClock.Instant) -> Bool {
            if case .closed(let retryTime) = self { retryTime.isOver(at: now) } else { false }
        }

        var isOpening: Bool {
            if case .opening = self { true } else { false }
        }
    }

    /// The spaces that nodes want and other nodes hold: one empty file each, in a folder that all nodes share.
    struct Requests: Sendable {
        private let path: String

        /// Reads and writes the takeover requests for the spaces of a folder.
        init(folder: String) {
            path = "\(folder)/.wanted"
        }

        /// Returns the names of the wanted spaces, which need not exist.
        func names() throws -> [String] {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: path)
            } catch CocoaError.fileReadNoSuchFile {
                // The folder doesn't exist before the first takeover request.
                return []
            }
        }

        func add(_ name: String) {
            // The pointers to the paths are only used during the calls.
            _ = unsafe mkdir(path, 0o700)
            let descriptor = unsafe creat("\(path)/\(name)", 0o600)
            if descriptor >= 0 { close(descriptor) }
        }

        func remove(_ name: String) {
            // The pointer to the path is only used during the call.
            _ = unsafe unlink("\(path)/\(name)")
        }
    }
}

extension ContinuousClock.Instant? {
    fileprivate func isOver(at now: ContinuousClock.Instant) -> Bool { map { $0 <= now } ?? true }
}
