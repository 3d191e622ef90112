internal import Synchronization
internal import TagService

/// A message to event streams: a commit, or a notice that commits are missing.
enum FeedEvent: Sendable {
    case commit(Commit)
    /// Commits are missing, so the client must fetch everything again; with the number of the latest commit.
    case reset(Int64)
}

/// Delivers the commits of every process to the event streams, in order and once each.
actor CommitFeed {
    private let service: TagService
    private let tokens: TokenCache
    private let epoch: Epoch
    /// The number of the last delivered commit.
    private var last: Int64
    private var listeners: [Int: EventQueue] = [:]
    private var nextListener = 0
    private let listenerCount = Atomic<Int>(0)

    init(
        service: TagService,
        tokens: TokenCache,
        epoch: Epoch,
        last: Int64
    ) {
        self.service = service
        self.tokens = tokens
        self.epoch = epoch
        self.last = last
    }

    /// The number of the last commit that is known here.
    var latest: Int64 { last }

    /// The number of open streams.
    nonisolated var streams: Int { listenerCount.load(ordering: .relaxed) }

    /// Reads and delivers new commits.
    ///
    /// - Returns: whether there was anything.
    @discardableResult
    func follow() async -> Bool {
        service.followCommits()
        do {
            let latest = try service.lastCommit()
            guard latest != last else { return false }
            epoch.move()
            // A set that a token opens may have another name now, and another process may have revoked a token.
            tokens.clear()
            guard !listeners.isEmpty else {
                last = max(last, latest)
                return true
            }
            try await tell()
            return true
        } catch {
            // A database that cannot be read now is read at the next commit; the streams lose nothing.
            // Cached responses may be out of date.
            epoch.move()
            return false
        }
    }

    private func tell() async throws {
        while true {
            let commits = try service.commits(after: last)
            // Another call may have delivered them while this one was reading.
            let new = commits?.filter { $0.number > last }
            if let new, new.isEmpty { return }
            let events = new.map { $0.map(FeedEvent.commit) }
            var latest = new?.last?.number ?? 0
            if new == nil { latest = try service.lastCommit() }
            last = max(last, latest)
            for listener in listeners.values { listener.append(events ?? [.reset(latest)]) }
        }
    }

    /// Opens a stream that begins after a commit, or with the next one.
    ///
    /// - Parameters:
    ///   - number: the number of the commit; `nil` for the next one.
    ///   - caller: who the client is, and which sets it sees.
    ///   - limit: how much the client may be behind, in bytes.
    ///   - onOverfull: called when it is further behind.
    /// - Returns: the number of the stream, and its queue.
    /// - Throws: `StoreError`.
    func listen(
        after number: Int64?,
        by caller: Caller,
        limit: Int,
        onOverfull: @escaping @Sendable () -> Void
    ) async throws -> (id: Int, queue: EventQueue) {
        nextListener += 1
        let id = nextListener
        let queue = EventQueue(of: caller, limit: limit, onOverfull: onOverfull)
        if let number {
            let missed = try await missed(after: number).filter(queue.takes)
            let size = missed.reduce(0) { $0 + $1.size }
            // If events don't fit, the client fetches everything again.
            queue.append(size > limit / 2 ? [.reset(last)] : missed)
        }
        listeners[id] = queue
        listenerCount.add(1, ordering: .relaxed)
        return (id, queue)
    }

    /// Closes a stream.
    func close(_ id: Int) {
        guard listeners.removeValue(forKey: id) != nil else { return }
        listenerCount.subtract(1, ordering: .relaxed)
    }

    /// Ends the streams of tokens that any process has revoked.
    ///
    /// If the tokens can't be read, it ends the streams of all tokens; their clients reconnect and are checked again.
    func endRevokedStreams() async {
        guard listeners.values.contains(where: { $0.tokenID != nil }) else { return }
        let valid: Set<Int64>
        do {
            valid = try service.tokenIDs()
        } catch {
            valid = []
        }
        for queue in listeners.values where queue.tokenID.map({ !valid.contains($0) }) ?? false {
            queue.finish()
        }
    }

    /// Makes every stream send a keep-alive comment.
    func tickAll() {
        for queue in listeners.values { queue.tick() }
    }

    /// Ends all streams, when the server stops.
    func closeAll() {
        for queue in listeners.values { queue.finish() }
    }

    private func missed(after number: Int64) async throws -> [FeedEvent] {
        var events: [FeedEvent] = []
        var place = number
        while place < last {
            guard let commits = try service.commits(after: place), let end = commits.last
            else { return [.reset(last)] }
            events += commits.map(FeedEvent.commit)
            place = end.number
        }
        return place > last && number > last ? [.reset(last)] : events
    }
}

extension Commit {
    /// Whether it changed one of the given sets, by id: a new set may have the old name of another.
    func concerns(_ sets: [Int64]) -> Bool {
        // Of the commits of an older version, and of those that change very many sets, nobody knows.
        setNames.map { names in sets.contains { names[$0] != nil } } ?? true
    }
}

extension FeedEvent {
    /// Whether it is sent to a client that is limited to the given sets; `nil` means every set.
    func concerns(_ sets: [Int64]?) -> Bool {
        guard let sets, case .commit(let commit) = self else { return true }
        return commit.concerns(sets)
    }

    /// The approximate size of the event as it is sent, in bytes.
    var size: Int {
        switch self {
        case .reset: 64
        case .commit(let commit):
            ((commit.tags ?? []) + (commit.sets ?? []))
                .reduce(200 + commit.summary.utf8.count) { $0 + $1.utf8.count + 4 }
        }
    }
}
