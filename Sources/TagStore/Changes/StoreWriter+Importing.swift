internal import GRDB

extension StoreWriter {
    /// Records that a tag was a member of a set, for the duration of an import.
    ///
    /// The record is a temporary table, which SQLite spills to a file when it is large.
    package func recordFormerMember(tagID: Int64, setID: Int64) throws {
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

    /// Whether a tag was recorded as a former member of a set.
    package func isFormerMember(tagID: Int64, setID: Int64) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM temp.former_tag WHERE set_id = ? AND tag_id = ?",
            [setID, tagID]
        )
    }

    /// Clears the record of former members.
    package func clearFormerMembers() throws {
        try database.run("DROP TABLE IF EXISTS temp.former_tag")
    }

    /// Whether a set has no members.
    package func isEmpty(setID: Int64) throws -> Bool {
        try !database.hasRow("SELECT 1 FROM set_member WHERE set_id = ? LIMIT 1", [setID])
    }
}

/// Rules of a line of an import, whose tags are looked up at its end.
package struct DeferredImplications: Hashable, Sendable {
    /// Where the line is, as the import counts.
    package var place: Int64
    /// The tag that has the rules.
    package var tagID: Int64
    /// The names of the tags that follow, none with a line end.
    package var names: [String]
    /// Whether the line has changed nothing else.
    package var isUnchanged: Bool

    package init(place: Int64, tagID: Int64, names: [String], isUnchanged: Bool) {
        (self.place, self.tagID, self.names) = (place, tagID, names)
        self.isUnchanged = isUnchanged
    }
}

extension StoreWriter {
    /// Keeps rules for the duration of an import, in a temporary table.
    package func deferImplications(_ rules: DeferredImplications) throws {
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS deferred_implication
            (id INTEGER PRIMARY KEY, place INTEGER, tag_id INTEGER, names TEXT, unchanged INTEGER)
            """
        )
        try database.run(
            "INSERT INTO temp.deferred_implication (place, tag_id, names, unchanged) VALUES (?, ?, ?, ?)",
            [rules.place, rules.tagID, rules.names.joined(separator: "\n"), rules.isUnchanged]
        )
    }

    /// Returns the rules that were kept after those of a number, with their number; `nil` after the last ones.
    package func deferredImplications(
        after number: Int64
    ) throws -> (number: Int64, rules: DeferredImplications)? {
        let hasTable = try database.hasRow(
            "SELECT 1 FROM sqlite_temp_schema WHERE name = 'deferred_implication'"
        )
        guard hasTable else { return nil }
        return try database.first(
            """
            SELECT id, place, tag_id, names, unchanged FROM temp.deferred_implication
            WHERE id > ? ORDER BY id LIMIT 1
            """,
            [number]
        ) { row in
            let names: String = try row[3]
            let rules = DeferredImplications(
                place: try row[1],
                tagID: try row[2],
                names: names.split(separator: "\n").map(String.init),
                isUnchanged: try row[4]
            )
            return (try row[0], rules)
        }
    }

    /// Clears what was kept.
    package func clearDeferredImplications() throws {
        try database.run("DROP TABLE IF EXISTS temp.deferred_implication")
    }
}

/// The state of a transaction that updates the full-text indexes only at its end.
struct DeferredIndexing {
    /// The newest tag that the indexes contain.
    let lastTagID: Int64
    /// The newest alias that the indexes contain.
    let lastAliasID: Int64
    /// The size of the page cache before, in the unit of SQLite's pragma.
    let cacheSize: Int64
    /// The number of tags inserted since.
    var insertedTags: Int64 = 0
    /// The statements that recreate what ``StoreWriter/dropIndexes(beforeInserting:)`` dropped.
    var dropped: [String] = []
}

extension StoreWriter {
    /// The size of the page cache while many rows are written, as a negative number of KiB, SQLite's convention.
    private static let largeCacheSize: Int64 = -16_384

    /// Defers updates of the full-text indexes to the end of the transaction, for writing many tags.
    ///
    /// Indexing by triggers flushes FTS5's buffers with each row, which takes ten times as long. Until the end,
    /// ``StoreReader/namesLike(_:limit:)`` and the searches do not find the new tags, and none of them may be deleted.
    package func deferFullTextIndexing() throws {
        guard deferredIndexing == nil else { return }
        deferredIndexing = DeferredIndexing(
            lastTagID: try reader.lastID(of: .tag),
            lastAliasID: try reader.lastID(of: .alias),
            cacheSize: try database.value("PRAGMA cache_size") ?? 0
        )
        try database.run("UPDATE state SET indexes_wait = 1")
        try database.execute(sql: "PRAGMA cache_size = \(Self.largeCacheSize)")
    }

    /// Drops the indexes and the check trigger of tags before very many tags are inserted.
    ///
    /// They take half of the time of an insertion. They are recreated, by sorting, at the end of the transaction, which pays
    /// off if a large share of the tags is new.
    func dropIndexes(beforeInserting tags: [TagRow]) throws {
        guard var deferredIndexing, deferredIndexing.dropped.isEmpty else { return }
        deferredIndexing.insertedTags += Int64(tags.count)
        if deferredIndexing.insertedTags >= max(Self.manyTags, deferredIndexing.lastTagID / 2) {
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
                deferredIndexing.dropped.append(try row[2])
            }
            for drop in drops { try database.run(drop) }
        }
        self.deferredIndexing = deferredIndexing
    }

    /// Recreates the dropped indexes and trigger, and checks for all tags what the trigger would have checked for each.
    private func recreateIndexes(_ statements: [String]) throws {
        guard !statements.isEmpty else { return }
        for statement in statements { try database.run(statement) }
        let hasConflict = try database.hasRow(
            "SELECT 1 FROM alias CROSS JOIN tag ON tag.key = alias.key LIMIT 1"
        )
        guard !hasConflict else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "an alias has this key")
        }
    }

    /// The number of inserted tags from which the indexes may be dropped.
    private static let manyTags: Int64 = 10_000

    /// Adds the new tags and aliases to the full-text indexes, if that was deferred.
    func updateFullTextIndexes() throws {
        guard let deferredIndexing else { return }
        try recreateIndexes(deferredIndexing.dropped)
        for index in ["key_trigram", "key_word"] {
            try database.run(
                "INSERT INTO \(index) (rowid, folded) SELECT id * 2, folded FROM tag WHERE id > ?",
                [deferredIndexing.lastTagID]
            )
            try database.run(
                "INSERT INTO \(index) (rowid, folded) SELECT id * 2 + 1, folded FROM alias WHERE id > ?",
                [deferredIndexing.lastAliasID]
            )
        }
        try database.run("UPDATE state SET indexes_wait = 0")
        try database.execute(sql: "PRAGMA cache_size = \(deferredIndexing.cacheSize)")
        self.deferredIndexing = nil
    }
}
