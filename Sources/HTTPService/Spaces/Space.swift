internal import Foundation
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// One open database: its service, the turns of those who use it, and the feed of its commits.
final class Space: Sendable {
    /// The name under which a server of many spaces knows it; empty for the only one.
    let name: String
    let path: String
    /// Runs all work of a space that no other process may use; `nil` for one that is shared.
    let worker: SpaceWorker?
    let service: TagService
    /// The turns of reads, of questions about suggestions, of boards, and of exports and backups.
    let reads = FairQueue(limit: 2)
    let questions = FairQueue(limit: 1)
    let drawings = FairQueue(limit: 1)
    let exports = FairQueue(limit: 1)
    let commits: SharedCommits
    let feed: CommitFeed
    let tokens: TokenCache
    let boards: BoardCache
    /// The state that cached responses belong to.
    let epoch = Epoch()
    /// How much a stream of events may be behind, in bytes.
    let backlogLimit: Int
    /// When it was last asked for, and by how many it is used now.
    private let use = Mutex(Use())

    private struct Use {
        var users = 0
        var last = ContinuousClock.now
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - path: the path of the database.
    ///   - backlogLimit: how much a stream of events may be behind, in bytes.
    ///   - model: the shared model for suggestions; `nil` for the database's model.
    ///   - isExclusive: whether it is kept from all other processes.
    /// - Throws: `StoreError`.
    init(
        name: String,
        path: String,
        backlogLimit: Int,
        model: SharedModel?,
        isExclusive: Bool = false
    ) async throws {
        self.name = name
        let worker = isExclusive ? SpaceWorker() : nil
        self.worker = worker
        self.backlogLimit = backlogLimit
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let concurrency = isExclusive ? StoreConcurrency.exclusive : .pool
        service = try TagService(.file(path: path), concurrency: concurrency)
        service.use(model)
        service.keepSuggestionsInMemory(following: .whenTold)
        tokens = TokenCache(reader: service, executor: worker ?? WorkerPool.lookups)
        feed = CommitFeed(
            service: service,
            tokens: tokens,
            epoch: epoch,
            last: try service.lastCommit()
        )
        commits = SharedCommits(
            service: service,
            feed: feed,
            executor: worker ?? WorkerPool.commits
        )
        boards = BoardCache()
    }

    /// Notes that a request uses the space, so that it is not closed.
    func enter() {
        use.withLock {
            $0.users += 1
            $0.last = .now
        }
    }

    /// Notes that a request has ended.
    func leave() {
        use.withLock {
            $0.users -= 1
            $0.last = .now
        }
    }

    /// How long nobody has used the space; `nil` while somebody does.
    var idleTime: Duration? {
        use.withLock { $0.users > 0 ? nil : .now - $0.last }
    }

    /// How long nobody but streams of events has used the space; `nil` while somebody does.
    var quietTime: Duration? {
        let streams = feed.streams
        return use.withLock { $0.users > streams ? nil : .now - $0.last }
    }

    /// Takes note of commits of any process.
    func followCommits() async {
        await feed.follow()
    }
}

extension Space {
    /// Runs work that may wait for the disk: for an exclusive space, on its thread.
    func run<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(worker ?? WorkerPool.lookups, operation: work)
    }

    /// Whether another machine may own the database by now, so that the space can only be closed.
    var hasBeenLost: Bool { service.hasBeenLost }

    /// Ensures that in-memory data is up to date.
    ///
    /// - Throws: `StoreError.locked` if the space was lost.
    func checkOwnership() throws {
        try service.checkOwnership()
    }

    /// Waits until nobody uses the space, for ten seconds at most.
    func awaitUnused() async {
        for _ in 0..<2_000 where use.withLock({ $0.users > 0 }) {
            await Task.pause(for: .milliseconds(5))
        }
    }

    /// Closes the database, and with it lets go of the file.
    ///
    /// - Parameter isAwaited: whether another machine waits for it, so that it is not tidied up before.
    /// - Throws: `StoreError`; the file is then open still.
    func close(isAwaited: Bool) async throws {
        try isAwaited ? service.handOver() : service.close()
    }

    /// Deletes the database and closes it, before anybody else can open it.
    func delete() async throws {
        try service.deleteDatabase()
    }
}
