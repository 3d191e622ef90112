internal import GRDB

extension StoreWriter {
    /// Records, for the duration of an import, that a tag was a member of a set.
    ///
    /// The record is a temporary table, which SQLite moves to a file when it becomes large.
    package func recordFormerMember(tagID: Int64, setID: Int64) throws {
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS former_tag
            (set_id INTEGER, tag_id INTEGER, PRIMARY KEY (set_id, tag_id)) WITHOUT ROWID
            """)
        try database.run("INSERT OR IGNORE INTO temp.former_tag (set_id, tag_id) VALUES (?, ?)", [setID, tagID])
    }

    /// Returns whether a tag is recorded as a former member of a set.
    package func isFormerMember(tagID: Int64, setID: Int64) throws -> Bool {
        try database.hasRow("SELECT 1 FROM temp.former_tag WHERE set_id = ? AND tag_id = ?", [setID, tagID])
    }

    /// Deletes the record of former members.
    package func clearFormerMembers() throws { try database.run("DROP TABLE IF EXISTS temp.former_tag") }

    /// Returns whether a set has no members.
    package func isEmpty(setID: Int64) throws -> Bool {
        try !database.hasRow("SELECT 1 FROM set_member WHERE set_id = ? LIMIT 1", [setID])
    }
}

extension StoreWriter {
    /// Stores implications in a temporary table for the duration of an import.
    package func deferImplications(_ implications: StoreWriter.DeferredImplications) throws {
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS deferred_implication
            (id INTEGER PRIMARY KEY, place INTEGER, tag_id INTEGER, names TEXT, unchanged INTEGER)
            """)
        try database.run(
            "INSERT INTO temp.deferred_implication (place, tag_id, names, unchanged) VALUES (?, ?, ?, ?)",
            [
                implications.place, implications.tagID, implications.names.joined(separator: "\n"),
                implications.isUnchanged,
            ])
    }

    /// Returns the first stored implications after the given number, and their number; `nil` after
    /// the last.
    package func deferredImplications(
        after number: Int64
    ) throws -> (number: Int64, implications: StoreWriter.DeferredImplications)? {
        let hasTable = try database.hasRow("SELECT 1 FROM sqlite_temp_schema WHERE name = 'deferred_implication'")
        guard hasTable else { return nil }
        return try database.first(
            """
            SELECT id, place, tag_id, names, unchanged FROM temp.deferred_implication
            WHERE id > ? ORDER BY id LIMIT 1
            """, [number]
        ) { row in
            let names: String = try row[3]
            let implications = StoreWriter.DeferredImplications(
                place: try row[1], tagID: try row[2], names: names.split(separator: "\n").map(String.init),
                isUnchanged: try row[4])
            return (try row[0], implications)
        }
    }

    /// Deletes the stored implications.
    package func clearDeferredImplications() throws {
        try database.run("DROP TABLE IF EXISTS temp.deferred_implication")
    }
}

extension StoreWriter {
    /// The size of the page cache while many rows are written; SQLite expects a negative number of KiB.
    private static let largeCacheSize: Int64 = -16_384

    /// Defers updates of the full-text indexes to the end of the transaction, for writing many tags.
    ///
    /// Triggers would flush FTS5's buffers for each row, which takes much longer. Until the end of the transaction,
    /// ``StoreReader/namesLike(_:limit:)`` and searches don't find the new tags, and new tags must not be deleted.
    package func deferFullTextIndexing() throws {
        guard deferredIndexing == nil else { return }
        deferredIndexing = StoreWriter.DeferredIndexing(
            lastTagID: try reader.lastID(of: .tag), lastAliasID: try reader.lastID(of: .alias),
            cacheSize: try database.value("PRAGMA cache_size") ?? 0)
        try database.run("UPDATE state SET indexes_wait = 1")
        try database.execute(sql: "PRAGMA cache_size = \(Self.largeCacheSize)")
    }

    /// Drops the indexes and the check trigger of tags before a very large number of tags is inserted.
    ///
    /// They account for half the time of an insertion. Recreating them by sorting at the end of the transaction is
    /// faster if a large share of the tags is new.
    func dropIndexes(beforeInserting tags: [TagRow]) throws {
        guard var deferredIndexing, deferredIndexing.dropped.isEmpty else { return }
        deferredIndexing.insertedTags += Int64(tags.count)
        if deferredIndexing.insertedTags >= max(Self.manyTags, deferredIndexing.lastTagID / 2) {
            let rows = try database.rows(
                """
                SELECT type, name, sql FROM sqlite_schema WHERE name IN
                ('tag_by_use', 'tag_by_frecency', 'tag_by_folded', 'tag_indexed', 'tag_key_is_no_alias')
                """)
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

    /// Recreates the dropped indexes and the trigger, and checks the trigger's condition for all tags.
    private func recreateIndexes(_ statements: [String]) throws {
        guard !statements.isEmpty else { return }
        for statement in statements { try database.run(statement) }
        let hasConflict = try database.hasRow("SELECT 1 FROM alias CROSS JOIN tag ON tag.key = alias.key LIMIT 1")
        guard !hasConflict else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "an alias has this key")
        }
    }

    /// The minimum number of inserted tags for dropping the indexes during an import.
    private static let manyTags: Int64 = 10_000

    /// Adds the new tags and aliases to the full-text indexes if that was deferred.
    func updateFullTextIndexes() throws {
        guard let deferredIndexing else { return }
        try recreateIndexes(deferredIndexing.dropped)
        try database.run(
            "INSERT INTO key_trigram (rowid, folded) SELECT id * 2, folded FROM tag WHERE id > ?",
            [deferredIndexing.lastTagID])
        try database.run(
            "INSERT INTO key_trigram (rowid, folded) SELECT id * 2 + 1, folded FROM alias WHERE id > ?",
            [deferredIndexing.lastAliasID])
        try database.run("UPDATE state SET indexes_wait = 0")
        try database.execute(sql: "PRAGMA cache_size = \(deferredIndexing.cacheSize)")
        self.deferredIndexing = nil
    }
}

extension StoreWriter {
    /// The implications of one line of an import, whose implied tags are looked up at the end.
    package struct DeferredImplications: Hashable, Sendable {
        /// The position of the line, as counted by the import.
        package var place: Int64
        /// The tag that implies the others.
        package var tagID: Int64
        /// The names of the implied tags; none contains a line break.
        package var names: [String]
        /// Whether the line changed nothing else.
        package var isUnchanged: Bool

        package init(place: Int64, tagID: Int64, names: [String], isUnchanged: Bool) {
            (self.place, self.tagID, self.names) = (place, tagID, names)
            self.isUnchanged = isUnchanged
        }
    }

    /// The state of a transaction that updates the full-text indexes only at its end.
    struct DeferredIndexing {
        /// The newest tag in the indexes.
        let lastTagID: Int64
        /// The newest alias in the indexes.
        let lastAliasID: Int64
        /// The previous size of the page cache, in the unit of `PRAGMA cache_size`.
        let cacheSize: Int64
        /// The number of tags inserted since indexing was deferred.
        var insertedTags: Int64 = 0
        /// The statements that recreate the indexes dropped by ``StoreWriter/dropIndexes(beforeInserting:)``.
        var dropped: [String] = []
    }
}
