internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Synchronization

/// The context of a request.
struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    let peer: Peer
    let notes: RequestNotes
    /// The space and the caller, set by ``SpaceAccess``.
    var access: Access?

    struct Access: Sendable {
        let space: Space
        let caller: Caller
    }

    struct Source: RequestContextSource {
        let logger: Logger
        let channel: any Channel
        let peer: Peer
        let notes: RequestNotes
    }

    init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.peer
        notes = source.notes
    }
}

/// Facts about a request that are needed after its response has been sent.
final class RequestNotes: Sendable {
    private struct State {
        var route = "other"
        var space: Space?
    }

    private let state = Mutex(State())

    /// The path of the route, with its parameters in braces, for the metrics.
    var route: String {
        get { state.withLock(\.route) }
        set { state.withLock { $0.route = newValue } }
    }

    /// The space that the request uses, which stays open until the response has been sent.
    var space: Space? {
        get { state.withLock(\.space) }
        set { state.withLock { $0.space = newValue } }
    }
}
