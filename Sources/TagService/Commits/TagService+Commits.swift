public import Foundation
internal import TagStore

/// A transaction of any process that changed tags, sets, selections or items.
public struct Commit: Hashable, Sendable {
    /// Its number; later transactions have higher ones.
    public var number: Int64
    /// When it was made.
    public var at: Date
    /// Its command with the first tags; empty if it cannot be undone.
    public var summary: String
    /// The names of the sets that it changed; `nil` if they are too many to list.
    public var sets: [String]?
    /// The names of the tags that it changed; `nil` if they are too many to list.
    public var tags: [String]?
    /// The names of the sets whose content it changed, by id; `nil` if they are too many to list, or unknown.
    public var setNames: [Int64: String]?
}

/// Following the commits of all processes.
extension TagService {
    /// The number of the latest commit; 0 if there is none.
    public func lastCommit() throws -> Int64 {
        try store.read { try $0.lastCommit() }
    }

    /// The commits after a given one, oldest first; `nil` if some of them are no longer known.
    ///
    /// The last 10,000 commits are known.
    public func commits(after number: Int64, limit: Int = 1_000) throws -> [Commit]? {
        try store.read { reader in
            try reader.commits(after: number, limit: limit)?
                .map {
                    Commit(
                        number: $0.number,
                        at: Date(timeIntervalSince1970: Double($0.madeAt) / 1_000),
                        summary: $0.summary,
                        sets: $0.sets,
                        tags: $0.tags,
                        setNames: $0.setNames
                    )
                }
        }
    }
}
