internal import GRDB

extension StoreWriter {
    /// Keeps that a tag has left a set, for as long as an import takes.
    ///
    /// In a temporary table, which SQLite keeps in a file where it is large.
    package func keepFormer(tagID: Int64, setID: Int64) throws {
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS former_tag
            (set_id INTEGER, tag_id INTEGER, PRIMARY KEY (set_id, tag_id)) WITHOUT ROWID
            """
        )
        try database.run(
            "INSERT OR IGNORE INTO temp.former_tag (set_id, tag_id) VALUES (?, ?)",
            [setID, tagID]
        )
    }

    /// Whether a tag was kept as one that has left a set.
    package func isFormer(tagID: Int64, setID: Int64) throws -> Bool {
        try database.first(
            "SELECT 1 FROM temp.former_tag WHERE set_id = ? AND tag_id = ?",
            [setID, tagID]
        ) != nil
    }

    /// Forgets the tags that were kept as having left their sets.
    package func forgetFormerTags() throws {
        try database.run("DROP TABLE IF EXISTS temp.former_tag")
    }

    /// Whether a set has no members.
    package func isEmpty(setID: Int64) throws -> Bool {
        try database.first("SELECT 1 FROM set_member WHERE set_id = ? LIMIT 1", [setID]) == nil
    }
}

/// From where on tags and aliases are missing in the full-text indexes.
struct WaitingIndexes {
    /// The newest tag and alias that the indexes hold.
    let lastTagID: Int64
    let lastAliasID: Int64
    /// The size of the page cache before, as SQLite's pragma has it.
    let cacheSize: Int64
    /// How many tags were inserted since.
    var insertedTags: Int64 = 0
    /// The statements that make again what ``StoreWriter/dropIndexesBefore(_:)`` took away.
    var dropped: [String] = []
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

    /// Takes the indexes of tags and what checks each away before very many are inserted.
    ///
    /// Half of the time of an insertion goes into them. They are made again by a sort when the transaction ends, so that this
    /// pays where a large share of the tags is new.
    func dropIndexesBefore(_ tags: [TagRow]) throws {
        guard var waiting, waiting.dropped.isEmpty else { return }
        waiting.insertedTags += Int64(tags.count)
        if waiting.insertedTags >= max(Self.manyTags, waiting.lastTagID / 2) {
            let rows = try database.rows(
                """
                SELECT type, name, sql FROM sqlite_schema WHERE name IN
                ('tag_by_use', 'tag_by_frecency', 'tag_by_folded', 'tag_indexed', 'tag_key_is_no_alias')
                """
            )
            var drops: [String] = []
            while let row = try rows.next() {
                let (type, name): (String, String) = (try row[0], try row[1])
                drops.append("DROP \(type) \(name)")
                waiting.dropped.append(try row[2])
            }
            for drop in drops { try database.run(drop) }
        }
        self.waiting = waiting
    }

    /// Makes again what was taken away, and checks at once what a trigger would have checked for each tag.
    private func makeIndexesAgain(_ statements: [String]) throws {
        guard !statements.isEmpty else { return }
        for statement in statements { try database.run(statement) }
        let taken = try database.first(
            "SELECT 1 FROM alias CROSS JOIN tag ON tag.key = alias.key LIMIT 1"
        )
        guard taken == nil else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "an alias has this key")
        }
    }

    /// After how many inserted tags the indexes may be taken away.
    private static let manyTags: Int64 = 10_000

    /// Brings the indexes up to date.
    func fillIndexes() throws {
        guard let waiting else { return }
        try makeIndexesAgain(waiting.dropped)
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
