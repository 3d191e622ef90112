internal import GRDB
internal import TagCore

/// A check that compares uses, pair counts and postings with a recount of all items.
struct CountCheck {
    let reader: StoreReader

    /// Adds a finding for each count that differs from the recount.
    func run(into found: FindingList) throws {
        var expected = PendingCounts()
        var (items, members, words): (Int64, Int64, Int64) = (0, 0, 0)
        try reader.forEachItem { row in
            let titleWords = LabelWords.words(of: row.title)
            let features = try titleWords.compactMap {
                try reader.wordID($0).map(Feature.word(rowID:))
            }
            expected.count(row, words: features, by: 1)
            items += 1
            members += Int64(row.tagIDs.ids.count)
            words += Int64(titleWords.count)
        }
        try compare("items", items, reader.itemCount(), found)
        try compare("postings", members, count("posting"), found)
        try compare("postings of words", words, count("word_posting"), found)
        try checkPostings(found)
        try checkUses(expected, found)
        try checkPairs(expected, found)
        try checkSamples(found)
    }

    /// Compares the calibration and the mixture with those computed from all samples.
    private func checkSamples(_ found: FindingList) throws {
        let stored = try LearnedState(in: reader)
        let expected = try LearnedState(from: reader, model: stored.mixture?.model)
        if !Self.isClose(stored.calibration?.values, expected.calibration?.values) {
            found.add("calibration doesn't match the items", kind: "counts")
        }
        if !Self.isClose(stored.mixture?.values, expected.mixture?.values) {
            found.add("mixture with the shared model doesn't match the items", kind: "counts")
        }
    }

    /// Returns whether two states are equal up to rounding, because logarithms differ between
    /// machines.
    private static func isClose(_ left: [Double]?, _ right: [Double]?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return zip(left, right).allSatisfy { abs($0 - $1) <= 1e-6 * max(1, abs($0)) }
    }

    private func count(_ table: String) throws -> Int64 {
        try reader.database.value("SELECT count(*) FROM \(table)") ?? 0
    }

    private func compare(
        _ name: String,
        _ expected: Int64,
        _ stored: Int64,
        _ found: FindingList
    ) {
        guard expected != stored else { return }
        found.add("\(name): \(stored) instead of \(expected)", kind: "counts")
    }

    private func checkPostings(_ found: FindingList) throws {
        // One item at a time, so that memory is limited by the largest item.
        try reader.forEachItem { item in
            let tagIDs = Set(item.tagIDs.rowIDs)
            let rows = try reader.database.rows(
                "SELECT tag_id FROM posting WHERE item_id = ?",
                [item.id]
            )
            while let row = try rows.next() {
                let tagID: Int64 = try row[0]
                guard !tagIDs.contains(tagID) else { continue }
                found.add(
                    "posting of tag \(tagID) in item \(item.id) is wrong",
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
            let counted = rest.removeValue(forKey: feature) ?? PairCounts()
            guard try counted != row.pairCounts(1) else { continue }
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
