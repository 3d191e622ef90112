internal import HTTPTypes
internal import Logging
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The exclusive spaces that this node is using or has tried to open, and the requests it recently refused.
struct ExclusiveSpaces {
    /// The state of a space that is in use or was requested recently.
    struct Slot {
        var state = SpaceTakeover.State.closed(retryTime: nil)
        /// The work in progress that opens or closes the space.
        var work: LimitedWork<Void>?
    }

    /// The spaces by name.
    var slots: [String: Slot] = [:]
    var refusals = Refusals()
    /// Whether the server is stopping and has released all spaces.
    var areReleased = false
    /// The last check that the folder responds, and when the check began.
    var probe: (work: LimitedWork<Void>, begun: ContinuousClock.Instant)?

    /// The IDs of the last 5,000 to 10,000 requests that were refused.
    struct Refusals {
        private var newer: Set<String> = []
        private var older: Set<String> = []

        func contains(_ request: String) -> Bool { newer.contains(request) || older.contains(request) }

        mutating func insert(_ request: String) {
            guard request.utf8.count <= 200 else { return }
            if newer.count >= 5_000 { (older, newer) = (newer, []) }
            newer.insert(request)
        }
    }

    /// Time between two attempts of a retried request.
    static let retryInterval = Duration.milliseconds(50)
    /// Maximum number of spaces that are being opened.
    static let openingLimit = 1_000
    /// Maximum time that a readiness check waits for the folder.
    static let probeLimit = Duration.seconds(1)
    /// How long the folder may be unresponsive before the node reports that it isn't ready.
    ///
    /// At least as long as the file system keeps the locks of a dead node.
    static let silenceLimit = Duration.seconds(60)
}

/// Runs the ``SpaceTakeover/State`` of each space in a folder that several nodes share.
///
/// - Spaces are opened and closed on separate threads, because a network disk may not respond for half a minute after
///   a node has died. A request waits for up to ``openingTime``; the thread continues after that.
/// - After a disk error, or if the file has disappeared, the space is lost, because another node may hold it. The space
///   is closed, and no further changes to it are acknowledged.
/// - Idle spaces are closed. A server that is stopping closes all spaces, and opens none after that.
extension Spaces {
    /// Enters a space, and opens it if necessary.
    ///
    /// - Parameters:
    ///   - name: the space's name.
    ///   - request: the ID that the proxy gave to the request, or nil.
    /// - Returns: the space, which the caller must leave.
    /// - Throws: a problem with status 503 if another node holds the space, 404 if it doesn't exist.
    func enterExclusively(_ name: String, for request: String?) async throws -> Space {
        let end = ContinuousClock.now + openingTime
        let isRetry = request.map { exclusive.refusals.contains($0) } ?? false
        while true {
            if let space = enterOpen(name) { return space }
            guard Self.isName(name), !deleting.contains(name), !creating.contains(name) else { throw Self.missing }
            closeIfLost(name)
            do {
                let actions = send(
                    .requested(at: .now, isRetry: isRetry, mayOpen: mayOpen(name, before: end)), to: name)
                guard !actions.contains(.refuse), let work = exclusive.slots[name]?.work else { throw Self.unavailable }
                try await Self.wait(for: work, within: end - .now)
            } catch let problem as Problem where problem.status == 503 {
                guard isRetry, end > .now, !isLeaving.load(ordering: .acquiring) else {
                    if let request { exclusive.refusals.insert(request) }
                    throw problem
                }
                try await Task.sleep(for: ExclusiveSpaces.retryInterval)
            }
        }
    }

    private func mayOpen(_ name: String, before end: ContinuousClock.Instant) -> Bool {
        guard !isLeaving.load(ordering: .acquiring), end > .now else { return false }
        return exclusive.slots[name]?.state.isOpening == true
            || exclusive.slots.values.count { $0.state.isOpening } < ExclusiveSpaces.openingLimit
    }

    /// The problem for a request that had no effect, so that the proxy may retry it on another node.
    static let unavailable = Problem(
        503, "another machine is using the space, or it can't be opened right now; try again",
        headers: [.retryAfter: "1"])

    static func wait(for work: LimitedWork<Void>, within limit: Duration) async throws {
        do { try await work.value(within: limit) } catch is TimeoutError { throw unavailable }
    }

    /// Passes an event to the state machine of a space, and carries out the actions.
    @discardableResult func send(
        _ event: SpaceTakeover.State.Event, to name: String, _ space: Space? = nil
    ) -> [SpaceTakeover.State.Action] {
        var slot = exclusive.slots[name] ?? ExclusiveSpaces.Slot()
        let before = slot.state
        let actions = slot.state.handle(event)
        if slot.state != before { slot.work = nil }
        exclusive.slots[name] = slot.state == .closed(retryTime: nil) ? nil : slot
        for action in actions {
            switch action {
            case .open: exclusive.slots[name]?.work = startOpening(name)
            case .close(let isAwaited):
                exclusive.slots[name]?.work = space.map { startClosing($0, isAwaited: isAwaited) }
            case .admitRequests:
                closeIdle(toOpen: 1)
                open.withLock { $0[name] = space.map { Entry(space: $0, watch: nil) } }
                if space != nil { newCommits.continuation.yield(name) }
            case .addRequest: changeRequests { $0.add(name) }
            case .removeRequest: changeRequests { $0.remove(name) }
            case .refuse: break
            }
        }
        return actions
    }

    private func startOpening(_ name: String) -> LimitedWork<Void> {
        LimitedWork { [self] in
            do {
                guard try Self.exists(databasePath(name)) else { throw Self.missing }
                await hasOpened(try await openDatabase(name))
            } catch StoreError.locked {
                await send(.foundLocked(at: .now), to: name)
                throw Self.unavailable
            } catch {
                await send(.failedToOpen, to: name)
                throw Self.problem(ofOpening: error)
            }
        }
    }

    private func hasOpened(_ space: Space) {
        let isWanted = !isLeaving.load(ordering: .acquiring) && !deleting.contains(space.name)
        send(.opened(isWanted: isWanted), to: space.name, space)
    }

    /// Closes a space that no more requests can enter, once the current requests have left it.
    private func startClosing(_ space: Space, isAwaited: Bool) -> LimitedWork<Void> {
        LimitedWork { [self] in
            await space.feed.closeAll()
            await space.awaitUnused()
            do { try await space.close(isAwaited: isAwaited) } catch {
                // The file stays locked until the process ends, so no other node can open it.
                logger.error("can't close a space", metadata: ["space": "\(space.name)", "error": "\(error)"])
            }
            await send(.closed, to: space.name)
        }
    }

    /// Changes the takeover requests in the background.
    ///
    /// Nothing waits for this, because nodes that access the folder at the same time block each other.
    private func changeRequests(_ change: @escaping @Sendable (SpaceTakeover.Requests) -> Void) {
        guard let folder = sharedFolder else { return }
        _ = LimitedWork<Void> { change(SpaceTakeover.Requests(folder: folder)) }
    }

    /// Returns the error for a request if its space couldn't be opened.
    ///
    /// The request gets 503, because another node may be able to open the space, unless the database itself is bad.
    static func problem(ofOpening error: any Error) -> any Error {
        switch error {
        case StoreError.locked, StoreError.cannotCreate, StoreError.newerSchema: unavailable
        case StoreError.inputOutput(_, let detail) where !detail.contains("full"): unavailable
        case is SystemError: unavailable
        default: error
        }
    }

    static func exists(_ path: String) throws -> Bool {
        // The pointer to the path is only used during the call.
        if unsafe access(path, F_OK) == 0 { return true }
        guard errno == ENOENT else { throw SystemError(errno) }
        return false
    }
}

// MARK: Closing

extension Spaces {
    private func closeIfLost(_ name: String) {
        let lost = open.withLock { open in
            open[name].flatMap { $0.space.hasBeenLost ? open.removeValue(forKey: name) : nil }
        }
        if let lost { send(.mustClose, to: name, lost.space) }
    }

    /// Closes lost spaces, and spaces that nothing but event streams has used for a while.
    func closeUnusedExclusive(after limit: Duration) {
        exclusive.slots = exclusive.slots.filter { !$0.value.state.isForgettable(at: .now) }
        for space in all {
            closeIfLost(space.name)
            if (space.quietTime ?? .zero) > limit { closeOrEndStreams(space) }
        }
    }

    /// Closes the spaces that other nodes have requested and that this node isn't using.
    func handOverWanted() async {
        guard open.withLock({ !$0.isEmpty }), let folder = sharedFolder else { return }
        let names: [String]
        do { names = try await limited { try SpaceTakeover.Requests(folder: folder).names() } } catch {
            logger.warning("can't list the takeover requests", metadata: ["error": "\(error)"])
            return
        }
        for name in names {
            let space = open.withLock { $0[name]?.space }
            if let space, (space.quietTime ?? .zero) > SpaceTakeover.State.quietTime { closeOrEndStreams(space) }
        }
    }

    /// Closes a space or, if event streams are using it, ends them first.
    ///
    /// Their clients may reconnect to another node.
    private func closeOrEndStreams(_ space: Space) {
        if space.idleTime != nil { close(space) } else { Task { await space.feed.closeAll() } }
    }

    /// Stops opening spaces, and releases each open space once its requests have ended.
    func releaseAll() async {
        isLeaving.store(true, ordering: .releasing)
        let spaces = open.withLock { open in
            defer { open = [:] }
            return open.values.map(\.space)
        }
        for space in spaces { send(.mustClose, to: space.name, space) }
        for slot in exclusive.slots.values where slot.state == .closing {
            do { try await slot.work?.value(within: .seconds(15)) } catch {
                // Don't wait any longer: the lock is released when the process ends.
                logger.warning("a space is still being closed", metadata: ["error": "\(error)"])
            }
        }
        exclusive.areReleased = true
    }
}
