internal import GRDB

/// Holds uses, pair counts and postings against the saved selections, counted anew.
struct CountCheck {
    let reader: StoreReader

    /// A line for each count that is not what the saved selections say.
    func miscounts() throws -> [String] {
        var expected = PendingCounts()
        var selections: Int64 = 0
        var members: Int64 = 0
        try reader.forEachSavedSelection { row in
            expected.count(row.tagIDs.ids, by: 1)
            selections += 1
            members += Int64(row.tagIDs.ids.count)
        }
        var lines: [String] = []
        lines += try differences("saved selections", selections, reader.savedSelectionCount())
        lines += try differences(
            "postings",
            members,
            reader.database.first("SELECT count(*) FROM posting")?[0] ?? 0
        )
        return try lines + misplacedPostings() + wrongUses(expected) + wrongPairs(expected)
    }

    private func differences(_ what: String, _ expected: Int64, _ found: Int64) -> [String] {
        expected == found ? [] : ["\(what): \(found) instead of \(expected)"]
    }

    private func misplacedPostings() throws -> [String] {
        var lines: [String] = []
        let rows = try reader.database.rows(
            """
            SELECT tag_id, saved_selection_id, tag_ids FROM posting
            JOIN saved_selection ON saved_selection.id = saved_selection_id
            """
        )
        while let row = try rows.next() {
            let tagID: Int64 = row[0]
            if !PackedTagIDs(data: row[2]).rowIDs.contains(tagID) {
                lines.append(
                    "posting of tag \(tagID) in saved selection \(row[1] as Int64) is wrong"
                )
            }
        }
        return lines
    }

    private func wrongUses(_ expected: PendingCounts) throws -> [String] {
        try reader.database.rows("SELECT id, uses FROM tag")
            .mapAll { row -> [String] in
                let (id, uses): (Int64, Int64) = (row[0], row[1])
                return differences(
                    "uses of tag \(id)",
                    Int64(expected.uses[UInt32(clamping: id)] ?? 0),
                    uses
                )
            }
            .flatMap { $0 }
    }

    private func wrongPairs(_ expected: PendingCounts) throws -> [String] {
        var rest = expected.pairs.filter { !$0.value.isEmpty }
        var lines: [String] = []
        let rows = try reader.database.rows("SELECT tag_id, counts FROM pair_count")
        while let row = try rows.next() {
            let tagID: Int64 = row[0]
            var wanted = PairCounts()
            wanted.add(rest.removeValue(forKey: UInt32(clamping: tagID)) ?? [:])
            if wanted != PairCounts(data: row[1]) {
                lines.append("pair counts of tag \(tagID) are wrong")
            }
        }
        return lines + rest.keys.sorted().map { "pair counts of tag \($0) are missing" }
    }
}
