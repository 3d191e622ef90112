internal import GRDB
internal import Sync
internal import TagCore

extension StateApplication {
    /// Writes the loaded items, and deletes those that aren't shown any more.
    mutating func showItems() throws {
        let stored = try storedItems()
        var last = try writer.reader.lastID(of: .item)
        let unknown = unknownItems(stored)
        let shown = state.items.values.filter { sets.rows[$0.set] != nil }
        var map = map
        let assignment = RowAssignment(
            shown.map { RowAssignment.Shown(id: $0.id, ids: $0.ids, named: $0.ids) }, shownIDs: state.shownIDs,
            kind: .item, local: Set(stored.keys), map: &map, lastID: &last
        ) { id in unknown.isEmpty ? nil : state.items[id].flatMap(key).flatMap { unknown[$0] } }
        self.map = map
        for row in assignment.removed { try writer.apply(.deleteItems(row...row)) }
        for (id, row) in assignment.rows.sorted(by: { $0.value < $1.value }) {
            guard let item = state.items[id] else { continue }
            let local = stored[row]
            if let local, isShown(item, by: local) { continue }
            try show(item, in: row, over: local)
        }
    }

    /// The normalized location or the day of an item in a set.
    private struct Key: Hashable {
        let set: Int64
        let location: String?
        let day: Int64?
    }

    private func key(_ item: ShownItem) -> Key? {
        guard let set = sets.rows[item.set] else { return nil }
        if let location = item.location { return Key(set: set, location: NormalizedLocation(location).key, day: nil) }
        return item.day.map { Key(set: set, location: nil, day: $0) }
    }

    /// Returns the items that belong to no thing by their keys: the others of several at one location.
    private func unknownItems(_ stored: [Int64: LocalItem]) -> [Key: Int64] {
        var unknown: [Key: Int64] = [:]
        for item in stored.values where map.things(ofRow: item.row, kind: .item).isEmpty {
            let set = sets.merged[item.set] ?? item.set
            if let location = item.location {
                unknown[Key(set: set, location: NormalizedLocation(location).key, day: nil)] = item.row
            } else if let day = item.day {
                unknown[Key(set: set, location: nil, day: day)] = item.row
            }
        }
        return unknown
    }

    private mutating func show(_ item: ShownItem, in row: Int64, over local: LocalItem?) throws {
        let old = local == nil ? nil : try writer.reader.item(id: row)
        var new = try self.row(item, id: row, over: old)
        if ExactText(orEmpty: item.words) != ExactText(orEmpty: local?.words) {
            new.textWords = try item.words.map { try LearnedWords.storedWords($0, with: writer) } ?? []
        }
        if !new.isExactly(old) {
            new.modifiedAt = modified(item, isNew: old == nil) ?? new.modifiedAt
            try writer.apply(.putItem(new))
        }
        try showDismissed(item.dismissed, in: row, Set(local?.dismissed ?? []))
        if ExactText(orEmpty: item.attributes) != ExactText(orEmpty: local?.attributes) {
            try showBookmark(item.attributes, in: row)
        }
    }

    /// Returns whether the row of an item shows it already.
    private func isShown(_ item: ShownItem, by local: LocalItem) -> Bool {
        let isDay = item.location == nil && state.sets[item.set]?.isDaily == true
        let texts = [item.title, item.note, item.location, item.words, item.attributes].map(ExactText.init(orEmpty:))
        return sets.rows[item.set] == local.set && item.time == local.time
            && texts
                == [local.title, local.note, local.location, local.words, local.attributes]
                .map(ExactText.init(orEmpty:))
            && (!isDay || item.day == nil || item.day == local.day) && rows(ofTags: item.tags) == local.tags
            && item.dismissed == Set(local.dismissed)
    }

    /// Returns the row of an item; values that don't fit are cut, or those of the stored row stay.
    private mutating func row(_ item: ShownItem, id: Int64, over old: ItemRow?) throws -> ItemRow {
        let set = sets.rows[item.set] ?? old?.setID ?? 0
        var row = old ?? ItemRow(id: id, setID: set, title: "", savedAt: nil, tagIDs: PackedTagIDs([]))
        row.setID = set
        row.title = cut(item.title, to: StoredRange.maxNameBytes, .title)
        row.note = cut(item.note, to: StoredRange.maxNoteBytes, .note)
        let location = item.location.flatMap { $0.isEmpty ? nil : $0 }
        if location.map(StoredRange.isLocation) ?? true { row.location = location } else { limited.note(.location) }
        if item.time.map(StoredRange.time.contains) ?? true { row.savedAt = item.time } else { limited.note(.time) }
        if let day = item.day { if StoredRange.day.contains(day) { row.day = day } else { limited.note(.day) } }
        row.tagIDs = PackedTagIDs(rows(ofTags: item.tags))
        if row.tagIDs != old?.tagIDs { row.pairedTagIDs = try writer.pairedTags(of: row.tagIDs) }
        return row
    }

    /// Returns when an item changed last: the time of its newest stamp, but none for a new item that nobody has changed.
    private func modified(_ item: ShownItem, isNew: Bool) -> Int64? {
        let stamps = Set(item.ids.flatMap { (registers.things[$0] ?? [:]).values.map(\.stamp) }).subtracting([.zero])
        guard let newest = stamps.max(), !isNew || stamps.count > 1 else { return nil }
        let time = Int64(clamping: newest.milliseconds)
        return StoredRange.time.contains(time) ? time : nil
    }

    private mutating func cut(_ text: String?, to limit: Int, _ kind: LimitedValues.Kind) -> String {
        guard let text else { return "" }
        let short = text.prefix(bytes: limit)
        if short.utf8.count < text.utf8.count { limited.note(kind) }
        return short
    }

    /// Writes the dismissed tags of an item.
    private func showDismissed(_ keys: Set<String>, in row: Int64, _ stored: Set<String>) throws {
        let wanted = keys.filter { (1...StoredRange.maxNameBytes).contains($0.utf8.count) }
        for key in stored.subtracting(wanted).sorted() {
            try writer.apply(.deleteDismissedTag(DismissedTag(itemID: row, keyText: key)))
        }
        for key in wanted.subtracting(stored).sorted() {
            try writer.apply(.putDismissedTag(DismissedTag(itemID: row, keyText: key)))
        }
    }

    /// Writes the attributes and folders that exports keep.
    private mutating func showBookmark(_ text: String?, in row: Int64) throws {
        guard let text else { return try writer.apply(.deleteBookmark(row)) }
        guard let bookmark = ItemBookmark(syncedText: text) else { return limited.note(.attributes) }
        try writer.apply(.putBookmark(bookmark, itemID: row))
    }

    /// Returns the rows of the loaded items before the exchange.
    private func storedItems() throws -> [Int64: LocalItem] {
        let daily = Set(try writer.reader.sets().filter(\.isDaily).map(\.id))
        let selection: StoreReader.ItemSelection =
            switch loaded {
            case .all: .all
            case .some(let things): .rows(Set(things.compactMap { map.row(of: $0) }))
            }
        let items = try writer.reader.localItems(selection, dailySets: daily)
        return Dictionary(items.map { ($0.row, $0) }) { first, _ in first }
    }
}
