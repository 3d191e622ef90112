internal import TagCore
internal import TagStore

/// Deleting tags everywhere.
extension TagService {
    /// Deletes tags with their aliases from every set and every saved selection; returns their names.
    ///
    /// Saved selections of these tags alone are deleted, and of those that become the same one is kept. Undo restores all of it.
    /// - Throws: `TagServiceError.unknownTag` for a name that leads to no tag; then nothing is deleted.
    /// - Complexity: linear in the saved selections that hold the tags.
    public func deleteTags(_ names: [String]) throws -> [String] {
        try writing { writer in
            var tags: [TagRow] = []
            for name in names {
                let tag = try Self.tag(name, in: writer.reader)
                if !tags.contains(where: { $0.id == tag.id }) { tags.append(tag) }
            }
            writer.summary = StepSummary(command: "delete", names: tags.map(\.name)).text
            for tag in tags {
                try Self.removeFromSavedSelections(tag, with: writer)
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

    private static func removeFromSavedSelections(
        _ tag: TagRow,
        with writer: StoreWriter
    ) throws {
        for var selection in try writer.reader.savedSelections(holding: tag.id).reversed() {
            let rest = selection.tagIDs.rowIDs.filter { $0 != tag.id }
            selection.tagIDs = PackedTagIDs(rest)
            if try rest.isEmpty || writer.reader.idOfDuplicate(of: selection) != nil {
                try writer.apply(.deleteSavedSelections(selection.id...selection.id))
            } else {
                selection.pairedTagIDs = try writer.pairedTags(of: selection.tagIDs)
                try writer.apply(.putSavedSelection(selection))
            }
        }
    }
}
