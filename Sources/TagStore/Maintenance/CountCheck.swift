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
        for evidence in Calibration.Evidence.allCases
        where !Self.isClose(stored.calibrations[evidence]?.values, expected.calibrations[evidence]?.values) {
            let name =
                switch evidence {
                case .tags: "calibration"
                case .item: "calibration of items"
                case .itemAndTags: "calibration of items with tags"
                }
            found.add("\(name) doesn't match the items", kind: "counts")
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
        var rest = expected.usesBySet
        let counts = try reader.database.rows("SELECT set_id, tag_id, uses FROM set_tag")
        while let row = try counts.next() {
            let key = InSet(setID: try row[0], value: UInt32(clamping: try row[1] as Int64))
            let counted = Int64(rest.removeValue(forKey: key) ?? 0)
            compare("uses of tag \(key.value) in set \(key.setID)", counted, try row[2], found)
        }
        for (key, counted) in rest.sorted(by: { $0.key < $1.key }) {
            compare("uses of tag \(key.value) in set \(key.setID)", Int64(counted), 0, found)
        }
    }

    private func checkPairs(_ expected: PendingCounts, _ found: FindingList) throws {
        var expected = expected
        var rest: [InSet<UInt32>: PairCounts] = [:]
        expected.drainPairs { rest[$0, default: PairCounts()].add($1) }
        let rows = try reader.database.rows("SELECT tag_id, set_id, counts FROM pair_count")
        while let row = try rows.next() {
            let tag = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
            let counted = rest.removeValue(forKey: InSet(setID: try row[1], value: tag)) ?? PairCounts()
            guard try counted != row.pairCounts(2) else { continue }
            found.add("pair counts of tag \(tag) are wrong", kind: "pair counts")
        }
        for tag in Set(rest.keys.map(\.value)).sorted() {
            found.add("pair counts of tag \(tag) are missing", kind: "pair counts")
        }
    }
}

/// A check of relations between rows that the schema can't enforce.
struct RelationCheck {
    let database: Database

    /// Adds a finding for each row that violates an invariant.
    func run(into found: FindingList) throws {
        for invariant in Self.invariants {
            let rows = try database.rows(invariant.query)
            while let row = try rows.next() {
                let id: Int64? = try row[0]
                let rowName = id.map { ", row \($0)" } ?? ""
                found.add("table \(invariant.table)\(rowName): \(invariant.problem)", kind: invariant.table)
            }
        }
    }

    /// An invariant, with a query for the rows that violate it.
    private struct Invariant {
        let table: String
        let problem: String
        let query: String
    }

    private static let invariants =
        [
            Invariant(
                table: "alias", problem: "a tag has the same key",
                query: "SELECT alias.id FROM alias JOIN tag ON tag.key = alias.key"),
            Invariant(
                table: "tag_set", problem: "contains no sets",
                query: "SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM tag_set)"),
            Invariant(
                table: "state", problem: "doesn't have exactly one row",
                query: "SELECT NULL WHERE (SELECT count(*) FROM state) <> 1"),
            Invariant(
                table: "undo_step", problem: "the size doesn't match the summary, changes, parts and files",
                query: """
                    SELECT id FROM undo_step
                    WHERE bytes <> \(StoreReader.UndoStepRow.rowBytes) + length(CAST(summary AS BLOB))
                        + length(CAST(changes AS BLOB)) + ifnull(
                        (SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part
                        WHERE step_id = undo_step.id), 0) + ifnull(
                        (SELECT sum(\(UndoFileRow.size)) FROM undo_file WHERE step_id = undo_step.id), 0)
                    """),
            Invariant(
                table: "state", problem: "the size of the undo log doesn't match its steps",
                query: """
                    SELECT id FROM state
                    WHERE undo_bytes <> (SELECT ifnull(sum(bytes), 0) FROM undo_step)
                    """),
        ]
        + ["tag", "alias", "tag_set", "item", "undo_step", "saved_view", "item_rule", "webhook"]
        .map { table in
            Invariant(
                table: table, problem: "the id exceeds the last assigned id",
                query: """
                    SELECT id FROM (SELECT max(id) AS id FROM \(table)) WHERE id >
                    ifnull((SELECT max(seq) FROM sqlite_sequence WHERE name = '\(table)'), 0)
                    """)
        }
        + [("key_trigram", "tag", "id * 2"), ("key_trigram", "alias", "id * 2 + 1"), ("item_text", "item", "id")]
        .map { index, table, number in
            Invariant(
                table: table, problem: "missing from the index \(index)",
                query: """
                    SELECT id FROM \(table) WHERE \(number) NOT IN (SELECT id FROM \(index)_docsize)
                    """)
        }
}

/// A check for cycles of implications, which the schema can't prevent.
struct ImplicationCheck {
    let database: Database

    /// Adds a finding for each implication between tags of a cycle.
    ///
    /// Implications whose implied tag implies nothing are removed repeatedly (Kahn, 1962). Each
    /// remaining implication leads to a cycle.
    ///
    /// - Complexity: O(implications) in time and memory.
    func run(into found: FindingList) throws {
        let rows = try StoreReader(database: database).implications()
        let implying = Dictionary(grouping: rows, by: \.impliedTagID)
        var left = Dictionary(grouping: rows, by: \.tagID).mapValues(\.count)
        var ends = implying.keys.filter { left[$0] == nil }
        while let end = ends.popLast() {
            for row in implying[end] ?? [] {
                left[row.tagID, default: 0] -= 1
                if left[row.tagID] == 0 { ends.append(row.tagID) }
            }
        }
        for row in rows where left[row.tagID] ?? 0 > 0 && left[row.impliedTagID] ?? 0 > 0 {
            found.add(
                "table implication, tag_id \(row.tagID): the implication of tag \(row.impliedTagID) leads to a cycle",
                kind: "implication")
        }
    }
}
