internal import GRDB
internal import TagCore

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
    /// Of the items of a set with the same normalized location, the newest keeps its location.
    ///
    /// - Complexity: linear in the number of items.
    static func fillItemText(in database: Database) throws {
        let writer = StoreWriter(database: database)
        var known: Set<String> = []
        let ids: [Int64] = try database.rows("SELECT id FROM item ORDER BY saved_at DESC, id DESC").mapAll { try $0[0] }
        for id in ids {
            guard let row = try writer.reader.item(id: id) else { continue }
            let location = row.location.map(NormalizedLocation.init)
            let isKept = location.map { known.insert("\(row.setID) \($0.key)").inserted } ?? false
            try database.run(
                "UPDATE item SET location = ?, location_key = ?, site = ? WHERE id = ?",
                isKept ? [row.location, location?.key, location?.site, id] : [nil, nil, nil, id])
        }
        try database.run("INSERT INTO item_text (item_text) VALUES ('delete-all')")
        try writer.reader.forEachItem(writer.insertText)
        try database.run(
            "CREATE UNIQUE INDEX item_by_location ON item (location_key, set_id) WHERE location_key IS NOT NULL")
    }
}

extension ItemRow {
    /// The words of the columns of `item_text`.
    fileprivate var searchText: StatementValues {
        [title, location.map(SearchText.withoutScheme) ?? "", note].map { SearchText($0).text }
    }
}
