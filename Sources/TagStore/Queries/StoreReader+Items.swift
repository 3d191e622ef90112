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

    /// Returns the items whose ids are in a run, by id.
    func items(in run: ClosedRange<Int64>) throws -> [ItemRow] {
        try database.rows(
            "SELECT \(ItemRow.columns) FROM item WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(ItemRow.init(row:))
    }

    /// Returns the ids of the items that a filter matches, the newest time first, and the number of all.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - limit: the maximum number of ids.
    ///   - isMatch: whether a title and a location are matched; `nil` for any.
    /// - Returns: at most `limit` ids, and the number of items without a limit.
    /// - Throws: SQLite's errors, and what `isMatch` throws.
    /// - Complexity: linear in the items that the filter matches.
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
            guard try isMatch(row.name(1), row.place(2)) else { continue }
            count += 1
            if ids.count < limit { ids.append(try row[0, StoredRange.id]) }
        }
        return (ids, count)
    }

    /// Calls a body with every item, oldest first.
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

    /// Returns the id of another item that has the same set and location, or, without a location, the same set, title,
    /// time and tags.
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

    /// Returns the id of the item of a set that has a location.
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

    /// Returns the counts of the features that occur in items together with a tag or a word; for a tag, only tags.
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

    /// Returns the tags that at least so many items contain, with how many do.
    package func tagUses(least: Int) throws -> [Int64: Int] {
        let rows = try database.rows("SELECT id, uses FROM tag WHERE uses >= ?", [least])
        var uses: [Int64: Int] = [:]
        while let row = try rows.next() {
            uses[try row[0, StoredRange.feature]] = Int(try row[1, StoredRange.id] as Int64)
        }
        return uses
    }

    /// Returns the id of a word of titles.
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

    /// Calls a body with the features of the items that contain a feature and are older than one, newest first.
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

/// Which items are looked for.
package struct ItemFilter: Sendable {
    private let setID: Int64?
    private let tagIDs: [Int64]
    private let since: Int64?
    private let after: (savedAt: Int64?, id: Int64)?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - setID: the set; `nil` for all sets.
    ///   - tagIDs: the tags that a selection must hold.
    ///   - since: the earliest time in milliseconds since 1970.
    ///   - after: the time and the id that they come after in the order of the newest time.
    package init(
        setID: Int64?,
        tagIDs: [Int64] = [],
        since: Int64? = nil,
        after: (savedAt: Int64?, id: Int64)? = nil
    ) {
        self.setID = setID
        self.tagIDs = tagIDs
        self.since = since
        self.after = after
    }

    /// The condition in SQL.
    fileprivate var condition: String {
        var conditions = [setID == nil ? "TRUE" : "set_id = ?"]
        conditions += tagIDs.map { _ in
            "id IN (SELECT item_id FROM posting WHERE tag_id = ?)"
        }
        if since != nil { conditions.append("saved_at >= ?") }
        if let after {
            // Selections without a time come last.
            conditions.append(
                after.savedAt == nil
                    ? "saved_at IS NULL AND id < ?"
                    : "(saved_at IS NULL OR (saved_at, id) < (?, ?))"
            )
        }
        return conditions.joined(separator: " AND ")
    }

    /// The values of the condition's parameters.
    fileprivate var arguments: StatementValues {
        let end = after.map { [$0.savedAt, $0.id].compactMap(\.self) } ?? []
        return [setID].compactMap(\.self) + tagIDs + [since].compactMap(\.self) + end
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
    /// Returns the tags that occur in any item, those with the most uses first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?",
            [limit]
        )
        .mapAll { try $0[0] }
    }
}
