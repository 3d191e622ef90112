internal import GRDB
internal import TagCore

/// Tags and aliases that do not stand in the database yet, and the sets that tags become members of.
///
/// A statement for each row costs several times what the row costs, so that many are held back and written together.
package struct NewTags {
    package private(set) var tags: [TagRow] = []
    package private(set) var aliases: [AliasRow] = []
    package private(set) var members: [MemberRow] = []
    private var ids: [String: Int64] = [:]
    private var memberships: Set<Membership> = []

    private struct Membership: Hashable {
        let setID: Int64
        let tagID: Int64
    }

    /// None.
    package init() {}

    /// Whether so many have gathered that they should be written.
    package var areMany: Bool { max(tags.count, aliases.count, members.count) >= 1_000 }

    /// The tag that a key of these tags or aliases leads to.
    package func id(ofKey key: String) -> Int64? { ids[key] }

    /// The name of one of the tags.
    package func name(of tagID: Int64) -> String? {
        guard let first = tags.first?.id, tagID >= first, tagID - first < tags.count else {
            return nil
        }
        return tags[Int(tagID - first)].name
    }

    /// Whether a tag is one of these.
    package func contains(_ tagID: Int64) -> Bool {
        // Their ids follow each other.
        guard let first = tags.first?.id else { return false }
        return tagID >= first
    }

    /// Adds a tag whose id is the next one.
    package mutating func append(_ tag: TagRow) {
        ids[tag.key.text] = tag.id
        tags.append(tag)
    }

    /// Adds an alias whose id is the next one, of one of the tags or of one that is written.
    package mutating func append(_ alias: AliasRow) {
        ids[alias.key.text] = alias.tagID
        aliases.append(alias)
    }

    /// Makes one of the tags a member of a set.
    package mutating func append(_ member: MemberRow) {
        memberships.insert(Membership(setID: member.setID, tagID: member.tagID))
        members.append(member)
    }

    /// Whether one of the tags is a member of a set.
    package func hasMember(_ tagID: Int64, ofSet setID: Int64) -> Bool {
        memberships.contains(Membership(setID: setID, tagID: tagID))
    }

    /// Forgets what was written.
    package mutating func removeAll() {
        tags.removeAll(keepingCapacity: true)
        aliases.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        memberships.removeAll(keepingCapacity: true)
    }
}

extension StoreWriter {
    /// How many rows a statement writes.
    private static let rowsAStatement = 50

    /// Writes the rows, those of tags first.
    func insertRows(of new: NewTags) throws {
        try insert(
            new.tags,
            "INSERT INTO tag (id, key, folded, name, other_uses, frecency) VALUES ",
            row: "(?, ?, ?, ?, ?, ?)"
        ) { [$0.id, $0.key.text, $0.key.folded, $0.name, $0.otherUses, $0.frecency] }
        try insert(
            new.aliases,
            "INSERT INTO alias (id, key, folded, name, tag_id) VALUES ",
            row: "(?, ?, ?, ?, ?)"
        ) { [$0.id, $0.key.text, $0.key.folded, $0.name, $0.tagID] }
        try insert(
            new.members,
            "INSERT INTO set_member (set_id, position, tag_id, selected) VALUES ",
            row: "(?, ?, ?, ?)"
        ) { [$0.setID, $0.position, $0.tagID, $0.isSelected] }
    }

    private func insert<Row>(
        _ rows: [Row],
        _ start: String,
        row: String,
        values: (Row) -> [(any DatabaseValueConvertible)?]
    ) throws {
        var rest = rows[...]
        let many = start + Array(repeating: row, count: Self.rowsAStatement).joined(separator: ", ")
        while !rest.isEmpty {
            let isFull = rest.count >= Self.rowsAStatement
            let part = rest.prefix(isFull ? Self.rowsAStatement : 1)
            let arguments = StatementArguments(part.flatMap(values))
            try database.run(isFull ? many : start + row, arguments)
            rest = rest.dropFirst(part.count)
        }
    }
}
