internal import TagCore
internal import TagStore

/// Deleting tags from all sets and items.
extension TagService.Tags {
    /// Deletes tags with their aliases from every set and every item, and returns their names.
    ///
    /// ```swift
    /// let deleted = try service.tags.delete(["music"])
    /// print(deleted)  // ["music"]
    /// ```
    ///
    /// Items that have only these tags become untagged. Items that become identical are reduced to one. Undo restores
    /// everything.
    ///
    /// - Throws: `TagServiceError.unknownTag`, in which case no tag is deleted.
    /// - Complexity: linear in the number of items with the tags.
    public func delete(_ names: [String]) throws -> [String] {
        try writing { writer in
            var tags: [TagRow] = []
            var ids: Set<Int64> = []
            for name in names {
                let tag = try Self.tag(name, in: writer.reader)
                if ids.insert(tag.id).inserted { tags.append(tag) }
            }
            writer.summary = StepSummary(command: "delete", names: tags.map(\.name)).text
            try Self.removeFromItems(ids, with: writer)
            for tag in tags {
                for member in try writer.reader.memberships(ofTag: tag.id) {
                    try writer.apply(.deleteMember(setID: member.setID, tagID: tag.id))
                }
                for alias in try writer.reader.aliases(of: tag.id) {
                    try writer.apply(.deleteAliases(alias.id...alias.id))
                }
                try writer.apply(.deleteTags(tag.id...tag.id))
            }
            return tags.map(\.name)
        }
    }

    /// Removes tags from all items, oldest first, so that the oldest of identical items is kept.
    private static func removeFromItems(_ tagIDs: Set<Int64>, with writer: StoreWriter) throws {
        var holding: Set<Int64> = []
        for id in tagIDs { holding.formUnion(try writer.reader.itemIDs(holding: id)) }
        for id in holding.sorted() {
            guard var item = try writer.reader.item(id: id) else { continue }
            let rest = item.tagIDs.rowIDs.filter { !tagIDs.contains($0) }
            item.tagIDs = PackedTagIDs(rest)
            if try writer.reader.idOfDuplicate(of: item) != nil {
                try writer.apply(.deleteItems(id...id))
            } else {
                item.pairedTagIDs = try writer.pairedTags(of: item.tagIDs)
                try writer.apply(.putItem(item))
            }
        }
    }
}
