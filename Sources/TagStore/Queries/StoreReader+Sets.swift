internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the set with an id.
    package func set(id: Int64) throws -> SetRow? {
        try database.first("SELECT \(SetRow.columns) FROM tag_set WHERE id = ?", [id], SetRow.init(row:))
    }

    /// Returns the set with a key.
    package func set(key: TagKey) throws -> SetRow? {
        let set = try database.first(
            "SELECT \(SetRow.columns) FROM tag_set WHERE key = ?", [key.text], SetRow.init(row:))
        return set.flatMap { isVisible(setID: $0.id) ? $0 : nil }
    }

    /// Returns the chosen set, or the oldest set if none is chosen; `nil` if there are no sets.
    ///
    /// For a caller limited to some sets, this is the oldest of them, because the choice may concern a set that it
    /// can't see.
    package func chosenSet() throws -> SetRow? {
        if visibleSets != nil { return try sets().first }
        return try database.first(
            """
            SELECT \(SetRow.columns) FROM tag_set WHERE id = coalesce(
                (SELECT tag_set.id FROM state JOIN tag_set ON tag_set.id = chosen_set_id),
                (SELECT min(id) FROM tag_set)
            )
            """, [], SetRow.init(row:))
    }

    /// Returns all sets, oldest first.
    package func sets() throws -> [SetRow] {
        try database.rows("SELECT \(SetRow.columns) FROM tag_set ORDER BY id").mapAll(SetRow.init(row:))
            .filter { isVisible(setID: $0.id) }
    }

    /// Returns all sets with their counts, oldest first.
    package func setSummaries() throws -> [StoreReader.SetSummary] {
        let tags = try counts("SELECT set_id, count(*) FROM set_member GROUP BY set_id")
        let selected = try counts("SELECT set_id, count(*) FROM set_member WHERE selected GROUP BY set_id")
        let saved = try counts("SELECT set_id, count(*) FROM item GROUP BY set_id")
        let chosen = try chosenSet()?.id
        return try sets()
            .map { set in
                StoreReader.SetSummary(
                    set: set, tagCount: Int(tags[set.id] ?? 0), selectedCount: Int(selected[set.id] ?? 0),
                    savedCount: Int(saved[set.id] ?? 0), isChosen: set.id == chosen)
            }
    }

    /// Returns the membership of a tag in a set.
    package func member(setID: Int64, tagID: Int64) throws -> MemberRow? {
        try database.first(
            "SELECT \(MemberRow.columns) FROM set_member WHERE set_id = ? AND tag_id = ?", [setID, tagID],
            MemberRow.init(row:))
    }

    /// Returns the member of a set at a position.
    func member(setID: Int64, position: Int64) throws -> MemberRow? {
        try database.first(
            "SELECT \(MemberRow.columns) FROM set_member WHERE set_id = ? AND position = ?", [setID, position],
            MemberRow.init(row:))
    }

    /// Returns the members of a set in order.
    package func members(ofSet setID: Int64) throws -> [MemberRow] {
        try database.rows("SELECT \(MemberRow.columns) FROM set_member WHERE set_id = ? ORDER BY position", [setID])
            .mapAll(MemberRow.init(row:))
    }

    /// Returns the tags of a set, in no particular order.
    package func tagIDs(ofSet setID: Int64) throws -> Set<Int64> {
        Set(try database.rows("SELECT tag_id FROM set_member WHERE set_id = ?", [setID]).mapAll { try $0[0] })
    }

    /// Returns the members of a set whose tags are in a range of ids, ordered by id.
    package func members(ofSet setID: Int64, tags run: ClosedRange<Int64>) throws -> [MemberRow] {
        try database.rows(
            """
            SELECT \(MemberRow.columns) FROM set_member
            WHERE set_id = ? AND tag_id BETWEEN ? AND ? ORDER BY tag_id
            """, [setID, run.lowerBound, run.upperBound]
        )
        .mapAll(MemberRow.init(row:))
    }

    /// Returns the memberships of a tag in all sets.
    package func memberships(ofTag tagID: Int64) throws -> [MemberRow] {
        try database.rows("SELECT \(MemberRow.columns) FROM set_member WHERE tag_id = ?", [tagID])
            .mapAll(MemberRow.init(row:))
    }

    /// Returns the last position in a set, or 0 if it is empty.
    package func lastPosition(inSet setID: Int64) throws -> Int64 {
        try database.value("SELECT max(position) FROM set_member WHERE set_id = ?", [setID], in: StoredRange.position)
            ?? 0
    }

    /// Returns the position of the preceding member of a set; `nil` if there is none.
    package func position(before position: Int64, inSet setID: Int64) throws -> Int64? {
        try database.value(
            "SELECT max(position) FROM set_member WHERE set_id = ? AND position < ?", [setID, position],
            in: StoredRange.position)
    }

    /// Returns the ids of the selected tags of a set in order.
    package func selectedTagIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT tag_id FROM set_member WHERE set_id = ? AND selected ORDER BY position", [setID])
            .mapAll { try $0[0] }
    }

    /// Returns the names of the selected tags of a set in order.
    package func selectedTagNames(inSet setID: Int64) throws -> [String] {
        if visibleSets != nil {
            let ids = try selectedTagIDs(inSet: setID)
            let names = try names(of: ids)
            return ids.compactMap { names[$0] }
        }
        // A member without a tag means that the database is damaged; reading its name throws.
        return
            try database.rows(
                """
                SELECT name FROM set_member LEFT JOIN tag ON tag.id = tag_id
                WHERE set_id = ? AND selected ORDER BY position
                """, [setID]
            )
            .mapAll { try $0.name(0) }
    }

    /// Returns the tags of a set in order, with their colors and cached sizes.
    package func board(ofSet setID: Int64, measurer identity: String) throws -> [StoreReader.BoardRow] {
        let details = try details(inSet: setID)
        return try boardRows(ofSet: setID, measurer: identity)
            .mapAll { row in
                let tagID: Int64 = try row[0]
                return StoreReader.BoardRow(
                    tagID: tagID, name: try row.name(1), isSelected: try row[2],
                    measurement: try StoredMeasurement(row: row, from: 3), measurementUsedOn: try row[6],
                    color: details[tagID]?.color)
            }
    }
}

extension StoreReader {
    private func boardRows(ofSet setID: Int64, measurer identity: String) throws -> StoredRows {
        guard let visibleSets else {
            return try database.rows(
                """
                SELECT tag.id, tag.name, selected, width, height, baseline, used_on
                FROM set_member JOIN tag ON tag.id = tag_id
                LEFT JOIN measurement ON text = tag.name
                    AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
                WHERE set_id = ? ORDER BY position
                """, [identity, setID])
        }
        return try database.rows(
            """
            SELECT id, shown, selected, width, height, baseline, used_on
            FROM (
                SELECT tag.id, \(VisibleSets.shownName) AS shown, selected, position
                FROM set_member JOIN tag ON tag.id = tag_id WHERE set_id = ?
            )
            LEFT JOIN measurement ON text = shown
                AND measurer_id = (SELECT id FROM measurer WHERE identity = ?)
            ORDER BY position
            """, [visibleSets.json, setID, identity])
    }

    /// Returns whether the database is in its initial state: one set without layout settings, and no tags.
    package func isNew() throws -> Bool {
        try database.value(
            """
            SELECT (SELECT count(*) FROM tag_set) = 1 AND NOT EXISTS (SELECT 1 FROM tag)
            AND NOT EXISTS (SELECT 1 FROM tag_set WHERE layout <> '{}' OR daily)
            """) ?? false
    }
}

extension StoreReader {
    /// Returns the tags of a set in order with their uses, in one query.
    ///
    /// - Parameters:
    ///   - setID: the set.
    ///   - position: the position after which the result begins; `nil` for all tags.
    ///   - limit: the maximum number of rows; -1 for no limit.
    /// - Returns: the rows in the order of the set.
    /// - Throws: `DatabaseError` if the database can't be read.
    package func pickableRows(
        ofSet setID: Int64, after position: Int64? = nil, limit: Int = -1
    ) throws -> [StoreReader.PickableRow] {
        try database.rows(
            """
            SELECT tag_id, position, name, selected, uses + other_uses, frecency
            FROM set_member JOIN tag ON tag.id = tag_id
            WHERE set_id = ? AND position > ? ORDER BY position LIMIT ?
            """, [setID, position ?? .min, limit]
        )
        .mapAll { row in
            StoreReader.PickableRow(
                tagID: try row[0, StoredRange.feature], position: try row[1, StoredRange.position],
                name: try row.name(2), isSelected: try row[3], uses: try row.uses(4),
                frecency: try row[5, StoredRange.frecency])
        }
    }

    /// Returns the aliases, by tag, of the members of a set after `position`, up to and including `last`.
    package func aliasNames(inSet setID: Int64, after position: Int64?, upTo last: Int64) throws -> [Int64: [String]] {
        var names: [Int64: [String]] = [:]
        let rows = try database.rows(
            """
            SELECT alias.tag_id, alias.name FROM alias
            JOIN set_member ON set_member.tag_id = alias.tag_id
            WHERE set_id = ? AND position > ? AND position <= ? ORDER BY alias.id
            """, [setID, position ?? .min, last])
        while let row = try rows.next() { names[try row[0], default: []].append(try row.name(1)) }
        return names
    }
}

extension StoreReader {
    /// A member of a set with the values needed by a picker.
    package struct PickableRow: Hashable, Sendable {
        package var tagID: Int64
        /// The position of the tag in its set.
        package var position: Int64
        package var name: String
        package var isSelected: Bool
        /// The number of uses, in items and elsewhere.
        package var uses: Int64
        /// See `TagRow.frecency`.
        package var frecency: Double?
    }

    /// A member of a set with the values needed to draw a board.
    ///
    /// ```swift
    /// let rows = try store.read { reader in try reader.board(ofSet: 1, measurer: identity) }
    /// let unmeasured = rows.filter { $0.measurement == nil }.map(\.name)
    /// ```
    package struct BoardRow: Hashable, Sendable {
        package var tagID: Int64
        package var name: String
        package var isSelected: Bool
        /// The cached size of the name; `nil` if the requested measurer hasn't measured it.
        package var measurement: StoredMeasurement?
        /// The day on which the cached size was last used, in days since 1970.
        package var measurementUsedOn: Int64?
        /// The name of the tag's color; `nil` if it has none.
        package var color: String?
    }

    /// A set with the numbers of its tags, selected tags and items.
    package struct SetSummary: Hashable, Sendable {
        package var set: SetRow
        package var tagCount: Int
        package var selectedCount: Int
        package var savedCount: Int
        package var isChosen: Bool
    }
}
