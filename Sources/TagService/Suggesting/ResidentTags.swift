internal import Dispatch
internal import Foundation
internal import Synchronization
internal import TagStore

/// All tags in memory, which are updated after commits, if a service keeps them.
struct ResidentTags {
    var isKept = false
    var following = CommitFollowing.eachQuery
    /// The minimum number of tags for keeping their index in a file; `nil` to use no file.
    var indexedFrom: Int?
    private var index: ResidentIndex?
    /// The index that is to replace ``index`` once it is built.
    private var successor: SuccessorIndex?

    init(
        isKept: Bool = false, following: CommitFollowing = .eachQuery, indexedFrom: Int? = TagService.defaultIndexedFrom
    ) { (self.isKept, self.following, self.indexedFrom) = (isKept, following, indexedFrom) }

    /// Whether results are still without the tags of a large commit.
    var isCatchingUp: Bool { successor != nil }

    /// Follows the commits since the last update.
    ///
    /// - Parameters:
    ///   - store: the database.
    ///   - hasCommitted: whether there are commits to follow.
    /// - Returns: the index of every tag; `nil` if none is kept.
    /// - Throws: `StoreError`.
    mutating func update(from store: TagStore, after hasCommitted: borrowing Atomic<Bool>) throws -> ResidentIndex? {
        guard isKept else { return nil }
        if let successor {
            guard let result = successor.result else { return index }
            self.successor = nil
            index = try result.get()
            // Apply the commits made during the build.
            hasCommitted.store(true, ordering: .releasing)
        }
        if following == .whenTold, index?.isSound == true, !hasCommitted.load(ordering: .acquiring) { return index }
        let version = following == .whenTold ? 0 : try store.dataVersion()
        let isTold = hasCommitted.load(ordering: .acquiring)
        guard index?.isCurrent(at: version) != true || isTold else { return index }
        // A commit announced from here on is either part of the read below, or read by the next query.
        hasCommitted.store(false, ordering: .releasing)
        let limit = following == .whenTold ? Self.followedAtOnce : .max
        let isFollowed = try store.read { reader in
            try index?.follow(in: reader, version: version, limit: limit) == true
        }
        if !isFollowed { try rebuild(from: store, version) }
        return index
    }

    private mutating func rebuild(from store: TagStore, _ version: Int64) throws {
        let keptFrom = indexedFrom
        let build: @Sendable () throws -> ResidentIndex = {
            try store.read { reader in
                try ResidentIndex(
                    reader: reader, version: version, file: keptFrom == nil ? nil : store.indexFile(),
                    keptFrom: keptFrom ?? 0)
            }
        }
        // Clients of a server must not wait for the tags that another client added.
        if following == .whenTold, index?.isSound == true {
            let next = SuccessorIndex(build)
            next.wait(atMost: Self.patience)
            guard let result = next.result else {
                successor = next
                return
            }
            index = try result.get()
        } else {
            index = nil
            index = try build()
        }
    }

    /// The maximum size in bytes of changed names that a query of a server applies at once, which takes a few hundredths of a second.
    private static let followedAtOnce = 32 << 10
    /// The maximum time that the first query after a large commit waits for the new index, in seconds.
    private static let patience = 0.5
}

/// An index of tags that is built on its own thread, while queries use the previous index.
final class SuccessorIndex: Sendable {
    // `@unchecked Sendable`: the thread that builds the index keeps no reference once it is in `state`, and only
    // `ResidentTags` takes it from there, while its service holds the lock of `TagService.resident`.
    private struct Handover: @unchecked Sendable { let index: ResidentIndex }

    private let state = Mutex<Result<Handover, any Error>?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Begins to build.
    init(_ build: @escaping @Sendable () throws -> ResidentIndex) {
        Thread.detachNewThread { [self] in
            let result = Result { Handover(index: try build()) }
            state.withLock { $0 = result }
            end.signal()
        }
    }

    /// Waits until the index is built, or for a number of seconds.
    func wait(atMost seconds: Double) { _ = end.wait(timeout: .now() + seconds) }

    /// The index, or the error of building it; `nil` until it is built.
    var result: Result<ResidentIndex, any Error>? { state.withLock { $0 }?.map(\.index) }
}
