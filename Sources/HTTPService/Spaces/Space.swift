internal import Foundation
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// An open database: its service, the queues for using it, and the feed of its commits.
final class Space: Sendable {
    /// The name of the space; empty if the server has a single database.
    let name: String
    let path: String
    /// The thread of all work in an exclusive space, so that its disk can't block other spaces; `nil` for a space shared
    /// with other processes.
    let worker: WorkerPool?
    let service: TagService
    /// The queues for reads, suggestions (`questions`), boards (`drawings`), and exports and backups.
    let reads = FairQueue(limit: 2)
    let questions = FairQueue(limit: 1)
    let drawings = FairQueue(limit: 1)
    let exports = FairQueue(limit: 1)
    let commits: SharedCommits
    let feed: CommitFeed
    let tokens: TokenCache
    let boards: BoardCache
    /// The files that devices exchange.
    let syncFolder: SyncFolder
    /// Identifies the state of the space that cached responses belong to.
    let epoch = Epoch()
    /// The maximum backlog of an event stream, in bytes.
    let backlogLimit: Int
    /// The number of current users, and the time when a user last entered or left.
    private let use = Mutex(Use())

    private struct Use {
        var users = 0
        var last = ContinuousClock.now
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - name: the name of the space.
    ///   - path: the path of the database.
    ///   - backlogLimit: the maximum backlog of an event stream, in bytes.
    ///   - syncLimit: the maximum size of the files that devices exchange, in bytes.
    ///   - model: the shared model for suggestions; `nil` for the database's model.
    ///   - isExclusive: whether to lock the database against all other processes.
    ///   - checksFiles: whether the query `missing` may look for files on the server.
    ///   - onCommit: called when there are new commits.
    /// - Throws: `StoreError`.
    init(
        name: String, path: String, backlogLimit: Int, syncLimit: Int, model: SharedModel?, isExclusive: Bool = false,
        checksFiles: Bool = false, onCommit: @escaping @Sendable () -> Void = {}
    ) async throws {
        self.name = name
        let worker = isExclusive ? WorkerPool(threads: 1) : nil
        self.worker = worker
        self.backlogLimit = backlogLimit
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let concurrency = isExclusive ? StoreConcurrency.exclusive : .pool
        service = try TagService(.file(path: path), concurrency: concurrency, checksFiles: checksFiles)
        service.suggestions.use(model)
        service.suggestions.keepInMemory(following: .whenTold)
        tokens = TokenCache(reader: service, executor: worker ?? WorkerPool.lookups)
        feed = CommitFeed(
            service: service, tokens: tokens, epoch: epoch, last: try service.lastCommit(), onCommit: onCommit)
        commits = SharedCommits(service: service, feed: feed, executor: worker ?? WorkerPool.commits)
        boards = BoardCache()
        syncFolder = SyncFolder(ofDatabase: self.path, limit: syncLimit)
    }

    /// Records that a request is using the space, so that the space isn't closed.
    func enter() {
        use.withLock {
            $0.users += 1
            $0.last = .now
        }
    }

    /// Records that a request has ended.
    func leave() {
        use.withLock {
            $0.users -= 1
            $0.last = .now
        }
    }

    /// How long the space has been unused; `nil` if it's in use.
    var idleTime: Duration? { use.withLock { $0.users > 0 ? nil : .now - $0.last } }

    /// How long nothing but event streams has used the space; `nil` if a request is using it.
    var quietTime: Duration? {
        let streams = feed.streams
        return use.withLock { $0.users > streams ? nil : .now - $0.last }
    }

    /// Updates the data in memory after commits by any process, and sends them to event streams.
    func followCommits() async { await feed.follow() }
}

extension Space {
    /// Runs work that may wait for the disk on the executor of the space.
    func run<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        try await withTaskExecutorPreference(worker ?? WorkerPool.lookups, operation: work)
    }

    /// Whether another machine may have taken over the database, so that the space must be closed.
    var hasBeenLost: Bool { service.hasBeenLost }

    /// Ensures that in-memory data is up to date.
    ///
    /// - Throws: `StoreError.locked` if the space was lost.
    func checkOwnership() throws { try service.checkOwnership() }

    /// Waits until no request is using the space, for up to ten seconds.
    func awaitUnused() async {
        for _ in 0..<2_000 where use.withLock({ $0.users > 0 }) { await Task.pause(for: .milliseconds(5)) }
    }

    /// Closes the database, which releases the lock of an exclusive space.
    ///
    /// - Parameter isAwaited: whether another machine may be waiting for the database. If so, the
    ///   write-ahead log isn't merged first.
    /// - Throws: `StoreError`. The file then stays open.
    func close(isAwaited: Bool) async throws { try isAwaited ? service.handOver() : service.close() }

    /// Deletes the database and then closes it, so that no other process can open it in between.
    func delete() async throws { try service.deleteDatabase() }
}
