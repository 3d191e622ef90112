internal import Sync
internal import TagCore

/// Writes the difference between the rows of the database and the state of the registers.
///
/// Rows must be unique and refer to existing rows after each statement, so the stages have this order:
///
/// 1. Each shown thing gets a row (``RowAssignment``).
/// 2. Tags: aliases that aren't shown any more are deleted, names are exchanged (``UniqueKeys``), and tags, aliases and
///    their other rows are inserted.
/// 3. Sets with their members.
/// 4. Items with their tags, so that no item has a tag or set that isn't shown.
/// 5. Views and rules.
/// 6. Tags and sets that aren't shown any more are deleted.
///
/// Data of this device stays: frecency, selection, samples, evidence, marks, link checks and addresses of views.
/// Nothing is added to received items: no implied tags, no tags of rules, and tags of one group stay together (rule 6).
struct StateApplication {
    let writer: StoreWriter
    let state: ShownState
    /// The registers of the loaded things, for the times of their changes.
    let registers: Registers
    let loaded: LoadedItems
    var map: RowMap
    var tags = RowAssignment()
    /// The rows of tags that show a thing, or did.
    var knownTags: Set<Int64> = []
    var sets = RowAssignment()
    var limited = LimitedValues()

    /// With this number of new tags, the full-text indexes are updated at the end.
    static let manyTags = 100

    mutating func apply() throws {
        try showTags()
        try showSets()
        try showItems()
        try showViews()
        try showRules()
        try deleteTags()
        try deleteSets()
    }

    /// Returns the rows of tags, ascending; those whose names were left out have none.
    func rows(ofTags ids: some Sequence<ThingID>) -> [Int64] { ids.compactMap { tags.rows[$0] }.sorted() }

    /// Deletes the tags that aren't shown any more.
    private func deleteTags() throws {
        for row in tags.removed {
            for item in try writer.reader.items(holding: row) {
                try writer.apply(.putItem(replacingTag(row, of: item)))
            }
            for member in try writer.reader.memberships(ofTag: row) {
                try writer.apply(.deleteMember(setID: member.setID, tagID: row))
            }
            try writer.apply(.deleteTags(row...row))
        }
    }

    /// Replaces a removed tag of an item that isn't loaded.
    private func replacingTag(_ row: Int64, of item: ItemRow) throws -> ItemRow {
        var item = item
        let rest = item.tagIDs.rowIDs.filter { $0 != row }
        item.tagIDs = PackedTagIDs(rest + [tags.merged[row]].compactMap(\.self))
        item.pairedTagIDs = try writer.pairedTags(of: item.tagIDs)
        return item
    }

    /// Deletes the sets that aren't shown any more.
    ///
    /// A database has at least one set, so the last one stays without members and items.
    private func deleteSets() throws {
        guard !sets.removed.isEmpty else { return }
        let chosen = try writer.reader.chosenSet()?.id
        let others = Set(try writer.reader.sets().map(\.id)).subtracting(sets.removed)
        let last = others.isEmpty ? chosen ?? sets.removed.first : nil
        for row in sets.removed {
            if row == chosen, row != last { try writer.apply(.chooseSet(sets.merged[row] ?? others.min())) }
            for id in try writer.reader.itemIDs(inSet: row) {
                guard let other = sets.merged[row], var item = try writer.reader.item(id: id) else {
                    try writer.apply(.deleteItems(id...id))
                    continue
                }
                item.setID = other
                try writer.apply(.putItem(item))
            }
            if let other = sets.merged[row] { try writer.moveConnections(ofSet: row, to: other) }
            for member in try writer.reader.members(ofSet: row) {
                try writer.apply(.deleteMember(setID: row, tagID: member.tagID))
            }
            if row != last { try writer.apply(.deleteSet(row)) }
        }
    }
}
