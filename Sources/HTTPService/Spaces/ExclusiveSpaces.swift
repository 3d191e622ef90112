internal import HTTPTypes
internal import Logging
internal import Synchronization
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The exclusive spaces that this node uses or was asked for, and its recent refusals.
struct ExclusiveSpaces {
    /// A space that isn't simply closed.
    struct Slot {
        var state = SpaceTakeover.State.closed(retryTime: nil)
        /// The opening or closing in progress.
        var work: LimitedWork<Void>?
    }

    /// The spaces by name.
    var slots: [String: Slot] = [:]
    var refusals = Refusals()
    /// Whether the server stops and has released all spaces.
    var areReleased = false
    /// The last check that the folder responds, and when it began.
    var probe: (work: LimitedWork<Void>, begun: ContinuousClock.Instant)?

    /// The IDs of the last 5,000 to 10,000 requests that were refused.
    struct Refusals {
        private var newer: Set<String> = []
        private var older: Set<String> = []

        func contains(_ request: String) -> Bool {
            newer.contains(request) || older.contains(request)
        }

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
    /// How long the folder may not respond before the node isn't ready: at least as long as its locks last.
    static let silenceLimit = Duration.seconds(60)
}

/// Runs the ``SpaceTakeover/State`` of each space in a folder that several nodes share.
///
/// - Opening and closing run on separate threads, since a disk that waits for a dead node may not respond for half a minute. Requests
///   wait for ``openingTime``; the thread continues.
/// - After a disk error, or if the file isn't there any more, the space is lost, since another node may hold it. It is closed, and
///   nothing is acknowledged after that.
/// - An idle space is closed. A server that stops closes all spaces, and refuses requests for a space only after it has released it.
extension Spaces {
    /// Enters a space that may have to be opened.
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
            guard Self.isName(name), !deleting.contains(name), !creating.contains(name) else {
                throw Self.missing
            }
            closeIfLost(name)
            do {
                let actions = send(
                    .requested(at: .now, isRetry: isRetry, mayOpen: mayOpen(name, before: end)),
                    to: name
                )
                guard !actions.contains(.refuse), let work = exclusive.slots[name]?.work else {
                    throw Self.unavailable
                }
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

    /// Nothing was done, so that the request may be sent to another node.
    static let unavailable = Problem(
        503,
        "another machine is using the space, or it can't be opened right now; try again",
        headers: [.retryAfter: "1"]
    )

    static func wait(for work: LimitedWork<Void>, within limit: Duration) async throws {
        do {
            try await work.value(within: limit)
        } catch is TimeoutError {
            throw unavailable
        }
    }

    /// Passes an event to the state machine of a space, and carries out the actions.
    @discardableResult
    func send(
        _ event: SpaceTakeover.State.Event,
        to name: String,
        _ space: Space? = nil
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

    /// Closes a space that can't be entered any more, as soon as nobody uses it.
    private func startClosing(_ space: Space, isAwaited: Bool) -> LimitedWork<Void> {
        LimitedWork { [self] in
            await space.feed.closeAll()
            await space.awaitUnused()
            do {
                try await space.close(isAwaited: isAwaited)
            } catch {
                // The file stays locked until the process ends, so other nodes find it locked.
                logger.error(
                    "can't close a space",
                    metadata: ["space": "\(space.name)", "error": "\(error)"]
                )
            }
            await send(.closed, to: space.name)
        }
    }

    /// Changes the takeover requests while nobody waits: all nodes read and change that folder, and wait for each other.
    private func changeRequests(_ change: @escaping @Sendable (SpaceTakeover.Requests) -> Void) {
        guard let folder = sharedFolder else { return }
        _ = LimitedWork<Void> { change(SpaceTakeover.Requests(folder: folder)) }
    }

    /// The error of a request that waited in vain: another node may succeed, unless the database itself is bad.
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

    /// Closes lost spaces, and those that only event streams have used for a while.
    func closeUnusedExclusive(after limit: Duration) {
        exclusive.slots = exclusive.slots.filter { !$0.value.state.isForgettable(at: .now) }
        for space in all {
            closeIfLost(space.name)
            if (space.quietTime ?? .zero) > limit { closeOrEndStreams(space) }
        }
    }

    /// Hands over the spaces that other nodes want and this node doesn't need.
    func handOverWanted() async {
        guard open.withLock({ !$0.isEmpty }), let folder = sharedFolder else { return }
        let names: [String]
        do {
            names = try await limited { try SpaceTakeover.Requests(folder: folder).names() }
        } catch {
            logger.warning("can't list the takeover requests", metadata: ["error": "\(error)"])
            return
        }
        for name in names {
            let space = open.withLock { $0[name]?.space }
            if let space, (space.quietTime ?? .zero) > SpaceTakeover.State.quietTime {
                closeOrEndStreams(space)
            }
        }
    }

    /// Closes a space, or ends the event streams that use it, whose clients reconnect, perhaps to another node.
    private func closeOrEndStreams(_ space: Space) {
        if space.idleTime != nil { close(space) } else { Task { await space.feed.closeAll() } }
    }

    /// Releases each space as soon as its requests have ended, and opens no others.
    func releaseAll() async {
        isLeaving.store(true, ordering: .releasing)
        let spaces = open.withLock { open in
            defer { open = [:] }
            return open.values.map(\.space)
        }
        for space in spaces { send(.mustClose, to: space.name, space) }
        for slot in exclusive.slots.values where slot.state == .closing {
            do {
                try await slot.work?.value(within: .seconds(15))
            } catch {
                // Anything slower ends with the process.
                logger.warning("a space is still being closed", metadata: ["error": "\(error)"])
            }
        }
        exclusive.areReleased = true
    }
}
