internal import GRDB

/// Holds uses, pair counts and postings against the saved selections, counted anew.
struct CountCheck {
    let reader: StoreReader

    /// A line for each count that is not what the saved selections say.
    func miscounts() throws -> [String] {
        var expected = PendingCounts()
        var (selections, members, words): (Int64, Int64, Int64) = (0, 0, 0)
        try reader.forEachSavedSelection { row in
            let labelWords = LabelWords.words(of: row.label)
            let features = try labelWords.compactMap { try reader.wordID($0).map(FeatureID.word) }
            try expected.count(row, words: features, by: 1) { _ in }
            selections += 1
            members += Int64(row.tagIDs.ids.count)
            words += Int64(labelWords.count)
        }
        return try differences("saved selections", selections, reader.savedSelectionCount())
            + differences("postings", members, count("posting"))
            + differences("postings of words", words, count("word_posting"))
            + misplacedPostings() + wrongUses(expected) + wrongPairs(expected)
    }

    private func count(_ table: String) throws -> Int64 {
        try reader.database.first("SELECT count(*) FROM \(table)")?[0] ?? 0
    }

    private func differences(_ what: String, _ expected: Int64, _ found: Int64) -> [String] {
        expected == found ? [] : ["\(what): \(found) instead of \(expected)"]
    }

    private func misplacedPostings() throws -> [String] {
        var lines: [String] = []
        // Selection by selection: a large one has as many postings as tags.
        try reader.forEachSavedSelection { selection in
            let tagIDs = Set(selection.tagIDs.rowIDs)
            let rows = try reader.database.rows(
                "SELECT tag_id FROM posting WHERE saved_selection_id = ?",
                [selection.id]
            )
            while let row = try rows.next() {
                let tagID: Int64 = row[0]
                guard !tagIDs.contains(tagID) else { continue }
                lines.append(
                    "posting of tag \(tagID) in saved selection \(selection.id) is wrong"
                )
            }
        }
        return lines
    }

    private func wrongUses(_ expected: PendingCounts) throws -> [String] {
        let tags = try reader.database.rows("SELECT id, uses FROM tag")
            .mapAll { row in (UInt32(clamping: row[0] as Int64), row[1] as Int64) }
        let words = try reader.database.rows("SELECT id, uses FROM word")
            .mapAll { row in (FeatureID.word(row[0]), row[1] as Int64) }
        return (tags + words)
            .flatMap { feature, uses in
                differences("uses of \(name(feature))", Int64(expected.uses[feature] ?? 0), uses)
            }
    }

    private func wrongPairs(_ expected: PendingCounts) throws -> [String] {
        var expected = expected
        var rest = expected.takePairs().filter { !$0.value.isEmpty }
        var lines: [String] = []
        let rows = try reader.database.rows(
            "SELECT tag_id, counts, 0 FROM pair_count UNION ALL SELECT id, counts, 1 FROM word"
        )
        while let row = try rows.next() {
            let feature = row[2] ? FeatureID.word(row[0]) : UInt32(clamping: row[0] as Int64)
            var wanted = PairCounts()
            wanted.add(rest.removeValue(forKey: feature) ?? [:])
            if wanted != PairCounts(data: row[1]) {
                lines.append("pair counts of \(name(feature)) are wrong")
            }
        }
        return lines + rest.keys.sorted().map { "pair counts of \(name($0)) are missing" }
    }

    private func name(_ feature: UInt32) -> String {
        "\(FeatureID.isWord(feature) ? "word" : "tag") \(FeatureID.rowID(feature))"
    }
}
