import Foundation
internal import GRDB

/// What the transaction's saved selections add to the counts, written once when it ends.
struct PendingCounts {
    /// By tag, the difference in the number of saved selections that hold it.
    var uses: [UInt32: Int] = [:]
    /// By tag and other tag, the difference in the number that hold both.
    var pairs: [UInt32: [UInt32: Int]] = [:]

    /// Counts a selection in (1) or out (−1).
    ///
    /// Complexity: quadratic in its tags, which is what it changes.
    mutating func count(_ tags: [UInt32], by difference: Int) {
        for tag in tags {
            uses[tag, default: 0] += difference
            for other in tags where other != tag {
                pairs[tag, default: [:]][other, default: 0] += difference
            }
        }
    }
}

extension StoreWriter {
    func put(_ row: SavedSelectionRow) throws -> RowChange {
        guard let old = try reader.savedSelection(id: row.id) else {
            try insert(row)
            return .deleteSavedSelections(row.id...row.id)
        }
        try deletePostings(of: old)
        try database.run(
            "UPDATE saved_selection SET set_id = ?, label = ?, saved_at = ?, tag_ids = ? WHERE id = ?",
            [row.setID, row.label, row.savedAt, row.tagIDs.data, row.id]
        )
        try insertPostings(of: row)
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
        try database.run(
            "INSERT INTO saved_selection (id, set_id, label, saved_at, tag_ids) VALUES (?, ?, ?, ?, ?)",
            [row.id, row.setID, row.label, row.savedAt, row.tagIDs.data]
        )
        try insertPostings(of: row)
    }

    private func insertPostings(of row: SavedSelectionRow) throws {
        for tagID in row.tagIDs.rowIDs {
            try database.run(
                "INSERT INTO posting (tag_id, saved_selection_id) VALUES (?, ?)",
                [tagID, row.id]
            )
        }
        counts.count(row.tagIDs.ids, by: 1)
    }

    private func deletePostings(of row: SavedSelectionRow) throws {
        try database.run("DELETE FROM posting WHERE saved_selection_id = ?", [row.id])
        counts.count(row.tagIDs.ids, by: -1)
    }

    /// Writes the pending counts: one row a tag.
    func flushCounts() throws {
        for (tag, difference) in counts.uses.sorted(by: { $0.key < $1.key }) where difference != 0 {
            try database.run(
                "UPDATE tag SET uses = uses + ? WHERE id = ?",
                [difference, Int64(tag)]
            )
        }
        for (tag, differences) in counts.pairs.sorted(by: { $0.key < $1.key }) {
            var pairs = try reader.pairCounts(of: Int64(tag))
            pairs.add(differences)
            try write(pairs, of: Int64(tag))
        }
        counts = PendingCounts()
    }

    private func write(_ pairs: PairCounts, of tagID: Int64) throws {
        guard !pairs.entries.isEmpty else {
            return try database.run("DELETE FROM pair_count WHERE tag_id = ?", [tagID])
        }
        try database.run(
            "INSERT INTO pair_count (tag_id, counts) VALUES (?, ?) ON CONFLICT DO UPDATE SET counts = excluded.counts",
            [tagID, pairs.data]
        )
    }
}
