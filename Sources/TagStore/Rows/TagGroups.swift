internal import GRDB
package import TagCore

/// A row of `tag_group`: a tag of a group, of whose tags an item has at most one.
///
/// ```
/// try writer.apply(.putGroupMember(GroupMember(tagID: done.id, group: "state", position: 2)))
/// ```
package struct GroupMember: Hashable, Sendable {
    package var tagID: Int64
    package var key: TagKey
    /// The name of the group.
    package var group: String
    package var position: Int64

    /// Creates a row and computes the key from the name of the group.
    package init(tagID: Int64, group: String, position: Int64) {
        self.tagID = tagID
        key = TagKey(group)
        self.group = group
        self.position = position
    }

    /// Whether all values are valid for a row.
    var isValid: Bool {
        StoredRange.feature.contains(tagID) && !key.text.isEmpty && group.utf8.count <= StoredRange.maxNameBytes
            && StoredRange.position.contains(position)
    }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "tag_id, key, name, position"

    init(row: StoredRow) throws {
        self.init(
            tagID: try row[0, StoredRange.feature], group: try row.name(2), position: try row[3, StoredRange.position])
        guard try row.name(1) == key.text, isValid else { throw row.error(at: 1, "isn't the key of the name") }
    }
}

/// All groups, and the group of each tag.
package struct TagGroups: Hashable, Sendable {
    /// A group with its tags in order.
    package struct Group: Hashable, Sendable {
        package var key: TagKey
        package var name: String
        package var tagIDs: [Int64]
    }

    /// The groups in the order of their keys.
    package private(set) var all: [Group] = []
    private var places: [Int64: Int] = [:]

    /// Creates groups from members in the order of keys and positions.
    init(_ members: [GroupMember]) {
        for member in members {
            if all.last?.key.text != member.key.text {
                all.append(Group(key: member.key, name: member.group, tagIDs: []))
            }
            all[all.count - 1].tagIDs.append(member.tagID)
            places[member.tagID] = all.count - 1
        }
    }

    /// Whether there are no groups.
    package var isEmpty: Bool { all.isEmpty }

    /// Returns the group of a tag; `nil` if it's in none.
    package func group(of tagID: Int64) -> Group? { places[tagID].map { all[$0] } }

    /// Returns the tags of an item that are left out because another tag of their group was given later.
    ///
    /// Several tags of a group stay if none of them was given.
    ///
    /// - Parameters:
    ///   - tagIDs: all tags of the item, with the given ones.
    ///   - given: the given tags, in order.
    /// - Returns: the tags to leave out, in ascending order.
    package func displaced(among tagIDs: [Int64], given: [Int64]) -> [Int64] {
        guard !isEmpty else { return [] }
        var last: [Int: Int64] = [:]
        for id in given { if let place = places[id] { last[place] = id } }
        return tagIDs.filter { id in places[id].flatMap { last[$0] }.map { $0 != id } ?? false }.sorted()
    }
}

extension StoreReader {
    /// Returns all groups.
    package func groups() throws -> TagGroups { TagGroups(try groupMembersInOrder()) }

    /// Returns the tags of all groups in the order of the groups' keys and of their positions.
    package func groupMembersInOrder() throws -> [GroupMember] {
        try database.rows("SELECT \(GroupMember.columns) FROM tag_group ORDER BY key, position, tag_id")
            .mapAll(GroupMember.init(row:))
    }

    /// Returns the tags in a range of ids that are in groups.
    package func groupMembers(ofTags run: ClosedRange<Int64>) throws -> [GroupMember] {
        try database.rows(
            "SELECT \(GroupMember.columns) FROM tag_group WHERE tag_id BETWEEN ? AND ? ORDER BY tag_id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(GroupMember.init(row:))
    }

    /// Calls a closure with each item that has several tags of a group, and these tags, oldest first.
    ///
    /// - Complexity: linear in the number of items with tags of groups.
    package func forEachItemWithSeveral(
        of groups: TagGroups, _ body: (ItemRow, TagGroups.Group, [Int64]) throws -> Void
    ) throws {
        var counts: [Int64: Int] = [:]
        for group in groups.all {
            for tagID in group.tagIDs { for id in try itemIDs(holding: tagID) { counts[id, default: 0] += 1 } }
        }
        for id in counts.filter({ $0.value > 1 }).keys.sorted() {
            guard let row = try item(id: id) else { continue }
            let tagIDs = Set(row.tagIDs.rowIDs)
            for group in groups.all {
                let several = group.tagIDs.filter(tagIDs.contains)
                if several.count > 1 { try body(row, group, several) }
            }
        }
    }
}

extension StoreWriter {
    /// A tag that an item lost because it got another tag of the same group.
    package struct DisplacedTag: Hashable {
        /// The item.
        package let itemID: Int64
        /// The tag that the item lost or didn't get.
        package let tagID: Int64
        /// The name of the group.
        package let group: String
    }

    /// Leaves out the tags of an item that another tag of their group displaces, and records them in ``displacedTags``.
    ///
    /// Every change of an item's tags calls this, except for undo, redo, merges of tags, and recovery. After
    /// ``freezeGroups()``, later changes of groups don't count.
    ///
    /// - Parameters:
    ///   - row: the item. Without ``ItemRow/givenTagIDs``, the last of its tags that were added stays.
    ///   - old: the stored item; `nil` for a new item. If its tags are the same, nothing is left out.
    /// - Throws: SQLite's errors.
    package func keepOneOfEachGroup(in row: inout ItemRow, over old: ItemRow?) throws {
        let groups = try frozenGroups ?? groups()
        guard !groups.isEmpty, row.tagIDs != old?.tagIDs else { return }
        let before = Set(old?.tagIDs.rowIDs ?? [])
        let given = row.givenTagIDs ?? row.tagIDs.rowIDs.filter { !before.contains($0) }
        let displaced = groups.displaced(among: row.tagIDs.rowIDs, given: given)
        guard !displaced.isEmpty else { return }
        row.tagIDs = PackedTagIDs(row.tagIDs.rowIDs.filter { !displaced.contains($0) })
        for id in displaced {
            guard displacedTags.count < Self.displacedLimit else { return }
            let group = groups.group(of: id)?.name ?? ""
            displacedTags.append(DisplacedTag(itemID: row.id, tagID: id, group: group))
        }
    }

    /// The maximum number of displaced tags that a transaction lists.
    private static let displacedLimit = 10_000

    /// Inserts or replaces a member of a group and returns the inverse change.
    func put(_ row: GroupMember) throws -> [RowChange] {
        let old = try reader.groupMembers(ofTags: row.tagID...row.tagID).first
        guard !row.isExactly(old) else { return [] }
        forgetGroups()
        try database.run(
            "INSERT OR REPLACE INTO tag_group (tag_id, key, name, position) VALUES (?, ?, ?, ?)",
            [row.tagID, row.key.text, row.group, row.position])
        return [old.map(RowChange.putGroupMember) ?? .deleteGroupMember(row.tagID)]
    }

    /// Removes the tags in a range of ids from their groups and returns the inverse changes.
    func deleteGroupMembers(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.groupMembers(ofTags: run)
        guard !rows.isEmpty else { return [] }
        forgetGroups()
        try database.run("DELETE FROM tag_group WHERE tag_id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        return rows.map(RowChange.putGroupMember)
    }
}

extension GroupMember {
    func encode(into values: inout any UnkeyedEncodingContainer) throws {
        try values.encode(tagID)
        try values.encode(group)
        try values.encode(position)
    }

    init(from values: inout any UnkeyedDecodingContainer) throws {
        self.init(
            tagID: try values.decode(Int64.self), group: try values.decode(String.self),
            position: try values.decode(Int64.self))
    }
}
