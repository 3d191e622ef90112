internal import GRDB

/// Items with a location, which is unique within a set.
extension StoreWriter {
    /// Replaces the item at a row's location and keeps the stored item's id and sample.
    ///
    /// An identical row changes nothing. If the row has no `importedFrom`, the stored value is kept.
    ///
    /// ```swift
    /// let replaced = try writer.replaceItem(with: row)
    /// if replaced == nil { try writer.apply(.putItem(row)) }
    /// ```
    ///
    /// - Parameter row: the new item; its id is ignored.
    /// - Returns: the replaced item; `nil` if the row has no location or its set has no item there.
    /// - Throws: SQLite's errors.
    package func replaceItem(with row: ItemRow) throws -> StoreWriter.ReplacedItem? {
        guard let location = row.location,
            let id = try reader.itemID(atLocation: location, inSet: row.setID),
            let old = try reader.item(id: id)
        else { return nil }
        var new = row
        (new.id, new.sample, new.importedFrom) = (
            id, old.sample, row.importedFrom ?? old.importedFrom
        )
        new.pairedTagIDs =
            old.tagIDs == new.tagIDs ? old.pairedTagIDs : try pairedTags(of: new.tagIDs)
        if new != old { try apply(.putItem(new)) }
        let before = Set(old.tagIDs.rowIDs)
        var unmoved = new
        unmoved.importedFrom = old.importedFrom
        return StoreWriter.ReplacedItem(
            row: new,
            addedTags: new.tagIDs.rowIDs.filter { !before.contains($0) },
            isChanged: unmoved != old
        )
    }
}

/// Items of an import, collected in a temporary table until its end because a file may list an item twice.
extension StoreWriter {
    /// Stages an item of an import, or combines it with an item that the import has already staged at its location.
    ///
    /// - Parameters:
    ///   - row: the item, with the id of a new item.
    ///   - joinsTags: whether a repeated item gets the tags of both; otherwise it replaces the first.
    /// - Returns: whether the item is new, known to the database, or repeated.
    /// - Throws: SQLite's errors.
    package func stageItem(_ row: ItemRow, joinsTags: Bool) throws -> StoreWriter.StagedItem {
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

    /// Returns the next staged items after an id, in order of their ids.
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

    /// Deletes items that were imported from a file or folder earlier but aren't staged now, in one set and in all sets
    /// with staged items.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - setID: the set.
    /// - Returns: the number of deleted items.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the number of items.
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

    /// Deletes the staged items.
    package func clearStagedItems() throws {
        try database.run("DROP TABLE IF EXISTS temp.imported_item")
        hasItemTable = false
    }
}

extension StoreWriter {
    /// An item that replaced an earlier item at the same location.
    package struct ReplacedItem {
        /// The new item.
        package let row: ItemRow
        /// The tags that the item didn't have before.
        package let addedTags: [Int64]
        /// Whether the title, time or tags changed.
        package let isChanged: Bool
    }

    /// Whether an item of an import is new, known to the database, or repeated.
    package enum StagedItem {
        /// The item is new.
        case new
        /// The database has an item at this location.
        case known
        /// The import has already staged an item at this location.
        case repeated
    }
}
