internal import GRDB

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
