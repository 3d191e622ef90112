internal import GRDB

/// An implication between two tags: anything tagged with the first also counts as tagged with the second.
///
/// ```swift
/// // Anything tagged `beagle` also counts as `dog`.
/// try writer.apply(.putImplication(ImplicationRow(beagle.id, implies: dog.id)))
/// ```
package struct ImplicationRow: Hashable, Sendable {
    /// The tag that implies the other.
    package let tagID: Int64
    /// The implied tag.
    package let impliedTagID: Int64

    /// Creates an implication.
    package init(_ tagID: Int64, implies impliedTagID: Int64) {
        self.tagID = tagID
        self.impliedTagID = impliedTagID
    }

    /// Whether the ids are valid and different.
    var isValid: Bool {
        tagID != impliedTagID && StoredRange.feature.contains(tagID) && StoredRange.feature.contains(impliedTagID)
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "tag_id, implied_tag_id"

    init(row: StoredRow) throws {
        self.init(try row[0, StoredRange.feature], implies: try row[1, StoredRange.feature])
        guard isValid else { throw row.error(at: 1, "is the same tag as the first") }
    }
}

extension StoreReader {
    /// Returns whether there are any implications.
    package func hasImplications() throws -> Bool { try database.hasRow("SELECT 1 FROM implication LIMIT 1") }

    /// Returns the implications between tags, oldest tags first.
    ///
    /// - Parameters:
    ///   - tagID: the tag after which the list begins.
    ///   - limit: the maximum number of tags whose implications are returned, or `nil` for all.
    /// - Returns: all implications of these tags.
    /// - Throws: SQLite's errors.
    package func implications(after tagID: Int64 = 0, limit: Int? = nil) throws -> [ImplicationRow] {
        try database.rows(
            """
            SELECT \(ImplicationRow.columns) FROM implication WHERE tag_id IN
            (SELECT DISTINCT tag_id FROM implication WHERE tag_id > ? ORDER BY tag_id LIMIT ?)
            ORDER BY tag_id, implied_tag_id
            """, [tagID, limit ?? -1]
        )
        .mapAll(ImplicationRow.init(row:))
    }

    /// Returns the tags that a tag implies directly, oldest first.
    ///
    /// A set-limited caller sees only implications between tags whose real names it may see.
    package func tagIDs(impliedBy tagID: Int64) throws -> [Int64] {
        try visibleTagIDs("SELECT implied_tag_id FROM implication WHERE tag_id = ? ORDER BY 1", of: tagID)
    }

    /// Returns the tags that imply a tag directly, oldest first.
    ///
    /// A set-limited caller sees the same implications as with ``tagIDs(impliedBy:)``.
    package func tagIDs(implying tagID: Int64) throws -> [Int64] {
        try visibleTagIDs("SELECT tag_id FROM implication WHERE implied_tag_id = ? ORDER BY 1", of: tagID)
    }

    /// Returns the tags that a query finds for a tag; a limited caller sees only those whose real names it may see.
    private func visibleTagIDs(_ query: String, of tagID: Int64) throws -> [Int64] {
        guard try localName(of: tagID) == nil else { return [] }
        let found: [Int64] = try database.rows(query, [tagID]).mapAll { try $0[0, StoredRange.feature] }
        guard isLimited else { return found }
        return try found.filter { try isVisible(tagID: $0) && localName(of: $0) == nil }
    }

    /// Returns whether an implication exists.
    package func contains(_ row: ImplicationRow) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM implication WHERE tag_id = ? AND implied_tag_id = ?", [row.tagID, row.impliedTagID])
    }
}

extension StoreWriter {
    /// Inserts an implication and returns the inverse change; returns no changes if it was there already.
    func put(_ row: ImplicationRow) throws -> [RowChange] {
        guard try !reader.contains(row) else { return [] }
        try database.run(
            "INSERT INTO implication (tag_id, implied_tag_id) VALUES (?, ?)", [row.tagID, row.impliedTagID])
        return [.deleteImplication(row)]
    }

    /// Deletes an implication and returns the inverse change; returns no changes if there was no such implication.
    func delete(_ row: ImplicationRow) throws -> [RowChange] {
        guard try reader.contains(row) else { return [] }
        try database.run(
            "DELETE FROM implication WHERE tag_id = ? AND implied_tag_id = ?", [row.tagID, row.impliedTagID])
        return [.putImplication(row)]
    }

    /// Deletes the implications of the tags in a range of ids and returns the inverse changes.
    func deleteImplications(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let condition = "tag_id BETWEEN ?1 AND ?2 OR implied_tag_id BETWEEN ?1 AND ?2"
        let rows =
            try database.rows(
                "SELECT \(ImplicationRow.columns) FROM implication WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
            .mapAll(ImplicationRow.init(row:))
        if !rows.isEmpty {
            try database.run("DELETE FROM implication WHERE \(condition)", [run.lowerBound, run.upperBound])
        }
        return rows.map(RowChange.putImplication)
    }
}
