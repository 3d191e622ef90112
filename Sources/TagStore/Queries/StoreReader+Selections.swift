internal import Foundation
internal import GRDB

extension StoreReader {
    package func savedSelection(id: Int64) throws -> SavedSelectionRow? {
        try database.first(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id = ?",
            [id]
        )
        .map(SavedSelectionRow.init(row:))
    }

    func savedSelections(in run: ClosedRange<Int64>) throws -> [SavedSelectionRow] {
        try database.rows(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(SavedSelectionRow.init(row:))
    }

    /// The newest saved selections of a set, or of all, newest first.
    package func newestSavedSelections(
        inSet setID: Int64?,
        limit: Int
    ) throws -> [SavedSelectionRow] {
        try database.rows(
            """
            SELECT \(SavedSelectionRow.columns) FROM saved_selection
            WHERE ?1 IS NULL OR set_id = ?1 ORDER BY id DESC LIMIT ?2
            """,
            [setID, limit]
        )
        .mapAll(SavedSelectionRow.init(row:))
    }

    /// Every saved selection, oldest first.
    package func forEachSavedSelection(_ body: (SavedSelectionRow) throws -> Void) throws {
        let rows = try database.rows(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection ORDER BY id"
        )
        while let row = try rows.next() { try body(SavedSelectionRow(row: row)) }
    }

    /// The saved selections that hold a tag, newest first.
    package func savedSelections(
        holding tagID: Int64,
        limit: Int = .max
    ) throws -> [SavedSelectionRow] {
        try database.rows(
            """
            SELECT \(SavedSelectionRow.columns) FROM saved_selection JOIN posting ON saved_selection_id = id
            WHERE tag_id = ? ORDER BY saved_selection_id DESC LIMIT ?
            """,
            [tagID, limit]
        )
        .mapAll(SavedSelectionRow.init(row:))
    }

    /// The id of the saved selection with this set, label, time and tags.
    package func idOfSame(as row: SavedSelectionRow) throws -> Int64? {
        try database.first(
            """
            SELECT id FROM saved_selection WHERE set_id = ? AND label = ?
            AND ifnull(saved_at, -9223372036854775808) = ifnull(?, -9223372036854775808) AND tag_ids = ?
            """,
            [row.setID, row.label, row.savedAt, row.tagIDs.data]
        )?[0]
    }

    /// How many selections are saved.
    package func savedSelectionCount() throws -> Int64 {
        try database.first("SELECT saved_selection_count FROM state")?[0] ?? 0
    }

    /// The number of saved selections that hold a tag.
    package func uses(of tagID: Int64) throws -> Int64 {
        try database.first("SELECT uses FROM tag WHERE id = ?", [tagID])?[0] ?? 0
    }

    /// With which tags a tag stands in saved selections.
    package func pairCounts(of tagID: Int64) throws -> PairCounts {
        guard
            let row = try database.first("SELECT counts FROM pair_count WHERE tag_id = ?", [tagID])
        else { return PairCounts() }
        return PairCounts(data: row[0])
    }
}

extension StoreReader {
    /// The ids of a set's saved selections, oldest first.
    package func savedSelectionIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM saved_selection WHERE set_id = ? ORDER BY id", [setID])
            .mapAll { $0[0] }
    }
}

extension StoreReader {
    /// The tags that most saved selections hold, the most used first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?",
            [limit]
        )
        .mapAll { $0[0] }
    }
}
