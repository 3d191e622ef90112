internal import Foundation
internal import GRDB
package import TagCore

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
        while let row = try rows.next() { try body(try SavedSelectionRow(row: row)) }
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
        try database.value(
            """
            SELECT id FROM saved_selection WHERE set_id = ? AND label = ?
            AND ifnull(saved_at, -9223372036854775808) = ifnull(?, -9223372036854775808) AND tag_ids = ?
            """,
            [row.setID, row.label, row.savedAt, row.tagIDs.data]
        )
    }

    /// How many selections are saved.
    package func savedSelectionCount() throws -> Int64 {
        try database.value("SELECT saved_selection_count FROM state", in: StoredRange.id) ?? 0
    }

    /// With which features a tag or word stands in saved selections; of a tag, with which other tags.
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

    /// The number of saved selections that hold a tag, or a word in their label.
    package func uses(of feature: UInt32) throws -> Int64 {
        let table = Feature.isWord(feature) ? "word" : "tag"
        return try database.value(
            "SELECT uses FROM \(table) WHERE id = ?",
            [Feature.rowID(feature)],
            in: StoredRange.id
        ) ?? 0
    }

    /// The id of a word of labels.
    package func wordID(_ word: String) throws -> Int64? {
        try database.value(
            "SELECT id FROM word WHERE text = ?",
            [word],
            in: StoredRange.feature
        )
    }

    func wordFeatures(ofSavedSelection id: Int64) throws -> [UInt32] {
        let row = try database.first("SELECT word_features FROM saved_selection WHERE id = ?", [id])
        return try row.map { try $0.wordFeatures(0) } ?? []
    }

    /// What the saved selections before one hold that have a feature: their tags, then the words of their labels.
    ///
    /// Newest first; each kind ascending.
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
    /// The ids of a set's saved selections, oldest first.
    package func savedSelectionIDs(inSet setID: Int64) throws -> [Int64] {
        try database.rows("SELECT id FROM saved_selection WHERE set_id = ? ORDER BY id", [setID])
            .mapAll { try $0[0] }
    }
}

extension StoreReader {
    /// The tags that most saved selections hold, the most used first.
    package func mostUsedTags(limit: Int) throws -> [Int64] {
        try database.rows(
            "SELECT id FROM tag WHERE uses > 0 ORDER BY uses + other_uses DESC LIMIT ?",
            [limit]
        )
        .mapAll { try $0[0] }
    }
}
