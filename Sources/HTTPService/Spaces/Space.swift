internal import Foundation
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// One open database: a service that writes, one that reads beside it, and the feed of its commits.
final class Space: Sendable {
    /// The name under which a server of many spaces knows it; empty for the only one.
    let name: String
    let path: String
    /// Suggests, with every tag in memory.
    let suggester: TagService
    /// How long questions of suggestions take of late.
    let pace = QuestionPace()
    /// Reads what each request asks for first: its token, and the latest commit.
    let watcher: TagService
    /// Reads for most requests.
    let lanes: ReadLanes
    /// Reads the whole database for exports and backups, one after the other.
    let exporter: TagService
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

    private struct Use {
        var users = 0
        var last = ContinuousClock.now
    }

    /// Opens a database.
    init(name: String, path: String, backlogLimit: Int, base: Base?) async throws {
        self.name = name
        self.backlogLimit = backlogLimit
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let writer = try TagService(.file(path: path), concurrency: .pool)
        let location = StoreLocation.file(path: path)
        // With the two lanes these are as many as the pool has connections that read.
        suggester = try TagService(location, concurrency: .pool)
        watcher = try TagService(location, concurrency: .pool)
        exporter = try TagService(location, concurrency: .pool)
        lanes = try ReadLanes(location, count: 2)
        // What is saved is learnt beside it, and suggestions stand on it.
        await writer.use(base)
        await suggester.use(base)
        await suggester.keepSuggestionsInMemory(following: .whenTold)
        tokens = TokenCache(reader: watcher)
        let last = try await watcher.lastCommit()
        feed = CommitFeed(
            reader: watcher,
            suggester: suggester,
            tokens: tokens,
            epoch: epoch,
            last: last
        )
        commits = SharedCommits(writer: writer, feed: feed)
        boards = BoardCache()
    }

    /// Notes that a request uses the space, so that it is not closed.
    func enter() {
        use.withLock { $0.users += 1 }
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

    /// Takes note of commits of any process.
    func followCommits() async {
        await feed.follow()
    }
}
