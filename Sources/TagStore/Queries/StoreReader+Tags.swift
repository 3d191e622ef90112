internal import GRDB
package import TagCore

/// What a key leads to.
package enum KeyTarget: Hashable, Sendable {
    case tag(TagRow)
    /// An alias and the tag that it leads to.
    case alias(AliasRow, TagRow)

    /// The tag that the key leads to in the end.
    package var tag: TagRow {
        switch self {
        case .tag(let tag): tag
        case .alias(_, let tag): tag
        }
    }
}

/// A tag with what is told of it in lists.
package struct TagSummary: Hashable, Sendable {
    package var tag: TagRow
    /// The number of saved selections that hold it.
    package var uses: Int64
    /// The number of sets that hold it.
    package var setCount: Int64
    /// The names of its aliases, oldest first.
    package var aliases: [String]
}

extension StoreReader {
    /// The tag with an id.
    package func tag(id: Int64) throws -> TagRow? {
        try database.first("SELECT \(TagRow.columns) FROM tag WHERE id = ?", [id])
            .map(TagRow.init(row:))
    }

    func tags(in run: ClosedRange<Int64>) throws -> [TagRow] {
        try database.rows(
            "SELECT \(TagRow.columns) FROM tag WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(TagRow.init(row:))
    }

    func alias(id: Int64) throws -> AliasRow? {
        try database.first("SELECT \(AliasRow.columns) FROM alias WHERE id = ?", [id])
            .map(AliasRow.init(row:))
    }

    func aliases(in run: ClosedRange<Int64>) throws -> [AliasRow] {
        try database.rows(
            "SELECT \(AliasRow.columns) FROM alias WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(AliasRow.init(row:))
    }

    /// Every alias, oldest first.
    package func allAliases() throws -> [AliasRow] {
        try database.rows("SELECT \(AliasRow.columns) FROM alias ORDER BY id")
            .mapAll(AliasRow.init(row:))
    }

    /// The aliases that lead to a tag, oldest first.
    package func aliases(of tagID: Int64) throws -> [AliasRow] {
        try database.rows(
            "SELECT \(AliasRow.columns) FROM alias WHERE tag_id = ? ORDER BY id",
            [tagID]
        )
        .mapAll(AliasRow.init(row:))
    }

    /// The tag or alias with exactly this key.
    package func target(of key: TagKey) throws -> KeyTarget? {
        if let row = try database.first(
            "SELECT \(TagRow.columns) FROM tag WHERE key = ?",
            [key.text]
        ) {
            return .tag(try TagRow(row: row))
        }
        guard
            let row = try database.first(
                "SELECT \(AliasRow.columns) FROM alias WHERE key = ?",
                [key.text]
            )
        else { return nil }
        let alias = try AliasRow(row: row)
        return try tag(id: alias.tagID).map { .alias(alias, $0) }
    }

    /// The id of the tag that a key leads to.
    package func tagID(of key: TagKey) throws -> Int64? {
        try database.value(
            "SELECT id FROM tag WHERE key = ? UNION ALL SELECT tag_id FROM alias WHERE key = ? LIMIT 1",
            [key.text, key.text],
            in: StoredRange.feature
        )
    }

    /// The names of the tags with the given ids.
    package func names(of tagIDs: some Sequence<Int64>) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        for id in tagIDs where names[id] == nil {
            let row = try database.first("SELECT name FROM tag WHERE id = ?", [id])
            guard let row else {
                throw RowDamage("table tag: row \(id), which others name, is missing")
            }
            names[id] = try row.name(0)
        }
        return names
    }

    /// Every tag, or those of one set in its order, with uses, sets and aliases.
    package func tagSummaries(inSet setID: Int64?) throws -> [TagSummary] {
        let query =
            if setID == nil {
                "SELECT \(TagRow.columns), uses FROM tag ORDER BY uses + other_uses DESC, key"
            } else {
                """
                SELECT \(TagRow.columns), uses FROM set_member JOIN tag ON tag.id = tag_id
                WHERE set_id = ? ORDER BY position
                """
            }
        let aliases = try aliasNames()
        let setCounts = try counts("SELECT tag_id, count(*) FROM set_member GROUP BY tag_id")
        return try database.rows(query, setID.map { [$0] } ?? [])
            .mapAll { row in
                let tag = try TagRow(row: row)
                return TagSummary(
                    tag: tag,
                    uses: try row.uses(TagRow.columnCount),
                    setCount: setCounts[tag.id] ?? 0,
                    aliases: aliases[tag.id] ?? []
                )
            }
    }

    /// Every tag, in the order in which they were made.
    package func forEachTag(_ body: (TagRow) throws -> Void) throws {
        let rows = try database.rows("SELECT \(TagRow.columns) FROM tag ORDER BY id")
        while let row = try rows.next() { try body(try TagRow(row: row)) }
    }

    /// The names of all aliases by tag, oldest first.
    package func aliasNames() throws -> [Int64: [String]] {
        var names: [Int64: [String]] = [:]
        let rows = try database.rows("SELECT tag_id, name FROM alias ORDER BY id")
        while let row = try rows.next() { names[try row[0], default: []].append(try row.name(1)) }
        return names
    }

    /// The largest id that a table has ever given, so that the next is one more.
    package func lastID(of table: NumberedTable) throws -> Int64 {
        let id: Int64? = try database.value(
            "SELECT seq FROM sqlite_sequence WHERE name = ?",
            [table.rawValue],
            in: 0...(table == .tag ? StoredRange.feature : StoredRange.id).upperBound - 1
        )
        return id ?? 0
    }

    func counts(_ query: String) throws -> [Int64: Int64] {
        var counts: [Int64: Int64] = [:]
        let rows = try database.rows(query)
        while let row = try rows.next() { counts[try row[0]] = try row[1] }
        return counts
    }
}

/// A table whose ids are never given twice.
package enum NumberedTable: String, Sendable {
    case tag
    case alias
    case set = "tag_set"
    case savedSelection = "saved_selection"
    case undoStep = "undo_step"
}

extension StoreReader {
    /// The names of all tags by id.
    package func allTagNames() throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        let rows = try database.rows("SELECT id, name FROM tag")
        while let row = try rows.next() { names[try row[0]] = try row.name(1) }
        return names
    }

    /// The tags of a set's saved selections that are not its members, oldest first.
    package func formerTagIDs(ofSet setID: Int64) throws -> [Int64] {
        let members = Set(try members(ofSet: setID).map(\.tagID))
        var former: Set<Int64> = []
        let rows = try database.rows(
            "SELECT tag_ids FROM saved_selection WHERE set_id = ?",
            [setID]
        )
        while let row = try rows.next() {
            former.formUnion(try row.tagIDs(0).rowIDs.filter { !members.contains($0) })
        }
        return former.sorted()
    }
}

extension StoreReader {
    /// Every name and label, with its table and the number of its row.
    package func forEachName(
        _ body: (_ table: String, _ id: Int64, _ name: String) throws -> Void
    ) throws {
        for (table, column) in [
            ("tag", "name"), ("alias", "name"), ("tag_set", "name"), ("saved_selection", "label"),
        ] {
            let rows = try database.rows("SELECT id, \(column) FROM \(table) ORDER BY id")
            while let row = try rows.next() { try body(table, row[0], row[1]) }
        }
    }
}
