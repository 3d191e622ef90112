internal import GRDB
internal import TagCore

/// Reads for comparing tags by their items.
extension StoreReader {
    /// Returns the number of items with both of two tags.
    ///
    /// - Complexity: linear in the number of items with the first tag.
    package func itemCount(with tagID: Int64, and other: Int64) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM posting AS first JOIN posting AS second USING (item_id)
            WHERE first.tag_id = ? AND second.tag_id = ?
            """, [tagID, other]) ?? 0
    }

    /// Returns the words with numbers, in the order of the numbers; numbers without a word are left out.
    package func words(numbered numbers: [UInt32]) throws -> [String] {
        try numbers.compactMap { number in
            try database.first("SELECT text FROM word WHERE id = ?", [number]) { try $0.name(0) }
        }
    }

    /// Calls a closure with the title, site and tags of each tagged item, oldest first.
    package func forEachTitle(_ body: (_ title: String, _ site: String?, _ tags: [UInt32]) throws -> Void) throws {
        let rows = try database.rows("SELECT title, site, tag_ids FROM item WHERE length(tag_ids) > 0 ORDER BY id")
        while let row = try rows.next() { try body(row[0], row[1], row.tagIDs(2).ids) }
    }
}
