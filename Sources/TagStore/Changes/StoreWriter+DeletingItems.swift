internal import GRDB
internal import TagCore

extension StoreWriter {
    /// Deletes the items in a range of ids, subtracts them from uses and pair counts, and returns the inverse changes.
    func deleteItems(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let rows = try reader.items(in: run)
        for row in rows { try deletePostings(of: row) }
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
}
