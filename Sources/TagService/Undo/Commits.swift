public import Foundation
internal import TagStore

/// A transaction by any process that changed tags, sets, selections or items.
public struct Commit: Hashable, Sendable {
    /// The number of the commit; later commits have higher numbers.
    public var number: Int64
    /// The time of the commit.
    public var at: Date
    /// The command with the first tags; empty if the commit can't be undone.
    public var summary: String
    /// The names of the changed sets; `nil` if there are too many to list.
    public var sets: [String]?
    /// The names of the changed tags; `nil` if there are too many to list.
    public var tags: [String]?
    /// The names of the sets whose content changed, by id; `nil` if unknown or too many to list.
    public var setNames: [Int64: String]?
    /// The items that were added, changed or deleted; `nil` if unknown or too many to list.
    public var items: [ChangedItem]?
}

/// Reading the commit log, which includes commits by other processes.
extension TagService {
    /// Returns the number of the latest commit, or 0 if there are no commits.
    public func lastCommit() throws -> Int64 { try store.read { try $0.lastCommit() } }

    /// Returns the commits after a given commit, oldest first, or `nil` if some are no longer in the log.
    ///
    /// ```swift
    /// let last = try service.lastCommit()
    /// try service.sets.addTags(["tea"])
    /// let new = try service.commits(after: last) ?? []
    /// print(new.map(\.summary))  // ["add tea"]
    /// ```
    ///
    /// The log keeps the last 10,000 commits.
    public func commits(after number: Int64, limit: Int = 1_000) throws -> [Commit]? {
        try store.read { reader in try reader.commits(after: number, limit: limit)?.map(Commit.init) }
    }
}

extension Commit {
    /// Creates the commit of an entry of the log.
    init(_ entry: CommitEntry) {
        self.init(
            number: entry.number, at: Date(timeIntervalSince1970: Double(entry.madeAt) / 1_000), summary: entry.summary,
            sets: entry.sets, tags: entry.tags, setNames: entry.setNames, items: entry.items)
    }
}
