public import Foundation
internal import TagCore
internal import TagStore

/// Looking up, changing and deleting items.
extension TagService.Items {
    /// Returns the item with an identifier.
    ///
    /// - Throws: `TagServiceError.unknownItem`.
    public func item(_ id: Int64) throws -> Item {
        try store.read { reader in
            let (row, set) = try Self.item(id, in: reader)
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Changes fields of an item.
    ///
    /// - Parameters:
    ///   - id: the identifier of the item.
    ///   - edit: the changes.
    /// - Returns: the item after the change.
    /// - Throws: `TagServiceError.unknownItem`, `.notMoved`, `.locationTaken` if another item of the set has the new location, `.sameItem` if another
    ///   item has the same set, title, note, time and tags, and errors for invalid fields.
    @discardableResult public func edit(_ id: Int64, with edit: ItemEdit) throws -> Item {
        let checked = try CheckedDraft(
            ItemDraft(
                title: edit.title, location: edit.location.flatMap { $0.isEmpty ? nil : $0 }, note: edit.note,
                tags: edit.tags, savedAt: edit.savedAt), past: service.items.past)
        let added = try edit.added.map { try CheckedName($0, of: .tag(nil)) }
        return try writing { writer in
            let (old, set) = try Self.item(id, in: writer.reader)
            writer.summary = "\(edit.isReviewed == true ? "review" : "edit-item") \(id)"
            var row = old
            row.title = checked.title ?? old.title
            row.note = checked.note ?? old.note
            row.savedAt = checked.savedAt ?? old.savedAt
            if let location = edit.location {
                row.location = location.isEmpty ? nil : checked.location
                try Self.requireFree(row, in: writer.reader)
            }
            if edit.followsMove {
                row.location = try Self.newLocation(of: old, in: writer.reader)
                try Self.requireFree(row, in: writer.reader)
            }
            var given: [Int64] = []
            if let tags = checked.tags {
                given = try Self.memberIDs(of: tags, addedTo: set, with: writer)
                row.tagIDs = PackedTagIDs(given)
            }
            let addedIDs = try Self.memberIDs(of: added, addedTo: set, with: writer)
            row.tagIDs = try Self.tagIDs(row.tagIDs, adding: addedIDs, removing: edit.removed, in: writer.reader)
            row.givenTagIDs = given + addedIDs
            try writer.keepOneOfEachGroup(in: &row, over: old)
            row.givenTagIDs = nil
            if row != old, let other = try writer.reader.idOfDuplicate(of: row) {
                throw TagServiceError.sameItem(id, as: other)
            }
            let new = try writer.update(old, to: row, at: milliseconds)
            try Self.dismissTags(removedFrom: old, to: new.row, with: writer)
            for tagID in new.addedTags { try use(tagID, at: milliseconds, with: writer) }
            if let isReviewed = edit.isReviewed { try mark(id, isReviewed: isReviewed, with: writer) }
            return try Self.value(of: new.row, set: set.name, with: writer)
        }
    }

    /// Marks an item as reviewed, or deletes the mark.
    func mark(_ id: Int64, isReviewed: Bool, with writer: StoreWriter) throws {
        try writer.apply(
            isReviewed ? .putReviewedItem(ReviewedItem(itemID: id, reviewedAt: milliseconds)) : .deleteReviewedItem(id))
    }

    private static func requireFree(_ row: ItemRow, in reader: StoreReader) throws {
        guard let location = row.location, let other = try reader.idOfDuplicate(of: row) else { return }
        throw TagServiceError.locationTaken(location, by: other)
    }

    /// Returns the tags of an item after adding tags and removing tags by name, key or alias.
    static func tagIDs(
        _ tagIDs: PackedTagIDs, adding added: [Int64], removing removed: [String], in reader: StoreReader
    ) throws -> PackedTagIDs {
        let removedIDs = Set(try removed.map { try tag($0, in: reader).id })
        let kept = tagIDs.rowIDs.filter { !removedIDs.contains($0) }
        guard kept.count + added.count <= ItemText.tagLimit else {
            throw TagServiceError.invalidSetting(
                "number of tags", value: "\(kept.count + added.count)", rule: "an item can have at most 20,000 tags")
        }
        return PackedTagIDs(kept + added)
    }

    /// Deletes items in one undo step, and subtracts their tags from the counts.
    ///
    /// - Returns: the deleted items.
    /// - Throws: `TagServiceError.unknownItem`; then no item is deleted.
    @discardableResult public func delete(_ ids: [Int64]) throws -> [Item] {
        try writing { writer in
            let ids = Set(ids).sorted()
            writer.summary = ids.count == 1 ? "delete-item \(ids[0])" : "delete \(ids.count) items"
            let items = try ids.map { id in
                let (row, set) = try Self.item(id, in: writer.reader)
                return try Self.value(of: row, set: set.name, in: writer.reader)
            }
            for id in ids { try writer.apply(.deleteItems(id...id)) }
            return items
        }
    }

    /// Deletes the items of a choice in one undo step, and subtracts their tags from the counts.
    ///
    /// ```swift
    /// let choice = ItemChoice.matching(ItemQuery("#old", isLenient: true))
    /// let count = try service.items.delete(choice)
    /// ```
    ///
    /// - Parameters:
    ///   - choice: the items.
    ///   - reference: the set that the items of a query must belong to; `nil` for all sets.
    ///   - isDryRun: whether to only count the items.
    ///   - limit: the maximum number of items.
    /// - Returns: the number of deleted items.
    /// - Throws: `TagServiceError.unknownItem`, `.invalidSetting` for too many items, and the errors of ``TagService/Items/find(_:in:)``; then no item
    ///   is deleted.
    /// - Complexity: linear in the number of items and their tags.
    @discardableResult public func delete(
        _ choice: ItemChoice, in reference: SetReference? = nil, isDryRun: Bool = false, limit: Int = .max
    ) throws -> Int {
        guard !isDryRun else {
            return try store.read { reader in
                let ids = try ids(of: choice, in: reference, limit, reader)
                for id in ids { _ = try Self.item(id, in: reader) }
                return ids.count
            }
        }
        return try writing { writer in
            let ids = try ids(of: choice, in: reference, limit, writer.reader)
            for id in ids { _ = try Self.item(id, in: writer.reader) }
            writer.summary = ids.count == 1 ? "delete-item \(ids[0])" : "delete \(ids.count) items"
            for id in ids { try writer.apply(.deleteItems(id...id)) }
            return ids.count
        }
    }

    /// Deletes an item, and subtracts its tags from the counts.
    @discardableResult public func delete(_ id: Int64) throws -> Item { try delete([id])[0] }
}

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
        let order: ItemOrder = if case .stored(let order) = resolved.order { order } else { .new }
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
