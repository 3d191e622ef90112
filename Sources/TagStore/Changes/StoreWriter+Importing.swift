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
