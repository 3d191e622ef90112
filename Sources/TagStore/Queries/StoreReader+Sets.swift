internal import GRDB
package import TagCore

/// A set with the number of its tags and of those that are on.
package struct SetSummary: Hashable, Sendable {
    package var set: SetRow
    package var tagCount: Int
    package var selectedCount: Int
    package var savedCount: Int
    package var isChosen: Bool
}

/// A tag of a set, as a board needs it.
package struct BoardRow: Hashable, Sendable {
    package var tagID: Int64
    package var name: String
    package var isSelected: Bool
    /// The name's size by the measurer that was asked for; `nil` where it is not cached.
    package var measurement: StoredMeasurement?
    /// The day on which that size was last used, in days since 1970.
    package var measurementUsedOn: Int64?
}

extension StoreReader {
    package func set(id: Int64) throws -> SetRow? {
        try database.first("SELECT \(SetRow.columns) FROM tag_set WHERE id = ?", [id])
            .map(SetRow.init(row:))
    }

    /// The set with exactly this key.
    package func set(key: TagKey) throws -> SetRow? {
        try database.first("SELECT \(SetRow.columns) FROM tag_set WHERE key = ?", [key.text])
            .map(SetRow.init(row:))
    }

    /// The set last chosen, else the oldest; `nil` where there is none.
    package func chosenSet() throws -> SetRow? {
        try database.first(
            """
            SELECT \(SetRow.columns) FROM tag_set
            ORDER BY id = (SELECT chosen_set_id FROM state) DESC, id LIMIT 1
            """
        )
        .map(SetRow.init(row:))
    }

    /// All sets, in the order in which they were made.
    package func sets() throws -> [SetRow] {
        try database.rows("SELECT \(SetRow.columns) FROM tag_set ORDER BY id")
            .mapAll(SetRow.init(row:))
    }

    /// All sets with their counts, in the order in which they were made.
    package func setSummaries() throws -> [SetSummary] {
        let tags = try counts("SELECT set_id, count(*) FROM set_member GROUP BY set_id")
        let selected = try counts(
            "SELECT set_id, count(*) FROM set_member WHERE selected GROUP BY set_id"
        )
        let saved = try counts("SELECT set_id, count(*) FROM saved_selection GROUP BY set_id")
        let chosen = try chosenSet()?.id
        return try sets()
            .map { set in
                SetSummary(
                    set: set,
                    tagCount: Int(tags[set.id] ?? 0),
                    selectedCount: Int(selected[set.id] ?? 0),
                    savedCount: Int(saved[set.id] ?? 0),
                    isChosen: set.id == chosen
                )
            }
    }

    package func member(setID: Int64, tagID: Int64) throws -> MemberRow? {
        try database.first(
            "SELECT \(MemberRow.columns) FROM set_member WHERE set_id = ? AND tag_id = ?",
            [setID, tagID]
        )
        .map(MemberRow.init(row:))
    }

    /// A set's members in order.
    package func members(ofSet setID: Int64) throws -> [MemberRow] {
        try database.rows(
            "SELECT \(MemberRow.columns) FROM set_member WHERE set_id = ? ORDER BY position",
            [setID]
        )
        .mapAll(MemberRow.init(row:))
    }

    /// The members of a set whose tags' ids are in a range, by id.
    package func members(ofSet setID: Int64, tags run: ClosedRange<Int64>) throws -> [MemberRow] {
        try database.rows(
            """
            SELECT \(MemberRow.columns) FROM set_member
            WHERE set_id = ? AND tag_id BETWEEN ? AND ? ORDER BY tag_id
            """,
            [setID, run.lowerBound, run.upperBound]
        )
        .mapAll(MemberRow.init(row:))
    }

    /// The places that a tag has in sets.
    package func memberships(ofTag tagID: Int64) throws -> [MemberRow] {
        try database.rows("SELECT \(MemberRow.columns) FROM set_member WHERE tag_id = ?", [tagID])
            .mapAll(MemberRow.init(row:))
    }

    /// The last position in a set, 0 where it is empty.
    package func lastPosition(inSet setID: Int64) throws -> Int64 {
        try database.value(
            "SELECT max(position) FROM set_member WHERE set_id = ?",
            [setID],
            in: StoredRange.position
        ) ?? 0
    }

    /// The position before another one in a set; `nil` where it is the first.
    package func position(before position: Int64, inSet setID: Int64) throws -> Int64? {
        try database.value(
            "SELECT max(position) FROM set_member WHERE set_id = ? AND position < ?",
            [setID, position],
            in: StoredRange.position
        )
    }

    /// The ids of a set's selected tags, in the set's order.
    package func selectedTagIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT tag_id FROM set_member WHERE set_id = ? AND selected ORDER BY position",
            [setID]
        )
        .mapAll { try $0[0] }
    }

    /// A set's tags in order, with their sizes by a measurer where they are cached: one query.
    package func board(ofSet setID: Int64, measurer identity: String) throws -> [BoardRow] {
        try database.rows(
            """
            SELECT tag.id, tag.name, selected, width, height, baseline, used_on
            FROM set_member JOIN tag ON tag.id = tag_id
            LEFT JOIN measurement ON text = tag.name
                AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            WHERE set_id = ? ORDER BY position
            """,
            [identity, setID]
        )
        .mapAll { row in
            BoardRow(
                tagID: try row[0],
                name: try row.name(1),
                isSelected: try row[2],
                measurement: try StoredMeasurement(row: row, from: 3),
                measurementUsedOn: try row[6]
            )
        }
    }
}

extension StoreReader {
    /// Whether the database is as it was made: one empty set, and nothing else.
    package func isNew() throws -> Bool {
        try database.value(
            """
            SELECT (SELECT count(*) FROM tag_set) = 1 AND NOT EXISTS (SELECT 1 FROM tag)
            AND NOT EXISTS (SELECT 1 FROM tag_set WHERE layout <> '{}')
            """
        ) ?? false
    }
}

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
