internal import TagCore
internal import TagStore

/// Deleting tags everywhere.
extension TagService {
    /// Deletes tags with their aliases from every set and every item; returns their names.
    ///
    /// Items of these tags alone are deleted, and of those that become the same one is kept. Undo restores all of it.
    /// - Throws: `TagServiceError.unknownTag` for a name that leads to no tag; then nothing is deleted.
    /// - Complexity: linear in the items that hold the tags.
    public func deleteTags(_ names: [String]) throws -> [String] {
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

    /// Rewrites each item that holds any of the tags once, oldest first, so that of equal ones the oldest is kept.
    private static func removeFromItems(
        _ tagIDs: Set<Int64>,
        with writer: StoreWriter
    ) throws {
        var holding: Set<Int64> = []
        for id in tagIDs { holding.formUnion(try writer.reader.itemIDs(holding: id)) }
        for id in holding.sorted() {
            guard var selection = try writer.reader.item(id: id) else { continue }
            let rest = selection.tagIDs.rowIDs.filter { !tagIDs.contains($0) }
            selection.tagIDs = PackedTagIDs(rest)
            if try rest.isEmpty || writer.reader.idOfDuplicate(of: selection) != nil {
                try writer.apply(.deleteItems(id...id))
            } else {
                selection.pairedTagIDs = try writer.pairedTags(of: selection.tagIDs)
                try writer.apply(.putItem(selection))
            }
        }
    }
}
