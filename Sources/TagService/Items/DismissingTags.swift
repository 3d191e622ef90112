internal import TagCore
internal import TagStore

/// Dismissing tags that don't fit an item.
extension TagService.Items {
    /// Records that a tag doesn't fit an item, so that it isn't suggested for the item any more.
    ///
    /// ```swift
    /// let item = try service.items.save(ItemDraft(title: "A quiet evening")).item
    /// let dismissed = try service.items.dismissTag("music", for: item.id)
    /// print(dismissed)  // ["music"]
    /// ```
    ///
    /// It counts as a use of no tag. The tag need not exist, because suggestions can be tags of a shared model. A renamed or merged tag
    /// stays dismissed as long as its old name is an alias.
    ///
    /// - Parameters:
    ///   - name: the name, key or alias of the tag.
    ///   - id: the identifier of the item.
    /// - Returns: the names of all tags that are dismissed for the item, in alphabetical order.
    /// - Throws: `TagServiceError.unknownItem`, `.invalidName`, and `.invalidSetting` for more than 1,000 dismissed tags.
    @discardableResult public func dismissTag(_ name: String, for id: Int64) throws -> [String] {
        let name = try CheckedName(name, of: .tag(nil))
        return try writing { writer in
            _ = try Self.item(id, in: writer.reader)
            let dismissed = try writer.reader.dismissedTags(ofItem: id)
            let key = try Self.dismissedKey(name.key, in: writer.reader)
            guard !dismissed.contains(where: { $0.key == key.text }) else {
                return try Self.names(of: dismissed, in: writer.reader)
            }
            guard dismissed.count < Self.dismissedLimit else {
                throw TagServiceError.invalidSetting(
                    "number of dismissed tags", value: "\(dismissed.count + 1)",
                    rule: "an item can have at most 1,000 dismissed tags")
            }
            writer.summary = "dismiss \(name.text) for item \(id)"
            try writer.apply(.putDismissedTag(DismissedTag(itemID: id, key: key)))
            return try Self.names(of: writer.reader.dismissedTags(ofItem: id), in: writer.reader)
        }
    }

    /// Deletes the record that a tag doesn't fit an item.
    ///
    /// - Parameters:
    ///   - name: the name, key or alias of the tag.
    ///   - id: the identifier of the item.
    /// - Returns: whether the tag was dismissed.
    /// - Throws: `TagServiceError.unknownItem`, `StoreError`.
    @discardableResult public func undismissTag(_ name: String, for id: Int64) throws -> Bool {
        try writing { writer in
            _ = try Self.item(id, in: writer.reader)
            let key = try Self.dismissedKey(TagKey(name), in: writer.reader)
            writer.summary = "dismiss --forget \(key.text) for item \(id)"
            let rows = try writer.reader.dismissedTags(ofItem: id)
                .filter { row in
                    try Self.dismissedKey(TagKey(row.key), in: writer.reader).text == key.text
                        && (!writer.reader.isLimited || writer.reader.target(of: TagKey(row.key)) != nil)
                }
            for row in rows { try writer.apply(.deleteDismissedTag(row)) }
            return !rows.isEmpty
        }
    }

    /// Returns the names of the tags that are dismissed for an item, in alphabetical order.
    ///
    /// - Throws: `TagServiceError.unknownItem`, `StoreError`.
    public func dismissedTags(for id: Int64) throws -> [String] {
        try store.read { reader in
            _ = try Self.item(id, in: reader)
            return try Self.names(of: reader.dismissedTags(ofItem: id), in: reader)
        }
    }

    /// Dismisses the tags that a change removed from an item, so that they aren't offered again, and forgets that of added tags.
    static func dismissTags(removedFrom old: ItemRow, to new: ItemRow, with writer: StoreWriter) throws {
        let (before, after) = (Set(old.tagIDs.rowIDs), Set(new.tagIDs.rowIDs))
        let (removed, added) = (before.subtracting(after), after.subtracting(before))
        guard !removed.isEmpty || !added.isEmpty else { return }
        let names = try writer.reader.names(of: removed.union(added).sorted())
        var dismissed = Set(try writer.reader.dismissedTags(ofItem: new.id))
        for id in added.sorted() {
            guard let row = names[id].map({ DismissedTag(itemID: new.id, key: TagKey($0)) }) else { continue }
            if dismissed.remove(row) != nil { try writer.apply(.deleteDismissedTag(row)) }
        }
        for id in removed.sorted() where dismissed.count < dismissedLimit {
            guard let row = names[id].map({ DismissedTag(itemID: new.id, key: TagKey($0)) }) else { continue }
            if dismissed.insert(row).inserted { try writer.apply(.putDismissedTag(row)) }
        }
    }

    /// The maximum number of dismissed tags of an item.
    static let dismissedLimit = 1_000

    /// Returns the key of the tag with a key or alias; the given key if there is no such tag.
    private static func dismissedKey(_ key: TagKey, in reader: StoreReader) throws -> TagKey {
        // A limited caller may have given the tag a name that isn't its key.
        guard !reader.isLimited else { return key }
        return try reader.target(of: key)?.tag.key ?? key
    }

    /// Returns the names of dismissed tags in alphabetical order; a key if there is no such tag.
    ///
    /// A limited caller sees only names of tags of its sets, because another name can be a tag of other sets.
    static func names(of dismissed: [DismissedTag], in reader: StoreReader) throws -> [String] {
        let names = try dismissed.compactMap { row in
            try reader.target(of: TagKey(row.key))?.tag.name ?? (reader.isLimited ? nil : row.key)
        }
        return Set(names).sorted { TagKey($0).text < TagKey($1).text }
    }

    /// Returns the keys of the tags that are dismissed for the item of a query; tags may also have them as aliases.
    ///
    /// The item is the query's saved item or, without one, the item at the query's location.
    func dismissedKeys(for query: SuggestionQuery, in reader: StoreReader) throws -> Set<String> {
        guard query.savedItem != nil || query.item.location?.isEmpty == false, query.text.allSatisfy(\.isWhitespace),
            try reader.hasDismissedTags()
        else { return [] }
        let rows = try Self.itemIDs(of: query, in: reader)
            .flatMap { id in
                guard let item = try reader.item(id: id), reader.isVisible(setID: item.setID) else {
                    return [DismissedTag]()
                }
                return try reader.dismissedTags(ofItem: id)
            }
        return Set(
            try rows.flatMap { row in [row.key, try reader.target(of: TagKey(row.key))?.tag.key.text ?? row.key] })
    }

    private static func itemIDs(of query: SuggestionQuery, in reader: StoreReader) throws -> [Int64] {
        if let id = query.savedItem { return [id] }
        guard let location = query.item.location, !location.isEmpty else { return [] }
        guard let set = query.set else { return try reader.itemIDs(atLocation: location) }
        let id = try reader.itemID(atLocation: location, inSet: Self.set(set, in: reader).id)
        return id.map { [$0] } ?? []
    }
}
