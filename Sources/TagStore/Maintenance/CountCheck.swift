internal import GRDB
internal import TagCore

/// The check of uses, pair counts and postings against a recount of the items.
struct CountCheck {
    let reader: StoreReader

    /// Adds a finding for each count that differs from the recount.
    func run(into found: FindingList) throws {
        var expected = PendingCounts()
        var (selections, members, words): (Int64, Int64, Int64) = (0, 0, 0)
        try reader.forEachItem { row in
            let titleWords = LabelWords.words(of: row.title)
            let features = try titleWords.compactMap {
                try reader.wordID($0).map(Feature.word(rowID:))
            }
            expected.count(row, words: features, by: 1)
            selections += 1
            members += Int64(row.tagIDs.ids.count)
            words += Int64(titleWords.count)
        }
        try compare("items", selections, reader.itemCount(), found)
        try compare("postings", members, count("posting"), found)
        try compare("postings of words", words, count("word_posting"), found)
        try checkPostings(found)
        try checkUses(expected, found)
        try checkPairs(expected, found)
        try checkSamples(found)
    }

    /// Compares the calibration and the mixture with the fold of all samples.
    private func checkSamples(_ found: FindingList) throws {
        let stored = try LearntState(in: reader)
        let expected = try LearntState(folding: reader, model: stored.mixture?.model)
        if !Self.isClose(stored.calibration?.values, expected.calibration?.values) {
            found.add("calibration is not that of the items", kind: "counts")
        }
        if !Self.isClose(stored.mixture?.values, expected.mixture?.values) {
            found.add("mixture with the model is not that of the items", kind: "counts")
        }
    }

    /// Whether two states are the same; on another machine, logarithms may differ in the last digit.
    private static func isClose(_ left: [Double]?, _ right: [Double]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return zip(left, right).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
    }

    private func count(_ table: String) throws -> Int64 {
        try reader.database.value("SELECT count(*) FROM \(table)") ?? 0
    }

    private func compare(
        _ what: String,
        _ expected: Int64,
        _ stored: Int64,
        _ found: FindingList
    ) {
        guard expected != stored else { return }
        found.add("\(what): \(stored) instead of \(expected)", kind: "counts")
    }

    private func checkPostings(_ found: FindingList) throws {
        // One selection at a time, so that memory is bounded by the largest one.
        try reader.forEachItem { selection in
            let tagIDs = Set(selection.tagIDs.rowIDs)
            let rows = try reader.database.rows(
                "SELECT tag_id FROM posting WHERE item_id = ?",
                [selection.id]
            )
            while let row = try rows.next() {
                let tagID: Int64 = try row[0]
                guard !tagIDs.contains(tagID) else { continue }
                found.add(
                    "posting of tag \(tagID) in item \(selection.id) is wrong",
                    kind: "postings"
                )
            }
        }
    }

    private func checkUses(_ expected: PendingCounts, _ found: FindingList) throws {
        let rows = try reader.database.rows(
            "SELECT id, uses, 0 FROM tag UNION ALL SELECT id, uses, 1 FROM word"
        )
        while let row = try rows.next() {
            let feature = try feature(of: row, isWord: row[2])
            compare(
                "uses of \(name(feature))",
                Int64(expected.uses[feature] ?? 0),
                try row[1],
                found
            )
        }
    }

    private func checkPairs(_ expected: PendingCounts, _ found: FindingList) throws {
        var expected = expected
        var rest: [UInt32: PairCounts] = [:]
        expected.drainPairs { rest[$0, default: PairCounts()].add($1) }
        let rows = try reader.database.rows(
            "SELECT tag_id, counts, 0 FROM pair_count UNION ALL SELECT id, counts, 1 FROM word"
        )
        while let row = try rows.next() {
            let feature = try feature(of: row, isWord: row[2])
            let wanted = rest.removeValue(forKey: feature) ?? PairCounts()
            guard try wanted != row.pairCounts(1) else { continue }
            found.add("pair counts of \(name(feature)) are wrong", kind: "pair counts")
        }
        for feature in rest.keys.sorted() {
            found.add("pair counts of \(name(feature)) are missing", kind: "pair counts")
        }
    }

    private func feature(of row: StoredRow, isWord: Bool) throws -> UInt32 {
        let id: Int64 = try row[0, StoredRange.feature]
        return isWord ? Feature.word(rowID: id) : UInt32(clamping: id)
    }

    private func name(_ feature: UInt32) -> String {
        "\(Feature.isWord(feature) ? "word" : "tag") \(Feature.rowID(feature))"
    }
}
