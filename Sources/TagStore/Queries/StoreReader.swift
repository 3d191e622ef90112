package import Foundation
internal import GRDB
internal import TagCore

/// The reader of one snapshot of the database, created by ``TagStore/read(_:)`` and by ``StoreWriter/reader``.
///
/// Extensions group the queries by subject: tags and aliases, sets and members, items and counts, and search.
///
/// ```swift
/// let target = try store.read { reader in try reader.target(of: TagKey("Reading")) }
/// print(target?.tag.name ?? "no such tag")
/// ```
package struct StoreReader {
    /// The connection to read through.
    let database: Database
    /// The sets that the caller may see; `nil` for everything.
    let visibleSets: VisibleSets?

    init(database: Database, seeing visibleSets: VisibleSets? = nil) {
        self.database = database
        self.visibleSets = visibleSets
    }
}

/// Access tokens, which aren't part of undo steps or exports.
extension StoreReader {
    /// Returns all tokens, oldest first.
    package func tokens() throws -> [TokenRow] {
        try database.rows("SELECT \(TokenRow.columns) FROM token ORDER BY id").mapAll(TokenRow.init(row:))
    }

    /// Returns the ids of all tokens.
    package func tokenIDs() throws -> [Int64] {
        try database.rows("SELECT id FROM token").mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the token with a hash.
    package func token(hash: Data) throws -> TokenRow? {
        try database.first("SELECT \(TokenRow.columns) FROM token WHERE hash = ?", [hash], TokenRow.init(row:))
    }

    /// Returns the token with an id.
    package func token(id: Int64) throws -> TokenRow? {
        try database.first("SELECT \(TokenRow.columns) FROM token WHERE id = ?", [id], TokenRow.init(row:))
    }
}

extension StoreWriter {
    /// Inserts a token and returns it with its id.
    package func insert(_ token: TokenRow) throws -> TokenRow {
        var token = token
        try database.run(
            "INSERT INTO token (name, hash, scope, sets, made_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            [token.name, token.hash, token.scope, try token.encodedSetIDs, token.madeAt, token.expiresAt])
        token.id = database.lastInsertedRowID
        return token
    }

    /// Deletes a token.
    package func deleteToken(id: Int64) throws { try database.run("DELETE FROM token WHERE id = ?", [id]) }

    /// Stores the day on which a token was used.
    package func markToken(id: Int64, usedOn day: Int64) throws {
        try database.run("UPDATE token SET used_on = ?1 WHERE id = ?2 AND ifnull(used_on, -1) < ?1", [day, id])
    }
}

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
