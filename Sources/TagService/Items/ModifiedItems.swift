public import Foundation
internal import TagStore

/// Finding items by the time of their last change, for programs that keep a copy of them.
extension TagService.Items {
    /// Returns the page of a query's items that were saved or changed after a time, newest first.
    ///
    /// - Complexity: linear in the number of all items, because the time of a change has no index.
    static func page(
        of query: ItemQuery, _ resolved: ResolvedQuery, modifiedAfter time: Date, in reader: StoreReader
    ) throws -> ItemQuery.Page {
        let first = ResolvedQuery.milliseconds(after: time)
        var modified: Set<Int64> = []
        try reader.forEachItem { row in
            if let last = row.modifiedAt ?? row.savedAt, last >= first { modified.insert(row.id) }
        }
        let order: ItemOrder = resolved.sort == .old ? .old : resolved.sort == .title ? .title : .new
        let ids = try reader.itemIDs(matching: resolved.condition, in: order, limit: .max).filter(modified.contains)
        let offset = query.after?.offset ?? 0
        let limit = min(max(0, query.limit), ItemQuery.maximumLimit)
        let names = try setNames(in: reader)
        let items = try ids.dropFirst(offset).prefix(limit)
            .compactMap { id in
                try reader.item(id: id).map { try value(of: $0, set: names[$0.setID] ?? "", in: reader) }
            }
        var page = ItemQuery.Page(items: items, total: ids.count, facets: [])
        if ids.count > offset + limit { page.next = ItemQuery.Cursor(offset: offset + limit) }
        return page
    }

    /// Returns when an item was last saved, changed or deleted, as far as the caller may know; `nil` if never.
    ///
    /// A caller limited to certain sets gets the last change of an item that it sees.
    ///
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of items for a limited caller, else constant.
    public func lastChange() throws -> Date? {
        guard store.isLimited else {
            return try service.commits(after: max(0, service.lastCommit() - 1), limit: 1)?.last?.at
        }
        return try store.read { reader in
            var last: Int64?
            try reader.forEachItem { row in
                guard reader.isVisible(setID: row.setID) else { return }
                let time = row.modifiedAt ?? row.savedAt
                if let time { last = max(last ?? time, time) }
            }
            return last.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        }
    }
}
