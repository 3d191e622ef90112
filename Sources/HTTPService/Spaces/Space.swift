internal import Foundation
internal import Synchronization
internal import TagService
internal import TextMeasurement

/// One open database: a service that writes, one that reads beside it, and the feed of its commits.
final class Space: Sendable {
    /// The name under which a server of many spaces knows it; empty for the only one.
    let name: String
    let path: String
    /// Reads, beside the writer, on the pool's other connections.
    let reader: TagService
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
    init(name: String, path: String, backlogLimit: Int) async throws {
        self.name = name
        self.backlogLimit = backlogLimit
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let writer = try TagService(.file(path: path), concurrency: .pool)
        reader = try TagService(.file(path: path), concurrency: .pool)
        await reader.keepSuggestionsInMemory(following: .whenTold)
        tokens = TokenCache(reader: reader)
        let last = try await reader.lastCommit()
        feed = CommitFeed(reader: reader, tokens: tokens, epoch: epoch, last: last)
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
