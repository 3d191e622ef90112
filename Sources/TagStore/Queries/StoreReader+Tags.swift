internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the tag with an id.
    package func tag(id: Int64) throws -> TagRow? {
        try database.first("SELECT \(TagRow.columns) FROM tag WHERE id = ?", [id], TagRow.init(row:))
    }

    /// Returns the tags in a range of ids, ordered by id.
    func tags(in run: ClosedRange<Int64>) throws -> [TagRow] {
        try database.rows(
            "SELECT \(TagRow.columns) FROM tag WHERE id BETWEEN ? AND ? ORDER BY id", [run.lowerBound, run.upperBound]
        )
        .mapAll(TagRow.init(row:))
    }

    /// Returns the alias with an id.
    func alias(id: Int64) throws -> AliasRow? {
        try database.first("SELECT \(AliasRow.columns) FROM alias WHERE id = ?", [id], AliasRow.init(row:))
    }

    /// Returns the aliases in a range of ids, ordered by id.
    func aliases(in run: ClosedRange<Int64>) throws -> [AliasRow] {
        try database.rows(
            "SELECT \(AliasRow.columns) FROM alias WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(AliasRow.init(row:))
    }

    /// Returns all aliases, oldest first.
    package func allAliases() throws -> [AliasRow] {
        try database.rows("SELECT \(AliasRow.columns) FROM alias ORDER BY id").mapAll(AliasRow.init(row:))
    }

    /// Returns the aliases of a tag, oldest first.
    package func aliases(of tagID: Int64) throws -> [AliasRow] {
        try database.rows("SELECT \(AliasRow.columns) FROM alias WHERE tag_id = ? ORDER BY id", [tagID])
            .mapAll(AliasRow.init(row:))
    }

    /// Returns the tag or alias with a key.
    package func target(of key: TagKey) throws -> StoreReader.KeyTarget? {
        if visibleSets != nil { return try visibleTarget(of: key) }
        let tag = try database.first("SELECT \(TagRow.columns) FROM tag WHERE key = ?", [key.text], TagRow.init(row:))
        if let tag { return .tag(tag) }
        let alias = try database.first(
            "SELECT \(AliasRow.columns) FROM alias WHERE key = ?", [key.text], AliasRow.init(row:))
        return try alias.flatMap { alias in try self.tag(id: alias.tagID).map { .alias(alias, $0) } }
    }

    /// Returns the id of the tag that has a key or an alias with that key.
    package func tagID(of key: TagKey) throws -> Int64? {
        if visibleSets != nil { return try visibleTarget(of: key)?.tag.id }
        return try database.value(
            "SELECT id FROM tag WHERE key = ? UNION ALL SELECT tag_id FROM alias WHERE key = ? LIMIT 1",
            [key.text, key.text], in: StoredRange.feature)
    }

    /// Returns the names of the tags with the given ids.
    package func names(of tagIDs: some Sequence<Int64>) throws -> [Int64: String] {
        var names: [Int64: String] = [:]
        for id in tagIDs where names[id] == nil {
            let name = try shownName(of: id)
            guard let name else { throw RowError("table tag: row \(id) is missing, but other rows refer to it") }
            names[id] = name
        }
        return names
    }

    /// Returns tags with uses, sets and aliases: all tags, most used first, or the tags of one set in order.
    package func tagSummaries(inSet setID: Int64?) throws -> [StoreReader.TagSummary] {
        let query =
            if setID == nil { "SELECT \(TagRow.columns), uses FROM tag ORDER BY uses + other_uses DESC, key" } else {
                """
                SELECT \(TagRow.columns), uses FROM set_member JOIN tag ON tag.id = tag_id
                WHERE set_id = ? ORDER BY position
                """
            }
        let aliases = try aliasNames()
        let setCounts = try counts("SELECT tag_id, count(*) FROM set_member GROUP BY tag_id")
        let details = try details(inSet: setID)
        return try database.rows(query, setID.map { [$0] } ?? [])
            .mapAll { row in
                let tag = try TagRow(row: row)
                return StoreReader.TagSummary(
                    tag: tag, uses: try row.uses(TagRow.columnCount), setCount: setCounts[tag.id] ?? 0,
                    aliases: aliases[tag.id] ?? [], detail: details[tag.id])
            }
    }

    /// Calls a closure with each tag, oldest first.
    package func forEachTag(_ body: (TagRow) throws -> Void) throws {
        let rows = try database.rows("SELECT \(TagRow.columns) FROM tag ORDER BY id")
        while let row = try rows.next() { try body(try TagRow(row: row)) }
    }

    /// Returns the names of all aliases by tag, oldest first.
    package func aliasNames() throws -> [Int64: [String]] {
        var names: [Int64: [String]] = [:]
        let rows = try database.rows("SELECT tag_id, name FROM alias ORDER BY id")
        while let row = try rows.next() { names[try row[0], default: []].append(try row.name(1)) }
        return names
    }

    /// Returns the largest id ever assigned in a table; the next id is one more.
    package func lastID(of table: StoreReader.NumberedTable) throws -> Int64 {
        let id: Int64? = try database.value(
            "SELECT seq FROM sqlite_sequence WHERE name = ?", [table.rawValue],
            in: 0...(table == .tag ? StoredRange.feature : StoredRange.id).upperBound - 1)
        return id ?? 0
    }

    /// Returns the second column of a query, keyed by its first column.
    func counts(_ query: String) throws -> [Int64: Int64] {
        var counts: [Int64: Int64] = [:]
        let rows = try database.rows(query)
        while let row = try rows.next() { counts[try row[0]] = try row[1] }
        return counts
    }
}

extension StoreReader {
    /// Returns the tags of a set's items that are no longer members of the set, ordered by id.
    package func formerTagIDs(ofSet setID: Int64) throws -> [Int64] {
        let members = Set(try members(ofSet: setID).map(\.tagID))
        var former: Set<Int64> = []
        let rows = try database.rows("SELECT tag_ids FROM item WHERE set_id = ?", [setID])
        while let row = try rows.next() { former.formUnion(try row.tagIDs(0).rowIDs.filter { !members.contains($0) }) }
        return former.sorted()
    }
}

extension StoreReader {
    /// Calls a closure with each name and title, its table and its row id.
    package func forEachName(_ body: (_ table: String, _ id: Int64, _ name: String) throws -> Void) throws {
        for (table, column) in [("tag", "name"), ("alias", "name"), ("tag_set", "name"), ("item", "title")] {
            let rows = try database.rows("SELECT id, \(column) FROM \(table) ORDER BY id")
            while let row = try rows.next() { try body(table, row[0], row[1]) }
        }
    }
}

extension StoreReader {
    /// The tag or alias with a key.
    ///
    /// ```swift
    /// switch try reader.target(of: TagKey("JS")) {
    /// case .tag(let tag): print(tag.name)
    /// case .alias(let alias, let tag): print("\(alias.name) is an alias of \(tag.name)")
    /// case nil: print("unknown tag")
    /// }
    /// ```
    package enum KeyTarget: Hashable, Sendable {
        /// A tag.
        case tag(TagRow)
        /// An alias and its tag.
        case alias(AliasRow, TagRow)

        /// The tag with the key, or the tag of the alias with the key.
        package var tag: TagRow {
            switch self {
            case .tag(let tag): tag
            case .alias(_, let tag): tag
            }
        }
    }

    /// A tag with its uses, sets and aliases, for lists.
    package struct TagSummary: Hashable, Sendable {
        package var tag: TagRow
        /// The number of items with the tag.
        package var uses: Int64
        /// The number of sets with the tag.
        package var setCount: Int64
        /// The names of the aliases, oldest first.
        package var aliases: [String]
        /// The description and the color; `nil` if the tag has neither.
        package var detail: TagDetail?
    }

    /// A table whose ids are never reused.
    package enum NumberedTable: String, Sendable {
        case tag
        case alias
        case set = "tag_set"
        case item
        case view = "saved_view"
        case undoStep = "undo_step"
        case rule = "item_rule"
        case webhook
        case connection
    }
}

/// Searching chains of implications.
extension StoreReader {
    /// Returns the tags on a chain of implications from one tag to another, including both; `nil` if there is none.
    ///
    /// A new implication closes a cycle if and only if there is a chain in the opposite direction. The search proceeds
    /// level by level from both ends, always on the side that has reached fewer tags, so an implication at the end of a
    /// long chain is cheap.
    ///
    /// - Complexity: at most O(implications), usually the size of the smaller side.
    package func implicationPath(from start: Int64, to end: Int64) throws -> [Int64]? {
        guard start != end else { return [start] }
        var (forward, backward) = (Search(start), Search(end))
        while !forward.level.isEmpty, !backward.level.isEmpty {
            let meeting =
                forward.count <= backward.count
                ? try forward.advance(toward: backward, along: tagIDs(impliedBy:))
                : try backward.advance(toward: forward, along: tagIDs(implying:))
            if let meeting { return forward.path(to: meeting).reversed() + backward.path(to: meeting).dropFirst() }
        }
        return nil
    }

    /// A breadth-first search from one tag.
    private struct Search {
        /// The tags reached by the last step.
        private(set) var level: [Int64]
        /// The tag that each tag was reached from; the start is reached from itself.
        private var origin: [Int64: Int64]

        /// The number of tags reached so far.
        var count: Int { origin.count }

        init(_ start: Int64) {
            level = [start]
            origin = [start: start]
        }

        /// Reaches the tags of the next level; returns a tag that the other search has also reached.
        mutating func advance(toward other: Search, along next: (Int64) throws -> [Int64]) rethrows -> Int64? {
            var reached: [Int64] = []
            for tag in level {
                for found in try next(tag) where origin[found] == nil {
                    origin[found] = tag
                    if other.origin[found] != nil { return found }
                    reached.append(found)
                }
            }
            level = reached
            return nil
        }

        /// Returns the path from a reached tag back to the start.
        func path(to tag: Int64) -> [Int64] {
            var path = [tag]
            while let last = path.last, let before = origin[last], before != last { path.append(before) }
            return path
        }
    }
}
