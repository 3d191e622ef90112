internal import GRDB

/// A tag of a set, as a picker needs it.
package struct PickableRow: Hashable, Sendable {
    package var tagID: Int64
    package var name: String
    package var isSelected: Bool
    /// How often it was used, here and elsewhere.
    package var uses: Int64
    /// See `TagRow.frecency`.
    package var frecency: Double?
}

extension StoreReader {
    /// A set's tags in order, with how much they are used: one query.
    package func pickableRows(ofSet setID: Int64) throws -> [PickableRow] {
        try database.rows(
            """
            SELECT tag.id, tag.name, selected, uses + other_uses, frecency
            FROM set_member JOIN tag ON tag.id = tag_id
            WHERE set_id = ? ORDER BY position
            """,
            [setID]
        )
        .mapAll { row in
            PickableRow(
                tagID: row[0],
                name: row[1],
                isSelected: row[2],
                uses: row[3],
                frecency: row[4]
            )
        }
    }

    /// The aliases of a set's tags, by tag.
    package func aliasNames(inSet setID: Int64) throws -> [Int64: [String]] {
        var names: [Int64: [String]] = [:]
        let rows = try database.rows(
            """
            SELECT alias.tag_id, alias.name FROM alias
            JOIN set_member ON set_member.tag_id = alias.tag_id
            WHERE set_id = ? ORDER BY alias.id
            """,
            [setID]
        )
        while let row = try rows.next() { names[row[0], default: []].append(row[1]) }
        return names
    }
}
