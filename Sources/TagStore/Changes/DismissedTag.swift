internal import GRDB
package import TagCore

/// A tag that isn't suggested for an item any more, because the user dismissed it.
///
/// ```
/// try writer.apply(.putDismissedTag(DismissedTag(itemID: 5, key: TagKey("seen"))))
/// ```
package struct DismissedTag: Hashable, Sendable {
    /// The item.
    package let itemID: Int64
    /// The text of the tag's key; a tag with this key need not exist.
    package let key: String

    /// Creates a dismissal.
    package init(itemID: Int64, key: TagKey) { self.init(itemID: itemID, keyText: key.text) }

    /// Creates a dismissal from the text of the tag's key.
    package init(itemID: Int64, keyText: String) {
        self.itemID = itemID
        key = keyText
    }

    /// Whether the values are valid for a row.
    var isValid: Bool { StoredRange.id.contains(itemID) && !key.isEmpty }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "item_id, key"

    init(row: StoredRow) throws {
        self.init(itemID: try row[0, StoredRange.id], keyText: try row.name(1))
        guard !key.isEmpty else { throw row.error(at: 1, "is empty") }
    }
}

extension StoreReader {
    /// Returns the dismissed tags of an item, by key.
    package func dismissedTags(ofItem id: Int64) throws -> [DismissedTag] { try dismissedTags(ofItems: id...id) }

    /// Returns the dismissed tags of the items in a range of ids.
    func dismissedTags(ofItems run: ClosedRange<Int64>) throws -> [DismissedTag] {
        try database.rows(
            """
            SELECT \(DismissedTag.columns) FROM dismissed_tag
            WHERE item_id BETWEEN ? AND ? ORDER BY item_id, key
            """, [run.lowerBound, run.upperBound]
        )
        .mapAll(DismissedTag.init(row:))
    }

    /// Returns whether any tag is dismissed for any item.
    package func hasDismissedTags() throws -> Bool { try database.hasRow("SELECT 1 FROM dismissed_tag LIMIT 1") }

    /// Returns whether a tag is dismissed for an item.
    package func contains(_ row: DismissedTag) throws -> Bool {
        try database.hasRow("SELECT 1 FROM dismissed_tag WHERE item_id = ? AND key = ?", [row.itemID, row.key])
    }
}

extension StoreWriter {
    /// Inserts a dismissal and returns the inverse change; returns no changes if it was there already.
    func put(_ row: DismissedTag) throws -> [RowChange] {
        guard try !reader.contains(row) else { return [] }
        try database.run("INSERT INTO dismissed_tag (item_id, key) VALUES (?, ?)", [row.itemID, row.key])
        return [.deleteDismissedTag(row)]
    }

    /// Deletes a dismissal and returns the inverse change; returns no changes if there was no such dismissal.
    func delete(_ row: DismissedTag) throws -> [RowChange] {
        guard try reader.contains(row) else { return [] }
        try database.run("DELETE FROM dismissed_tag WHERE item_id = ? AND key = ?", [row.itemID, row.key])
        return [.putDismissedTag(row)]
    }
}

extension DismissedTag {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(itemID)
        try values.encode(key)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(itemID: try values.decode(Int64.self), keyText: try values.decode(String.self))
    }
}
