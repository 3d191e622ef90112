internal import Foundation
internal import GRDB
internal import TagCore

/// Items with a location, which is unique within a set.
extension StoreWriter {
    /// Replaces fields of the item at a location and keeps the stored item's id and sample.
    ///
    /// Equal fields change nothing.
    ///
    /// - Parameters:
    ///   - fields: the given fields.
    ///   - now: the current time in milliseconds since 1970.
    /// - Returns: the replaced item; `nil` if the fields have no location or the set has no item there.
    /// - Throws: SQLite's errors.
    package func replaceItem(with fields: ItemFields, at now: Int64) throws -> StoreWriter.ReplacedItem? {
        guard let location = fields.location, let id = try reader.itemID(atLocation: location, inSet: fields.setID),
            let old = try reader.item(id: id)
        else { return nil }
        return try update(old, to: fields.row(over: old), at: now)
    }

    /// Changes a stored item to a new row with the same id; an equal row changes nothing.
    package func update(_ old: ItemRow, to row: ItemRow, at now: Int64) throws -> StoreWriter.ReplacedItem {
        var new = row
        if try !changesText(of: row) { new.text = nil }
        try keepOneOfEachGroup(in: &new, over: old)
        new.givenTagIDs = nil
        if old.tagIDs != new.tagIDs { new.pairedTagIDs = try pairedTags(of: new.tagIDs) }
        var unmoved = new
        unmoved.importedFrom = old.importedFrom
        let isChanged = unmoved != old
        if isChanged { new.modifiedAt = now }
        if new != old { try apply(.putItem(new)) }
        let before = Set(old.tagIDs.rowIDs)
        return StoreWriter.ReplacedItem(
            row: new, old: old, addedTags: new.tagIDs.rowIDs.filter { !before.contains($0) }, isChanged: isChanged)
    }
}

extension StoreWriter {
    /// Returns whether a row has a text whose words differ from the stored ones.
    private func changesText(of row: ItemRow) throws -> Bool {
        guard row.text != nil else { return false }
        let stored = try reader.evidence(ofItem: row.id)?.textWords ?? []
        return try textWords(of: ItemWords(row)) != stored
    }
}

/// Items of an import, collected in a temporary table until its end because a file may list an item twice.
extension StoreWriter {
    /// Stages an item of an import, or combines it with an item that the import has already staged at its location.
    ///
    /// - Parameters:
    ///   - fields: the item, which must have a location.
    ///   - newID: the id of the item if it is new.
    /// - Returns: whether the item is new, known to the database, or joined with an earlier item of the import.
    /// - Throws: SQLite's errors.
    package func stageItem(_ fields: ItemFields, newID: Int64) throws -> StoreWriter.StagedItem {
        try createStage()
        guard let location = fields.location else { return .new }
        let staged = try database.rows(
            "SELECT \(Self.stagedColumns) FROM temp.imported_item WHERE set_id = ? AND location_key = ?",
            [fields.setID, NormalizedLocation(location).key])
        guard let before = try staged.next() else {
            let id = try reader.itemID(atLocation: location, inSet: fields.setID)
            try stage(fields, id: id ?? newID)
            return id == nil ? .new : .known
        }
        let earlier = try Self.stagedItem(before)
        let joined = earlier.fields.joined(with: fields)
        try stage(joined, id: earlier.id)
        return .joined(earlier: earlier.fields, joined: joined)
    }

    private func createStage() throws {
        guard !hasItemTable else { return }
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS imported_item
            (id INTEGER PRIMARY KEY, set_id INTEGER, location TEXT, location_key TEXT, title TEXT,
            saved_at INTEGER, tag_ids BLOB, note TEXT, text TEXT, dismissed TEXT, rule_facts BLOB, day INTEGER,
            attributes TEXT, folders TEXT, given_tag_ids BLOB, reviewed INTEGER, link_status INTEGER,
            checked_at INTEGER, since INTEGER, new_location TEXT, UNIQUE (set_id, location_key))
            """)
        hasItemTable = true
    }

    private func stage(_ fields: ItemFields, id: Int64) throws {
        let bookmark = fields.bookmark.isEmpty ? nil : try fields.bookmark.texts()
        try database.run(
            """
            INSERT OR REPLACE INTO temp.imported_item
            (id, set_id, location, location_key, title, saved_at, tag_ids, note, text, dismissed, rule_facts, day,
            attributes, folders, given_tag_ids, reviewed, link_status, checked_at, since, new_location)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, fields.setID, fields.location, fields.location.map { NormalizedLocation($0).key }, fields.title,
                fields.savedAt, fields.tagIDs?.data, fields.note, fields.text,
                // A key contains no line break.
                fields.dismissed.joined(separator: "\n"), fields.ruleFacts?.data, fields.day, bookmark?.attributes,
                bookmark?.folders, fields.givenTagIDs.map { LittleEndian.data(of: $0.map { UInt32(clamping: $0) }) },
                fields.isReviewed, fields.checked?.status, fields.checked?.checkedAt, fields.checked?.since,
                fields.checked?.location,
            ])
    }

    private static let stagedColumns = """
        id, set_id, location, title, saved_at, tag_ids, note, text, dismissed, rule_facts, day, attributes, folders, \
        given_tag_ids, reviewed, link_status, checked_at, since, new_location
        """

    private static func stagedItem(_ row: StoredRow) throws -> (id: Int64, fields: ItemFields) {
        var fields = ItemFields(
            setID: try row[1], title: try row[3], savedAt: try row[4], tagIDs: try row.pairedTagIDs(5),
            location: try row[2], note: try row[6], text: try row[7])
        fields.dismissed = try (row[8] as String).split(separator: "\n").map(String.init)
        fields.ruleFacts = try (row[9] as Data?).flatMap(RuleFacts.init(data:))
        fields.day = try row[10]
        if let attributes: String = try row[11] {
            fields.bookmark = try ItemBookmark(attributes: attributes, folders: try row[12])
        }
        fields.givenTagIDs = try (row[13] as Data?).map { LittleEndian.words(in: $0).map { Int64($0) } }
        fields.isReviewed = try row[14]
        if let status: Int64 = try row[15] {
            fields.checked = LinkCheck(
                itemID: 0, status: Int(status), checkedAt: try row[16], since: try row[17], location: try row[18])
        }
        return (try row[0], fields)
    }

    /// Returns the next staged items after an id with their ids, in order of their ids.
    package func stagedItems(after id: Int64, limit: Int) throws -> [(id: Int64, fields: ItemFields)] {
        try createStage()
        return
            try database.rows(
                """
                SELECT \(Self.stagedColumns) FROM temp.imported_item
                WHERE id > ? ORDER BY id LIMIT ?
                """, [id, limit]
            )
            .mapAll(Self.stagedItem)
    }

    /// Deletes items that were imported from a file or folder earlier but aren't staged now, in one set and in all sets
    /// with staged items.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - setID: the set.
    ///   - paths: the locations of items to keep, and folders whose items to keep.
    /// - Returns: the numbers of deleted and kept items.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the number of items.
    package func deleteItems(
        importedFrom path: String, inSet setID: Int64, keeping paths: Set<String> = []
    ) throws -> (deleted: Int, kept: Int) {
        try createStage()
        let missing: [(id: Int64, location: String)] =
            try database.rows(
                """
                SELECT id, COALESCE(location, '') FROM item
                WHERE imported_from = ? AND id NOT IN (SELECT id FROM temp.imported_item)
                AND (set_id = ? OR set_id IN (SELECT set_id FROM temp.imported_item)) ORDER BY id
                """, [path, setID]
            )
            .mapAll { (try $0[0], try $0.location(1) ?? "") }
        let ids = missing.filter { !Self.isIn(paths, $0.location) }.map(\.id)
        for id in ids { try apply(.deleteItems(id...id)) }
        return (ids.count, missing.count - ids.count)
    }

    /// Returns whether a location or one of its folders is among paths.
    private static func isIn(_ paths: Set<String>, _ location: String) -> Bool {
        guard !paths.isEmpty else { return false }
        var path = location[...]
        while !paths.contains(String(path)) {
            guard !path.isEmpty else { return false }
            path = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
        }
        return true
    }

    /// Deletes the staged items.
    package func clearStagedItems() throws {
        try database.run("DROP TABLE IF EXISTS temp.imported_item")
        hasItemTable = false
    }
}

extension StoreWriter {
    /// A stored item after a change.
    package struct ReplacedItem {
        /// The new item.
        package let row: ItemRow
        /// The item before the change.
        package let old: ItemRow
        /// The tags that the item didn't have before.
        package let addedTags: [Int64]
        /// Whether the title, note, location, time or tags changed.
        package let isChanged: Bool
    }

    /// Whether an item of an import is new, known to the database, or joined with an earlier item of the import.
    package enum StagedItem {
        /// The item is new.
        case new
        /// The database has an item at this location.
        case known
        /// The import has already staged an item at this location: its fields, and those of both items together.
        case joined(earlier: ItemFields, joined: ItemFields)
    }
}

/// The full-text index of items, which contains the words of their titles, locations and notes.
extension StoreWriter {
    /// Adds the text of an item to the index.
    func insertText(of row: ItemRow) throws {
        try database.run(
            "INSERT INTO item_text (rowid, title, location, note) VALUES (?, ?, ?, ?)", [row.id] + row.searchText)
    }

    /// Deletes the text of an item from the index.
    func deleteText(of row: ItemRow) throws {
        try database.run(
            "INSERT INTO item_text (item_text, rowid, title, location, note) VALUES ('delete', ?, ?, ?, ?)",
            [row.id] + row.searchText)
    }

    /// Updates the index if the text of an item has changed.
    func updateText(of old: ItemRow, to new: ItemRow) throws {
        guard old.title != new.title || old.location != new.location || old.note != new.note else { return }
        try deleteText(of: old)
        try insertText(of: new)
    }

    /// Fills the index, and the columns computed from locations, of a database without them.
    ///
    /// Of the items of a set with the same normalized location, only the newest gets it, until ``updateLocationKeys(in:)``.
    ///
    /// - Complexity: linear in the number of items.
    static func fillItemText(in database: Database) throws {
        let writer = StoreWriter(database: database)
        var known: Set<String> = []
        let ids: [Int64] = try database.rows("SELECT id FROM item ORDER BY saved_at DESC, id DESC").mapAll { try $0[0] }
        for id in ids {
            let stored = try database.first(
                "SELECT \(ItemRow.earlierColumns) FROM item WHERE id = ?", [id], ItemRow.init(row:))
            guard let row = stored else { continue }
            let location = row.location.map(NormalizedLocation.init)
            let isNewest = location.map { known.insert("\(row.setID) \($0.key)").inserted } ?? false
            try database.run(
                "UPDATE item SET location_key = ?, site = ? WHERE id = ?",
                [isNewest ? location?.key : nil, location?.site, id])
        }
        try database.run("INSERT INTO item_text (item_text) VALUES ('delete-all')")
        try writer.reader.forEachEarlierItem(writer.insertText)
        try database.run(
            "CREATE UNIQUE INDEX item_by_location ON item (location_key, set_id) WHERE location_key IS NOT NULL")
    }
}

extension StoreWriter {
    /// Computes the normalized locations of a database that has those of an earlier version.
    ///
    /// - Complexity: linear in the number of items.
    static func updateLocationKeys(in database: Database) throws {
        var last: Int64 = -1
        while true {
            let items: [(id: Int64, location: String, key: String?)] =
                try database.rows(
                    """
                    SELECT id, location, location_key FROM item WHERE id > ? AND location IS NOT NULL ORDER BY id LIMIT 1000
                    """, [last]
                )
                .mapAll { (try $0[0], try $0[1], try $0[2]) }
            guard let end = items.last?.id else { return }
            for item in items {
                let key = NormalizedLocation(item.location).key
                guard key != item.key else { continue }
                try database.run("UPDATE item SET location_key = ? WHERE id = ?", [key, item.id])
            }
            last = end
        }
    }
}

extension ItemRow {
    /// The words of the columns of `item_text`.
    fileprivate var searchText: StatementValues {
        [title, location.map(SearchText.withoutScheme) ?? "", note].map { SearchText($0).text }
    }
}

/// The given fields of an item to save.
///
/// If the set has an item at the location, fields that are `nil` keep the stored values.
///
/// ```swift
/// let fields = ItemFields(setID: 1, title: "Swift", tagIDs: PackedTagIDs([3]), location: "https://swift.org/")
/// let replaced = try writer.replaceItem(with: fields, at: now)
/// if replaced == nil { try writer.apply(.putItem(fields.row(id: 7, savedAt: now))) }
/// ```
package struct ItemFields: Hashable, Sendable {
    package var setID: Int64
    package var title: String?
    /// Milliseconds since 1970.
    package var savedAt: Int64?
    /// The local day of the item, in days since 1970; `nil` for that of its time.
    package var day: Int64?
    package var tagIDs: PackedTagIDs?
    /// The tags in the order in which they were given, of which the last of each group stays; `nil` for that of ``tagIDs``.
    package var givenTagIDs: [Int64]?
    package var location: String?
    package var note: String?
    /// The text; only its words are stored.
    package var text: String?
    package var importedFrom: String?
    /// The keys of tags that are dismissed for the item, in addition to those of a stored item.
    package var dismissed: [String] = []
    /// Whether the item was saved or skipped in a review; a stored item that was stays so.
    package var isReviewed = false
    /// The bookmark of the item; attributes of a stored bookmark with other names stay, and its folders if there are none.
    package var bookmark = ItemBookmark()
    /// The last check of the location, without the item's id.
    package var checked: LinkCheck?
    /// Whether a time in whole seconds keeps the milliseconds of a stored time within that second, since many formats of
    /// imports have no milliseconds.
    package var keepsMilliseconds = false
    /// Whether the item is imported.
    package var isImported = false
    /// Facts about the item and the queries of rules; `nil` if the rules have to be compared with the fields.
    package var ruleFacts: RuleFacts?

    package init(
        setID: Int64, title: String? = nil, savedAt: Int64? = nil, tagIDs: PackedTagIDs? = nil, location: String? = nil,
        note: String? = nil, text: String? = nil, importedFrom: String? = nil
    ) {
        self.setID = setID
        self.title = title
        self.savedAt = savedAt
        self.tagIDs = tagIDs
        self.location = location
        self.note = note
        self.text = text
        self.importedFrom = importedFrom
    }

    /// Returns a new item with these fields, saved at the given time unless the fields specify one.
    package func row(id: Int64, savedAt time: Int64) -> ItemRow {
        var row = ItemRow(
            id: id, setID: setID, title: title ?? "", savedAt: savedAt ?? time, tagIDs: tagIDs ?? PackedTagIDs([]),
            location: location, note: note ?? "", importedFrom: importedFrom)
        row.text = text
        row.day = day
        row.givenTagIDs = givenTagIDs
        if location == nil { row.arrival = arrival }
        return row
    }

    private var arrival: ItemArrival? {
        if savedAt != nil { return isImported ? .imported : nil }
        return isImported ? .importedWithoutTime : .saved
    }

    /// Returns a stored item with these fields.
    package func row(over old: ItemRow) -> ItemRow {
        var row = old
        row.title = title ?? old.title
        row.savedAt = isSameSecond(as: old) ? old.savedAt : savedAt ?? old.savedAt
        row.day = day ?? row.day
        row.tagIDs = tagIDs ?? old.tagIDs
        row.givenTagIDs = givenTagIDs
        // A known URL that arrives with tracking parameters doesn't replace the stored one.
        let isKept = old.location != nil && location.map { NormalizedLocation($0).isTracking } ?? true
        row.location = isKept ? old.location : location
        row.note = note ?? old.note
        row.text = text
        row.importedFrom = importedFrom ?? old.importedFrom
        return row
    }

    private func isSameSecond(as old: ItemRow) -> Bool {
        guard keepsMilliseconds, let savedAt, let time = old.savedAt else { return false }
        return savedAt % 1_000 == 0 && (0..<1_000).contains(time - savedAt)
    }

    /// Returns the fields of this item and a later one at the same location, with the tags of both.
    func joined(with later: ItemFields) -> ItemFields {
        func first(_ text: String?, _ other: String?) -> String? {
            text.flatMap { $0.isEmpty ? nil : $0 } ?? other ?? text
        }
        var joined = self
        joined.title = first(title, later.title)
        joined.note = first(note, later.note)
        joined.text = first(text, later.text)
        joined.savedAt = savedAt ?? later.savedAt
        joined.day = savedAt == nil ? day ?? later.day : day
        // The facts depend on nothing else.
        let isSame = joined.title == title && joined.note == note && joined.savedAt == savedAt
        joined.ruleFacts = isSame ? ruleFacts : nil
        joined.dismissed = Set(dismissed + later.dismissed).sorted()
        joined.isReviewed = isReviewed || later.isReviewed
        joined.bookmark = bookmark.adding(later.bookmark)
        joined.checked = [checked, later.checked].compactMap(\.self).max { $0.checkedAt < $1.checkedAt }
        if let given = givenTagIDs ?? tagIDs?.rowIDs, let others = later.givenTagIDs ?? later.tagIDs?.rowIDs {
            joined.givenTagIDs = given + others
        } else {
            joined.givenTagIDs = givenTagIDs ?? later.givenTagIDs
        }
        if let tagIDs, let others = later.tagIDs {
            joined.tagIDs = PackedTagIDs(tagIDs.rowIDs + others.rowIDs)
        } else {
            joined.tagIDs = tagIDs ?? later.tagIDs
        }
        return joined
    }
}
