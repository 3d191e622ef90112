internal import GRDB

extension StoreReader {
    /// Returns groups of items of one set whose URLs differ only in `http` or `https`, a leading `www.`, or a slash at the end.
    ///
    /// - Parameters:
    ///   - setID: the set of the items; `nil` for every set that the caller may see.
    ///   - limit: the maximum number of groups.
    ///   - offset: the number of groups to skip.
    /// - Returns: the ids of each group's items, oldest first, the group with the newest item first; and the number of all groups.
    /// - Throws: SQLite's errors.
    /// - Complexity: O(*n* log *n*) in the number of items with a URL.
    package func duplicateItems(inSet setID: Int64?, limit: Int, offset: Int) throws -> (groups: [[Int64]], count: Int)
    {
        let visible = visibleSets.map { _ in "AND \(VisibleSets.condition)" } ?? ""
        let groups = """
            WITH web AS (
                SELECT id, set_id, substr(location_key, CASE WHEN substr(location_key, 5, 1) = 's' THEN 9 ELSE 8 END) AS rest
                FROM item
                WHERE (substr(location_key, 1, 7) = 'http://' OR substr(location_key, 1, 8) = 'https://')
                AND (?1 IS NULL OR set_id = ?1) \(visible)
            ),
            named AS (
                SELECT id, set_id, CASE WHEN substr(rest, 1, 4) = 'www.' THEN substr(rest, 5) ELSE rest END AS rest FROM web
            ),
            page AS MATERIALIZED (
                SELECT id, set_id, CASE
                    WHEN substr(rest, -1) = '/' AND instr(rest, '?') = 0 AND instr(rest, '#') = 0
                    THEN substr(rest, 1, length(rest) - 1) ELSE rest END AS name
                FROM named
            ),
            same AS MATERIALIZED (
                SELECT set_id, name, max(id) AS newest FROM page GROUP BY set_id, name HAVING count(*) > 1
            )
            """
        var arguments: StatementValues = [setID]
        if let visibleSets { arguments.append(visibleSets.json) }
        let count: Int64 =
            try database.uncachedRows("\(groups) SELECT count(*) FROM same", arguments).next().map { try $0[0] } ?? 0
        guard count > 0 else { return ([], 0) }
        let rows = try database.uncachedRows(
            """
            \(groups), shown AS MATERIALIZED (
                SELECT set_id, name, newest FROM same ORDER BY newest DESC LIMIT ? OFFSET ?
            )
            SELECT newest, id FROM shown JOIN page USING (set_id, name) ORDER BY newest DESC, id
            """, arguments + [limit, offset])
        var found: [(newest: Int64, ids: [Int64])] = []
        while let row = try rows.next() {
            let newest: Int64 = try row[0, StoredRange.id]
            if found.last?.newest != newest { found.append((newest, [])) }
            found[found.count - 1].ids.append(try row[1, StoredRange.id])
        }
        return (found.map(\.ids), Int(count))
    }
}
