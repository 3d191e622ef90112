internal import GRDB

/// A row of `item_rule`: new items that match the query get the tag.
///
/// ```
/// try writer.apply(.putRule(RuleRow(id: 1, query: "site:youtube.com", tagID: video.id, isAutomatic: true)))
/// ```
package struct RuleRow: Hashable, Sendable {
    package var id: Int64
    /// The query as the user entered it; it may name tags and sets that no longer exist.
    package var query: String
    package var tagID: Int64
    /// Whether items get the tag when they are saved; otherwise it's suggested.
    package var isAutomatic: Bool

    package init(id: Int64, query: String, tagID: Int64, isAutomatic: Bool) {
        self.id = id
        self.query = query
        self.tagID = tagID
        self.isAutomatic = isAutomatic
    }

    /// The maximum length of a query in bytes of UTF-8.
    package static let queryLimit = 10_000

    /// Whether all values are valid for a row.
    var isValid: Bool {
        StoredRange.id.contains(id) && StoredRange.feature.contains(tagID) && !query.isEmpty
            && query.utf8.count <= Self.queryLimit
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "id, query, tag_id, automatic"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], query: try row[1], tagID: try row[2, StoredRange.feature],
            isAutomatic: try row[3])
        guard !query.isEmpty else { throw row.error(at: 1, "is empty") }
        guard query.utf8.count <= Self.queryLimit else { throw row.error(at: 1, "is too long") }
    }
}

extension StoreReader {
    /// Returns all rules, oldest first.
    package func rules() throws -> [RuleRow] {
        try database.rows("SELECT \(RuleRow.columns) FROM item_rule ORDER BY id").mapAll(RuleRow.init(row:))
    }

    /// Returns the rule with an id.
    package func rule(id: Int64) throws -> RuleRow? {
        try database.first("SELECT \(RuleRow.columns) FROM item_rule WHERE id = ?", [id], RuleRow.init(row:))
    }

    /// Returns the rule with a query and a tag.
    package func rule(query: String, tagID: Int64) throws -> RuleRow? {
        try database.first(
            "SELECT \(RuleRow.columns) FROM item_rule WHERE tag_id = ? AND query = ?", [tagID, query],
            RuleRow.init(row:))
    }

    /// Returns the rules of the tags in a range of ids, oldest first.
    package func rules(ofTags run: ClosedRange<Int64>) throws -> [RuleRow] {
        try database.rows(
            "SELECT \(RuleRow.columns) FROM item_rule WHERE tag_id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(RuleRow.init(row:))
    }

    /// Returns the number of rules.
    package func ruleCount() throws -> Int { try database.value("SELECT count(*) FROM item_rule") ?? 0 }

    /// Returns whether there are any rules.
    package func hasRules() throws -> Bool { try database.hasRow("SELECT 1 FROM item_rule LIMIT 1") }
}

extension StoreWriter {
    /// Inserts or replaces a rule and returns the inverse change.
    func put(_ row: RuleRow) throws -> RowChange {
        let old = try reader.rule(id: row.id)
        try database.run(
            """
            INSERT INTO item_rule (id, query, tag_id, automatic) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET query = excluded.query, tag_id = excluded.tag_id,
            automatic = excluded.automatic
            """, [row.id, row.query, row.tagID, row.isAutomatic])
        return old.map(RowChange.putRule) ?? .deleteRule(row.id)
    }

    /// Deletes a rule and returns the inverse change.
    func deleteRule(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.rule(id: id) else { return [] }
        try database.run("DELETE FROM item_rule WHERE id = ?", [id])
        return [.putRule(old)]
    }

    /// Deletes the rules of the tags in a range of ids and returns the inverse changes.
    func deleteRules(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.rules(ofTags: run)
        if !rows.isEmpty {
            try database.run("DELETE FROM item_rule WHERE tag_id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        }
        return rows.map(RowChange.putRule)
    }
}

extension RuleRow {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(id)
        try values.encode(query)
        try values.encode(tagID)
        try values.encode(isAutomatic)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            id: try values.decode(Int64.self), query: try values.decode(String.self),
            tagID: try values.decode(Int64.self), isAutomatic: try values.decode(Bool.self))
    }
}
