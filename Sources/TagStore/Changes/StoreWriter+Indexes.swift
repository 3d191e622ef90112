internal import GRDB

/// From where on tags and aliases are missing in the full-text indexes.
struct WaitingIndexes {
    /// The newest tag and alias that the indexes hold.
    let lastTagID: Int64
    let lastAliasID: Int64
    /// The size of the page cache before, as SQLite's pragma has it.
    let cacheSize: Int64
}

extension StoreWriter {
    /// The size of the page cache while many rows are written, in negative kibibytes as SQLite takes it.
    private static let largeCacheSize: Int64 = -32_768

    /// Prepares for the writing of many tags: the full-text indexes are filled once, when the transaction ends.
    ///
    /// An entry made by a trigger flushes FTS5's buffers with each row, which takes ten times as long. Until then
    /// ``StoreReader/namesLike(_:limit:)`` and the searches do not know the new tags, and none of them may be deleted.
    package func letIndexesWait() throws {
        guard waiting == nil else { return }
        waiting = WaitingIndexes(
            lastTagID: try reader.lastID(of: .tag),
            lastAliasID: try reader.lastID(of: .alias),
            cacheSize: try database.value("PRAGMA cache_size") ?? 0
        )
        try database.run("UPDATE state SET indexes_wait = 1")
        try database.execute(sql: "PRAGMA cache_size = \(Self.largeCacheSize)")
    }

    /// Brings the full-text indexes up to date.
    func fillIndexes() throws {
        guard let waiting else { return }
        for index in ["key_trigram", "key_word"] {
            try database.run(
                "INSERT INTO \(index) (rowid, folded) SELECT id * 2, folded FROM tag WHERE id > ?",
                [waiting.lastTagID]
            )
            try database.run(
                "INSERT INTO \(index) (rowid, folded) SELECT id * 2 + 1, folded FROM alias WHERE id > ?",
                [waiting.lastAliasID]
            )
        }
        try database.run("UPDATE state SET indexes_wait = 0")
        try database.execute(sql: "PRAGMA cache_size = \(waiting.cacheSize)")
        self.waiting = nil
    }
}
