internal import GRDB
internal import TagCore

/// A check that compares uses, pair counts and postings with a recount of all items.
struct CountCheck {
    let reader: StoreReader

    /// Adds a finding for each count that differs from the recount.
    func run(into found: FindingList) throws {
        var expected = PendingCounts()
        var (items, tagged, members): (Int64, Int64, Int64) = (0, 0, 0)
        try reader.forEachItem { row in
            expected.count(row, by: 1)
            items += 1
            tagged += row.tagIDs.ids.isEmpty ? 0 : 1
            members += Int64(row.tagIDs.ids.count)
        }
        try compare("items", items, reader.itemCount(), found)
        try compare("tagged items", tagged, reader.taggedItemCount(), found)
        try compare("postings", members, count("posting"), found)
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
        if !Self.isClose(stored.itemCalibration?.values, expected.itemCalibration?.values) {
            found.add("calibration of items doesn't match the items", kind: "counts")
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

    private func compare(_ name: String, _ expected: Int64, _ stored: Int64, _ found: FindingList) {
        guard expected != stored else { return }
        found.add("\(name): \(stored) instead of \(expected)", kind: "counts")
    }

    private func checkPostings(_ found: FindingList) throws {
        // One item at a time, so that memory is limited by the largest item.
        try reader.forEachItem { item in
            let tagIDs = Set(item.tagIDs.rowIDs)
            let rows = try reader.database.rows("SELECT tag_id FROM posting WHERE item_id = ?", [item.id])
            while let row = try rows.next() {
                let tagID: Int64 = try row[0]
                guard !tagIDs.contains(tagID) else { continue }
                found.add("posting of tag \(tagID) in item \(item.id) is wrong", kind: "postings")
            }
        }
    }

    private func checkUses(_ expected: PendingCounts, _ found: FindingList) throws {
        let rows = try reader.database.rows("SELECT id, uses FROM tag")
        while let row = try rows.next() {
            let tag = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
            compare("uses of tag \(tag)", Int64(expected.uses[tag] ?? 0), try row[1], found)
        }
    }

    private func checkPairs(_ expected: PendingCounts, _ found: FindingList) throws {
        var expected = expected
        var rest: [UInt32: PairCounts] = [:]
        expected.drainPairs { rest[$0, default: PairCounts()].add($1) }
        let rows = try reader.database.rows("SELECT tag_id, counts FROM pair_count")
        while let row = try rows.next() {
            let tag = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
            let counted = rest.removeValue(forKey: tag) ?? PairCounts()
            guard try counted != row.pairCounts(1) else { continue }
            found.add("pair counts of tag \(tag) are wrong", kind: "pair counts")
        }
        for tag in rest.keys.sorted() { found.add("pair counts of tag \(tag) are missing", kind: "pair counts") }
    }
}
