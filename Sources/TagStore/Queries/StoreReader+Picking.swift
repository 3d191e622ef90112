internal import GRDB

/// A tag of a set, as a picker needs it.
package struct PickableRow: Hashable, Sendable {
    package var tagID: Int64
    /// Where the tag stands in its set.
    package var position: Int64
    package var name: String
    package var isSelected: Bool
    /// How often it was used, here and elsewhere.
    package var uses: Int64
    /// See `TagRow.frecency`.
    package var frecency: Double?
}

extension StoreReader {
    /// A set's tags in order, with how much they are used: one query.
    ///
    /// - Parameters:
    ///   - setID: the set.
    ///   - position: only tags that stand after this position; nil for all.
    ///   - limit: the most rows; -1 for any number.
    /// - Returns: the rows, in the set's order.
    /// - Throws: `DatabaseError` where the database cannot be read.
    package func pickableRows(
        ofSet setID: Int64,
        after position: Int64? = nil,
        limit: Int = -1
    ) throws -> [PickableRow] {
        try database.rows(
            """
            SELECT tag_id, position, name, selected, uses + other_uses, frecency
            FROM set_member JOIN tag ON tag.id = tag_id
            WHERE set_id = ? AND position > ? ORDER BY position LIMIT ?
            """,
            [setID, position ?? .min, limit]
        )
        .mapAll { row in
            PickableRow(
                tagID: try row[0, StoredRange.feature],
                position: try row[1, StoredRange.position],
                name: try row.name(2),
                isSelected: try row[3],
                uses: try row.uses(4),
                frecency: try row[5, StoredRange.frecency]
            )
        }
    }

    /// The aliases of a set's tags that stand after a position, up to another, by tag.
    package func aliasNames(
        inSet setID: Int64,
        after position: Int64?,
        upTo last: Int64
    ) throws -> [Int64: [String]] {
        var names: [Int64: [String]] = [:]
        let rows = try database.rows(
            """
            SELECT alias.tag_id, alias.name FROM alias
            JOIN set_member ON set_member.tag_id = alias.tag_id
            WHERE set_id = ? AND position > ? AND position <= ? ORDER BY alias.id
            """,
            [setID, position ?? .min, last]
        )
        while let row = try rows.next() { names[try row[0], default: []].append(try row.name(1)) }
        return names
    }
}
