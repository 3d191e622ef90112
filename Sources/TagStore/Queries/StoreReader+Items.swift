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

    /// Calls a closure with each item of a database that is being migrated, oldest first, without its day.
    func forEachEarlierItem(_ body: (ItemRow) throws -> Void) throws {
        let rows = try database.rows("SELECT \(ItemRow.earlierColumns) FROM item ORDER BY id")
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
    /// note and tags; `nil` for an item that already is at its location.
    package func idOfDuplicate(of row: ItemRow) throws -> Int64? {
        if let location = row.location {
            guard let other = try itemID(atLocation: location, inSet: row.setID), other != row.id else { return nil }
            // Items whose locations were different before a migration stay separate.
            let isThere = try database.hasRow(
                "SELECT 1 FROM item WHERE id = ? AND set_id = ? AND location_key = ?",
                [row.id, row.setID, NormalizedLocation(location).key])
            return isThere ? nil : other
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

    /// Returns a set's items at a location, newest first; connections may have several that differ in spelling.
    package func items(atLocation location: String, inSet setID: Int64) throws -> [ItemRow] {
        try database.rows(
            "SELECT id FROM item WHERE location_key = ? AND set_id = ? ORDER BY saved_at DESC, id DESC",
            [NormalizedLocation(location).key, setID]
        )
        .mapAll { try $0[0, StoredRange.id] as Int64 }.compactMap { try item(id: $0) }
    }

    /// Returns the id of a set's item at a location: the newest, if there are several since a migration.
    package func itemID(atLocation location: String, inSet setID: Int64) throws -> Int64? {
        try database.value(
            """
            SELECT id FROM item WHERE location_key = ? AND set_id = ? ORDER BY saved_at DESC, id DESC LIMIT 1
            """, [NormalizedLocation(location).key, setID], in: StoredRange.id)
    }

    /// Returns the id of the newest item at a location in each set that has one, ordered by set.
    package func itemIDs(atLocation location: String) throws -> [Int64] {
        var newest: [(id: Int64, set: Int64)] = []
        let rows = try database.rows(
            "SELECT id, set_id FROM item WHERE location_key = ? ORDER BY set_id, saved_at DESC, id DESC",
            [NormalizedLocation(location).key])
        while let row = try rows.next() {
            let item: (id: Int64, set: Int64) = (try row[0, StoredRange.id], try row[1])
            if newest.last?.set != item.set { newest.append(item) }
        }
        return newest.map(\.id)
    }

    /// Returns pairs of items of a set with the same location, the newest item of the location first.
    ///
    /// Only items that a migration found with different locations have the same one now.
    package func itemsAtSameLocation(limit: Int) throws -> [(newest: ItemRow, other: ItemRow)] {
        let groups = try database.rows(
            """
            SELECT set_id, location_key FROM item WHERE location_key IS NOT NULL
            GROUP BY location_key, set_id HAVING count(*) > 1 ORDER BY max(id) DESC LIMIT ?
            """, [limit])
        var pairs: [(newest: ItemRow, other: ItemRow)] = []
        while pairs.count < limit, let group = try groups.next() {
            let (setID, key): (Int64, String) = (try group[0], try group[1])
            let items =
                try database.rows(
                    """
                    SELECT \(ItemRow.columns) FROM item WHERE location_key = ? AND set_id = ?
                    ORDER BY saved_at DESC, id DESC LIMIT ?
                    """, [key, setID, limit + 1]
                )
                .mapAll(ItemRow.init(row:))
            guard let newest = items.first else { continue }
            pairs += items.dropFirst().map { (newest, $0) }
        }
        return Array(pairs.prefix(limit))
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

    /// Returns the items of a set without a location that were saved on a local day, in days since 1970; newest first.
    package func items(inSet setID: Int64, onDay day: Int64) throws -> [ItemRow] {
        try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item WHERE set_id = ? AND day = ?
            AND location IS NULL ORDER BY saved_at DESC, id DESC
            """, [setID, day]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the items of daily sets that have a location, oldest first.
    package func locatedItemsOfDailySets() throws -> [ItemRow] {
        try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item
            WHERE location IS NOT NULL AND set_id IN (SELECT id FROM tag_set WHERE daily) ORDER BY id
            """
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

    /// Returns the counts of the tags that occur together with a tag, in the items of a set or, with `nil`, of all sets.
    package func pairCounts(of tag: UInt32, inSet setID: Int64? = nil) throws -> PairCounts {
        let rows = try database.rows(
            "SELECT counts FROM pair_count WHERE tag_id = ?1 AND (?2 IS NULL OR set_id = ?2)", [tag, setID])
        var pairs = try rows.next()?.pairCounts(0) ?? PairCounts()
        while let row = try rows.next() {
            pairs.add(try row.pairCounts(0).entries.map { (PairCounts.feature($0), Int(PairCounts.count($0))) })
        }
        return pairs
    }

    /// Returns the number of items that have a tag, in a set or, with `nil`, in all sets.
    package func uses(of tag: UInt32, inSet setID: Int64? = nil) throws -> Int64 {
        guard let setID else {
            return try database.value("SELECT uses FROM tag WHERE id = ?", [tag], in: StoredRange.id) ?? 0
        }
        return try database.value(
            "SELECT uses FROM set_tag WHERE set_id = ? AND tag_id = ?", [setID, tag], in: StoredRange.id) ?? 0
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

    /// Returns the newest items of a set that have a tag, with their tags, newest first.
    ///
    /// - Complexity: linear in the items with the tag or, if they are fewer, in those of the set.
    package func newestItems(
        holding tag: UInt32, inSet setID: Int64, limit: Int
    ) throws -> [(id: Int64, tags: [UInt32])] {
        let wanted = min(Int64(limit), try uses(of: tag, inSet: setID))
        guard wanted > 0 else { return [] }
        let readsSet = try uses(of: 0, inSet: setID) < uses(of: tag)
        let rows =
            try readsSet
            ? database.rows("SELECT id, tag_ids FROM item WHERE set_id = ? ORDER BY id DESC", [setID])
            : database.rows(
                """
                SELECT item.id, item.tag_ids FROM posting JOIN item ON item.id = posting.item_id
                WHERE posting.tag_id = ? AND item.set_id = ? ORDER BY posting.item_id DESC
                """, [tag, setID])
        var items: [(id: Int64, tags: [UInt32])] = []
        while items.count < wanted, let row = try rows.next() {
            let tags = try row.tagIDs(1).ids
            if tags.contains(tag) { items.append((try row[0, StoredRange.id], tags)) }
        }
        return items
    }
}

extension StoreReader {
    /// Returns the ids of a set's items, oldest first.
    package func itemIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM item WHERE set_id = ? ORDER BY id", [setID]).mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// Returns the tags that occur in any item, or in one of a set, most used first.
    package func mostUsedTags(limit: Int, inSet setID: Int64? = nil) throws -> [Int64] {
        guard let setID else {
            return
                try database.rows("SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?", [limit])
                .mapAll { try $0[0] }
        }
        return
            try database.rows(
                "SELECT tag_id FROM set_tag WHERE set_id = ? AND tag_id > 0 ORDER BY uses DESC, tag_id LIMIT ?",
                [setID, limit]
            )
            .mapAll { try $0[0, StoredRange.feature] }
    }

    /// Returns whether a set contains a tag, or one of its items has it.
    package func isTag(_ tag: UInt32, ofSet setID: Int64) throws -> Bool {
        try uses(of: tag, inSet: setID) > 0 || member(setID: setID, tagID: Int64(tag)) != nil
    }
}

extension StoreReader {
    /// Returns groups of items of one set whose URLs are equal except for `http` or `https` and a leading `www.`.
    ///
    /// - Parameters:
    ///   - setID: the set of the items; `nil` for every set that the caller may see.
    ///   - limit: the maximum number of groups.
    ///   - offset: the number of groups to skip.
    /// - Returns: the ids of each group's items, oldest first, the group with the newest item first; and the number of all groups.
    /// - Throws: SQLite's errors.
    /// - Complexity: O(*n* log *n*) in the number of items with a URL.
    package func duplicateItems(inSet setID: Int64?, limit: Int, offset: Int) throws -> (groups: [[Int64]], count: Int)
    {
        let visible = visibleSets.map { _ in "AND \(VisibleSets.condition)" } ?? ""
        let groups = """
            WITH web AS (
                SELECT id, set_id, substr(location_key, CASE WHEN substr(location_key, 5, 1) = 's' THEN 9 ELSE 8 END) AS rest
                FROM item
                WHERE (substr(location_key, 1, 7) = 'http://' OR substr(location_key, 1, 8) = 'https://')
                AND (?1 IS NULL OR set_id = ?1) \(visible)
            ),
            page AS MATERIALIZED (
                SELECT id, set_id, CASE WHEN substr(rest, 1, 4) = 'www.' THEN substr(rest, 5) ELSE rest END AS name FROM web
            ),
            same AS MATERIALIZED (
                SELECT set_id, name, max(id) AS newest FROM page GROUP BY set_id, name HAVING count(*) > 1
            )
            """
        var arguments: StatementValues = [setID]
        if let visibleSets { arguments.append(visibleSets.json) }
        let count: Int64 =
            try database.uncachedRows("\(groups) SELECT count(*) FROM same", arguments).next().map { try $0[0] } ?? 0
        guard count > 0 else { return ([], 0) }
        let rows = try database.uncachedRows(
            """
            \(groups), shown AS MATERIALIZED (
                SELECT set_id, name, newest FROM same ORDER BY newest DESC LIMIT ? OFFSET ?
            )
            SELECT newest, id FROM shown JOIN page USING (set_id, name) ORDER BY newest DESC, id
            """, arguments + [limit, offset])
        var found: [(newest: Int64, ids: [Int64])] = []
        while let row = try rows.next() {
            let newest: Int64 = try row[0, StoredRange.id]
            if found.last?.newest != newest { found.append((newest, [])) }
            found[found.count - 1].ids.append(try row[1, StoredRange.id])
        }
        return (found.map(\.ids), Int(count))
    }
}

extension StoreReader {
    /// Returns when the newest item with each tag was saved, in milliseconds since 1970; tags without such an item are left out.
    ///
    /// - Parameter tags: the ids of tags with their numbers of items.
    /// - Returns: the times by tag.
    /// - Throws: SQLite's errors.
    /// - Complexity: at most linear in the number of items of the database, and for a few rare tags linear in the number of theirs.
    package func lastUses(of tags: [(id: Int64, uses: Int64)]) throws -> [Int64: Int64] {
        var rare = tags.filter { (1...Self.rareUses).contains($0.uses) }
        if rare.reduce(0, { $0 + $1.uses }) > Self.lookupLimit { rare = [] }
        var last: [Int64: Int64] = [:]
        for tag in rare { last[tag.id] = try lastUse(of: tag.id) }
        let looked = Set(rare.map(\.id))
        // A frequent tag is soon found among the newest items.
        var missing = Set(tags.filter { $0.uses > 0 && !looked.contains($0.id) }.map(\.id))
        guard !missing.isEmpty else { return last }
        let rows = try database.rows(
            "SELECT tag_ids, saved_at FROM item WHERE saved_at IS NOT NULL ORDER BY saved_at DESC")
        while !missing.isEmpty, let row = try rows.next() {
            let time: Int64 = try row[1, StoredRange.time]
            for id in try row.tagIDs(0).rowIDs where missing.remove(id) != nil { last[id] = time }
        }
        return last
    }

    private func lastUse(of tagID: Int64) throws -> Int64? {
        let rows = try database.rows(
            """
            SELECT max(saved_at) FROM posting JOIN item ON id = item_id
            WHERE tag_id = ? AND saved_at IS NOT NULL
            """, [tagID])
        return try rows.next().flatMap { try $0[0, StoredRange.time] }
    }

    /// The number of items up to which a tag's items are looked up one by one.
    private static let rareUses: Int64 = 200
    /// The maximum number of items that are looked up one by one.
    private static let lookupLimit: Int64 = 50_000
}
