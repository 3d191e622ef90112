internal import GRDB
internal import TagCore

/// The names of tags as they are found in text.
extension StoreWriter {
    /// Inserts the keys of a name of a tag, or of an alias.
    func insertNameKeys(of name: String, tag: Int64, alias: Int64? = nil) throws {
        let keys = NameKey.keys(of: name)
        for (part, key) in [keys.whole, keys.lastPart].enumerated() {
            guard let key else { continue }
            names.forget(key)
            try database.run(
                "INSERT INTO name_key (key, tag_id, part, alias_id) VALUES (?, ?, ?, ?)", [key, tag, part, alias])
        }
    }

    /// Records that a tag is merged into another, which inherits what was learned about its name.
    ///
    /// The tag may still exist; it is deleted in the same transaction.
    func putMergedTag(_ tag: Int64, into: Int64) throws -> RowChange {
        try database.run("INSERT OR REPLACE INTO merged_tag (tag_id, into_id) VALUES (?, ?)", [tag, into])
        return .deleteMergedTag(tag)
    }

    /// Deletes the record of a merge, and returns the inverse.
    func deleteMergedTag(_ tag: Int64) throws -> [RowChange] {
        let into: Int64? = try database.value(
            "SELECT into_id FROM merged_tag WHERE tag_id = ?", [tag], in: StoredRange.feature)
        guard let into else { return [] }
        try database.run("DELETE FROM merged_tag WHERE tag_id = ?", [tag])
        return [.putMergedTag(tag, into: into)]
    }

    /// Fills the tables of evidence of a database without them.
    ///
    /// - Complexity: linear in the number of items.
    static func fillEvidence(in database: Database) throws {
        let writer = StoreWriter(database: database)
        for tag in try writer.reader.tags(in: 1...Int64(Int32.max)) {
            try writer.insertNameKeys(of: tag.name, tag: tag.id)
        }
        for alias in try writer.reader.allAliases() {
            try writer.insertNameKeys(of: alias.name, tag: alias.tagID, alias: alias.id)
        }
        try writer.reader.forEachItem { row in
            try writer.putEvidence(of: row, over: nil)
            writer.evidence.changeTags(ofItem: row.id)
        }
        try writer.flushEvidence()
    }
}
