internal import TagCore
internal import TagStore

/// Adding, removing and moving the tags of a set.
extension TagService.Sets {
    /// Adds tags at the end of a set; tags that don't exist yet are created.
    ///
    /// - Parameters:
    ///   - names: the tags.
    ///   - reference: the set.
    ///   - selecting: whether to also select the tags, including those that were already in the set.
    ///   - implied: the effect on the tags that they imply, if they are selected.
    /// - Returns: the added tags.
    /// - Throws: `TagServiceError` for an unknown set or an invalid name.
    @discardableResult public func addTags(
        _ names: [String], to reference: SetReference = .chosen, selecting: Bool = false,
        implied: ImpliedSelection = .none
    ) throws -> TagChange {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try writing(reference) { writer, set in
            let change = try Self.add(names, to: set, with: writer)
            if selecting {
                let members = try Self.members(names.map(\.text), of: set, in: writer.reader)
                _ = try service.selection.setSelection(
                    of: members, applying: .select, implied: implied, in: set, with: writer)
            }
            writer.summary = StepSummary(command: "add", names: names.map(\.text)).text
            return change
        }
    }

    /// Removes tags from a set.
    ///
    /// The tags themselves and their items are kept.
    @discardableResult public func removeTags(
        _ names: [String], from reference: SetReference = .chosen
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            var change = TagChange(set: set.name, changed: [], unchanged: [])
            for (tag, member) in try Self.members(toRemove: names, of: set, in: writer.reader) {
                try writer.apply(.deleteMember(setID: set.id, tagID: member.tagID))
                change.changed.append(tag.name)
            }
            writer.summary = StepSummary(command: "remove", names: change.changed).text
            return change
        }
    }

    /// Returns the members with the given names; the error for a tag outside the set lists the sets that contain it.
    private static func members(
        toRemove names: [String], of set: SetRow, in reader: StoreReader
    ) throws -> [(TagRow, MemberRow)] {
        do { return try members(names, of: set, in: reader) } catch TagServiceError.notInSet(let name, _) {
            let tag = try tag(name, in: reader)
            let sets = Set(try reader.memberships(ofTag: tag.id).map(\.setID))
            let others = try reader.sets().filter { sets.contains($0.id) }.map(\.name)
            throw TagServiceError.notInSetToRemove(tag: name, set: set.name, others: Array(others.prefix(3)))
        }
    }

    /// Moves a tag of a set in front of another tag.
    @discardableResult public func moveTag(
        _ name: String, before other: String, in reference: SetReference = .chosen
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            var (tag, member) = try Self.member(name, of: set, in: writer.reader)
            var (target, targetMember) = try Self.member(other, of: set, in: writer.reader)
            guard tag.id != target.id else { return TagChange(set: set.name, changed: [], unchanged: [tag.name]) }
            writer.summary = "move \(tag.name) --before \(target.name)"
            if try Self.freePosition(before: targetMember, in: writer.reader) == nil {
                try Self.renumberMembers(of: set, with: writer)
                (tag, member) = try Self.member(name, of: set, in: writer.reader)
                (target, targetMember) = try Self.member(other, of: set, in: writer.reader)
            }
            guard let position = try Self.freePosition(before: targetMember, in: writer.reader) else {
                return TagChange(set: set.name, changed: [], unchanged: [tag.name])
            }
            member.position = position
            try writer.apply(.putMember(member))
            return TagChange(set: set.name, changed: [tag.name], unchanged: [])
        }
    }

    /// Moves a tag of a set to the end.
    @discardableResult public func moveTagToEnd(
        _ name: String, in reference: SetReference = .chosen
    ) throws -> TagChange {
        try writing(reference) { writer, set in
            var (tag, member) = try Self.member(name, of: set, in: writer.reader)
            let last = try writer.reader.lastPosition(inSet: set.id)
            guard member.position != last else { return TagChange(set: set.name, changed: [], unchanged: [tag.name]) }
            writer.summary = "move \(tag.name) to the end"
            member.position = last + Self.positionStep
            try writer.apply(.putMember(member))
            return TagChange(set: set.name, changed: [tag.name], unchanged: [])
        }
    }

    /// Adds named tags to a set within a transaction.
    static func add(_ names: [CheckedName], to set: SetRow, with writer: StoreWriter) throws -> TagChange {
        var change = TagChange(set: set.name, changed: [], unchanged: [])
        var position = try writer.reader.lastPosition(inSet: set.id)
        var known: [TagKey: String] = [:]
        for name in names {
            // Look up a repeated name only once.
            if let tag = known[name.key] {
                change.unchanged.append(tag)
                continue
            }
            let tag = try tag(named: name, in: set, with: writer)
            known[name.key] = tag.name
            guard try writer.reader.member(setID: set.id, tagID: tag.id) == nil else {
                change.unchanged.append(tag.name)
                continue
            }
            position += positionStep
            try writer.apply(.putMember(MemberRow(setID: set.id, tagID: tag.id, position: position, isSelected: false)))
            change.changed.append(tag.name)
        }
        return change
    }

    /// Returns the tag with a name's key for a set, creating it if it doesn't exist.
    ///
    /// A set-limited caller must not learn that the tag exists elsewhere, so the set keeps the name as the caller spelled it.
    static func tag(named name: CheckedName, in set: SetRow, with writer: StoreWriter) throws -> TagRow {
        let reader = writer.reader
        guard reader.isLimited else { return try tag(named: name, with: writer) }
        if let tag = try reader.target(of: name.key)?.tag {
            if var local = try reader.localName(of: tag.id) {
                // A caller limited to this set must not see the real name either.
                local.setID = set.id
                try writer.put(local)
            }
            return tag
        }
        guard var tag = try reader.unlimited.target(of: name.key)?.tag else {
            return try TagService.Sets.tag(named: name, with: writer)
        }
        tag.name = name.text
        if try reader.member(setID: set.id, tagID: tag.id) == nil {
            try writer.put(LocalName(setID: set.id, tagID: tag.id, key: name.key, name: name.text))
        }
        return tag
    }

    /// Returns the tag with a name's key, creating it if it doesn't exist.
    static func tag(named name: CheckedName, with writer: StoreWriter) throws -> TagRow {
        if let target = try writer.reader.target(of: name.key) { return target.tag }
        let row = TagRow(id: try writer.reader.lastID(of: .tag) + 1, key: name.key, name: name.text)
        try writer.apply(.putTag(row))
        return row
    }

    /// The distance between the positions of consecutively appended members.
    static let positionStep: Int64 = 1 << 20

    /// Returns a free position directly before a member, or `nil` if there is no gap before it.
    private static func freePosition(before member: MemberRow, in reader: StoreReader) throws -> Int64? {
        guard let previous = try reader.position(before: member.position, inSet: member.setID) else {
            return member.position - positionStep
        }
        let middle = previous + (member.position - previous) / 2
        return middle > previous ? middle : nil
    }

    /// Renumbers the members of a set, starting after the last position so that positions don't collide.
    private static func renumberMembers(of set: SetRow, with writer: StoreWriter) throws {
        var position = try writer.reader.lastPosition(inSet: set.id)
        for var member in try writer.reader.members(ofSet: set.id) {
            position += positionStep
            member.position = position
            try writer.apply(.putMember(member))
        }
    }
}
