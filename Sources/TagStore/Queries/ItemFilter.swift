/// The conditions of a list of items.
///
/// ```swift
/// let filter = ItemFilter(setID: nil, tagIDs: [reading.id], since: 1_700_000_000_000)
/// let newest = try store.read { reader in try reader.itemIDs(matching: filter, limit: 20).ids }
/// ```
package struct ItemFilter: Sendable {
    private let setID: Int64?
    private let tagIDs: [Int64]
    private let since: Int64?
    private let after: (savedAt: Int64?, id: Int64)?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - setID: the set; `nil` for all sets.
    ///   - tagIDs: the tags that an item must have.
    ///   - since: the earliest time in milliseconds since 1970.
    ///   - after: the time and id of the last item of the previous page.
    package init(
        setID: Int64?,
        tagIDs: [Int64] = [],
        since: Int64? = nil,
        after: (savedAt: Int64?, id: Int64)? = nil
    ) {
        self.setID = setID
        self.tagIDs = tagIDs
        self.since = since
        self.after = after
    }

    /// The conditions in SQL.
    var condition: String {
        var conditions = [setID == nil ? "TRUE" : "set_id = ?"]
        conditions += tagIDs.map { _ in
            "id IN (SELECT item_id FROM posting WHERE tag_id = ?)"
        }
        if since != nil { conditions.append("saved_at >= ?") }
        if let after {
            // Items without a time come last.
            conditions.append(
                after.savedAt == nil
                    ? "saved_at IS NULL AND id < ?"
                    : "(saved_at IS NULL OR (saved_at, id) < (?, ?))"
            )
        }
        return conditions.joined(separator: " AND ")
    }

    /// The values of the conditions' parameters.
    var arguments: StatementValues {
        let end = after.map { [$0.savedAt, $0.id].compactMap(\.self) } ?? []
        return [setID].compactMap(\.self) + tagIDs + [since].compactMap(\.self) + end
    }
}
