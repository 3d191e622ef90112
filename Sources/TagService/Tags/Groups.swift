internal import TagCore
internal import TagStore

/// A group of tags that exclude each other: an item has one of them at most.
///
/// Groups apply to all sets.
public struct TagGroup: Hashable, Sendable, Codable {
    /// The name of the group.
    public var group: String
    /// The tags in order.
    public var tags: [String]

    /// Creates a group.
    public init(group: String, tags: [String]) {
        self.group = group
        self.tags = tags
    }
}

/// A tag that an item lost or didn't get, because it got another tag of the same group.
public struct DisplacedTag: Hashable, Sendable, Codable {
    /// The tag.
    public var tag: String
    /// The name of the group; empty for a set-limited caller.
    public var group: String
}

/// Items that have several tags of a group, because they had them before the group was made.
public struct ItemWithSeveral: Hashable, Sendable, Codable {
    /// The identifier of the item.
    public var id: Int64
    /// The name of its set.
    public var set: String
    /// Its title, which may be empty.
    public var title: String
    /// The name of the group.
    public var group: String
    /// The tags of the group that the item has.
    public var tags: [String]
}

/// Groups of tags.
extension TagService.Tags {
    /// The maximum number of groups, and of tags of a group.
    public static let groupLimit = 1_000

    /// Returns all groups in the order of their names.
    ///
    /// Set-limited callers have no groups, because these could reveal names of other sets.
    public func groups() throws -> [TagGroup] {
        guard !store.isLimited else { return [] }
        return try store.read { reader in try reader.groups().all.map { try Self.value(of: $0, in: reader) } }
    }

    /// Makes a group of tags, or replaces the tags of the group with a name.
    ///
    /// Items that have several of the tags keep them until one of the tags is given to them.
    ///
    /// ```swift
    /// try service.sets.addTags(["todo", "doing", "done"])
    /// try service.tags.putGroup("state", tags: ["todo", "doing", "done"])
    /// let item = try service.items.save(ItemDraft(title: "Sweep", tags: ["todo"])).item
    /// let edited = try service.items.edit(item.id, with: ItemEdit(added: ["done"]))
    /// print(edited.tags, edited.displaced.map(\.tag))  // ["done"] ["todo"]
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name of the group.
    ///   - names: its tags in order, at least two.
    /// - Returns: the group, and whether it's new.
    /// - Throws: `TagServiceError.unknownTag`, `.inOtherGroup` for a tag of another group, `.invalidName`, and
    ///   `.invalidSetting` for too few or too many tags or groups.
    @discardableResult public func putGroup(
        _ name: String, tags names: [String]
    ) throws -> (group: TagGroup, isNew: Bool) {
        let name = try CheckedName(name, of: .group)
        return try writing { writer in
            var ids: [Int64] = []
            for name in names {
                let id = try Self.tag(name, in: writer.reader).id
                if !ids.contains(id) { ids.append(id) }
            }
            guard (2...Self.groupLimit).contains(ids.count) else {
                throw TagServiceError.invalidSetting(
                    "number of tags", value: "\(ids.count)", rule: "a group has 2 to 1,000 tags")
            }
            writer.summary = "one-of \(name.text)"
            let isNew = try Self.putGroup(name, of: ids, with: writer)
            let group = try writer.groups().all.first { $0.key.text == name.key.text }
            guard let group else { return (TagGroup(group: name.text, tags: []), isNew) }
            return (try Self.value(of: group, in: writer.reader), isNew)
        }
    }

    /// Makes tags the members of a group within a transaction; returns whether the group is new.
    static func putGroup(_ name: CheckedName, of ids: [Int64], with writer: StoreWriter) throws -> Bool {
        let groups = try writer.groups()
        for id in ids {
            guard let other = groups.group(of: id), other.key.text != name.key.text else { continue }
            let tag = try writer.reader.tag(id: id)?.name ?? ""
            throw TagServiceError.inOtherGroup(tag, group: other.name)
        }
        let old = groups.all.first { $0.key.text == name.key.text }
        guard old != nil || groups.all.count < groupLimit else {
            throw TagServiceError.invalidSetting(
                "number of groups", value: "\(groupLimit + 1)",
                rule: "there can be at most 1,000 groups; delete one first")
        }
        for id in old?.tagIDs ?? [] where !ids.contains(id) { try writer.apply(.deleteGroupMember(id)) }
        for (place, id) in ids.enumerated() {
            try writer.apply(.putGroupMember(GroupMember(tagID: id, group: name.text, position: Int64(place + 1))))
        }
        return old == nil
    }

    /// Deletes a group; its tags, and the items with them, stay as they are.
    ///
    /// - Returns: the deleted group.
    /// - Throws: `TagServiceError.unknownGroup`.
    @discardableResult public func deleteGroup(_ name: String) throws -> TagGroup {
        try writing { writer in
            let key = TagKey(name)
            let groups = writer.reader.isLimited ? [] : try writer.groups().all
            guard let group = groups.first(where: { $0.key.text == key.text }) else {
                throw TagServiceError.unknownGroup(name)
            }
            writer.summary = "one-of \(group.name) --delete"
            let value = try Self.value(of: group, in: writer.reader)
            for id in group.tagIDs { try writer.apply(.deleteGroupMember(id)) }
            return value
        }
    }

    private static func value(of group: TagGroups.Group, in reader: StoreReader) throws -> TagGroup {
        let names = try reader.names(of: group.tagIDs)
        return TagGroup(group: group.name, tags: group.tagIDs.compactMap { names[$0] })
    }

    /// Returns the names of tags that later given tags of the same groups displace.
    ///
    /// - Parameters:
    ///   - names: the names of all tags of an item or a file, including the given tags; names that aren't tags are ignored.
    ///   - given: the names of the given tags, in order.
    /// - Returns: the displaced names.
    /// - Throws: `StoreError`.
    public func displaced(among names: [String], given: [String]) throws -> Set<String> {
        try store.read { reader in
            let groups = try reader.groups()
            guard !groups.isEmpty else { return [] }
            func id(_ name: String) throws -> Int64? { try reader.tagID(of: TagKey(name)) }
            let ids = try names.map(id)
            let displaced = Set(groups.displaced(among: ids.compactMap(\.self), given: try given.compactMap(id)))
            return Set(zip(names, ids).filter { $0.1.map(displaced.contains) ?? false }.map(\.0))
        }
    }

    /// Keeps the group of a tag, or gives it that of a tag that is merged into it if it's in none.
    ///
    /// - Returns: the group that the other tag loses; `nil` if it loses none.
    static func moveGroup(of from: TagRow, to into: TagRow, with writer: StoreWriter) throws -> DisplacedTag? {
        guard var member = try writer.reader.groupMembers(ofTags: from.id...from.id).first else { return nil }
        if let other = try writer.groups().group(of: into.id) {
            return other.key.text == member.key.text ? nil : DisplacedTag(tag: from.name, group: member.group)
        }
        member.tagID = into.id
        try writer.apply(.putGroupMember(member))
        return nil
    }
}

extension TagService.Items {
    /// Returns an item after a change within a transaction, with the tags that it lost to others of their groups.
    static func value(of row: ItemRow, set: String, with writer: StoreWriter) throws -> Item {
        var item = try value(of: row, set: set, in: writer.reader)
        let displaced = writer.displacedTags.filter { $0.itemID == row.id }
        let names = try writer.reader.names(of: displaced.map(\.tagID))
        item.displaced = displaced.map { tag in
            DisplacedTag(tag: names[tag.tagID] ?? "", group: writer.reader.isLimited ? "" : tag.group)
        }
        return item
    }

    /// Returns the items with several tags of a group, oldest first.
    static func withSeveral(limit: Int, in reader: StoreReader) throws -> [ItemWithSeveral] {
        let (groups, sets) = (try reader.groups(), try setNames(in: reader))
        var found: [ItemWithSeveral] = []
        try reader.forEachItemWithSeveral(of: groups) { row, group, tagIDs in
            guard found.count < limit else { return }
            let names = try reader.names(of: tagIDs)
            found.append(
                ItemWithSeveral(
                    id: row.id, set: sets[row.setID] ?? "", title: row.title, group: group.name,
                    tags: tagIDs.compactMap { names[$0] }))
        }
        return found
    }
}
