internal import GRDB
internal import Sync

extension StoreWriter {
    /// Makes the transaction the step of an exchange, such as `received 12 changes from laptop`, which `undo` skips.
    ///
    /// - Parameters:
    ///   - count: the number of changes.
    ///   - devices: the names of the devices that made them.
    package func receive(_ count: Int, from devices: [String]) {
        let names = UnrevertedChanges.list(devices)
        received = names
        summary = "received \(count == 1 ? "1 change" : "\(count) changes") from \(names)"
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
        try revertRegisters(of: step, since: id, origin: .exchange)
        try database.run("UPDATE undo_step SET undone = 1 WHERE id = ?", [id])
        return step
    }

    /// Reverts a step register by register, and then the data that only this device has.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - since: The newest step when it was made, undone or redone.
    ///   - origin: Who made it.
    /// - Throws: SQLite's errors, and `RowError` for an invalid row.
    func revertRegisters(of step: StoreReader.UndoStepRow, since: Int64, origin: StepRows.Origin) throws {
        let (id, madeAt) = (step.id, step.madeAt)
        guard let state = try reader.syncState() else { return }
        let versions = try StepVersions(reader, step: id, since: since, origin: origin)
        let step = try versions.rows(reader, origin: origin, madeAt: madeAt)
        guard var draft = try reader.syncDraft(items: reader.items(affectedBy: step), isWhole: step.affectsUnknownItems)
        else { return }
        var names = Dictionary(try reader.syncedDevices().map { ($0.device, $0.name) }) { first, _ in first }
        // Undoing a later step wrote the values of others once more.
        let others = origin == .exchange ? nil : try reader.receivedDevices(after: since)
        names[state.device] = others ?? state.deviceName
        let revert = draft.revert(step, now: UInt64(max(0, time)), lastRows: try reader.lastRows()) { device in
            names[device] ?? "another device"
        }
        try applyRegisters {
            try storeDerived(&draft)
            for row in versions.touched { try restoreLocalValues(of: versions.before.rows[row]) }
        } redoing: {
            try versions.redone(after: revert, reader)
        }
        for inverse in versions.inverses { try applyLocal(inverse) }
        keptChanges = revert.changes
        isByRegisters = true
        if origin == .command { try removeStep(versions, fromExchangesSince: since) }
    }

    /// Makes later exchanges start from the rows before a step that was undone: an older step is compared with these.
    private func removeStep(_ versions: StepVersions, fromExchangesSince since: Int64) throws {
        var rest = versions.touched
        for id in try reader.receivedSteps(after: since).reversed() where !rest.isEmpty {
            let rows = rest.intersection(versions.rows(changedBy: try reader.inverses(ofStep: id)))
            guard !rows.isEmpty else { continue }
            rest.subtract(rows)
            try appendInverses(versions.before.changes(of: rows), toStep: id)
        }
    }

    /// Adds inverses that are applied after those of a step.
    private func appendInverses(_ inverses: [RowChange], toStep id: Int64) throws {
        let part = try database.value("SELECT min(id) FROM undo_part WHERE step_id = ?", [id], in: StoredRange.id)
        let (table, row) = part.map { ("undo_part", $0) } ?? ("undo_step", id)
        let old = try database.value("SELECT changes FROM \(table) WHERE id = ?", [row]) ?? "[]"
        guard let changes = UndoLog.decoded(old) else { return }
        let new = try UndoLog.encoded(changes + inverses)
        try database.run("UPDATE \(table) SET changes = ? WHERE id = ?", [new, row])
        try database.run(
            "UPDATE undo_step SET bytes = bytes + ? WHERE id = ?", [Int64(new.utf8.count - old.utf8.count), id])
    }

    /// Gives a row its former data of this device; the rest is as the registers show it.
    private func restoreLocalValues(of former: RowChange?) throws {
        switch former {
        case .putTag(let old):
            guard var tag = try reader.tag(id: old.id), tag.frecency != old.frecency else { return }
            tag.frecency = old.frecency
            try apply(.putTag(tag))
        case .putAlias(let old):
            // Older steps refer to its id.
            guard try reader.alias(id: old.id) == nil,
                case .alias(let alias, let tag)? = try reader.target(of: old.key), tag.id == old.tagID
            else { return }
            try apply(.deleteAliases(alias.id...alias.id))
            try apply(.putAlias(AliasRow(id: old.id, key: alias.key, name: alias.name, tagID: tag.id)))
        case .putItem(let old):
            guard let item = try reader.item(id: old.id) else { return }
            var new = item
            (new.importedFrom, new.sample) = (old.importedFrom, old.sample)
            if new.savedAt == old.savedAt { new.arrival = old.arrival }
            if new != item { try apply(.putItem(new)) }
        case .putMember(let old):
            guard let member = try reader.member(setID: old.setID, tagID: old.tagID) else { return }
            var new = member
            new.isSelected = old.isSelected
            if try reader.keepsOrder(member, at: old.position) { new.position = old.position }
            if new != member { try apply(.putMember(new)) }
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

extension StepRows {
    /// Whether any item may change, because a tag or set gets another name or comes back.
    fileprivate var affectsUnknownItems: Bool {
        if mergedBefore != mergedAfter { return true }
        // An item without registers may get the place of any other.
        if items.contains(where: { $0.after == nil }) { return true }
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
    func items(changedBy changes: [RowChange]) throws -> Set<Int64> {
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

    /// Returns whether the tags of a set have the same order if one of them has another position.
    fileprivate func keepsOrder(_ member: MemberRow, at position: Int64) throws -> Bool {
        let others = try members(ofSet: member.setID).filter { $0.tagID != member.tagID }
        return others.allSatisfy { other in
            other.position != position && (other.position < position) == (other.position < member.position)
        }
    }

    /// Returns the last row of each kind whose things may be separated.
    fileprivate func lastRows() throws -> [ThingKind: Int64] {
        [
            .tag: try lastID(of: .tag), .set: try lastID(of: .set), .view: try lastID(of: .view),
            .item: try lastID(of: .item),
        ]
    }
}
