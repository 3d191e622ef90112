internal import GRDB
internal import TagCore

extension StoreReader {
    /// The number of commits included in the checksum.
    private static let markedCommits: Int64 = 16

    /// Returns the current state; `nil` if the database has no commits yet and can't be distinguished from others.
    package func derivedState() throws -> StoreReader.DerivedState? {
        try derivedState(commit: lastCommit(), change: lastChange())
    }

    /// Returns whether a state is part of the history of the database, so that data derived from it can still be used.
    ///
    /// A restored copy, or another database at the same path, has a different log: its commits have other times, names
    /// or numbers. Returns false if the log no longer reaches back far enough.
    package func hasPassed(_ state: StoreReader.DerivedState) throws -> Bool {
        try derivedState(commit: state.commit, change: state.change) == state
    }

    private func derivedState(commit: Int64, change: Int64) throws -> StoreReader.DerivedState? {
        var words: [UInt64] = []
        let commits = try database.rows(
            "SELECT id, made_at, summary, sets, tags FROM commit_log WHERE id BETWEEN ? AND ? ORDER BY id",
            [max(0, commit &- Self.markedCommits + 1), commit])
        while let row = try commits.next() {
            let (id, madeAt): (Int64, Int64) = (try row[0], try row[1])
            let texts: [String?] = [try row[2], try row[3], try row[4]]
            words += [UInt64(bitPattern: id), UInt64(bitPattern: madeAt)]
            words += texts.map { text in BlockChecksum.of((text ?? "\u{0}").utf8.map(UInt64.init)) }
        }
        let tag: [Int64?] = try database.rows("SELECT tag_id FROM tag_change WHERE id = ?", [change])
            .mapAll { try $0[0] }
        guard let tagID = tag.first, words.count >= 5, words[words.count - 5] == UInt64(bitPattern: commit) else {
            return nil
        }
        words += [UInt64(bitPattern: change), UInt64(bitPattern: tagID ?? -1)]
        return StoreReader.DerivedState(commit: commit, change: change, mark: BlockChecksum.of(words))
    }
}

extension StoreReader {
    /// A state in the history of a database, which identifies the content that data was derived from.
    package struct DerivedState: Hashable, Sendable {
        /// The number of the last commit.
        package let commit: Int64
        /// The number of the last change of tags.
        package let change: Int64
        /// A checksum of the last entries of the commit log and of that change.
        package let mark: UInt64
    }
}
