internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How nodes that share a folder of databases hand an exclusive space over to each other.
///
/// Several nodes serve one folder of databases without talking to each other. A node holds a space while it holds the
/// lock of the database file, which the file system grants to one node at a time. A node asks for a space that another
/// node holds by leaving a takeover request:
///
/// 1. A node gets an HTTP request for a space, and finds that its file is locked. The node leaves a takeover request:
///    an empty file with the name of the space, in the folder `.wanted` next to the databases (``Requests``). It
///    responds 503 with `Retry-After`, and the proxy sends the HTTP request to the next node. For ``retryDelay``, the
///    node neither tries the lock again nor leaves another takeover request.
/// 2. Every node lists the takeover requests once a second. If a requested space hasn't been used for ``quietTime``,
///    the node that holds it closes it, which releases the lock. Event streams don't count as use: they are ended
///    first, and their clients reconnect.
/// 3. The node that then opens the space deletes the takeover request.
///
/// A takeover request is only a hint. If it gets lost, the space is handed over when it becomes idle or its node stops.
/// If it's stale, a node may close a space that it has to open again for the next HTTP request.
///
/// If every node has refused an HTTP request, the proxy sends it again with the same `X-Request-ID`. A node that has
/// refused this ID before keeps trying the lock until the request's time limit, regardless of ``retryDelay``.
enum SpaceTakeover {
    /// The state of one exclusive space on this node: a pure state machine, which ``Spaces`` runs.
    ///
    /// The table lists all transitions; any other event changes nothing. HTTP requests wait while the space is opening
    /// or closing.
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
        /// Closed; with a retry time if another node held the lock at the last attempt.
        case closed(retryTime: ContinuousClock.Instant?)
        case opening(retryTime: ContinuousClock.Instant?)
        case open
        case closing

        enum Event {
            /// An HTTP request needs the space. `mayOpen` is false if the node is stopping or is already opening too
            /// many spaces, or if the request has reached its time limit.
            case requested(at: ContinuousClock.Instant, isRetry: Bool, mayOpen: Bool)
            case opened(isWanted: Bool)
            case foundLocked(at: ContinuousClock.Instant)
            case failedToOpen
            /// The space is idle, another node has requested it, or too many spaces are open.
            case unneeded
            /// The space was lost after a disk error, or the node is stopping.
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
            /// Closes the database. Doesn't merge its write-ahead log first if other nodes may be waiting.
            case close(isAwaited: Bool)
        }

        /// How long to wait before retrying a space that another node holds.
        static let retryDelay = Duration.seconds(1)
        /// How long a space must be unused before it's handed over.
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
            case (.open, .willBeDeleted), (.closing, .closed): self = .closed(retryTime: nil)
            default: break
            }
            return []
        }

        /// Whether the state is equivalent to that of a space that was never requested.
        func isForgettable(at now: ContinuousClock.Instant) -> Bool {
            if case .closed(let retryTime) = self { retryTime.isOver(at: now) } else { false }
        }

        var isOpening: Bool { if case .opening = self { true } else { false } }
    }

    /// The takeover requests of all nodes: an empty file for each requested space, in a shared folder.
    struct Requests: Sendable {
        private let path: String

        /// Uses the takeover requests for the spaces in a folder.
        init(folder: String) { path = "\(folder)/.wanted" }

        /// Returns the names of the requested spaces, which may not exist.
        func names() throws -> [String] {
            do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch CocoaError.fileReadNoSuchFile
            {
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
