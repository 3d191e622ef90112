internal import GRDB
internal import TagCore

/// An item that was saved or skipped in a review, which doesn't offer it again.
///
/// ```
/// try writer.apply(.putReviewedItem(ReviewedItem(itemID: 5, reviewedAt: now)))
/// ```
package struct ReviewedItem: Hashable, Sendable {
    /// The item.
    package let itemID: Int64
    /// When the item was first reviewed, in milliseconds since 1970.
    package let reviewedAt: Int64

    /// Creates a mark.
    package init(itemID: Int64, reviewedAt: Int64) {
        self.itemID = itemID
        self.reviewedAt = reviewedAt
    }

    /// Whether the values are valid for a row.
    var isValid: Bool { StoredRange.id.contains(itemID) && StoredRange.time.contains(reviewedAt) }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "item_id, reviewed_at"

    init(row: StoredRow) throws {
        self.init(itemID: try row[0, StoredRange.id], reviewedAt: try row[1, StoredRange.time])
    }
}

extension StoreReader {
    /// Returns the mark of a reviewed item; `nil` for an item that wasn't reviewed.
    package func reviewedItem(_ id: Int64) throws -> ReviewedItem? { try reviewedItems(id...id).first }

    /// Returns the marks of the reviewed items in a range of ids.
    func reviewedItems(_ run: ClosedRange<Int64>) throws -> [ReviewedItem] {
        try database.rows(
            "SELECT \(ReviewedItem.columns) FROM reviewed_item WHERE item_id BETWEEN ? AND ? ORDER BY item_id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(ReviewedItem.init(row:))
    }

    /// Returns whether any item was reviewed.
    package func hasReviewedItems() throws -> Bool { try database.hasRow("SELECT 1 FROM reviewed_item LIMIT 1") }
}

extension StoreWriter {
    /// Marks an item as reviewed and returns the inverse change; returns no changes if it is marked already.
    func put(_ row: ReviewedItem) throws -> [RowChange] {
        guard try reader.reviewedItem(row.itemID) == nil else { return [] }
        try database.run(
            "INSERT INTO reviewed_item (item_id, reviewed_at) VALUES (?, ?)", [row.itemID, row.reviewedAt])
        try touchWeights(ofReviewedItem: row.itemID)
        return [.deleteReviewedItem(row.itemID)]
    }

    /// Deletes the mark of a reviewed item and returns the inverse change; returns no changes if it wasn't reviewed.
    func deleteReviewedItem(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.reviewedItem(id) else { return [] }
        try database.run("DELETE FROM reviewed_item WHERE item_id = ?", [id])
        try touchWeights(ofReviewedItem: id)
        return [.putReviewedItem(old)]
    }
}

extension ReviewedItem {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(itemID)
        try values.encode(reviewedAt)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(itemID: try values.decode(Int64.self), reviewedAt: try values.decode(Int64.self))
    }
}
