internal import GRDB
internal import TagCore

/// A moment in the history of a database, by which an index that was made from it is recognized.
package struct IndexState: Hashable, Sendable {
    /// The number of the last commit.
    package let commit: Int64
    /// The number of the last change of tags.
    package let change: Int64
    /// The checksum of what the log says about the last commits and that change.
    package let mark: UInt64
}

extension StoreReader {
    /// The number of commits from which a mark is made.
    private static let markedCommits: Int64 = 16

    /// Returns the present state; `nil` for a database that has logged no commit, so that it cannot be told from others.
    package func indexState() throws -> IndexState? {
        try indexState(commit: lastCommit(), change: lastChange())
    }

    /// Whether a state is part of the history of the database, so that the changes since can be applied to what was made from it.
    ///
    /// A copy that was restored, or another database under the same name, has another log: its commits have other times, names or
    /// numbers. Where the log no longer reaches back that far, nothing is promised.
    package func hasPassed(_ state: IndexState) throws -> Bool {
        try indexState(commit: state.commit, change: state.change) == state
    }

    private func indexState(commit: Int64, change: Int64) throws -> IndexState? {
        var words: [UInt64] = []
        let commits = try database.rows(
            "SELECT id, made_at, summary, sets, tags FROM commit_log WHERE id BETWEEN ? AND ? ORDER BY id",
            [max(0, commit &- Self.markedCommits + 1), commit]
        )
        while let row = try commits.next() {
            let (id, madeAt): (Int64, Int64) = (try row[0], try row[1])
            let texts: [String?] = [try row[2], try row[3], try row[4]]
            words += [UInt64(bitPattern: id), UInt64(bitPattern: madeAt)]
            words += texts.map { text in BlockChecksum.of((text ?? "\u{0}").utf8.map(UInt64.init)) }
        }
        let tag: [Int64?] =
            try database
            .rows("SELECT tag_id FROM tag_change WHERE id = ?", [change])
            .mapAll { try $0[0] }
        guard let tagID = tag.first, words.count >= 5,
            words[words.count - 5] == UInt64(bitPattern: commit)
        else { return nil }
        words += [UInt64(bitPattern: change), UInt64(bitPattern: tagID ?? -1)]
        return IndexState(commit: commit, change: change, mark: BlockChecksum.of(words))
    }
}
