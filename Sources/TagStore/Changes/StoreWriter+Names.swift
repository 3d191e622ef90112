internal import GRDB
internal import TagCore

/// The names of tags as they are found in text.
extension StoreWriter {
    /// Inserts the keys of a name of a tag, or of an alias.
    func insertNameKeys(of name: String, tag: Int64, alias: Int64? = nil) throws {
        let keys = NameKey.keys(of: name)
        for (part, key) in [keys.whole, keys.lastPart].enumerated() {
            guard let key else { continue }
            names.forget(key)
            try database.run(
                "INSERT INTO name_key (key, tag_id, part, alias_id) VALUES (?, ?, ?, ?)", [key, tag, part, alias])
        }
    }

    /// Records that a tag is merged into another, which inherits what was learned about its name.
    ///
    /// The tag may still exist; it is deleted in the same transaction.
    func putMergedTag(_ tag: Int64, into: Int64) throws -> RowChange {
        try database.run("INSERT OR REPLACE INTO merged_tag (tag_id, into_id) VALUES (?, ?)", [tag, into])
        return .deleteMergedTag(tag)
    }

    /// Deletes the record of a merge, and returns the inverse.
    func deleteMergedTag(_ tag: Int64) throws -> [RowChange] {
        let into: Int64? = try database.value(
            "SELECT into_id FROM merged_tag WHERE tag_id = ?", [tag], in: StoredRange.feature)
        guard let into else { return [] }
        try database.run("DELETE FROM merged_tag WHERE tag_id = ?", [tag])
        return [.putMergedTag(tag, into: into)]
    }

    /// Fills the tables of the words and names of items, in a database without them, but not those with counts.
    ///
    /// - Complexity: linear in the number of items.
    static func fillEvidence(in database: Database) throws {
        let writer = StoreWriter(database: database)
        for tag in try writer.reader.tags(in: 1...Int64(Int32.max)) {
            try writer.insertNameKeys(of: tag.name, tag: tag.id)
        }
        for alias in try writer.reader.allAliases() {
            try writer.insertNameKeys(of: alias.name, tag: alias.tagID, alias: alias.id)
        }
        try writer.reader.forEachEarlierItem { row in
            try writer.insertEvidence(of: row, over: nil)
            writer.evidence.changeTags(ofItem: row.id)
        }
        for first in writer.evidence.tagLists.sorted() { try writer.writeTagList(from: first) }
    }

    /// Fills the counts by set, in a database without them.
    ///
    /// - Complexity: linear in the number of items.
    static func fillCounts(in database: Database) throws {
        let writer = StoreWriter(database: database)
        try writer.reader.forEachEarlierItem { row in
            guard !row.tagIDs.ids.isEmpty else { return }
            writer.counts.count(row, by: 1)
            if writer.counts.isFull { try writer.flushPairs() }
            let words = try writer.reader.storedWords(ofItem: row.id)
            let found = try writer.reader.evidence(ofItem: row.id) ?? StoredEvidence()
            writer.evidence.count(row, words: words, found, adding: true)
            if writer.evidence.isFull { try writer.flushEvidence() }
        }
        writer.counts.uses = [:]
        try writer.flushCounts()
    }
}

/// A buffer of new tags, aliases and set members that aren't in the database yet.
///
/// A statement costs several times as much as the row it inserts, so rows are collected and inserted many at a time.
///
/// ```swift
/// var new = NewTags()
/// new.append(TagRow(id: try writer.reader.lastID(of: .tag) + 1, name: "reading"))
/// try writer.insert(new)
/// ```
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

    /// Creates an empty buffer.
    package init() {}

    /// Whether the buffer should be written because it has 1,000 rows of one kind.
    package var isFull: Bool { max(tags.count, aliases.count, members.count) >= 1_000 }

    /// Returns the buffered tag whose key, or whose alias's key, is `key`.
    package func id(ofKey key: String) -> Int64? { ids[key] }

    /// Returns the name of a buffered tag.
    package func name(of tagID: Int64) -> String? {
        guard let first = tags.first?.id, tagID >= first, tagID - first < tags.count else { return nil }
        return tags[Int(tagID - first)].name
    }

    /// Returns whether a tag is in the buffer.
    package func contains(_ tagID: Int64) -> Bool {
        // Buffered tags have consecutive ids above all stored tags.
        guard let first = tags.first?.id else { return false }
        return tagID >= first
    }

    /// Appends a tag; its id must be the next free id.
    package mutating func append(_ tag: TagRow) {
        ids[tag.key.text] = tag.id
        tags.append(tag)
    }

    /// Appends an alias of a buffered or stored tag; its id must be the next free id.
    package mutating func append(_ alias: AliasRow) {
        ids[alias.key.text] = alias.tagID
        aliases.append(alias)
    }

    /// Adds a buffered tag to a set.
    package mutating func append(_ member: MemberRow) {
        memberships.insert(Membership(setID: member.setID, tagID: member.tagID))
        members.append(member)
    }

    /// Returns whether a buffered tag is a member of a set.
    package func hasMember(_ tagID: Int64, ofSet setID: Int64) -> Bool {
        memberships.contains(Membership(setID: setID, tagID: tagID))
    }

    /// Empties the buffer.
    package mutating func removeAll() {
        tags.removeAll(keepingCapacity: true)
        aliases.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        memberships.removeAll(keepingCapacity: true)
    }
}

extension StoreWriter {
    /// The number of rows inserted by one statement.
    private static let rowsPerStatement = 50

    /// Inserts the buffered rows, tags first.
    func insertRows(of new: NewTags) throws {
        try insert(
            new.tags, "INSERT INTO tag (id, key, folded, name, other_uses, frecency) VALUES ", row: "(?, ?, ?, ?, ?, ?)"
        ) { [$0.id, $0.key.text, $0.key.folded, $0.name, $0.otherUses, $0.frecency] }
        try insert(new.aliases, "INSERT INTO alias (id, key, folded, name, tag_id) VALUES ", row: "(?, ?, ?, ?, ?)") {
            [$0.id, $0.key.text, $0.key.folded, $0.name, $0.tagID]
        }
        try insert(
            new.members, "INSERT INTO set_member (set_id, position, tag_id, selected) VALUES ", row: "(?, ?, ?, ?)"
        ) { [$0.setID, $0.position, $0.tagID, $0.isSelected] }
        for tag in new.tags { try insertNameKeys(of: tag.name, tag: tag.id) }
        for alias in new.aliases { try insertNameKeys(of: alias.name, tag: alias.tagID, alias: alias.id) }
    }

    private func insert<Row>(_ rows: [Row], _ start: String, row: String, values: (Row) -> StatementValues) throws {
        var rest = rows[...]
        let many = start + Array(repeating: row, count: Self.rowsPerStatement).joined(separator: ", ")
        while !rest.isEmpty {
            let isFull = rest.count >= Self.rowsPerStatement
            let part = rest.prefix(isFull ? Self.rowsPerStatement : 1)
            let arguments = part.flatMap(values)
            try database.run(isFull ? many : start + row, arguments)
            rest = rest.dropFirst(part.count)
        }
    }
}
