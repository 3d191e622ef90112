internal import GRDB

/// An item of a thing that took the place of an earlier one.
package struct ReplacedItem {
    /// What is saved now.
    package let row: ItemRow
    /// The tags that the thing did not have before.
    package let addedTags: [Int64]
    /// Whether its title, its time or its tags have changed.
    package let isChanged: Bool
}

/// Items of things: there is at most one for a set and location.
extension StoreWriter {
    /// Puts an item in the place of the one that its set has for its location, whose number and sample stay.
    ///
    /// An identical one changes nothing. A thing that no file or folder brings in now stays one of where it came from.
    ///
    /// - Parameter row: the item; its number does not count.
    /// - Returns: what was replaced; `nil` if the row has no location, or its set nothing saved for it.
    /// - Throws: SQLite's errors.
    package func replaceItem(with row: ItemRow) throws -> ReplacedItem? {
        guard let location = row.location,
            let id = try reader.itemID(atLocation: location, inSet: row.setID),
            let old = try reader.item(id: id)
        else { return nil }
        var new = row
        (new.id, new.sample, new.importedFrom) = (id, old.sample, row.importedFrom ?? old.importedFrom)
        new.pairedTagIDs =
            old.tagIDs == new.tagIDs ? old.pairedTagIDs : try pairedTags(of: new.tagIDs)
        if new != old { try apply(.putItem(new)) }
        let before = Set(old.tagIDs.rowIDs)
        var withOldOrigin = new
        withOldOrigin.importedFrom = old.importedFrom
        return ReplacedItem(
            row: new,
            addedTags: new.tagIDs.rowIDs.filter { !before.contains($0) },
            isChanged: withOldOrigin != old
        )
    }
}

/// Things of an import until its end, in a temporary table, since a file may say the same thing twice.
extension StoreWriter {
    /// Keeps a thing that the import brings, or adds it to what the import said of it before.
    ///
    /// - Parameters:
    ///   - row: the thing; its number is that of a new item.
    ///   - joinsTags: whether a thing that comes again gets the tags of both; else it is replaced.
    /// - Returns: whether the thing is new, known to the database, or brought again.
    /// - Throws: SQLite's errors.
    package func stageItem(_ row: ItemRow, joinsTags: Bool) throws -> StagedItem {
        try createStage()
        let staged = try database.rows(
            "SELECT id, title, saved_at, tag_ids FROM temp.imported_item WHERE set_id = ? AND location = ?",
            [row.setID, row.location]
        )
        guard let before = try staged.next() else {
            let id = try row.location.flatMap {
                try reader.itemID(atLocation: $0, inSet: row.setID)
            }
            try stage(row, id: id ?? row.id)
            return id == nil ? .new : .known
        }
        var joined = row
        if joinsTags {
            joined.title = try before[1]
            joined.savedAt = try before[2]
            joined.tagIDs = PackedTagIDs(try before.tagIDs(3).rowIDs + row.tagIDs.rowIDs)
        }
        try stage(joined, id: before[0])
        return .repeated
    }

    private func createStage() throws {
        guard !hasItemTable else { return }
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS imported_item
            (id INTEGER PRIMARY KEY, set_id INTEGER, location TEXT, title TEXT, saved_at INTEGER, tag_ids BLOB,
            UNIQUE (set_id, location))
            """
        )
        hasItemTable = true
    }

    private func stage(_ row: ItemRow, id: Int64) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO temp.imported_item (id, set_id, location, title, saved_at, tag_ids)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [id, row.setID, row.location, row.title, row.savedAt, row.tagIDs.data]
        )
    }

    /// Returns the next things that were kept, by number, after the one of a number.
    package func stagedItems(after id: Int64, limit: Int) throws -> [ItemRow] {
        try createStage()
        return
            try database.rows(
                """
                SELECT id, set_id, location, title, saved_at, tag_ids FROM temp.imported_item
                WHERE id > ? ORDER BY id LIMIT ?
                """,
                [id, limit]
            )
            .mapAll { row in
                ItemRow(
                    id: try row[0],
                    setID: try row[1],
                    title: try row[3],
                    savedAt: try row[4],
                    tagIDs: try row.tagIDs(5),
                    location: try row[2]
                )
            }
    }

    /// Forgets the things of a file or folder that the import did not bring, in one set and in those that it named.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - setID: the set.
    /// - Returns: how many were forgotten.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the items.
    package func deleteItems(importedFrom path: String, inSet setID: Int64) throws -> Int {
        try createStage()
        let ids: [Int64] =
            try database.rows(
                """
                SELECT id FROM item
                WHERE imported_from = ? AND id NOT IN (SELECT id FROM temp.imported_item)
                AND (set_id = ? OR set_id IN (SELECT set_id FROM temp.imported_item)) ORDER BY id
                """,
                [path, setID]
            )
            .mapAll { try $0[0] }
        for id in ids { try apply(.deleteItems(id...id)) }
        return ids.count
    }

    /// Clears what was kept.
    package func clearStagedItems() throws {
        try database.run("DROP TABLE IF EXISTS temp.imported_item")
        hasItemTable = false
    }
}

/// What an import said of a thing before, and the database knows of it.
package enum StagedItem {
    /// The thing is new.
    case new
    /// The database has it.
    case known
    /// The import has brought it already.
    case repeated
}
