internal import Foundation
internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the item with an id.
    package func item(id: Int64) throws -> ItemRow? {
        try database.first("SELECT \(ItemRow.columns) FROM item WHERE id = ?", [id], ItemRow.init(row:))
    }

    /// Returns the items in a range of ids, ordered by id.
    func items(in run: ClosedRange<Int64>) throws -> [ItemRow] {
        try database.rows(
            "SELECT \(ItemRow.columns) FROM item WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Calls a closure with each item, oldest first.
    package func forEachItem(_ body: (ItemRow) throws -> Void) throws {
        let rows = try database.rows("SELECT \(ItemRow.columns) FROM item ORDER BY id")
        while let row = try rows.next() { try body(try ItemRow(row: row)) }
    }

    /// Returns the items that contain a tag, newest first.
    package func items(holding tagID: Int64, limit: Int = .max) throws -> [ItemRow] {
        try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item JOIN posting ON item_id = id
            WHERE tag_id = ? ORDER BY item_id DESC LIMIT ?
            """, [tagID, limit]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the ids of the items that contain a tag, oldest first.
    package func itemIDs(holding tagID: Int64) throws -> [Int64] {
        try database.rows("SELECT item_id FROM posting WHERE tag_id = ? ORDER BY item_id", [tagID]).mapAll { try $0[0] }
    }

    /// Returns the id of another item with the same set and location or, without a location, the same set, title, time,
    /// note and tags.
    package func idOfDuplicate(of row: ItemRow) throws -> Int64? {
        if let location = row.location {
            let other = try itemID(atLocation: location, inSet: row.setID)
            return other == row.id ? nil : other
        }
        return try database.value(
            """
            SELECT id FROM item WHERE location IS NULL AND set_id = ? AND title = ? AND saved_at IS ?
            AND note = ? AND tag_ids = ? AND id <> ?
            """, [row.setID, row.title, row.savedAt, row.note, row.tagIDs.data, row.id])
    }

    /// Returns the id of an item without a location that has the same set, title, note and tags, saved at any time.
    package func idOfDuplicateAtAnyTime(of row: ItemRow) throws -> Int64? {
        try database.value(
            """
            SELECT id FROM item WHERE location IS NULL AND set_id = ? AND title = ?
            AND note = ? AND tag_ids = ? AND id <> ? LIMIT 1
            """, [row.setID, row.title, row.note, row.tagIDs.data, row.id])
    }

    /// Returns the id of a set's item at a location.
    package func itemID(atLocation location: String, inSet setID: Int64) throws -> Int64? {
        try database.value(
            "SELECT id FROM item WHERE location_key = ? AND set_id = ?", [NormalizedLocation(location).key, setID],
            in: StoredRange.id)
    }

    /// Returns the ids of the items at a location in all sets, ordered by set.
    package func itemIDs(atLocation location: String) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM item WHERE location_key = ? ORDER BY set_id", [NormalizedLocation(location).key]
        )
        .mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the sets with items at a path, in its folder, or imported from the folder or one that contains it; the
    /// set that was used last comes first.
    ///
    /// - Parameters:
    ///   - folder: the absolute path of the folder.
    ///   - path: the path of a file in the folder.
    /// - Returns: the ids of the sets.
    /// - Throws: SQLite's errors.
    package func setsOfFiles(inFolder folder: String, and path: String) throws -> [Int64] {
        try database.rows(
            """
            SELECT set_id FROM (
                SELECT set_id, modified_at, saved_at, id, location_key = ?1 AS is_file FROM item
                WHERE location_key >= ?2 AND location_key < ?3
                UNION ALL
                SELECT set_id, modified_at, saved_at, id, 0 FROM item
                WHERE imported_from = ?4
                OR substr(?4, 1, length(imported_from) + 1) = imported_from || '/'
            )
            GROUP BY set_id
            ORDER BY max(is_file) DESC, max(ifnull(modified_at, saved_at)) DESC, max(id) DESC
            """, [path, folder + "/", folder + "0", folder]
        )
        .mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the newest item of a set without a location that was saved within a range of times, in milliseconds since 1970.
    package func newestItem(inSet setID: Int64, savedDuring period: Range<Int64>) throws -> ItemRow? {
        try database.first(
            """
            SELECT \(ItemRow.columns) FROM item WHERE set_id = ? AND saved_at >= ? AND saved_at < ?
            AND location IS NULL ORDER BY saved_at DESC, id DESC LIMIT 1
            """, [setID, period.lowerBound, period.upperBound], ItemRow.init(row:))
    }

    /// Returns the items of a set without a location that were saved within a range of times, in milliseconds since 1970; newest first.
    package func items(inSet setID: Int64, savedDuring period: Range<Int64>) throws -> [ItemRow] {
        try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item WHERE set_id = ? AND saved_at >= ? AND saved_at < ?
            AND location IS NULL ORDER BY saved_at DESC, id DESC
            """, [setID, period.lowerBound, period.upperBound]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the titles of the newest items of a set.
    package func recentTitles(inSet setID: Int64, limit: Int) throws -> [String] {
        try database.rows(
            """
            SELECT title FROM item WHERE set_id = ? AND title <> ''
            ORDER BY saved_at DESC, id DESC LIMIT ?
            """, [setID, limit]
        )
        .mapAll { try $0.name(0) }
    }

    /// Returns the number of items.
    package func itemCount() throws -> Int64 {
        try database.value("SELECT item_count FROM state", in: StoredRange.id) ?? 0
    }

    /// Returns the counts of the tags that occur in items together with a tag.
    package func pairCounts(of tag: UInt32) throws -> PairCounts {
        try database.first("SELECT counts FROM pair_count WHERE tag_id = ?", [tag]) { try $0.pairCounts(0) }
            ?? PairCounts()
    }

    /// Returns the number of items that have a tag.
    package func uses(of tag: UInt32) throws -> Int64 {
        try database.value("SELECT uses FROM tag WHERE id = ?", [tag], in: StoredRange.id) ?? 0
    }

    /// Returns the tags with at least `least` uses, and their uses.
    package func tagUses(least: Int) throws -> [Int64: Int] {
        let rows = try database.rows("SELECT id, uses FROM tag WHERE uses >= ?", [least])
        var uses: [Int64: Int] = [:]
        while let row = try rows.next() {
            uses[try row[0, StoredRange.feature]] = Int(try row[1, StoredRange.id] as Int64)
        }
        return uses
    }

    /// Calls a closure with the tags of the items that have a tag and ids below `id`, newest first.
    package func forEachItem(
        holding tag: UInt32, before id: Int64, limit: Int, _ body: (_ id: Int64, _ tags: [UInt32]) throws -> Void
    ) throws {
        let rows = try database.rows(
            """
            SELECT id, tag_ids FROM (
                SELECT item_id AS id FROM posting WHERE tag_id = ?
                AND item_id < ? ORDER BY item_id DESC LIMIT ?
            ) JOIN item USING (id) ORDER BY id DESC
            """, [tag, id, limit])
        while let row = try rows.next() { try body(row[0, StoredRange.id], row.tagIDs(1).ids) }
    }
}

extension StoreReader {
    /// Returns the ids of a set's items, oldest first.
    package func itemIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM item WHERE set_id = ? ORDER BY id", [setID]).mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// Returns the tags that occur in any item, most used first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows("SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?", [limit])
            .mapAll { try $0[0] }
    }
}
