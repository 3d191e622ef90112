internal import Foundation
internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the saved selection with an id.
    package func savedSelection(id: Int64) throws -> SavedSelectionRow? {
        try database.first(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id = ?",
            [id],
            SavedSelectionRow.init(row:)
        )
    }

    /// Returns the saved selections whose ids are in a run, by id.
    func savedSelections(in run: ClosedRange<Int64>) throws -> [SavedSelectionRow] {
        try database.rows(
            "SELECT \(SavedSelectionRow.columns) FROM saved_selection WHERE id BETWEEN ? AND ? ORDER BY id",
            [run.lowerBound, run.upperBound]
        )
        .mapAll(SavedSelectionRow.init(row:))
    }

    /// Returns the ids of the saved selections that a filter matches, the newest time first, and the number of all.
    ///
    /// - Parameters:
    ///   - filter: the filter.
    ///   - limit: the maximum number of ids.
    ///   - isMatch: whether a label and a source are matched; `nil` for any.
    /// - Returns: at most `limit` ids, and the number of saved selections without a limit.
    /// - Throws: SQLite's errors, and what `isMatch` throws.
    /// - Complexity: linear in the saved selections that the filter matches.
    package func savedSelectionIDs(
        matching filter: SavedSelectionFilter,
        limit: Int,
        isMatch: ((_ label: String, _ source: String?) throws -> Bool)? = nil
    ) throws -> (ids: [Int64], count: Int) {
        let order = "WHERE \(filter.condition) ORDER BY saved_at DESC, id DESC"
        guard let isMatch else {
            let count: Int64? = try database.value(
                "SELECT count(*) FROM saved_selection WHERE \(filter.condition)",
                filter.arguments,
                in: StoredRange.id
            )
            let ids: [Int64] =
                try database.rows(
                    "SELECT id FROM saved_selection \(order) LIMIT \(limit)",
                    filter.arguments
                )
                .mapAll { try $0[0, StoredRange.id] }
            return (ids, Int(count ?? 0))
        }
        var (ids, count): ([Int64], Int) = ([], 0)
        let rows = try database.rows(
            "SELECT id, label, source FROM saved_selection \(order)",
            filter.arguments
        )
        while let row = try rows.next() {
            guard try isMatch(row.name(1), row.place(2)) else { continue }
            count += 1
            if ids.count < limit { ids.append(try row[0, StoredRange.id]) }
        }
        return (ids, count)
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

    /// Returns the ids of the saved selections that contain a tag, oldest first.
    package func savedSelectionIDs(holding tagID: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT saved_selection_id FROM posting WHERE tag_id = ? ORDER BY saved_selection_id",
            [tagID]
        )
        .mapAll { try $0[0] }
    }

    /// Returns the id of another saved selection that has the same set and source, or, without a source, the same set, label,
    /// time and tags.
    package func idOfDuplicate(of row: SavedSelectionRow) throws -> Int64? {
        if let source = row.source {
            let other = try savedSelectionID(ofSource: source, inSet: row.setID)
            return other == row.id ? nil : other
        }
        return try database.value(
            """
            SELECT id FROM saved_selection WHERE source IS NULL AND set_id = ? AND label = ?
            AND ifnull(saved_at, -9223372036854775808) = ifnull(?, -9223372036854775808)
            AND tag_ids = ? AND id <> ?
            """,
            [row.setID, row.label, row.savedAt, row.tagIDs.data, row.id]
        )
    }

    /// Returns the id of the saved selection of a set that has a source.
    package func savedSelectionID(ofSource source: String, inSet setID: Int64) throws -> Int64? {
        try database.value(
            "SELECT id FROM saved_selection WHERE source = ? AND set_id = ?",
            [source, setID],
            in: StoredRange.id
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
        return try database.first(query, [Feature.rowID(feature)]) { try $0.pairCounts(0) }
            ?? PairCounts()
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

    /// Returns the tags that at least so many saved selections contain, with how many do.
    package func tagUses(least: Int) throws -> [Int64: Int] {
        let rows = try database.rows("SELECT id, uses FROM tag WHERE uses >= ?", [least])
        var uses: [Int64: Int] = [:]
        while let row = try rows.next() {
            uses[try row[0, StoredRange.feature]] = Int(try row[1, StoredRange.id] as Int64)
        }
        return uses
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
        try database.first("SELECT word_features FROM saved_selection WHERE id = ?", [id]) {
            try $0.wordFeatures(0)
        } ?? []
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

/// Which saved selections are looked for.
package struct SavedSelectionFilter: Sendable {
    private let setID: Int64?
    private let tagIDs: [Int64]
    private let since: Int64?
    private let after: (savedAt: Int64?, id: Int64)?

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - setID: the set; `nil` for all sets.
    ///   - tagIDs: the tags that a selection must hold.
    ///   - since: the earliest time in milliseconds since 1970.
    ///   - after: the time and the id that they come after in the order of the newest time.
    package init(
        setID: Int64?,
        tagIDs: [Int64] = [],
        since: Int64? = nil,
        after: (savedAt: Int64?, id: Int64)? = nil
    ) {
        self.setID = setID
        self.tagIDs = tagIDs
        self.since = since
        self.after = after
    }

    /// The condition in SQL.
    fileprivate var condition: String {
        var conditions = [setID == nil ? "TRUE" : "set_id = ?"]
        conditions += tagIDs.map { _ in
            "id IN (SELECT saved_selection_id FROM posting WHERE tag_id = ?)"
        }
        if since != nil { conditions.append("saved_at >= ?") }
        if let after {
            // Selections without a time come last.
            conditions.append(
                after.savedAt == nil
                    ? "saved_at IS NULL AND id < ?"
                    : "(saved_at IS NULL OR (saved_at, id) < (?, ?))"
            )
        }
        return conditions.joined(separator: " AND ")
    }

    /// The values of the condition's parameters.
    fileprivate var arguments: StatementValues {
        let end = after.map { [$0.savedAt, $0.id].compactMap(\.self) } ?? []
        return [setID].compactMap(\.self) + tagIDs + [since].compactMap(\.self) + end
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
