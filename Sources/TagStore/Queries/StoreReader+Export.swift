internal import GRDB
internal import TagCore

/// The order of an export, which depends on no ids: databases with the same content export the same bytes.
extension StoreReader {
    /// Calls a closure with each tag, in the order of keys.
    package func forEachTagByKey(_ body: (TagRow) throws -> Void) throws {
        let rows = try database.rows("SELECT \(TagRow.columns) FROM tag ORDER BY key")
        while let row = try rows.next() { try body(try TagRow(row: row)) }
    }

    /// Returns the names of the tags that are known to differ from a tag and whose keys come before its key.
    package func namesOfEarlierDistinctTags(from tag: TagRow) throws -> [String] {
        try database.rows(
            """
            SELECT name FROM tag JOIN (
                SELECT first_tag_id AS other FROM distinct_pair WHERE second_tag_id = ?1
                UNION SELECT second_tag_id FROM distinct_pair WHERE first_tag_id = ?1
            ) ON tag.id = other WHERE key < ?2 ORDER BY key
            """, [tag.id, tag.key.text]
        )
        .mapAll { try $0.name(0) }
    }

    /// Calls a closure with the name of each tag that implies others, and the names of those, in the order of keys.
    package func forEachImplyingTag(_ body: (_ name: String, _ implied: [String]) throws -> Void) throws {
        let rows = try database.rows(
            """
            SELECT tag.name, implied.name FROM implication JOIN tag ON tag.id = tag_id
            JOIN tag AS implied ON implied.id = implied_tag_id ORDER BY tag.key, implied.key
            """)
        var (name, implied): (String, [String]) = ("", [])
        while let row = try rows.next() {
            let next = try row.name(0)
            if next != name, !implied.isEmpty {
                try body(name, implied)
                implied.removeAll()
            }
            name = next
            implied.append(try row.name(1))
        }
        if !implied.isEmpty { try body(name, implied) }
    }

    /// Returns the ids of all items in the order of their sets' keys, times, locations, titles and notes.
    package func itemIDsByContent() throws -> [Int64] {
        try database.rows(
            """
            SELECT item.id FROM item JOIN tag_set ON tag_set.id = set_id
            ORDER BY tag_set.key, saved_at, location, title, note
            """
        )
        .mapAll { try $0[0, StoredRange.id] }
    }
}
