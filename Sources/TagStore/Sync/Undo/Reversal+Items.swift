internal import Sync
internal import TagCore

/// Items that are reverted after an exchange.
extension Reversal {
    mutating func delete(_ item: ItemRow) throws {
        if let entry = later.entry(of: .item(item.id)) { return kept.keep("'\(item.shortName)'", entry.devices) }
        if let device = registers?.author(ofNewItem: item.id) { return kept.keep("'\(item.shortName)'", [device]) }
        try writer.apply(.deleteItems(item.id...item.id))
        kept.revert()
    }

    mutating func restore(_ row: ItemRow) throws {
        let entry = entry(of: .item(row.id))
        let current = try reader.item(id: row.id)
        guard current != nil || entry == nil, let set = try knownSet(row.setID) else {
            return kept.keep("'\(row.shortName)'", .deleted, entry?.devices ?? later.devices)
        }
        var row = row
        row.setID = set
        row = try withKnownTags(row)
        guard let current, entry != nil || registers != nil else {
            // The devices that saved the location again keep it.
            guard try row.location == nil || reader.idOfDuplicate(of: row) == nil else {
                return kept.keep("'\(row.shortName)'", .taken, later.devices)
            }
            try writer.apply(.putItem(row))
            return kept.revert()
        }
        try restore(row, over: current, entry)
    }

    private mutating func restore(_ row: ItemRow, over current: ItemRow, _ entry: LaterChanges.Entry?) throws {
        let rows = try (entry?.replaced ?? [])
            .compactMap { before, after -> (before: ItemRow, after: ItemRow)? in
                guard case .putItem(let before) = before, case .putItem(let after) = after else { return nil }
                return (try withKnownTags(before), try withKnownTags(after))
            }
        if let entry, rows.isEmpty, registers?.separated.contains(.item(row.id)) != true {
            return kept.keep("'\(row.shortName)'", entry.devices)
        }
        let versions = [row, current] + rows.flatMap { [$0.before, $0.after] }
        let tags = Set(versions.flatMap(\.tagIDs.rowIDs))
        let names = try reader.names(of: tags.filter { try reader.tag(id: $0) != nil })
        let fields = ItemRow.fields(of: versions, names: names)
        var reverted = RevertedRow(to: row, from: current, later: rows, fields: fields) {
            registers?.author(of: $0, ofRow: row.id, .item)
        }
        if reverted.row.location != current.location || reverted.row.setID != current.setID,
            reverted.row.location != nil, try reader.idOfDuplicate(of: reverted.row) != nil
        {
            reverted.keep("location") {
                $0.location = current.location
                $0.setID = current.setID
            }
        }
        // Without changes by others, what was learned from the old row is known, too.
        var new = entry == nil && reverted.kept.isEmpty ? row : reverted.row
        if new.tagIDs != current.tagIDs { new.pairedTagIDs = try writer.pairedTags(of: new.tagIDs) }
        if new != current { try writer.apply(.putItem(new)) }
        note(reverted, of: current.shortName, .item(row.id))
    }

    /// Replaces merged tags of an item, and removes those that don't exist any more.
    private func withKnownTags(_ item: ItemRow) throws -> ItemRow {
        var item = item
        let tags = PackedTagIDs(try item.tagIDs.rowIDs.compactMap { try knownTag($0) })
        if tags != item.tagIDs {
            item.tagIDs = tags
            item.pairedTagIDs = try writer.pairedTags(of: tags)
            item.evidence = nil
        }
        return item
    }
}

extension ItemRow {
    /// The title, or else the location.
    var shortName: String { title.isEmpty ? location ?? "item \(id)" : title }
}
