internal import GRDB
internal import TagCore

extension StoreReader {
    /// Returns a page of tags with their positions; a position starts the following page.
    ///
    /// ```swift
    /// let first = try reader.tagPage(.uses, containing: "", after: nil, limit: 50)
    /// let second = try reader.tagPage(.uses, containing: "", after: first.last?.end, limit: 50)
    /// ```
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - folded: text to find in the folded keys; empty for all tags.
    ///   - uses: the exact number of uses; `nil` for any number.
    ///   - end: the end of the previous page; `nil` for the first page.
    ///   - limit: the maximum number of tags.
    /// - Returns: the tags in order.
    /// - Throws: SQLite's errors.
    package func tagPage(
        _ order: StoreReader.TagPageOrder, containing folded: String, uses: Int64? = nil,
        after end: StoreReader.TagPageEnd?, limit: Int
    ) throws -> [(tag: StoreReader.TagSummary, end: StoreReader.TagPageEnd)] {
        let query = """
            SELECT \(TagRow.columns), uses, \(order.rank) + 0.0 AS rank FROM tag
            WHERE (?1 = '' OR instr(folded, ?1) > 0)
            AND (?2 IS NULL OR \(order.rank) < ?2 OR \(order.rank) = ?2 AND key > ?3)
            AND (?5 IS NULL OR uses + other_uses = ?5)
            ORDER BY \(order.rank) DESC, key LIMIT ?4
            """
        return try database.rows(query, [folded, end?.rank, end?.key, limit, uses])
            .mapAll { row in
                let tag = try TagRow(row: row)
                let rank: Double = try row[TagRow.columnCount + 1]
                return (
                    try summary(of: tag, uses: row.uses(TagRow.columnCount)),
                    StoreReader.TagPageEnd(rank: rank, key: tag.key.text)
                )
            }
    }

    /// Counts the tags with a text in their folded keys: all, unused, and used once.
    ///
    /// - Complexity: linear in the number of tags.
    package func tagCounts(containing folded: String) throws -> (all: Int64, unused: Int64, once: Int64) {
        let rows = try database.rows(
            """
            SELECT count(*), ifnull(sum(uses + other_uses = 0), 0), ifnull(sum(uses + other_uses = 1), 0)
            FROM tag WHERE ?1 = '' OR instr(folded, ?1) > 0
            """, [folded])
        guard let row = try rows.next() else { return (0, 0, 0) }
        return (try row[0], try row[1], try row[2])
    }

    /// Returns a tag with its uses, sets and aliases.
    package func summary(of tag: TagRow) throws -> StoreReader.TagSummary {
        try summary(of: tag, uses: uses(of: UInt32(clamping: tag.id)))
    }

    private func summary(of tag: TagRow, uses: Int64) throws -> StoreReader.TagSummary {
        StoreReader.TagSummary(
            tag: tag, uses: uses, setCount: Int64(try memberships(ofTag: tag.id).count),
            aliases: try aliases(of: tag.id).map(\.name), detail: try detail(ofTag: tag.id))
    }
}

extension StoreReader {
    /// An order for listing tags page by page.
    package enum TagPageOrder: Sendable {
        /// By key.
        case name
        /// By uses, in descending order.
        case uses
        /// By frecency, in descending order; unused tags come last.
        case recent

        /// The SQL expression for sorting in descending order; ties are sorted by key.
        fileprivate var rank: String {
            switch self {
            case .name: "0.0"
            case .uses: "uses + other_uses"
            case .recent: "ifnull(frecency, -1e300)"
            }
        }
    }

    /// The position of a page's last tag; the next page begins after it.
    package struct TagPageEnd: Hashable, Sendable {
        /// The tag's value of the order's SQL expression.
        package var rank: Double
        package var key: String

        package init(rank: Double, key: String) {
            self.rank = rank
            self.key = key
        }
    }
}
