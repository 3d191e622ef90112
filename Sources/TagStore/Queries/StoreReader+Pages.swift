internal import GRDB
internal import TagCore

/// An order in which tags are listed page by page.
package enum TagPageOrder: Sendable {
    /// By key.
    case name
    /// The most used first.
    case uses
    /// The most recently and most often used first; those never used come last.
    case recent

    /// The number by which tags are sorted, downwards; then they are sorted by key.
    fileprivate var rank: String {
        switch self {
        case .name: "0.0"
        case .uses: "uses + other_uses"
        case .recent: "ifnull(frecency, -1e300)"
        }
    }
}

/// The place of a tag in an order, after which the next page begins.
package struct TagPageEnd: Hashable, Sendable {
    /// The number by which it is sorted.
    package var rank: Double
    package var key: String

    package init(rank: Double, key: String) {
        self.rank = rank
        self.key = key
    }
}

extension StoreReader {
    /// Returns the next tags of an order, each with the place after which the page after it begins.
    ///
    /// - Parameters:
    ///   - order: the order.
    ///   - folded: what their folded keys contain; empty for every tag.
    ///   - end: the end of the page before; `nil` for the first page.
    ///   - limit: the maximum number of tags.
    /// - Returns: the tags in the order.
    /// - Throws: SQLite's errors.
    package func tagPage(
        _ order: TagPageOrder,
        containing folded: String,
        after end: TagPageEnd?,
        limit: Int
    ) throws -> [(tag: TagSummary, end: TagPageEnd)] {
        let query = """
            SELECT \(TagRow.columns), uses, \(order.rank) + 0.0 AS rank FROM tag
            WHERE (?1 = '' OR instr(folded, ?1) > 0)
            AND (?2 IS NULL OR \(order.rank) < ?2 OR \(order.rank) = ?2 AND key > ?3)
            ORDER BY \(order.rank) DESC, key LIMIT ?4
            """
        return try database.rows(query, [folded, end?.rank, end?.key, limit])
            .mapAll { row in
                let tag = try TagRow(row: row)
                let rank: Double = try row[TagRow.columnCount + 1]
                return (
                    try summary(of: tag, uses: row.uses(TagRow.columnCount)),
                    TagPageEnd(rank: rank, key: tag.key.text)
                )
            }
    }

    /// Returns a tag with its uses, sets and aliases.
    package func summary(of tag: TagRow) throws -> TagSummary {
        try summary(of: tag, uses: uses(of: UInt32(clamping: tag.id)))
    }

    private func summary(of tag: TagRow, uses: Int64) throws -> TagSummary {
        TagSummary(
            tag: tag,
            uses: uses,
            setCount: Int64(try memberships(ofTag: tag.id).count),
            aliases: try aliases(of: tag.id).map(\.name)
        )
    }
}
