internal import Foundation
internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the item with an id.
    package func item(id: Int64) throws -> ItemRow? {
        try database.first(
            "SELECT \(ItemRow.columns) FROM item WHERE id = ?",
            [id],
            ItemRow.init(row:)
        )
    }

    /// Returns the items in a range of ids, ordered by id.
    func items(in run: ClosedRange<Int64>) throws -> [ItemRow] {
        try database.rows(
            "SELECT \(ItemRow.columns) FROM item WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the ids of the items that a filter matches, newest first, and the number of all matches.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - limit: the maximum number of ids.
    ///   - isMatch: returns whether an item with this title and location matches; `nil` to match all.
    /// - Returns: at most `limit` ids, and the total number of matches.
    /// - Throws: SQLite's errors, and the errors of `isMatch`.
    /// - Complexity: linear in the number of items that the filter matches.
    package func itemIDs(
        matching filter: ItemFilter,
        limit: Int,
        isMatch: ((_ title: String, _ location: String?) throws -> Bool)? = nil
    ) throws -> (ids: [Int64], count: Int) {
        let order = "WHERE \(filter.condition) ORDER BY saved_at DESC, id DESC"
        guard let isMatch else {
            let count: Int64? = try database.value(
                "SELECT count(*) FROM item WHERE \(filter.condition)",
                filter.arguments,
                in: StoredRange.id
            )
            let ids: [Int64] =
                try database.rows(
                    "SELECT id FROM item \(order) LIMIT \(limit)",
                    filter.arguments
                )
                .mapAll { try $0[0, StoredRange.id] }
            return (ids, Int(count ?? 0))
        }
        var (ids, count): ([Int64], Int) = ([], 0)
        let rows = try database.rows(
            "SELECT id, title, location FROM item \(order)",
            filter.arguments
        )
        while let row = try rows.next() {
            guard try isMatch(row.name(1), row.location(2)) else { continue }
            count += 1
            if ids.count < limit { ids.append(try row[0, StoredRange.id]) }
        }
        return (ids, count)
    }

    /// Calls a closure with each item, oldest first.
    package func forEachItem(_ body: (ItemRow) throws -> Void) throws {
        let rows = try database.rows(
            "SELECT \(ItemRow.columns) FROM item ORDER BY id"
        )
        while let row = try rows.next() { try body(try ItemRow(row: row)) }
    }

    /// Returns the items that contain a tag, newest first.
    package func items(
        holding tagID: Int64,
        limit: Int = .max
    ) throws -> [ItemRow] {
        try database.rows(
            """
            SELECT \(ItemRow.columns) FROM item JOIN posting ON item_id = id
            WHERE tag_id = ? ORDER BY item_id DESC LIMIT ?
            """,
            [tagID, limit]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the ids of the items that contain a tag, oldest first.
    package func itemIDs(holding tagID: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT item_id FROM posting WHERE tag_id = ? ORDER BY item_id",
            [tagID]
        )
        .mapAll { try $0[0] }
    }

    /// Returns the id of another item with the same set and location or, without a location, the same set, title, time
    /// and tags.
    package func idOfDuplicate(of row: ItemRow) throws -> Int64? {
        if let location = row.location {
            let other = try itemID(atLocation: location, inSet: row.setID)
            return other == row.id ? nil : other
        }
        return try database.value(
            """
            SELECT id FROM item WHERE location IS NULL AND set_id = ? AND title = ?
            AND ifnull(saved_at, -9223372036854775808) = ifnull(?, -9223372036854775808)
            AND tag_ids = ? AND id <> ?
            """,
            [row.setID, row.title, row.savedAt, row.tagIDs.data, row.id]
        )
    }

    /// Returns the id of a set's item at a location.
    package func itemID(atLocation location: String, inSet setID: Int64) throws -> Int64? {
        try database.value(
            "SELECT id FROM item WHERE location = ? AND set_id = ?",
            [location, setID],
            in: StoredRange.id
        )
    }

    /// Returns the number of items.
    package func itemCount() throws -> Int64 {
        try database.value("SELECT item_count FROM state", in: StoredRange.id) ?? 0
    }

    /// Returns the counts of the features that occur in items together with a tag or word; for a tag, only tags.
    package func pairCounts(of feature: UInt32) throws -> PairCounts {
        let query =
            Feature.isWord(feature)
            ? "SELECT counts FROM word WHERE id = ?"
            : "SELECT counts FROM pair_count WHERE tag_id = ?"
        return try database.first(query, [Feature.rowID(feature)]) { try $0.pairCounts(0) }
            ?? PairCounts()
    }

    /// Returns the number of items that contain a tag, or whose title contains a word.
    package func uses(of feature: UInt32) throws -> Int64 {
        let table = Feature.isWord(feature) ? "word" : "tag"
        return try database.value(
            "SELECT uses FROM \(table) WHERE id = ?",
            [Feature.rowID(feature)],
            in: StoredRange.id
        ) ?? 0
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

    /// Returns the id of a word that occurs in titles.
    package func wordID(_ word: String) throws -> Int64? {
        try database.value(
            "SELECT id FROM word WHERE text = ?",
            [word],
            in: StoredRange.feature
        )
    }

    /// Returns the features of the words in the title of an item.
    func wordFeatures(ofItem id: Int64) throws -> [UInt32] {
        try database.first("SELECT word_features FROM item WHERE id = ?", [id]) {
            try $0.wordFeatures(0)
        } ?? []
    }

    /// Calls a closure with the features of the items that contain a feature and have ids below `id`, newest first.
    ///
    /// The features are the tags, ascending, followed by the words of the title, ascending.
    package func forEachItem(
        holding feature: UInt32,
        before id: Int64,
        limit: Int,
        _ body: (_ id: Int64, _ features: [UInt32]) throws -> Void
    ) throws {
        let postings =
            Feature.isWord(feature)
            ? "SELECT item_id AS id FROM word_posting WHERE word_id = ?"
            : "SELECT item_id AS id FROM posting WHERE tag_id = ?"
        let rows = try database.rows(
            """
            SELECT id, tag_ids, word_features FROM (
                \(postings) AND item_id < ? ORDER BY item_id DESC LIMIT ?
            ) JOIN item USING (id) ORDER BY id DESC
            """,
            [Feature.rowID(feature), id, limit]
        )
        while let row = try rows.next() {
            try body(row[0, StoredRange.id], row.tagIDs(1).ids + row.wordFeatures(2))
        }
    }
}

extension StoreReader {
    /// Returns the ids of a set's items, oldest first.
    package func itemIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM item WHERE set_id = ? ORDER BY id", [setID])
            .mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// Returns the tags that occur in any item, most used first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?",
            [limit]
        )
        .mapAll { try $0[0] }
    }
}
