internal import Foundation
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// One open database: a service that writes, one that reads beside it, and the feed of its commits.
final class Space: Sendable {
    /// The name under which a server of many spaces knows it; empty for the only one.
    let name: String
    let path: String
    /// Runs all work of a space that no other process may use; `nil` for one that is shared.
    let worker: SpaceWorker?
    private let writer: TagService
    /// Suggests, with every tag in memory.
    let suggester: TagService
    /// Reads what each request asks for first: its token, and the latest commit.
    let watcher: TagService
    /// Reads for most requests.
    let lanes: ReadLanes
    /// The turns of reads, of questions about suggestions, and of boards.
    let reads = FairQueue(limit: Space.laneCount)
    let questions = FairQueue(limit: 1)
    let drawings = FairQueue(limit: 1)
    /// Reads the whole database for exports and backups, one after the other.
    let exporter: TagService
    /// Reads and lays out boards, one after the other, so that a large set delays no other read.
    let drawer: TagService
    let commits: SharedCommits
    let feed: CommitFeed
    let tokens: TokenCache
    let boards: BoardCache
    /// Which of the answers that were kept still hold.
    let epoch = Epoch()
    /// How much a stream of events may be behind, in bytes.
    let backlogLimit: Int
    /// When it was last asked for, and by how many it is used now.
    private let use = Mutex(Use())

    private static let laneCount = 2

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
    ///   - base: the base that suggestions stand on; `nil` for the one that the database names.
    ///   - isExclusive: whether it is kept from all other processes.
    /// - Throws: `StoreError`.
    init(
        name: String,
        path: String,
        backlogLimit: Int,
        base: Base?,
        isExclusive: Bool = false
    ) async throws {
        self.name = name
        let worker = isExclusive ? SpaceWorker() : nil
        self.worker = worker
        self.backlogLimit = backlogLimit
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let concurrency = isExclusive ? StoreConcurrency.exclusive : .pool
        writer = try TagService(.file(path: path), concurrency: concurrency)
        let location = StoreLocation.file(path: path)
        // With the two lanes these are as many as the pool has connections that read.
        suggester = try TagService(location, concurrency: concurrency)
        watcher = try TagService(location, concurrency: concurrency)
        exporter = try TagService(location, concurrency: concurrency)
        drawer = try TagService(location, concurrency: concurrency)
        lanes = try ReadLanes(location, count: Self.laneCount, concurrency: concurrency)
        // What is saved is learnt beside it, and suggestions stand on it.
        await writer.use(base)
        await suggester.use(base)
        await suggester.keepSuggestionsInMemory(following: .whenTold)
        tokens = TokenCache(reader: watcher, executor: worker ?? WorkerPool.lookups)
        let last = try await watcher.lastCommit()
        feed = CommitFeed(
            reader: watcher,
            suggester: suggester,
            tokens: tokens,
            epoch: epoch,
            last: last
        )
        commits = SharedCommits(
            writer: writer,
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
    /// Runs work on the database where it may wait for the disk: on the thread of a space that no other process may use.
    func run<Result: Sendable>(
        _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withTaskExecutorPreference(worker ?? WorkerPool.lookups, operation: work)
    }

    /// Whether another machine may own the database by now, so that the space can only be closed.
    var hasBeenLost: Bool { writer.hasBeenLost }

    /// Ensures that what is kept in memory still holds.
    ///
    /// - Throws: `StoreError.locked` if the space was lost.
    func checkOwnership() throws {
        try writer.checkOwnership()
    }

    /// Waits until nobody uses the space, for ten seconds at most.
    func awaitUnused() async {
        for _ in 0..<2_000 where use.withLock({ $0.users > 0 }) {
            // Nobody cancels the task that closes a space.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Closes the database, and with it lets go of the file.
    ///
    /// - Parameter isAwaited: whether another machine waits for it, so that it is not tidied up before.
    /// - Throws: `StoreError`; the file is then open still.
    func close(isAwaited: Bool) async throws {
        for service in [suggester, watcher, exporter, drawer] { try await service.close() }
        try await lanes.close()
        try await isAwaited ? writer.handOver() : writer.close()
    }

    /// Deletes the database and closes it, before anybody else can open it.
    func delete() async throws {
        for service in [suggester, watcher, exporter, drawer] { try await service.close() }
        try await lanes.close()
        try await writer.deleteDatabase()
    }
}
