internal import TagStore

/// Making two tags one.
extension TagService {
    /// Makes one tag of two: the first one's uses, places and aliases become the second's, its name an alias.
    ///
    /// Saved selections that are the same afterwards are kept once. Gives both names.
    /// Complexity: linear in the saved selections that hold the first tag.
    public func mergeTags(
        _ name: String,
        into target: String
    ) throws -> (from: String, into: String) {
        try writing { writer in
            let from = try Self.tag(name, in: writer.reader)
            let into = try Self.tag(target, in: writer.reader)
            guard from.id != into.id else { throw TagServiceError.mergeIntoItself(into.name) }
            writer.summary = "merge \(from.name) \(into.name)"
            try Self.moveSavedSelections(of: from, to: into, with: writer)
            try Self.moveMemberships(of: from, to: into, with: writer)
            for var alias in try writer.reader.aliases(of: from.id) {
                alias.tagID = into.id
                try writer.apply(.putAlias(alias))
            }
            try Self.moveUse(of: from, to: into, with: writer)
            try writer.apply(.deleteTags(from.id...from.id))
            try Self.insertAlias(
                CheckedName(from.name, of: .alias(of: nil)),
                of: into.id,
                with: writer
            )
            return (from.name, into.name)
        }
    }

    private static func moveSavedSelections(
        of from: TagRow,
        to into: TagRow,
        with writer: StoreWriter
    ) throws {
        for var selection in try writer.reader.savedSelections(holding: from.id).reversed() {
            selection.tagIDs = selection.tagIDs.replacing(from.id, with: into.id)
            selection.pairedTagIDs = selection.pairedTagIDs?.replacing(from.id, with: into.id)
            if try writer.reader.idOfSame(as: selection) == nil {
                try writer.apply(.putSavedSelection(selection))
            } else {
                try writer.apply(.deleteSavedSelections(selection.id...selection.id))
            }
        }
    }

    private static func moveMemberships(
        of from: TagRow,
        to into: TagRow,
        with writer: StoreWriter
    ) throws {
        for member in try writer.reader.memberships(ofTag: from.id) {
            try writer.apply(.deleteMember(setID: member.setID, tagID: from.id))
            if var other = try writer.reader.member(setID: member.setID, tagID: into.id) {
                other.isSelected = other.isSelected || member.isSelected
                try writer.apply(.putMember(other))
            } else {
                var moved = member
                moved.tagID = into.id
                try writer.apply(.putMember(moved))
            }
        }
    }

    private static func moveUse(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws {
        var merged = into
        let (sum, overflow) = from.otherUses.addingReportingOverflow(into.otherUses)
        merged.otherUses = overflow ? .max : sum
        merged.frecency = StoredFrecency.sum(from.frecency, into.frecency)
        if merged != into { try writer.apply(.putTag(merged)) }
    }
}
