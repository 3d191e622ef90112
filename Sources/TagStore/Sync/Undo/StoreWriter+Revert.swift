internal import GRDB
internal import Sync

extension StoreWriter {
    /// Makes the transaction the step of an exchange, such as `received 12 changes from laptop`, which `undo` skips.
    ///
    /// - Parameters:
    ///   - count: the number of changes.
    ///   - devices: the names of the devices that made them.
    package func receive(_ count: Int, from devices: [String]) {
        let names = devices.isEmpty ? ["another device"] : devices
        let all =
            names.count == 1 ? names[0] : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
        received = all
        summary = "received \(count == 1 ? "1 change" : "\(count) changes") from \(all)"
    }
}

/// Undo, redo and `sync undo` if sync has exchanged registers since the step (rule 7).
extension StoreWriter {
    /// Reverts the changes that were received last, and returns their step; `nil` if nothing was received.
    ///
    /// The transaction is a step of this device, so all devices get it, and `undo` reverts it. Later changes stay.
    package func undoReceivedStep() throws -> StoreReader.UndoStepRow? {
        guard let id = try reader.receivedStep(), let step = try reader.undoStep(id: id) else { return nil }
        summary = "sync undo"
        try revertRegisters(ofStep: id, since: id, origin: .exchange)
        try database.run("UPDATE undo_step SET undone = 1 WHERE id = ?", [id])
        return step
    }

    /// Reverts a step register by register, and then what only this device has.
    ///
    /// - Parameters:
    ///   - id: The step.
    ///   - since: The newest step when it was made, undone or redone.
    ///   - origin: Who made it.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    func revertRegisters(ofStep id: Int64, since: Int64, origin: StepRows.Origin) throws {
        guard let state = try reader.syncState() else { return }
        let versions = try StepVersions(reader, step: id, since: since)
        let step = try versions.rows(reader, origin: origin)
        guard var draft = try reader.syncDraft(items: reader.items(affectedBy: step), isWhole: step.affectsUnknownItems)
        else { return }
        var names = Dictionary(try reader.syncedDevices().map { ($0.device, $0.name) }) { first, _ in first }
        names[state.device] = state.deviceName
        let revert = draft.revert(step, now: UInt64(max(0, time)), lastRows: try reader.lastRows()) { device in
            names[device] ?? "another device"
        }
        let redone = versions.redone(after: revert)
        try applyRegisters(redoing: redone) {
            try storeDerived(&draft)
            for row in versions.touched { try restoreLocalValues(of: versions.before.rows[row]) }
        }
        for inverse in versions.inverses { try applyLocal(inverse) }
        keptChanges = revert.changes
    }

    /// Gives a row what it had on this device only; the rest is as the registers show it.
    private func restoreLocalValues(of former: RowChange?) throws {
        switch former {
        case .putTag(let old):
            guard var tag = try reader.tag(id: old.id), tag.frecency != old.frecency else { return }
            tag.frecency = old.frecency
            try apply(.putTag(tag))
        case .putItem(let old):
            guard let item = try reader.item(id: old.id) else { return }
            var new = item
            (new.importedFrom, new.sample) = (old.importedFrom, old.sample)
            if new.savedAt == old.savedAt { new.arrival = old.arrival }
            if new != item { try apply(.putItem(new)) }
        case .putMember(let old):
            guard var member = try reader.member(setID: old.setID, tagID: old.tagID),
                member.isSelected != old.isSelected
            else { return }
            member.isSelected = old.isSelected
            try apply(.putMember(member))
        case .putView(let old):
            guard var view = try reader.view(id: old.id), view.share != old.share else { return }
            view.share = old.share
            try apply(.putView(view))
        default: break
        }
    }

    /// Applies an inverse of data that only this device has.
    private func applyLocal(_ inverse: RowChange) throws {
        switch inverse {
        case .setFrecency(let tag, _): if try reader.tag(id: tag) != nil { try apply(inverse) }
        case .chooseSet(let set): if let set, try reader.set(id: set) != nil { try apply(inverse) }
        case .putReviewedItem(let row): if try reader.item(id: row.itemID) != nil { try apply(inverse) }
        case .putLinkCheck(let check): if try reader.item(id: check.itemID) != nil { try apply(inverse) }
        case .deleteReviewedItem, .deleteLinkCheck: try apply(inverse)
        default: break
        }
    }
}

/// The rows of a step, before and after it.
private struct StepVersions {
    /// The inverses of the step, as undo applies them.
    let inverses: [RowChange]
    private let present: RowVersions
    private let after: RowVersions
    let before: RowVersions
    /// The rows that the step changed.
    let touched: Set<ChangedRow>

    init(_ reader: StoreReader, step: Int64, since: Int64) throws {
        inverses = try reader.inverses(ofStep: step)
        var rows = try RowVersions(reader)
        try rows.insertMergedTags(reader)
        for item in try reader.items(changedBy: inverses) { try rows.insertItem(item, reader) }
        present = rows
        for inverse in try reader.laterInverses(than: since) { rows.apply(inverse) }
        after = rows
        for inverse in inverses { rows.apply(inverse) }
        before = rows
        touched = before.changed(since: after)
    }

    /// Returns the rows as sync sees them.
    func rows(_ reader: StoreReader, origin: StepRows.Origin) throws -> StepRows {
        let connections = try reader.connectionsOfSets()
        func content(_ version: RowVersions) throws -> LocalContent {
            var content = version.content(connections: connections)
            content.items = try version.items { try LearnedWords.text(of: $0, in: reader) }
            return content
        }
        return StepRows(
            before: try content(before), after: try content(after), mergedBefore: before.merged,
            mergedAfter: after.merged, origin: origin)
    }

    /// Returns the changes that redo has to revert: the rows as they are now or, if they were separated from others, as the
    /// step left them.
    func redone(after revert: SyncDraft.Revert) -> [RowChange] {
        let separated = touched.filter { row in
            row.thing.map { revert.separated[$0.kind]?.contains($0.id) ?? false } ?? false
        }
        return present.changes(of: touched.subtracting(separated)) + after.changes(of: separated)
    }
}

extension StepRows {
    /// Whether any item may change, because a tag or set gets another name or comes back.
    fileprivate var affectsUnknownItems: Bool {
        if mergedBefore != mergedAfter { return true }
        let affectsTags = tags.contains { tag in
            guard let before = tag.before, let after = tag.after else { return tag.after == nil }
            return before.name != after.name
        }
        return affectsTags
            || sets.contains { set in
                guard let before = set.before, let after = set.after else { return set.after == nil }
                return before.name != after.name || before.isDaily != after.isDaily
            }
    }
}

extension StoreReader {
    /// Returns the items that changes name, and those in ranges that they delete.
    fileprivate func items(changedBy changes: [RowChange]) throws -> Set<Int64> {
        var items: Set<Int64> = []
        for change in changes {
            switch change {
            case .putItem(let row): items.insert(row.id)
            case .deleteItems(let run): items.formUnion(try self.items(in: run).map(\.id))
            case .putBookmark(_, let id), .deleteBookmark(let id): items.insert(id)
            case .putDismissedTag(let row), .deleteDismissedTag(let row): items.insert(row.itemID)
            default: break
            }
        }
        return items
    }

    /// Returns the rows of the items that a step changed, of those at their places, and of those with its new tags and sets.
    fileprivate func items(affectedBy step: StepRows) throws -> Set<Int64> {
        var items: Set<Int64> = []
        for changed in step.items {
            items.insert(changed.row)
            for item in [changed.before, changed.after].compactMap(\.self) {
                if let location = item.location {
                    if let id = try itemID(atLocation: location, inSet: item.set) { items.insert(id) }
                } else if let day = item.day {
                    items.formUnion(try self.items(inSet: item.set, onDay: day).map(\.id))
                }
            }
        }
        for tag in step.tags where tag.before == nil { items.formUnion(try itemIDs(holding: tag.row)) }
        for set in step.sets where set.before == nil { items.formUnion(try itemIDs(inSet: set.row)) }
        return items
    }

    /// Returns the last row of each kind of which several may become separate things.
    fileprivate func lastRows() throws -> [ThingKind: Int64] {
        [
            .tag: try lastID(of: .tag), .set: try lastID(of: .set), .view: try lastID(of: .view),
            .item: try lastID(of: .item),
        ]
    }
}

extension StoreReader {
    /// Returns the step with an id.
    fileprivate func undoStep(id: Int64) throws -> StoreReader.UndoStepRow? {
        try database.first(
            "SELECT \(StoreReader.UndoStepRow.columns) FROM undo_step WHERE id = ?", [id],
            StoreReader.UndoStepRow.init(row:))
    }

    /// Returns the inverses of the steps since another, newest first: all exchanges, and the commands that weren't undone.
    fileprivate func laterInverses(than step: Int64) throws -> [RowChange] {
        let ids: [Int64] =
            try database.rows(
                "SELECT id FROM undo_step WHERE id > ? AND (received = 1 OR undone = 0) ORDER BY id DESC", [step]
            )
            .mapAll { try $0[0, StoredRange.id] }
        return try ids.flatMap { try inverses(ofStep: $0) }
    }

    /// Returns the inverses of a step in the order of undo.
    func inverses(ofStep id: Int64) throws -> [RowChange] {
        try decodedChanges("SELECT id, changes FROM undo_step WHERE id = ?", id)
            + decodedChanges("SELECT id, changes FROM undo_part WHERE step_id = ? ORDER BY id DESC", id)
    }

    private func decodedChanges(_ query: String, _ id: Int64) throws -> [RowChange] {
        try database.rows(query, [id])
            .mapAll { row in
                guard let changes = try UndoLog.decoded(row[1]) else {
                    throw row.error(at: 1, "isn't a valid list of changes")
                }
                return changes
            }
            .flatMap(\.self)
    }

    /// Returns the newest step that wasn't undone, also one of an exchange.
    func newestStep() throws -> Int64? {
        try database.value("SELECT max(id) FROM undo_step WHERE undone = 0", in: StoredRange.id)
    }

    /// Returns the newest step of an exchange that wasn't reverted.
    func receivedStep() throws -> Int64? {
        try database.value("SELECT max(id) FROM undo_step WHERE received = 1 AND undone = 0", in: StoredRange.id)
    }

    /// Returns the newest step when a step was made, undone or redone, and whether others have changed anything since.
    ///
    /// Another device may have made the same change, so that no row changed.
    func exchange(since step: StoreReader.UndoStepRow) throws -> (newest: Int64, isExchanged: Bool)? {
        guard let sync = try syncState() else { return nil }
        let newest: Int64 =
            try database.value("SELECT ifnull(replayed_after, id) FROM undo_step WHERE id = ?", [step.id]) ?? step.id
        let isReceived = try database.hasRow("SELECT 1 FROM undo_step WHERE received = 1 AND id > ?", [newest])
        return (newest, isReceived || sync.lastExchange.map { $0 >= step.madeAt } ?? false)
    }
}

extension ChangedRow {
    /// The kind and id of a tag, set, item, view or rule; `nil` for another row.
    fileprivate var thing: (kind: ThingKind, id: Int64)? {
        switch self {
        case .tag(let id): (.tag, id)
        case .set(let id): (.set, id)
        case .item(let id): (.item, id)
        case .view(let id): (.view, id)
        case .rule(let id): (.rule, id)
        default: nil
        }
    }
}
