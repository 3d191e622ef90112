internal import GRDB

/// A saved selection of a thing that took the place of an earlier one.
package struct ReplacedThing {
    /// What is saved now.
    package let row: SavedSelectionRow
    /// The tags that the thing did not have before.
    package let addedTags: [Int64]
    /// Whether its label, its time or its tags have changed.
    package let isChanged: Bool
}

/// Saved selections of things: there is at most one for a set and source.
extension StoreWriter {
    /// Puts a saved selection in the place of the one that its set has for its source, whose number and lesson stay.
    ///
    /// An identical one changes nothing. A thing that no file or folder brings in now stays one of where it came from.
    ///
    /// - Parameter row: the saved selection; its number does not count.
    /// - Returns: what was replaced; `nil` if the row has no source, or its set nothing saved for it.
    /// - Throws: SQLite's errors.
    package func replaceThing(with row: SavedSelectionRow) throws -> ReplacedThing? {
        guard let source = row.source,
            let id = try reader.savedSelectionID(ofSource: source, inSet: row.setID),
            let old = try reader.savedSelection(id: id)
        else { return nil }
        var new = row
        (new.id, new.lesson, new.origin) = (id, old.lesson, row.origin ?? old.origin)
        new.pairedTagIDs =
            old.tagIDs == new.tagIDs ? old.pairedTagIDs : try pairedTags(of: new.tagIDs)
        if new != old { try apply(.putSavedSelection(new)) }
        let before = Set(old.tagIDs.rowIDs)
        var ofOldOrigin = new
        ofOldOrigin.origin = old.origin
        return ReplacedThing(
            row: new,
            addedTags: new.tagIDs.rowIDs.filter { !before.contains($0) },
            isChanged: ofOldOrigin != old
        )
    }
}

/// Things of an import until its end, in a temporary table, since a file may say the same thing twice.
extension StoreWriter {
    /// Keeps a thing that the import brings, or adds it to what the import said of it before.
    ///
    /// - Parameters:
    ///   - row: the thing; its number is that of a new saved selection.
    ///   - joinsTags: whether a thing that comes again gets the tags of both; else it is replaced.
    /// - Returns: whether the thing is new, known to the database, or brought again.
    /// - Throws: SQLite's errors.
    package func stageThing(_ row: SavedSelectionRow, joinsTags: Bool) throws -> StagedThing {
        try createStage()
        let staged = try database.rows(
            "SELECT id, label, saved_at, tag_ids FROM temp.imported_thing WHERE set_id = ? AND source = ?",
            [row.setID, row.source]
        )
        guard let before = try staged.next() else {
            let id = try row.source.flatMap {
                try reader.savedSelectionID(ofSource: $0, inSet: row.setID)
            }
            try stage(row, id: id ?? row.id)
            return id == nil ? .new : .known
        }
        var joined = row
        if joinsTags {
            joined.label = try before[1]
            joined.savedAt = try before[2]
            joined.tagIDs = PackedTagIDs(try before.tagIDs(3).rowIDs + row.tagIDs.rowIDs)
        }
        try stage(joined, id: before[0])
        return .repeated
    }

    private func createStage() throws {
        guard !hasThingTable else { return }
        try database.run(
            """
            CREATE TEMP TABLE IF NOT EXISTS imported_thing
            (id INTEGER PRIMARY KEY, set_id INTEGER, source TEXT, label TEXT, saved_at INTEGER, tag_ids BLOB,
            UNIQUE (set_id, source))
            """
        )
        hasThingTable = true
    }

    private func stage(_ row: SavedSelectionRow, id: Int64) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO temp.imported_thing (id, set_id, source, label, saved_at, tag_ids)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [id, row.setID, row.source, row.label, row.savedAt, row.tagIDs.data]
        )
    }

    /// Returns the next things that were kept, by number, after the one of a number.
    package func stagedThings(after id: Int64, limit: Int) throws -> [SavedSelectionRow] {
        try createStage()
        return
            try database.rows(
                """
                SELECT id, set_id, source, label, saved_at, tag_ids FROM temp.imported_thing
                WHERE id > ? ORDER BY id LIMIT ?
                """,
                [id, limit]
            )
            .mapAll { row in
                SavedSelectionRow(
                    id: try row[0],
                    setID: try row[1],
                    label: try row[3],
                    savedAt: try row[4],
                    tagIDs: try row.tagIDs(5),
                    source: try row[2]
                )
            }
    }

    /// Forgets the things of a file or folder that the import did not bring, in one set and in those that it named.
    ///
    /// - Parameters:
    ///   - origin: the file or folder.
    ///   - setID: the set.
    /// - Returns: how many were forgotten.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the saved selections.
    package func forgetThings(ofOrigin origin: String, inSet setID: Int64) throws -> Int {
        try createStage()
        let ids: [Int64] =
            try database.rows(
                """
                SELECT id FROM saved_selection
                WHERE origin = ? AND id NOT IN (SELECT id FROM temp.imported_thing)
                AND (set_id = ? OR set_id IN (SELECT set_id FROM temp.imported_thing)) ORDER BY id
                """,
                [origin, setID]
            )
            .mapAll { try $0[0] }
        for id in ids { try apply(.deleteSavedSelections(id...id)) }
        return ids.count
    }

    /// Clears what was kept.
    package func clearStagedThings() throws {
        try database.run("DROP TABLE IF EXISTS temp.imported_thing")
        hasThingTable = false
    }
}

/// What an import said of a thing before, and the database knows of it.
package enum StagedThing {
    /// The thing is new.
    case new
    /// The database has it.
    case known
    /// The import has brought it already.
    case repeated
}
