internal import TagCore
internal import TagStore

/// A page of groups of items that are probably the same.
public struct DuplicateItems: Hashable, Sendable {
    /// The items of each group, oldest first; the group with the newest item comes first.
    public var groups: [[Item]]
    /// The number of groups on all pages.
    public var count: Int
}

/// Finding and merging items that are probably the same.
extension TagService.Items {
    /// Finds items of one set whose URLs differ only in `http` or `https`, a leading `www.`, or a slash at the end.
    ///
    /// ```swift
    /// try service.items.save(ItemDraft(location: "http://www.example.org/map"))
    /// try service.items.save(ItemDraft(location: "https://example.org/map/"))
    /// let duplicates = try service.items.duplicates()
    /// print(duplicates.count)  // 1
    /// ```
    ///
    /// - Parameters:
    ///   - reference: the set; `nil` for all sets.
    ///   - limit: the maximum number of groups.
    ///   - offset: the number of groups to skip.
    /// - Returns: the groups.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: O(*n* log *n*) in the number of items with a URL.
    public func duplicates(in reference: SetReference? = nil, limit: Int = 50, offset: Int = 0) throws -> DuplicateItems
    {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let found = try reader.duplicateItems(inSet: set?.id, limit: max(0, limit), offset: max(0, offset))
            let groups = try found.groups.map { ids in
                try ids.map { id in
                    let (row, set) = try Self.item(id, in: reader)
                    return try Self.value(of: row, set: set.name, in: reader)
                }
            }
            return DuplicateItems(groups: groups, count: found.count)
        }
    }

    /// Merges items into one of them in one undo step.
    ///
    /// The item gets all tags, the notes of the others after its own, and the earliest time. It keeps its title and location, or gets the
    /// first one of the others. The others are deleted.
    ///
    /// - Parameters:
    ///   - ids: the items to merge; the target may be among them.
    ///   - target: the item that is kept.
    /// - Returns: the item after the change.
    /// - Throws: `TagServiceError.unknownItem`, and `.invalidSetting` if the items belong to different sets, if there are none to merge, or
    ///   if the item would have too many tags.
    /// - Complexity: linear in the number of items and their tags.
    @discardableResult public func merge(_ ids: [Int64], into target: Int64) throws -> Item {
        try writing { writer in
            let reader = writer.reader
            let (kept, set) = try Self.item(target, in: reader)
            let others = try Set(ids).subtracting([target]).sorted().map { try Self.item($0, in: reader).0 }
            try Self.requireMergeable(others, with: kept)
            var row = Self.merged(kept, others)
            // The tags of the kept item count as given last.
            row.givenTagIDs = others.flatMap(\.tagIDs.rowIDs) + kept.tagIDs.rowIDs
            try writer.keepOneOfEachGroup(in: &row, over: kept)
            row.givenTagIDs = nil
            try Self.requireTagLimit(row)
            let dismissed = try others.flatMap { try reader.dismissedTags(ofItem: $0.id) }
            let bookmarks = try ([kept] + others).compactMap { try reader.bookmark(ofItem: $0.id) }
            let reviewed = try others.compactMap { try reader.reviewedItem($0.id) }
            writer.summary = "merge \(others.count + 1) items into \(target)"
            for other in others { try writer.apply(.deleteItems(other.id...other.id)) }
            if let same = try reader.idOfDuplicate(of: row) { throw TagServiceError.sameItem(target, as: same) }
            let new = try writer.update(kept, to: row, at: milliseconds)
            for tag in dismissed {
                try writer.apply(.putDismissedTag(DismissedTag(itemID: target, key: TagKey(tag.key))))
            }
            if let first = reviewed.first {
                try writer.apply(.putReviewedItem(ReviewedItem(itemID: target, reviewedAt: first.reviewedAt)))
            }
            let bookmark = bookmarks.reduce(ItemBookmark()) { $0.adding($1) }
            try writer.apply(.putBookmark(bookmark, itemID: target))
            return try Self.value(of: new.row, set: set.name, with: writer)
        }
    }

    private static func requireMergeable(_ others: [ItemRow], with kept: ItemRow) throws {
        guard !others.isEmpty else {
            throw TagServiceError.invalidSetting(
                "number of items", value: "1", rule: "name at least one other item to merge")
        }
        guard let other = others.first(where: { $0.setID != kept.setID }) else { return }
        throw TagServiceError.invalidSetting("item", value: "\(other.id)", rule: "only items of one set can be merged")
    }

    private static func requireTagLimit(_ row: ItemRow) throws {
        let count = row.tagIDs.ids.count
        guard count > ItemText.tagLimit else { return }
        throw TagServiceError.invalidSetting(
            "number of tags", value: "\(count)", rule: "an item can have at most 20,000 tags")
    }

    /// Returns an item with what the others add to it.
    private static func merged(_ kept: ItemRow, _ others: [ItemRow]) -> ItemRow {
        var row = kept
        row.tagIDs = PackedTagIDs(Set(([kept] + others).flatMap(\.tagIDs.rowIDs)).sorted())
        row.savedAt = ([kept] + others).compactMap(\.savedAt).min()
        if row.title.isEmpty { row.title = others.map(\.title).first { !$0.isEmpty } ?? "" }
        row.location = kept.location ?? others.compactMap(\.location).first
        var notes: [String] = []
        for note in ([kept] + others).map(\.note) where !note.isEmpty && !notes.contains(note) { notes.append(note) }
        row.note = ItemText.note(notes.joined(separator: "\n\n"))
        return row
    }
}
