internal import GRDB

/// Two similar tags that the user has confirmed to be different.
///
/// ```swift
/// try writer.apply(.putDistinctPair(DistinctPair(run.id, runs.id)))
/// ```
package struct DistinctPair: Hashable, Sendable {
    /// The tag with the smaller id.
    package let first: Int64
    /// The tag with the greater id.
    package let second: Int64

    /// Creates the pair of two tags, given in any order.
    package init(_ tagID: Int64, _ other: Int64) {
        first = min(tagID, other)
        second = max(tagID, other)
    }

    /// Whether the ids are valid and in order.
    var isValid: Bool { first < second && StoredRange.feature.contains(first) && StoredRange.feature.contains(second) }

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "first_tag_id, second_tag_id"

    init(row: StoredRow) throws {
        self.init(try row[0, StoredRange.feature], try row[1, StoredRange.feature])
        guard isValid else { throw row.error(at: 0, "is the same tag as the second") }
    }
}

extension StoreReader {
    /// Returns all pairs of tags that are known to be different, oldest tags first.
    package func distinctPairs() throws -> [DistinctPair] {
        try database.rows("SELECT \(DistinctPair.columns) FROM distinct_pair ORDER BY 2, 1")
            .mapAll(DistinctPair.init(row:))
    }

    /// Returns whether any two tags are known to be different.
    package func hasDistinctPairs() throws -> Bool { try database.hasRow("SELECT 1 FROM distinct_pair LIMIT 1") }

    /// Returns whether two tags are known to be different.
    package func contains(_ pair: DistinctPair) throws -> Bool {
        try database.hasRow(
            "SELECT 1 FROM distinct_pair WHERE first_tag_id = ? AND second_tag_id = ?", [pair.first, pair.second])
    }
}

extension StoreWriter {
    /// Inserts a pair and returns the inverse change; returns no changes if the pair was there already.
    func put(_ pair: DistinctPair) throws -> [RowChange] {
        guard try !reader.contains(pair) else { return [] }
        try database.run(
            "INSERT INTO distinct_pair (first_tag_id, second_tag_id) VALUES (?, ?)", [pair.first, pair.second])
        return [.deleteDistinctPair(pair)]
    }

    /// Deletes a pair and returns the inverse change; returns no changes if there was no such pair.
    func delete(_ pair: DistinctPair) throws -> [RowChange] {
        guard try reader.contains(pair) else { return [] }
        try database.run(
            "DELETE FROM distinct_pair WHERE first_tag_id = ? AND second_tag_id = ?", [pair.first, pair.second])
        return [.putDistinctPair(pair)]
    }

    /// Deletes the pairs of the tags in a range of ids and returns the inverse changes.
    func deleteDistinctPairs(ofTags run: ClosedRange<Int64>) throws -> [RowChange] {
        let condition = "first_tag_id BETWEEN ?1 AND ?2 OR second_tag_id BETWEEN ?1 AND ?2"
        let pairs =
            try database.rows(
                "SELECT \(DistinctPair.columns) FROM distinct_pair WHERE \(condition)",
                [run.lowerBound, run.upperBound]
            )
            .mapAll(DistinctPair.init(row:))
        if !pairs.isEmpty {
            try database.run("DELETE FROM distinct_pair WHERE \(condition)", [run.lowerBound, run.upperBound])
        }
        return pairs.map(RowChange.putDistinctPair)
    }
}
