internal import GRDB

/// Two tags that look alike and are not the same, as a person has said.
package struct DistinctPair: Hashable, Sendable {
    /// The tag with the smaller id.
    package let first: Int64
    /// The tag with the greater id.
    package let second: Int64

    /// Creates the pair of two tags, in any order.
    package init(_ tagID: Int64, _ other: Int64) {
        first = min(tagID, other)
        second = max(tagID, other)
    }

    /// Whether a row may hold it.
    var isValid: Bool {
        first < second && StoredRange.feature.contains(first)
            && StoredRange.feature.contains(second)
    }

    /// The columns that ``init(row:)`` reads, in its order.
    static let columns = "first_tag_id, second_tag_id"

    init(row: StoredRow) throws {
        self.init(try row[0, StoredRange.feature], try row[1, StoredRange.feature])
        guard isValid else { throw row.damage(at: 0, "is that of the same tag") }
    }
}

extension StoreReader {
    /// Returns all pairs of tags that are not the same, oldest tags first.
    package func distinctPairs() throws -> [DistinctPair] {
        try database.rows("SELECT \(DistinctPair.columns) FROM distinct_pair ORDER BY 2, 1")
            .mapAll(DistinctPair.init(row:))
    }

    /// Returns the older tags that a tag is not the same as.
    package func olderDistinctTags(from tagID: Int64) throws -> [Int64] {
        try database.rows(
            "SELECT first_tag_id FROM distinct_pair WHERE second_tag_id = ? ORDER BY 1",
            [tagID]
        )
        .mapAll { try $0[0, StoredRange.feature] }
    }

    /// Whether any two tags are remembered as not the same.
    package func hasDistinctPairs() throws -> Bool {
        try database.hasRow("SELECT 1 FROM distinct_pair LIMIT 1")
    }

    /// Whether two tags are remembered as not the same.
    package func contains(_ pair: DistinctPair) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM distinct_pair WHERE first_tag_id = ? AND second_tag_id = ?",
            [pair.first, pair.second]
        )
    }
}

extension StoreWriter {
    /// Remembers a pair, and returns the inverse change; none if it was remembered already.
    func put(_ pair: DistinctPair) throws -> [RowChange] {
        guard try !reader.contains(pair) else { return [] }
        try database.run(
            "INSERT INTO distinct_pair (first_tag_id, second_tag_id) VALUES (?, ?)",
            [pair.first, pair.second]
        )
        return [.deleteDistinctPair(pair)]
    }

    /// Forgets a pair, and returns the inverse change; none if it was not remembered.
    func delete(_ pair: DistinctPair) throws -> [RowChange] {
        guard try reader.contains(pair) else { return [] }
        try database.run(
            "DELETE FROM distinct_pair WHERE first_tag_id = ? AND second_tag_id = ?",
            [pair.first, pair.second]
        )
        return [.putDistinctPair(pair)]
    }

    /// Forgets the pairs of the tags of a run of ids, and returns the inverse changes.
    func deleteDistinctPairs(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let condition = "first_tag_id BETWEEN ?1 AND ?2 OR second_tag_id BETWEEN ?1 AND ?2"
        let pairs =
            try database.rows(
                "SELECT \(DistinctPair.columns) FROM distinct_pair WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
            .mapAll(DistinctPair.init(row:))
        if !pairs.isEmpty {
            try database.run(
                "DELETE FROM distinct_pair WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
        }
        return pairs.map(RowChange.putDistinctPair)
    }
}
