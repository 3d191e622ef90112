internal import GRDB
internal import TagCore

extension StoreWriter {
    /// The maximum number of tags of an item whose pairs are counted.
    package static let pairedTagLimit = 256

    /// Returns the tags of a large item whose pairs are counted, or `nil` if the pairs of all its tags are counted.
    ///
    /// These are the rarest tags, which carry the most information: the tags of the fewest items so far, older tags
    /// first. They are stored in the item's row, so that its counts can be subtracted later, when uses are different.
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

    /// Inserts the postings of an item and adds the item to the counts.
    func insertPostings(of row: ItemRow, words: [UInt32]) throws {
        try insertUncountedPostings(of: row, words: words)
        counts.count(row, words: words, by: 1)
        if counts.isFull { try flushPairs() }
    }

    /// Inserts the postings of an item.
    func insertUncountedPostings(of row: ItemRow, words: [UInt32]) throws {
        for tagID in row.tagIDs.rowIDs {
            try database.run(
                "INSERT INTO posting (tag_id, item_id) VALUES (?, ?)",
                [tagID, row.id]
            )
        }
        for word in words {
            try database.run(
                "INSERT INTO word_posting (word_id, item_id) VALUES (?, ?)",
                [Feature.rowID(word), row.id]
            )
        }
    }

    /// Deletes the items in a range of ids, subtracts them from uses and pair counts, and returns the inverse changes.
    func deleteItems(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.items(in: run)
        for row in rows {
            try deletePostings(of: row)
            try deleteText(of: row)
        }
        if rows.contains(where: { $0.sample != nil }) { samples.invalidate() }
        try database.run(
            "DELETE FROM item WHERE id BETWEEN ? AND ?",
            [run.lowerBound, run.upperBound]
        )
        return rows.map(RowChange.putItem)
    }

    /// Deletes the postings of an item and subtracts the item from the counts.
    func deletePostings(of row: ItemRow) throws {
        let words = try reader.wordFeatures(ofItem: row.id)
        try database.run("DELETE FROM posting WHERE item_id = ?", [row.id])
        try database.run("DELETE FROM word_posting WHERE item_id = ?", [row.id])
        counts.count(row, words: words, by: -1)
        if counts.isFull { try flushPairs() }
    }

    /// Returns the features of a title's words in ascending order; inserts new words into the database.
    func wordFeatures(of title: String) throws -> [UInt32] {
        try LabelWords.words(of: title)
            .map { word in
                if let id = try reader.wordID(word) { return Feature.word(rowID: id) }
                try database.run("INSERT INTO word (text) VALUES (?)", [word])
                return Feature.word(rowID: database.lastInsertedRowID)
            }
            .sorted()
    }

    /// Writes the pending counts, with one update per feature.
    func flushCounts() throws {
        for (feature, difference) in counts.uses.sorted(by: { $0.key < $1.key })
        where difference != 0 {
            let table = Feature.isWord(feature) ? "word" : "tag"
            try database.run(
                "UPDATE \(table) SET uses = uses + ? WHERE id = ?",
                [difference, Feature.rowID(feature)]
            )
        }
        try flushPairs()
        counts = PendingCounts()
    }

    /// Writes only the pending pair counts, which limits the memory of a large import.
    func flushPairs() throws {
        try counts.drainPairs { feature, differences in
            var pairs = try reader.pairCounts(of: feature)
            pairs.add(differences)
            try write(pairs, of: feature)
        }
    }

    /// Writes the pair counts of a tag or word.
    func write(_ pairs: PairCounts, of feature: UInt32) throws {
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
