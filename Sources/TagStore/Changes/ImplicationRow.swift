internal import GRDB

/// A rule between two tags: who has the first has the second.
package struct ImplicationRow: Hashable, Sendable {
    /// The tag that has the rule.
    package let tagID: Int64
    /// The tag that follows from it.
    package let impliedTagID: Int64

    /// Creates a rule.
    package init(_ tagID: Int64, implies impliedTagID: Int64) {
        self.tagID = tagID
        self.impliedTagID = impliedTagID
    }

    /// Whether a row may hold it.
    var isValid: Bool {
        tagID != impliedTagID && StoredRange.feature.contains(tagID)
            && StoredRange.feature.contains(impliedTagID)
    }

    /// The columns that ``init(row:)`` reads, in its order.
    static let columns = "tag_id, implied_tag_id"

    init(row: StoredRow) throws {
        self.init(
            try row[0, StoredRange.feature],
            implies: try row[1, StoredRange.feature]
        )
        guard isValid else { throw row.damage(at: 1, "is that of the same tag") }
    }
}

extension StoreReader {
    /// Whether there are any rules between tags.
    package func hasImplications() throws -> Bool {
        try database.hasRow("SELECT 1 FROM implication LIMIT 1")
    }

    /// Returns the rules between tags, oldest tags first.
    ///
    /// - Parameters:
    ///   - tagID: the tag after which the list begins.
    ///   - limit: the most tags whose rules are returned; `nil`: all.
    /// - Returns: all rules of these tags.
    /// - Throws: SQLite's errors.
    package func implications(
        after tagID: Int64 = 0,
        limit: Int? = nil
    ) throws -> [ImplicationRow] {
        try database.rows(
            """
            SELECT \(ImplicationRow.columns) FROM implication WHERE tag_id IN
            (SELECT DISTINCT tag_id FROM implication WHERE tag_id > ? ORDER BY tag_id LIMIT ?)
            ORDER BY tag_id, implied_tag_id
            """,
            [tagID, limit ?? -1]
        )
        .mapAll(ImplicationRow.init(row:))
    }

    /// Returns the tags that a tag implies by rules of its own, oldest first.
    ///
    /// A caller who sees only some sets sees rules between tags that it sees by their real names.
    package func tagIDs(impliedBy tagID: Int64) throws -> [Int64] {
        guard try localName(of: tagID) == nil else { return [] }
        let found: [Int64] =
            try database.rows(
                "SELECT implied_tag_id FROM implication WHERE tag_id = ? ORDER BY 1",
                [tagID]
            )
            .mapAll { try $0[0, StoredRange.feature] }
        guard isLimited else { return found }
        return try found.filter { try isVisible(tagID: $0) && localName(of: $0) == nil }
    }

    /// Returns the tags that imply a tag by rules of their own, oldest first.
    package func tagIDs(implying tagID: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT tag_id FROM implication WHERE implied_tag_id = ? ORDER BY 1",
            [tagID]
        )
        .mapAll { try $0[0, StoredRange.feature] }
    }

    /// Whether there is a rule.
    package func contains(_ row: ImplicationRow) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM implication WHERE tag_id = ? AND implied_tag_id = ?",
            [row.tagID, row.impliedTagID]
        )
    }
}

extension StoreWriter {
    /// Makes a rule, and returns the inverse change; none if there was one.
    func put(_ row: ImplicationRow) throws -> [RowChange] {
        guard try !reader.contains(row) else { return [] }
        try database.run(
            "INSERT INTO implication (tag_id, implied_tag_id) VALUES (?, ?)",
            [row.tagID, row.impliedTagID]
        )
        return [.deleteImplication(row)]
    }

    /// Takes a rule away, and returns the inverse change; none if there was none.
    func delete(_ row: ImplicationRow) throws -> [RowChange] {
        guard try reader.contains(row) else { return [] }
        try database.run(
            "DELETE FROM implication WHERE tag_id = ? AND implied_tag_id = ?",
            [row.tagID, row.impliedTagID]
        )
        return [.putImplication(row)]
    }

    /// Takes away the rules of the tags of a run of ids, and returns the inverse changes.
    func deleteImplications(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let condition = "tag_id BETWEEN ?1 AND ?2 OR implied_tag_id BETWEEN ?1 AND ?2"
        let rows =
            try database.rows(
                "SELECT \(ImplicationRow.columns) FROM implication WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
            .mapAll(ImplicationRow.init(row:))
        if !rows.isEmpty {
            try database.run(
                "DELETE FROM implication WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
        }
        return rows.map(RowChange.putImplication)
    }
}
