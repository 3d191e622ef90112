internal import GRDB
internal import TagCore

extension StoreWriter {
    /// The most tags of a saved selection whose pairs are counted.
    package static let pairedTagLimit = 256

    /// Of very many tags that are to be saved together those whose pairs are counted; `nil`: all of them.
    ///
    /// They are the rarest, which tell most: those in the fewest saved selections before this one, the older first.
    /// The row keeps them, so that counts can be taken back and counted anew when uses are others.
    package func pairedTags(
        of tags: PackedTagIDs,
        limit: Int = StoreWriter.pairedTagLimit
    ) throws -> PackedTagIDs? {
        guard tags.ids.count > limit else { return nil }
        let uses = try tags.ids.map { id in
            (uses: try reader.uses(of: id) + Int64(counts.uses[id] ?? 0), id: Int64(id))
        }
        let rarest = uses.sorted { ($0.uses, $0.id) < ($1.uses, $1.id) }
            .prefix(limit)
        return PackedTagIDs(rarest.map(\.id))
    }

    func put(_ row: SavedSelectionRow) throws -> RowChange {
        guard let old = try reader.savedSelection(id: row.id) else {
            try insert(row)
            return .deleteSavedSelections(row.id...row.id)
        }
        try deletePostings(of: old)
        let words = try wordFeatures(of: row.label)
        try database.run(
            """
            UPDATE saved_selection
            SET set_id = ?, label = ?, saved_at = ?, tag_ids = ?, paired_tag_ids = ?, word_features = ?
            WHERE id = ?
            """,
            [
                row.setID, row.label, row.savedAt, row.tagIDs.data, row.pairedTagIDs?.data,
                LittleEndian.data(of: words), row.id,
            ]
        )
        try insertPostings(of: row, words: words)
        return .putSavedSelection(old)
    }

    /// Deletes the saved selections of a run of ids.
    func deleteSavedSelections(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.savedSelections(in: run)
        for row in rows { try deletePostings(of: row) }
        try database.run(
            "DELETE FROM saved_selection WHERE id BETWEEN ? AND ?",
            [run.lowerBound, run.upperBound]
        )
        return rows.map(RowChange.putSavedSelection)
    }

    private func insert(_ row: SavedSelectionRow) throws {
        let words = try wordFeatures(of: row.label)
        try database.run(
            """
            INSERT INTO saved_selection
                (id, set_id, label, saved_at, tag_ids, paired_tag_ids, word_features)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                row.id, row.setID, row.label, row.savedAt, row.tagIDs.data,
                row.pairedTagIDs?.data, LittleEndian.data(of: words),
            ]
        )
        try insertPostings(of: row, words: words)
    }

    private func insertPostings(of row: SavedSelectionRow, words: [UInt32]) throws {
        for tagID in row.tagIDs.rowIDs {
            try database.run(
                "INSERT INTO posting (tag_id, saved_selection_id) VALUES (?, ?)",
                [tagID, row.id]
            )
        }
        for word in words {
            try database.run(
                "INSERT INTO word_posting (word_id, saved_selection_id) VALUES (?, ?)",
                [Feature.rowID(word), row.id]
            )
        }
        try counts.count(row, words: words, by: 1) { try flushPairs(of: &$0) }
    }

    private func deletePostings(of row: SavedSelectionRow) throws {
        let words = try reader.wordFeatures(ofSavedSelection: row.id)
        try database.run("DELETE FROM posting WHERE saved_selection_id = ?", [row.id])
        try database.run("DELETE FROM word_posting WHERE saved_selection_id = ?", [row.id])
        try counts.count(row, words: words, by: -1) { try flushPairs(of: &$0) }
    }

    /// The features of a label's words, ascending; new words are made.
    private func wordFeatures(of label: String) throws -> [UInt32] {
        try LabelWords.words(of: label)
            .map { word in
                if let id = try reader.wordID(word) { return Feature.word(rowID: id) }
                try database.run("INSERT INTO word (text) VALUES (?)", [word])
                return Feature.word(rowID: database.lastInsertedRowID)
            }
            .sorted()
    }

    /// Writes the pending counts: one row a feature.
    func flushCounts() throws {
        for (feature, difference) in counts.uses.sorted(by: { $0.key < $1.key })
        where difference != 0 {
            let table = Feature.isWord(feature) ? "word" : "tag"
            try database.run(
                "UPDATE \(table) SET uses = uses + ? WHERE id = ?",
                [difference, Feature.rowID(feature)]
            )
        }
        try flushPairs(of: &counts)
        counts = PendingCounts()
    }

    /// Writes the pending counts of pairs alone, so that a large import does not hold them all.
    private func flushPairs(of counts: inout PendingCounts) throws {
        for (feature, differences) in counts.takePairs().sorted(by: { $0.key < $1.key }) {
            var pairs = try reader.pairCounts(of: feature)
            pairs.add(differences)
            try write(pairs, of: feature)
        }
    }

    private func write(_ pairs: PairCounts, of feature: UInt32) throws {
        let id = Feature.rowID(feature)
        if Feature.isWord(feature) {
            try database.run("UPDATE word SET counts = ? WHERE id = ?", [pairs.data, id])
        } else if pairs.entries.isEmpty {
            try database.run("DELETE FROM pair_count WHERE tag_id = ?", [id])
        } else {
            try database.run(
                """
                INSERT INTO pair_count (tag_id, counts) VALUES (?, ?)
                ON CONFLICT DO UPDATE SET counts = excluded.counts
                """,
                [id, pairs.data]
            )
        }
    }
}

/// What the transaction's saved selections add to the counts, written before they are many and when it ends.
struct PendingCounts {
    /// By feature, the difference in the number of saved selections that hold it.
    var uses: [UInt32: Int] = [:]
    /// By feature and other feature, the difference in the number that hold both; of a tag, other tags alone.
    private(set) var pairs: [UInt32: [UInt32: Int]] = [:]
    /// How many pairs were counted since they were last written, each time that one was.
    private var counted = 0

    /// How many pairs wait at the most before they are written: some 40 MB.
    private static let limit = 1_000_000

    /// Whether so many pairs wait that they must be written.
    var isFull: Bool { counted > Self.limit }

    /// Counts a selection's tags and words in (1) or out (−1).
    ///
    /// Complexity: linear in the features, and for each feature whose pairs count linear in those.
    /// - Parameters:
    ///   - row: the selection.
    ///   - words: the features of its label's words.
    ///   - difference: 1 or −1.
    ///   - flush: is called where ``isFull`` says so; it may take the pairs.
    /// - Throws: what `flush` throws.
    mutating func count(
        _ row: SavedSelectionRow,
        words: [UInt32],
        by difference: Int,
        flush: (inout Self) throws -> Void
    ) throws {
        for feature in row.tagIDs.ids + words { uses[feature, default: 0] += difference }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        for feature in tags {
            countPairs(of: feature, with: tags, by: difference)
            if isFull { try flush(&self) }
        }
        for word in words { countPairs(of: word, with: tags + words, by: difference) }
    }

    /// Takes the pairs that wait.
    mutating func takePairs() -> [UInt32: [UInt32: Int]] {
        defer {
            pairs = [:]
            counted = 0
        }
        return pairs
    }

    private mutating func countPairs(of feature: UInt32, with others: [UInt32], by difference: Int)
    {
        counted += others.count
        for other in others where other != feature {
            pairs[feature, default: [:]][other, default: 0] += difference
        }
    }
}
