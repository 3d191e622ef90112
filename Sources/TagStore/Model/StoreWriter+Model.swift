internal import GRDB
package import TagCore

/// Writing the contents of a shared model, whose counts were computed elsewhere, into a new database.
extension StoreWriter {
    /// Inserts tags with the number of items that have them.
    ///
    /// - Throws: SQLite's error if an id or a key already exists.
    package func insertCounted(_ tags: [(row: TagRow, uses: Int64)]) throws {
        try deferFullTextIndexing()
        try dropIndexes(beforeInserting: tags.map(\.row))
        for (row, uses) in tags {
            try database.run(
                "INSERT INTO tag (id, key, folded, name, uses) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, uses]
            )
        }
    }

    /// Inserts a word with the number of items that have it.
    ///
    /// - Throws: SQLite's error if the id or the word already exists.
    package func insertWord(_ text: String, id: Int64, uses: Int64) throws {
        try database.run("INSERT INTO word (id, text, uses) VALUES (?, ?, ?)", [id, text, uses])
    }

    /// Inserts the pair counts of an existing tag or word.
    package func insertPairs(_ pairs: PairCounts, of feature: UInt32) throws {
        try write(pairs, of: feature)
    }

    /// Inserts an item without counting its tags and words, which must exist.
    package func insertUncounted(
        _ row: ItemRow,
        words: [UInt32]
    ) throws {
        try database.run(
            """
            INSERT INTO item (id, set_id, title, saved_at, tag_ids, word_features)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                row.id, row.setID, row.title, row.savedAt, row.tagIDs.data,
                LittleEndian.data(of: words),
            ]
        )
        try insertUncountedPostings(of: row, words: words)
    }

    /// Stores the number of counted items.
    package func setItemCount(_ count: Int64) throws {
        try database.run("UPDATE state SET item_count = ?", [count])
    }
}
