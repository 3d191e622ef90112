internal import Synchronization
internal import TagService

/// A message to event streams: a commit, or a notice that commits are missing.
enum FeedEvent: Sendable {
    case commit(Commit)
    /// Commits are missing, so the client must fetch everything again. The value is the latest commit's number.
    case reset(Int64)
}

/// Delivers the commits of all processes to the event streams, in order and exactly once.
actor CommitFeed {
    private let service: TagService
    private let tokens: TokenCache
    private let epoch: Epoch
    /// The number of the last delivered commit.
    private var last: Int64
    private var listeners: [Int: EventQueue] = [:]
    private var nextListener = 0
    private let listenerCount = Atomic<Int>(0)
    /// Called when there are new commits.
    private let onCommit: @Sendable () -> Void

    init(
        service: TagService, tokens: TokenCache, epoch: Epoch, last: Int64,
        onCommit: @escaping @Sendable () -> Void = {}
    ) {
        self.onCommit = onCommit
        self.service = service
        self.tokens = tokens
        self.epoch = epoch
        self.last = last
    }

    /// The number of the last commit that the feed has read.
    var latest: Int64 { last }

    /// The number of open streams.
    nonisolated var streams: Int { listenerCount.load(ordering: .relaxed) }

    /// Reads and delivers new commits.
    ///
    /// - Returns: whether there were any.
    @discardableResult func follow() async -> Bool {
        service.suggestions.followCommits()
        do {
            let latest = try service.lastCommit()
            guard latest != last else { return false }
            epoch.move()
            // Another process may have revoked a token, or renamed a set that a token is limited to.
            tokens.clear()
            defer { onCommit() }
            guard !listeners.isEmpty else {
                last = max(last, latest)
                return true
            }
            try await tell()
            return true
        } catch {
            // The next call delivers what couldn't be read now, so streams miss nothing. But cached responses may be
            // out of date.
            epoch.move()
            return false
        }
    }

    private func tell() async throws {
        while true {
            let commits = try service.commits(after: last)
            // Another call may have delivered some of these commits in the meantime.
            let new = commits?.filter { $0.number > last }
            if let new, new.isEmpty { return }
            let events = new.map { $0.map(FeedEvent.commit) }
            var latest = new?.last?.number ?? 0
            if new == nil { latest = try service.lastCommit() }
            last = max(last, latest)
            for listener in listeners.values { listener.append(events ?? [.reset(latest)]) }
        }
    }

    /// Opens an event stream.
    ///
    /// - Parameters:
    ///   - number: the number of the last commit that the client has seen; `nil` to send only new commits.
    ///   - caller: the client, with the sets that it can access.
    ///   - limit: the maximum size of the client's backlog, in bytes.
    ///   - onOverfull: called when the backlog exceeds the limit.
    /// - Returns: the ID of the stream, and its queue.
    /// - Throws: `StoreError`.
    func listen(
        after number: Int64?, by caller: Caller, limit: Int, onOverfull: @escaping @Sendable () -> Void
    ) async throws -> (id: Int, queue: EventQueue) {
        nextListener += 1
        let id = nextListener
        let queue = EventQueue(of: caller, limit: limit, onOverfull: onOverfull)
        if let number {
            let missed = try await missed(after: number).filter(queue.takes)
            let size = missed.reduce(0) { $0 + $1.size }
            // If the missed events would fill half of the backlog, let the client fetch everything again.
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
    /// If the tokens can't be read, ends the streams of all tokens. Their clients reconnect, which checks the tokens.
    func endRevokedStreams() async {
        guard listeners.values.contains(where: { $0.tokenID != nil }) else { return }
        let valid: Set<Int64>
        do { valid = try service.tokens.ids() } catch { valid = [] }
        for queue in listeners.values where queue.tokenID.map({ !valid.contains($0) }) ?? false { queue.finish() }
    }

    /// Makes every stream send a keep-alive comment.
    func tickAll() { for queue in listeners.values { queue.tick() } }

    /// Ends all streams.
    func closeAll() { for queue in listeners.values { queue.finish() } }

    private func missed(after number: Int64) async throws -> [FeedEvent] {
        var events: [FeedEvent] = []
        var place = number
        while place < last {
            guard let commits = try service.commits(after: place), let end = commits.last else { return [.reset(last)] }
            events += commits.map(FeedEvent.commit)
            place = end.number
        }
        return place > last && number > last ? [.reset(last)] : events
    }
}

extension Commit {
    /// Returns whether the commit changed one of the given sets.
    ///
    /// Sets are compared by ID because a new set may reuse the name of a renamed set.
    func concerns(_ sets: [Int64]) -> Bool {
        // Unknown for commits by older versions, and for commits that changed too many sets to list.
        setNames.map { names in sets.contains { names[$0] != nil } } ?? true
    }
}

extension FeedEvent {
    /// Returns whether to send the event to a client limited to the given sets; `nil` means every set.
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
