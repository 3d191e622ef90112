import Foundation
internal import GRDB
internal import TagCore

/// The user's data that could be read from a damaged database.
///
/// An invalid column counts as missing. A row is dropped only if it isn't usable without the invalid columns.
struct Salvage {
    var tags: [TagRow] = []
    var aliases: [AliasRow] = []
    var sets: [SetRow] = []
    /// The tags of earlier days that weren't saved, as JSON, by set.
    var unsavedTags: [Int64: String] = [:]
    var members: [MemberRow] = []
    var items: [ItemRow] = []
    var distinctPairs: [DistinctPair] = []
    var implications: [ImplicationRow] = []
    var tagDetails: [TagDetail] = []
    var groupMembers: [GroupMember] = []
    var dismissedTags: [DismissedTag] = []
    var reviewedItems: [ReviewedItem] = []
    var bookmarks: [(itemID: Int64, bookmark: ItemBookmark)] = []
    var views: [ViewRow] = []
    var rules: [RuleRow] = []
    /// The rows of the tables that are copied as they are, by table.
    var copiedRows: [String: [CopiedTable.Values]] = [:]
    /// The names of tags as callers limited to sets see them.
    var localNames: [LocalName] = []
    /// The merged tags and the tags that took their places.
    var mergedTags: [(tag: Int64, into: Int64)] = []
    /// The words of texts and the names found in items, by item; their words are numbers in ``words``.
    var evidence: [Int64: StoredEvidence] = [:]
    /// The words by number, as the damaged database numbers them.
    var words: [UInt32: String] = [:]
    var chosenSet: Int64?
    /// The shared model that suggestions use.
    var model: StoreReader.ModelReference?
    /// The key of the ids of feeds.
    var feedKey: Data?
    /// The largest id that each table has ever had; ids aren't used again.
    var lastIDs: [String: Int64] = [:]
    /// The maximum size of the undo log, in bytes.
    var undoLimit: Int64?
    /// The measurements made by terminals, by identity of the measurer.
    var terminals: [String: [(text: String, size: StoredMeasurement)]] = [:]
    /// The highest id ever assigned to a tag; higher ids are invalid.
    private(set) var lastTagID: Int64 = 0
    /// The number of rows read and lost, by table.
    private(set) var tables: [RecoveredTable] = []
    /// The tables that the database should have.
    private var expectedTables: Set<String> = []

    /// Whether none of the user's data could be read.
    var isEmpty: Bool {
        let isWithoutRows = ["token", "webhook"].allSatisfy { copiedRows[$0]?.isEmpty ?? true }
        return isWithoutRows && tags.isEmpty && members.isEmpty && items.isEmpty && views.isEmpty
            && sets.allSatisfy { $0.id == 1 }
    }

    /// Reads the readable part of a damaged database.
    init(_ database: Database) {
        expectedTables = Self.expectedTables(in: database)
        lastIDs = Self.lastIDs(in: database)
        readTags(database)
        // An id in the upper half of the range can't have been assigned.
        let assigned = lastIDs["tag"].flatMap { $0 <= StoredRange.feature.upperBound / 2 ? $0 : nil }
        lastTagID = max(tags.map(\.id).max() ?? 0, assigned ?? 0)
        readAliases(database)
        readSets(database)
        readItems(database)
        readMembers(database)
        distinctPairs = readRows("distinct_pair", DistinctPair.columns, in: database) { try DistinctPair(row: $0) }
        implications = readRows("implication", ImplicationRow.columns, in: database) { try ImplicationRow(row: $0) }
        tagDetails = readRows("tag_detail", TagDetail.columns, in: database) { try TagDetail(row: $0) }
        groupMembers = readRows("tag_group", GroupMember.columns, in: database) { try GroupMember(row: $0) }
        dismissedTags = readRows("dismissed_tag", DismissedTag.columns, in: database) { try DismissedTag(row: $0) }
        reviewedItems = readRows("reviewed_item", ReviewedItem.columns, in: database) { try ReviewedItem(row: $0) }
        bookmarks = readRows("bookmark", ItemBookmark.columns, in: database) {
            (try $0[0, StoredRange.id], try ItemBookmark(row: $0))
        }
        views = readRows("saved_view", ViewRow.columns, in: database) { row in
            var view = try ViewRow(notShared: row)
            view.share = readable { try ViewRow.share(row) } ?? nil
            return view
        }
        rules = readRows("item_rule", RuleRow.columns, in: database) { try RuleRow(row: $0) }
        localNames = readRows("local_name", LocalName.columns, in: database) { try LocalName(row: $0) }
        mergedTags = readRows("merged_tag", "tag_id, into_id", in: database) {
            (try $0[0, StoredRange.feature], try $0[1, StoredRange.feature])
        }
        for table in CopiedTable.all {
            copiedRows[table.name] = readRows(table.name, table.columns, in: database, table.row)
        }
        readEvidence(database)
        readState(database)
        readTerminals(database)
        countOmittedRows(database)
    }

    private mutating func readState(_ database: Database) {
        let chosen: Int64?? = readable { try database.value("SELECT chosen_set_id FROM state", in: StoredRange.id) }
        chosenSet = chosen ?? nil
        let limit: Int64?? = readable {
            try database.value("SELECT undo_limit FROM state", in: 1...StoredRange.id.upperBound)
        }
        undoLimit = limit ?? nil
        let model = readable { try database.first("SELECT model_path, model_hash FROM state") { try $0.model(0) } }
        self.model = (model ?? nil) ?? nil
        let key = readable { try database.first("SELECT feed_key FROM state") { try $0[0] as Data } }
        feedKey = (key ?? nil).flatMap { $0.count == 32 ? $0 : nil }
    }

    /// Counts the rows of the undo log and of sync, which aren't copied, because they refer to rows that may be lost.
    private mutating func countOmittedRows(_ database: Database) {
        for (table, id) in [("undo_step", "id"), ("undo_file", "id"), ("sync_thing", "number")] {
            var rows = 0
            var walk = TableWalk(table, columns: id, key: id, in: database)
            walk.readAll { _ in rows += 1 }
            guard rows > 0 || !walk.isWhole && expectedTables.contains(table) else { continue }
            note(table, lost: 0, omitted: rows, isWhole: walk.isWhole)
        }
    }

    /// Reads what can't be computed from the rows of items.
    private mutating func readEvidence(_ database: Database) {
        let known = Set(items.map(\.id))
        let evidence = readRows("item_evidence", "item_id, words, field_names, text_names", in: database) {
            (try $0[0, StoredRange.id] as Int64, try $0.evidence(1))
        }
        for (item, evidence) in evidence where known.contains(item) { self.evidence[item] = evidence }
        let names = readRows("new_name", "item_id, outcomes", in: database) {
            (try $0[0, StoredRange.id] as Int64, try $0.newNames(1))
        }
        for (item, names) in names { self.evidence[item]?.newNames = names }
        // Most items have no text, and all other words are computed.
        let used = Set(self.evidence.values.flatMap { $0.textWords.map(\.number) })
        guard !used.isEmpty else { return }
        let words = readRows("word", "id, text", in: database) {
            (UInt32(clamping: try $0[0, StoredRange.feature] as Int64), try $0.name(1))
        }
        for (number, word) in words where used.contains(number) { self.words[number] = word }
    }

    private static func lastIDs(in database: Database) -> [String: Int64] {
        var ids: [String: Int64] = [:]
        let rows = readable { try database.rows("SELECT name, seq FROM sqlite_sequence LIMIT 1000") }
        while let row = readable({ try rows?.next() }) ?? nil {
            guard let table = row.text(0), let id = row.id(1) else { continue }
            ids[table] = max(id, ids[table] ?? 0)
        }
        return ids
    }

    /// Returns the tables that a database of its schema version has.
    private static func expectedTables(in database: Database) -> Set<String> {
        let version = readable { try DatabaseSchema.version(of: database) } ?? 0
        let tables = readable { try SchemaComparison.tables(ofVersion: min(max(version, 1), DatabaseSchema.version)) }
        return tables ?? []
    }

    /// Returns the columns of a query under their names in the database's schema, and NULL for missing columns.
    private static func columns(_ columns: String, of table: String, in database: Database) -> String {
        columns.split(separator: ", ")
            .map { column in
                let names = [String(column)] + (earlierNames[String(column)].map { [$0] } ?? [])
                return names.first { has($0, table, in: database) } ?? "NULL AS \(column)"
            }
            .joined(separator: ", ")
    }

    /// The names that columns of the table `item` had before schema version 15.
    private static let earlierNames = [
        "title": "label", "location": "source", "imported_from": "origin", "calibration_sample": "lesson",
    ]

    private static func has(_ column: String, _ table: String, in database: Database) -> Bool {
        readable { try database.rows("SELECT \(column) FROM \(table) LIMIT 0") } != nil
    }

    /// Reads a table; `make` returns whether a row is usable.
    private mutating func read(_ walk: TableWalk, into table: String, _ make: (StoredRow) -> Bool) {
        var walk = walk
        var lost = 0
        walk.readAll { if !make($0) { lost += 1 } }
        note(table, lost: lost, isWhole: walk.isWhole)
    }

    private mutating func note(_ table: String, lost: Int, omitted: Int = 0, isWhole: Bool) {
        if let index = tables.firstIndex(where: { $0.table == table }) {
            tables[index].lost += lost
            tables[index].isWhole = tables[index].isWhole && isWhole
        } else {
            tables.append(RecoveredTable(table: table, lost: lost, omitted: omitted, isWhole: isWhole))
        }
    }

    private mutating func readTags(_ database: Database) {
        var found: [TagRow] = []
        let walk = TableWalk("tag", columns: TagRow.columns, in: database)
        read(walk, into: "tag") { row in
            guard let id = row.feature(0), let name = row.name(3, key: 1) else { return false }
            let uses: Int64? = readable { try row[4, 0...Int64.max] }
            let frecency: Double?? = readable { try row[5, StoredRange.frecency] as Double? }
            found.append(TagRow(id: id, name: name, otherUses: uses ?? 0, frecency: frecency ?? nil))
            return true
        }
        // The index of keys may contain tags that are missing in the table, but only with their folded names.
        let known = Set(found.map(\.id))
        let keys = readable {
            try database.rows("SELECT id, key FROM tag INDEXED BY sqlite_autoindex_tag_1 ORDER BY key")
        }
        // Without this limit, a cycle of pages would yield the same keys forever.
        var left = 2 * known.count + 1_000_000
        while left > 0, let row = readable({ try keys?.next() }) ?? nil {
            left -= 1
            guard let id = row.feature(0), !known.contains(id), let key = row.readableName(1) else { continue }
            found.append(TagRow(id: id, name: key))
        }
        tags = found
    }

    private mutating func readAliases(_ database: Database) {
        var found: [AliasRow] = []
        let walk = TableWalk("alias", columns: AliasRow.columns, in: database)
        read(walk, into: "alias") { row in
            guard let name = row.name(3, key: 1), let tagID = row.feature(4) else { return false }
            // The id only determines the order of the aliases, which get new ids.
            found.append(AliasRow(id: row.id(0) ?? 0, name: name, tagID: tagID))
            return true
        }
        aliases = found.filter { $0.tagID <= lastTagID }
    }

    private mutating func readSets(_ database: Database) {
        var found: [SetRow] = []
        var unsaved: [Int64: String] = [:]
        let columns = Self.columns("id, name, layout, daily, key, board_day, unsaved", of: "tag_set", in: database)
        let walk = TableWalk("tag_set", columns: columns, in: database)
        read(walk, into: "tag_set") { row in
            guard let id = row.id(0), let name = row.name(1, key: 4) else { return false }
            let layout = row.text(2) ?? "{}"
            let isDaily: Bool? = readable { try row[3] }
            var set = SetRow(id: id, name: name, layout: layout, isDaily: isDaily ?? SetRow.isDaily(layout: layout))
            set.boardDay = readable { try row[5, StoredRange.day] as Int64? } ?? nil
            found.append(set)
            unsaved[id] = row.text(6)
            return true
        }
        sets = found
        unsavedTags = unsaved
    }

    private mutating func readItems(_ database: Database) {
        var found: [ItemRow] = []
        let known = Set(tags.map(\.id))
        let last = lastTagID
        // The table had another name before schema version 15.
        let table = Self.has("id", "item", in: database) ? "item" : "saved_selection"
        let columns = Self.columns(ItemRow.columns, of: table, in: database)
        let walk = TableWalk(table, columns: columns, in: database)
        read(walk, into: "item") { row in
            guard let id = row.id(0), let data: Data = readable({ try row[4] }) else { return false }
            // A valid list may contain lost tags. An invalid list is reduced to known tags.
            let ids = PackedTagIDs(data: data)?.rowIDs.filter { $0 <= last }
            let tagIDs = PackedTagIDs(ids ?? LittleEndian.words(in: data).map { Int64($0) }.filter(known.contains))
            let time: Int64?? = readable { try row[3, StoredRange.time] as Int64? }
            let modified: Int64?? = readable { try row[9, StoredRange.time] as Int64? }
            var item = ItemRow(
                id: id, setID: row.id(1) ?? 1, title: row.readableName(2) ?? "", savedAt: time ?? nil,
                modifiedAt: modified ?? nil, tagIDs: tagIDs, sample: readable { try row.sample(6) } ?? nil,
                location: readable { try row.location(7) } ?? nil, note: readable { try row.note(10) } ?? "",
                importedFrom: readable { try row.location(8) } ?? nil)
            item.day = readable { try row[11, StoredRange.day] as Int64? } ?? nil
            item.arrival = (readable { try row[12] as Int64? } ?? nil).flatMap(ItemArrival.init(rawValue:))
            found.append(item)
            return true
        }
        items = found
    }

    private mutating func readMembers(_ database: Database) {
        var found: [MemberRow] = []
        let last = lastTagID
        let ids = Set(sets.map(\.id)).union(items.map(\.setID)).union([1])
        for id in ids.sorted() {
            let walk = TableWalk(
                "set_member", columns: "position, set_id, tag_id, selected", key: "position", expectedKeys: 0...1 << 40,
                filter: "set_id = \(id) AND",
                // A database may have any number of sets, and each of them would probe a damaged table again.
                probeLimit: min(1_000, 5_000 / ids.count), in: database)
            read(walk, into: "set_member") { row in
                guard let position: Int64 = readable({ try row[0] }), let tagID = row.feature(2), tagID <= last else {
                    return false
                }
                let isSelected: Bool? = readable { try row[3] }
                found.append(MemberRow(setID: id, tagID: tagID, position: position, isSelected: isSelected ?? false))
                return true
            }
        }
        members = found
    }

    /// Reads a table whose rows are useless without any of their columns.
    private mutating func readRows<Row>(
        _ table: String, _ columns: String, in database: Database, _ make: (StoredRow) throws -> Row
    ) -> [Row] {
        let columns = Self.columns(columns, of: table, in: database)
        guard let rows = readable({ try database.rows("SELECT \(columns) FROM \(table) LIMIT \(Self.rowLimit)") })
        else {
            // Databases with an older schema don't have all tables.
            if expectedTables.contains(table) { note(table, lost: 0, isWhole: false) }
            return []
        }
        var (found, lost, isWhole): ([Row], Int, Bool) = ([], 0, true)
        reading: while found.count + lost < Self.rowLimit {
            switch Result(catching: rows.next) {
            case .success(let row?): if let next = readable({ try make(row) }) { found.append(next) } else { lost += 1 }
            case .success(nil): break reading
            case .failure:
                isWhole = false
                break reading
            }
        }
        // A cycle of pages would yield the same rows forever.
        if found.count + lost >= Self.rowLimit { isWhole = false }
        if lost > 0 || !found.isEmpty || !isWhole { note(table, lost: lost, isWhole: isWhole) }
        return found
    }

    /// The number of rows after which the rest of a small table isn't read.
    private static let rowLimit = 1_000_000

    private mutating func readTerminals(_ database: Database) {
        let rows = readable {
            try database.rows(
                """
                SELECT identity, text, width, height, baseline FROM
                    (SELECT id, identity FROM measurer LIMIT 1000)
                    JOIN (SELECT * FROM measurement LIMIT 100000) ON measurer_id = id
                WHERE identity GLOB 'terminal;*' LIMIT 10000
                """)
        }
        while let row = readable({ try rows?.next() }) ?? nil {
            guard let identity = row.text(0), let text = row.text(1),
                let size = readable({ try StoredMeasurement(row: row, from: 2) }) ?? nil
            else { continue }
            terminals[identity, default: []].append((text, size))
        }
    }
}

/// Returns the result of reading from a damaged database, or `nil` if reading fails.
///
/// Errors of any kind are expected here. The unreadable part is lost, and reading continues.
private func readable<Value>(_ read: () throws -> Value) -> Value? { do { return try read() } catch { return nil } }

/// Reading columns that may contain any value, with `nil` for an invalid value.
extension StoredRow {
    fileprivate func feature(_ index: Int) -> Int64? { readable { try self[index, StoredRange.feature] } }

    fileprivate func id(_ index: Int) -> Int64? { readable { try self[index, StoredRange.id] } }

    fileprivate func text(_ index: Int) -> String? { readable { try self[index] } }

    fileprivate func readableName(_ index: Int) -> String? { readable { try name(index) } }

    /// Reads a name with a visible character, or, if there is none, the key that was computed from it.
    fileprivate func name(_ index: Int, key: Int) -> String? {
        [readableName(index), readableName(key)].compactMap { $0 }.first { !TagKey($0).text.isEmpty }
    }
}

/// A reader that visits every reachable row of a damaged table once.
///
/// The table is read forwards until SQLite fails, then backwards. The gap between them is bisected, and each half is
/// read in the same way, until only unreachable rows are left. Damaged pages can be out of order, so rows can be, too.
struct TableWalk {
    private let database: Database
    private let table: String
    private let columns: String
    private let key: String
    private let filter: String
    private let expectedKeys: ClosedRange<Int64>
    /// The keys read so far; a cycle of pages would yield the same rows forever.
    private var seen: Set<Int64> = []
    private var probes = 0
    /// The maximum number of queries for gaps.
    private let probeLimit: Int
    /// Whether all rows seem to have been reached.
    private(set) var isWhole = true

    /// Creates a reader of a table with an integer key.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - columns: the columns to read, beginning with the key.
    ///   - key: the name of the key's column.
    ///   - expectedKeys: the usual range of keys.
    ///   - filter: a restriction of the rows as the beginning of an SQL condition, such as `set_id = 1 AND`.
    ///   - probeLimit: the maximum number of queries for gaps; divide it among the parts if a table is read in parts.
    ///   - database: the database.
    init(
        _ table: String, columns: String, key: String = "id", expectedKeys: ClosedRange<Int64> = 0...1 << 20,
        filter: String = "", probeLimit: Int = 1_000, in database: Database
    ) {
        self.database = database
        self.table = table
        self.columns = columns
        self.key = key
        self.filter = filter
        self.expectedKeys = expectedKeys
        self.probeLimit = probeLimit
    }

    /// Calls a closure with each reachable row.
    mutating func readAll(_ body: (StoredRow) -> Void) {
        // The first pass covers the whole table. Gaps are then only searched in the usual range of keys.
        guard let rest = read(Int64.min...Int64.max, body) else { return }
        isWhole = false
        var gaps = [rest.clamped(to: expectedKeys)]
        while let gap = gaps.first, probes < probeLimit {
            gaps.removeFirst()
            guard let rest = read(gap, body) else { continue }
            isWhole = false
            guard rest.lowerBound < rest.upperBound else { continue }
            let middle = rest.lowerBound / 2 + rest.upperBound / 2
            gaps.append(rest.lowerBound...min(middle, rest.upperBound - 1))
            gaps.append(min(middle, rest.upperBound - 1) + 1...rest.upperBound)
        }
    }

    /// Reads a range of keys from both ends; returns the gap that couldn't be read, or `nil`.
    private mutating func read(_ run: ClosedRange<Int64>, _ body: (StoredRow) -> Void) -> ClosedRange<Int64>? {
        let forwards = read(run, order: "ASC", body)
        if forwards.isComplete { return nil }
        let start = forwards.last.map { $0 < run.upperBound ? $0 + 1 : $0 } ?? run.lowerBound
        let backwards = read(start...run.upperBound, order: "DESC", body)
        if backwards.isComplete { return nil }
        let end = backwards.last.map { $0 > start ? $0 - 1 : $0 } ?? run.upperBound
        return start...end
    }

    /// Reads a range of keys until its end or until SQLite fails; returns the last key read within the range.
    private mutating func read(
        _ run: ClosedRange<Int64>, order: String, _ body: (StoredRow) -> Void
    ) -> (last: Int64?, isComplete: Bool) {
        probes += 1
        var last: Int64?
        do {
            let sql = """
                SELECT \(columns) FROM \(table)
                WHERE \(filter) \(key) BETWEEN ? AND ? ORDER BY \(key) \(order)
                """
            let rows = try database.rows(sql, [run.lowerBound, run.upperBound])
            while let row = try rows.next() {
                let id: Int64 = try row[0]
                guard seen.insert(id).inserted else {
                    // The row was read before; a page that links to itself would yield it forever.
                    isWhole = false
                    return (last, false)
                }
                if run.contains(id) { last = id }
                body(row)
            }
            return (last, true)
        } catch {
            // Any error ends the readable part; the rest of the range is the gap.
            return (last, false)
        }
    }
}
