internal import GRDB
internal import TagCore

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
    package var tagIDs: PackedTagIDs?
    package var location: String?
    package var note: String?
    /// The text; only its words are stored.
    package var text: String?
    package var importedFrom: String?
    /// The keys of tags that are dismissed for the item, in addition to those of a stored item.
    package var dismissed: [String] = []
    /// Whether a time in whole seconds keeps the milliseconds of a stored time within that second, since many formats of
    /// imports have no milliseconds.
    package var keepsMilliseconds = false
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
        return row
    }

    /// Returns a stored item with these fields.
    package func row(over old: ItemRow) -> ItemRow {
        var row = old
        row.title = title ?? old.title
        row.savedAt = isSameSecond(as: old) ? old.savedAt : savedAt ?? old.savedAt
        row.tagIDs = tagIDs ?? old.tagIDs
        row.location = location ?? old.location
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
        // The facts depend on nothing else.
        let isSame = joined.title == title && joined.note == note && joined.savedAt == savedAt
        joined.ruleFacts = isSame ? ruleFacts : nil
        joined.dismissed = Set(dismissed + later.dismissed).sorted()
        if let tagIDs, let others = later.tagIDs {
            joined.tagIDs = PackedTagIDs(tagIDs.rowIDs + others.rowIDs)
        } else {
            joined.tagIDs = tagIDs ?? later.tagIDs
        }
        return joined
    }
}
