internal import TagStore

/// Replacing the tags or the selection of a set as a whole.
extension TagService.Sets {
    /// Replaces the tags of a set, in the given order; tags that don't exist yet are created.
    ///
    /// Tags that are already in the set keep their selection.
    ///
    /// - Throws: `TagServiceError` for an unknown set or an invalid name.
    /// - Complexity: linear in the number of tags.
    @discardableResult public func replaceTags(
        with names: [String], in reference: SetReference = .chosen
    ) throws -> TagChange {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try writing(reference) { writer, set in
            let old = try writer.reader.members(ofSet: set.id)
            let tags = try names.map { try TagService.Sets.tag(named: $0, in: set, with: writer) }
            guard tags.map(\.id) != old.map(\.tagID) else {
                return TagChange(set: set.name, changed: [], unchanged: tags.map(\.name))
            }
            writer.summary = StepSummary(command: "arrange", names: tags.map(\.name)).text
            let kept = Set(tags.map(\.id))
            let selected = Set(old.filter(\.isSelected).map(\.tagID))
            for member in old where !kept.contains(member.tagID) {
                try writer.apply(.deleteMember(setID: set.id, tagID: member.tagID))
            }
            var position = try writer.reader.lastPosition(inSet: set.id)
            var seen: Set<Int64> = []
            for tag in tags where seen.insert(tag.id).inserted {
                position += Self.positionStep
                try writer.apply(
                    .putMember(
                        MemberRow(
                            setID: set.id, tagID: tag.id, position: position, isSelected: selected.contains(tag.id))))
            }
            return TagChange(set: set.name, changed: tags.map(\.name), unchanged: [])
        }
    }
}

extension TagService.Selection {
    /// Applies several kinds of change to a set's selection in one transaction.
    ///
    /// - Parameters:
    ///   - toggling: the tags to toggle, first.
    ///   - selecting: the tags to select, second.
    ///   - deselecting: the tags to deselect, last.
    ///   - implied: the effect on the tags implied by tags that are turned on.
    ///   - reference: the set.
    /// - Returns: the changed tags.
    /// - Throws: `TagServiceError` for an unknown set or a tag that isn't in it.
    @discardableResult public func change(
        toggling: [String], selecting: [String], deselecting: [String], implied: ImpliedSelection = .none,
        in reference: SetReference = .chosen
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            var whole = TagChange(set: set.name, changed: [], unchanged: [])
            let parts: [(names: [String], action: SelectionAction)] = [
                (toggling, .toggle), (selecting, .select), (deselecting, .deselect),
            ]
            for part in parts where !part.names.isEmpty {
                let members = try Self.members(part.names, of: set, in: writer.reader)
                let change = try setSelection(
                    of: members, applying: part.action, implied: implied, in: set, with: writer)
                whole.changed += change.changed
                whole.unchanged += change.unchanged
                whole.selected += change.selected
            }
            let command = parts.filter { !$0.names.isEmpty }.map { "\($0.action)" }.joined(separator: " and ")
            writer.summary = StepSummary(command: command, names: whole.changed).text
            return whole
        }
    }

    /// Selects exactly the named tags of a set, and deselects all others.
    ///
    /// - Throws: `TagServiceError` for an unknown set or a tag that isn't in it.
    @discardableResult public func select(
        exactly names: [String], in reference: SetReference = .chosen
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            let wanted = Set(try Self.members(names, of: set, in: writer.reader).map { $0.0.id })
            let members = try writer.reader.members(ofSet: set.id).filter { $0.isSelected != wanted.contains($0.tagID) }
            let changed = try members.compactMap { member in
                try writer.reader.tag(id: member.tagID).map { ($0, member) }
            }
            var change = try setSelection(of: changed, applying: .toggle, in: set, with: writer)
            writer.summary = StepSummary(command: "select exactly", names: names).text
            change.unchanged = []
            return change
        }
    }
}
