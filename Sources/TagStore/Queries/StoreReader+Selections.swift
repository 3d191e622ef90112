internal import Foundation
internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the saved selection with an id.
    package func savedSelection(id: Int64) throws -> SavedSelectionRow? {
        try database.first(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id = ?",
            [id]
        )
        .map(SavedSelectionRow.init(row:))
    }

    /// Returns the saved selections whose ids are in a run, by id.
    func savedSelections(in run: ClosedRange<Int64>) throws -> [SavedSelectionRow] {
        try database.rows(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(SavedSelectionRow.init(row:))
    }

    /// Returns the newest saved selections of a set, or of all sets, newest first.
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

    /// Calls a body with every saved selection, oldest first.
    package func forEachSavedSelection(_ body: (SavedSelectionRow) throws -> Void) throws {
        let rows = try database.rows(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection ORDER BY id"
        )
        while let row = try rows.next() { try body(try SavedSelectionRow(row: row)) }
    }

    /// Returns the saved selections that contain a tag, newest first.
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

    /// Returns the id of a saved selection with the same set, label, time and tags.
    package func idOfDuplicate(of row: SavedSelectionRow) throws -> Int64? {
        try database.value(
            """
            SELECT id FROM saved_selection WHERE set_id = ? AND label = ?
            AND ifnull(saved_at, -9223372036854775808) = ifnull(?, -9223372036854775808) AND tag_ids = ?
            """,
            [row.setID, row.label, row.savedAt, row.tagIDs.data]
        )
    }

    /// Returns the number of saved selections.
    package func savedSelectionCount() throws -> Int64 {
        try database.value("SELECT saved_selection_count FROM state", in: StoredRange.id) ?? 0
    }

    /// Returns the counts of the features that occur in saved selections together with a tag or a word; for a tag, only tags.
    package func pairCounts(of feature: UInt32) throws -> PairCounts {
        let query =
            Feature.isWord(feature)
            ? "SELECT counts FROM word WHERE id = ?"
            : "SELECT counts FROM pair_count WHERE tag_id = ?"
        guard let row = try database.first(query, [Feature.rowID(feature)]) else {
            return PairCounts()
        }
        return try row.pairCounts(0)
    }

    /// Returns the number of saved selections that contain a tag, or whose label contains a word.
    package func uses(of feature: UInt32) throws -> Int64 {
        let table = Feature.isWord(feature) ? "word" : "tag"
        return try database.value(
            "SELECT uses FROM \(table) WHERE id = ?",
            [Feature.rowID(feature)],
            in: StoredRange.id
        ) ?? 0
    }

    /// Returns the id of a word of labels.
    package func wordID(_ word: String) throws -> Int64? {
        try database.value(
            "SELECT id FROM word WHERE text = ?",
            [word],
            in: StoredRange.feature
        )
    }

    /// Returns the features of the words in the label of a saved selection.
    func wordFeatures(ofSavedSelection id: Int64) throws -> [UInt32] {
        let row = try database.first("SELECT word_features FROM saved_selection WHERE id = ?", [id])
        return try row.map { try $0.wordFeatures(0) } ?? []
    }

    /// Calls a body with the features of the saved selections that contain a feature and are older than one, newest first.
    ///
    /// The features are the tags, ascending, followed by the words of the label, ascending.
    package func forEachSavedSelection(
        holding feature: UInt32,
        before id: Int64,
        limit: Int,
        _ body: (_ id: Int64, _ features: [UInt32]) throws -> Void
    ) throws {
        let postings =
            Feature.isWord(feature)
            ? "SELECT saved_selection_id AS id FROM word_posting WHERE word_id = ?"
            : "SELECT saved_selection_id AS id FROM posting WHERE tag_id = ?"
        let rows = try database.rows(
            """
            SELECT id, tag_ids, word_features FROM (
                \(postings) AND saved_selection_id < ? ORDER BY saved_selection_id DESC LIMIT ?
            ) JOIN saved_selection USING (id) ORDER BY id DESC
            """,
            [Feature.rowID(feature), id, limit]
        )
        while let row = try rows.next() {
            try body(row[0, StoredRange.id], row.tagIDs(1).ids + row.wordFeatures(2))
        }
    }
}

extension StoreReader {
    /// Returns the ids of a set's saved selections, oldest first.
    package func savedSelectionIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM saved_selection WHERE set_id = ? ORDER BY id", [setID])
            .mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// Returns the tags that occur in any saved selection, those with the most uses first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?",
            [limit]
        )
        .mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// Returns saved selections, newest first.
    ///
    /// - Parameters:
    ///   - setID: the set; `nil` for all sets.
    ///   - tagID: a tag that they hold; `nil` for any.
    ///   - id: the id before which they were saved; `nil` for the newest.
    ///   - limit: the maximum number.
    package func savedSelections(
        inSet setID: Int64?,
        holding tagID: Int64?,
        before id: Int64?,
        limit: Int
    ) throws -> [SavedSelectionRow] {
        let source =
            tagID == nil
            ? "saved_selection"
            : "posting JOIN saved_selection ON saved_selection_id = id"
        return
            try database.rows(
                """
                SELECT \(SavedSelectionRow.columns) FROM \(source)
                WHERE (?1 IS NULL OR set_id = ?1) AND (?2 IS NULL OR id < ?2) \(tagID == nil ? "AND ?3 IS NULL" : "AND tag_id = ?3")
                ORDER BY id DESC LIMIT ?4
                """,
                [setID, id, tagID, limit]
            )
            .mapAll(SavedSelectionRow.init(row:))
    }
}
