internal import GRDB
package import Sync

/// The rows that a transaction touches, if sync is set up; the next exchange turns them into registers.
struct SyncJournal {
    private(set) var rows: [ThingKind: [Int64: TouchedFields]] = [:]

    /// Adds the row of a change and that of its inverse; a deletion's inverse names the deleted row.
    mutating func insert(_ change: RowChange, undoneBy inverse: RowChange) {
        // Selecting a member is by far the most frequent change, and local.
        if case (.putMember(let new), .putMember(let old)) = (change, inverse), new.position == old.position { return }
        if case (.putItem(let new), .putItem(let old)) = (change, inverse) {
            return insert(new.id, .item, new.changedFields(from: old))
        }
        insert(change)
        insert(inverse)
    }

    /// Adds new tags, aliases and members.
    mutating func insert(_ new: NewTags) {
        for tag in new.tags.map(\.id) + new.aliases.map(\.tagID) { insert(tag, .tag) }
        for member in new.members { insert(member.setID, .set) }
    }

    private mutating func insert(_ change: RowChange) {
        switch change {
        case .putTag(let row): insert(row.id, .tag)
        case .putAlias(let row): insert(row.tagID, .tag)
        case .putTagDetail(let row): insert(row.tagID, .tag)
        case .putGroupMember(let row): insert(row.tagID, .tag)
        case .deleteTagDetail(let tag), .deleteGroupMember(let tag), .putMergedTag(let tag, _),
            .deleteMergedTag(let tag):
            insert(tag, .tag)
        case .putImplication(let row), .deleteImplication(let row): insert(row.tagID, .tag)
        case .putDistinctPair(let pair), .deleteDistinctPair(let pair): insert(pair.first, .tag)
        case .putSet(let row): insert(row.id, .set)
        case .deleteSet(let id): insert(id, .set)
        case .putMember(let row): insert(row.setID, .set)
        case .deleteMembers(let set, _): insert(set, .set)
        case .putItem(let row): insert(row.id, .item)
        case .putDismissedTag(let row), .deleteDismissedTag(let row): insert(row.itemID, .item, .dismissedTags)
        case .putBookmark(_, let id), .deleteBookmark(let id): insert(id, .item, .attributes)
        case .putView(let row): insert(row.id, .view)
        case .deleteView(let id): insert(id, .view)
        case .putRule(let row): insert(row.id, .rule)
        case .deleteRule(let id): insert(id, .rule)
        // Ranges may be far longer than the number of their rows, which the inverses name. The others are local.
        case .deleteTags, .deleteAliases, .deleteItems, .setFrecency, .chooseSet, .putReviewedItem, .deleteReviewedItem,
            .putLinkCheck, .deleteLinkCheck:
            break
        }
    }

    /// Adds a set that changed otherwise.
    mutating func insertSet(_ id: Int64) { insert(id, .set) }

    private mutating func insert(_ row: Int64, _ kind: ThingKind, _ fields: TouchedFields = .all) {
        rows[kind, default: [:]][row, default: []].formUnion(fields)
    }
}

extension ItemRow {
    /// Returns the fields that differ from those of an older row, as sync distinguishes them.
    fileprivate func changedFields(from old: ItemRow) -> TouchedFields {
        var fields: TouchedFields = []
        if title != old.title { fields.insert(.title) }
        if note != old.note { fields.insert(.note) }
        if savedAt != old.savedAt || day != old.day { fields.insert(.time) }
        if setID != old.setID || location != old.location { fields.insert(.place) }
        if tagIDs != old.tagIDs { fields.insert(.tags) }
        return fields
    }
}

extension StoreWriter {
    /// Records the touched rows with the next stamp of this device (rule 8).
    func writeSyncJournal(_ journal: SyncJournal, at now: Int64) throws {
        guard journal.rows.values.contains(where: { !$0.isEmpty }), var state = try reader.syncState() else { return }
        let stamp = state.clock.next(now: UInt64(max(0, now)), device: state.device)
        let (time, counter) = (Int64(clamping: stamp.milliseconds), Int64(clamping: stamp.counter))
        try database.run("UPDATE sync_state SET clock_time = ?, clock_counter = ?", [time, counter])
        self.stamp = stamp
        for (kind, rows) in journal.rows {
            for (row, fields) in rows.sorted(by: { $0.key < $1.key }) {
                try database.run(
                    "INSERT OR REPLACE INTO sync_touched (kind, row_id, fields, time, counter) VALUES (?, ?, ?, ?, ?)",
                    [Int64(kind.rawValue), row, fields.rawValue, time, counter])
            }
        }
    }
}

extension StoreWriter {
    /// Records that a step has the stamp of the transaction's changes until they are registers.
    func putStamp(ofStep id: Int64) throws {
        guard let stamp else { return }
        try database.run(
            "UPDATE undo_step SET stamp_time = ?, stamp_counter = ? WHERE id = ?",
            [Int64(clamping: stamp.milliseconds), Int64(clamping: stamp.counter), id])
    }

    /// Records that all changes are registers.
    func clearSyncJournal() throws {
        try database.run("DELETE FROM sync_touched")
        try database.run("UPDATE undo_step SET stamp_time = NULL, stamp_counter = NULL WHERE stamp_time IS NOT NULL")
    }
}

extension StoreReader {
    /// Returns whether sync is set up.
    package func isSyncSetUp() throws -> Bool { try database.hasRow("SELECT 1 FROM sync_state") }

    /// Returns the rows that changed since the registers last showed them.
    package func touchedRows(device: DeviceID) throws -> TouchedRows {
        var touched = TouchedRows()
        let rows = try database.rows("SELECT kind, row_id, time, counter, fields FROM sync_touched")
        while let row = try rows.next() {
            let number: Int64 = try row[0]
            guard let kind = UInt8(exactly: number).flatMap(ThingKind.init(rawValue:)) else {
                throw row.error(at: 0, "isn't a kind of things")
            }
            let (time, counter): (Int64, Int64) = (try row[2, 0...Int64.max], try row[3, 0...Int64.max])
            touched.insert(
                try row[1], kind, TouchedFields(rawValue: try row[4]),
                Stamp(milliseconds: UInt64(time), counter: UInt64(counter), device: device))
        }
        touched.merged = try mergedTags()
        return touched
    }
}
