internal import Foundation
internal import GRDB
internal import TagCore

/// A condition for items, whose names and times have been looked up.
///
/// ```swift
/// let condition = ItemCondition.all([.tags([reading.id]), .not(.text("\"swift\""))])
/// let newest = try reader.itemIDs(matching: condition, in: .new, limit: 20)
/// ```
package indirect enum ItemCondition: Hashable, Sendable {
    /// Matches every item.
    case everything
    /// Matches no item.
    case nothing
    /// Matches items with at least one of the tags.
    case tags([Int64])
    /// Matches items whose title, location or note matches a full-text query of SQLite.
    case text(String)
    /// Matches items whose normalized location begins with a text: ``TagCore/NormalizedLocation/key``.
    case location(String)
    /// Matches items at a host or its subdomains: the start of a ``TagCore/NormalizedLocation/site``.
    case site(String)
    /// Matches items that were saved at or after a time, in milliseconds since 1970.
    case since(Int64)
    /// Matches items that were saved before a time, in milliseconds since 1970.
    case before(Int64)
    /// Matches items of daily sets whose date is in a range, in days since 1970.
    case days(ClosedRange<Int64>)
    /// Matches items that come after an item in a list ordered by time, newest first.
    case after(savedAt: Int64?, id: Int64)
    /// Matches items with a number of tags.
    case tagCount(ClosedRange<Int>)
    /// Matches items with an id in a range.
    case identifiers(ClosedRange<Int64>)
    /// Matches items that were saved or skipped in a review.
    case reviewed
    /// Matches items for which a tag with one of the keys was dismissed.
    case dismissed([String])
    /// Matches items of a set.
    case set(Int64)
    /// Matches items whose location is a file that doesn't exist.
    case missing
    /// Matches items whose location is gone, or didn't respond for a day.
    case dead
    /// Matches items whose location redirects permanently.
    case moved
    /// Matches items that don't match a condition.
    case not(ItemCondition)
    /// Matches items that match all conditions.
    case all([ItemCondition])
    /// Matches items that match at least one condition.
    case any([ItemCondition])

    /// The condition as an SQL expression over the table `item`, and the values of its parameters.
    ///
    /// No term is ever NULL, so that `NOT` of a term is its opposite for every item.
    var sql: (text: String, values: StatementValues) {
        switch self {
        case .everything: ("TRUE", [])
        case .nothing: ("FALSE", [])
        case .tags(let ids):
            (
                "id IN (SELECT item_id FROM posting WHERE tag_id IN (SELECT value FROM json_each(?)))",
                ["[\(ids.map(String.init).joined(separator: ","))]"]
            )
        case .text(let query): ("id IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)", [query])
        case .location(let beginning):
            (
                "(location_key IS NOT NULL AND location_key >= ? AND location_key < ?)",
                [beginning, "\(beginning)\u{10FFFF}"]
            )
        case .site(let site):
            // The labels end with a dot, and '/' is the character after it.
            ("(site IS NOT NULL AND site >= ? AND site < ?)", [site, "\(site.dropLast())/"])
        case .since(let time): ("(saved_at IS NOT NULL AND saved_at >= ?)", [time])
        case .before(let time): ("(saved_at IS NOT NULL AND saved_at < ?)", [time])
        case .days(let days):
            (
                "(day IS NOT NULL AND day BETWEEN ? AND ? AND set_id IN (SELECT id FROM tag_set WHERE daily))",
                [days.lowerBound, days.upperBound]
            )
        case .after(nil, let id): ("(saved_at IS NULL AND id < ?)", [id])
        case .after(let time?, let id): ("(saved_at IS NULL OR (saved_at, id) < (?, ?))", [time, id])
        case .tagCount(let range): ("length(tag_ids) BETWEEN ? AND ?", [range.lowerBound * 4, range.upperBound * 4])
        case .identifiers(let range): ("id BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
        case .reviewed: ("id IN (SELECT item_id FROM reviewed_item)", [])
        case .dismissed(let keys):
            (
                "id IN (SELECT item_id FROM dismissed_tag WHERE key IN (\(keys.map { _ in "?" }.joined(separator: ","))))",
                keys
            )
        case .set(let id): ("set_id = ?", [id])
        case .missing: ("(location IS NOT NULL AND file_is_missing(location))", [])
        case .dead: ("id IN (SELECT item_id FROM link_check WHERE \(LinkCheck.deadCondition))", [])
        case .moved: ("id IN (SELECT item_id FROM link_check WHERE \(LinkCheck.movedCondition))", [])
        case .not(let condition): ("NOT \(condition.sql.text)", condition.sql.values)
        case .all(let conditions): Self.joined(conditions, " AND ", empty: "TRUE")
        case .any(let conditions): Self.joined(conditions, " OR ", empty: "FALSE")
        }
    }

    private static func joined(
        _ conditions: [ItemCondition], _ operation: String, empty: String
    ) -> (String, StatementValues) {
        guard !conditions.isEmpty else { return (empty, []) }
        let parts = conditions.map(\.sql)
        return ("(\(parts.map(\.text).joined(separator: operation)))", parts.flatMap(\.values))
    }

    /// Whether the condition checks files.
    var checksFiles: Bool {
        switch self {
        case .missing: true
        case .not(let condition): condition.checksFiles
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.checksFiles)
        default: false
        }
    }
}

/// The order of a list of items.
package enum ItemOrder: Hashable, Sendable {
    /// Newest first; items without a time come last.
    case new
    /// Oldest first; items without a time come first.
    case old
    /// By title.
    case title
    /// By title or, without one, by location.
    case titleOrLocation(isDescending: Bool)
    /// By the time when a field last changed or else the item was saved.
    case modified(isDescending: Bool)
    /// Best match of a full-text query first, then newest, then items that only match the rest of the condition.
    case relevance(String)
}

extension StoreReader {
    /// Returns the number of items that match a condition.
    ///
    /// - Complexity: linear in the number of items that match the most selective part of the condition.
    package func itemCount(matching condition: ItemCondition) throws -> Int {
        if condition == .everything, visibleSets == nil { return Int(try itemCount()) }
        let (sql, values) = try visible(condition)
        let count = try database.uncachedRows("SELECT count(*) FROM item WHERE \(sql)", values).next()
            .map { try $0[0, StoredRange.id] as Int64 }
        return Int(count ?? 0)
    }

    /// Returns the ids of items that match a condition.
    ///
    /// - Parameters:
    ///   - condition: the condition.
    ///   - order: the order of the items.
    ///   - limit: the maximum number of ids.
    ///   - offset: the number of items to skip.
    ///   - isRare: whether few items match; the matches are then sorted instead of reading all items in order.
    /// - Returns: the ids.
    /// - Throws: SQLite's errors.
    package func itemIDs(
        matching condition: ItemCondition, in order: ItemOrder, limit: Int, offset: Int = 0, isRare: Bool = false
    ) throws -> [Int64] {
        let (sql, values) = try visible(condition)
        // A leading '+' keeps SQLite from using the index of times.
        let time = isRare ? "+saved_at" : "saved_at"
        let query: String
        var arguments = values
        switch order {
        case .new: query = "SELECT id FROM item WHERE \(sql) ORDER BY \(time) DESC, id DESC"
        case .old: query = "SELECT id FROM item WHERE \(sql) ORDER BY \(time), id"
        case .title: query = "SELECT id FROM item WHERE \(sql) ORDER BY title COLLATE NOCASE, id"
        case .titleOrLocation(let isDescending):
            let (name, end) = ("coalesce(nullif(title, ''), location, '')", isDescending ? "DESC" : "ASC")
            query = "SELECT id FROM item WHERE \(sql) ORDER BY \(name) COLLATE NOCASE \(end), id \(end)"
        case .modified(let isDescending):
            let end = isDescending ? "DESC" : "ASC"
            query = "SELECT id FROM item WHERE \(sql) ORDER BY coalesce(modified_at, saved_at) \(end), id \(end)"
        case .relevance(let match):
            // The rank is computed for the matches only, since a word alone may match many more items.
            query = """
                WITH found AS MATERIALIZED (SELECT id, saved_at FROM item WHERE \(sql)),
                matched AS MATERIALIZED (
                    SELECT rowid AS item_id, bm25(item_text, 4.0, 2.0, 1.0) AS badness
                    FROM item_text WHERE item_text MATCH ? AND +rowid IN (SELECT id FROM found)
                )
                SELECT id FROM found LEFT JOIN matched ON item_id = id
                ORDER BY badness IS NULL, badness, saved_at DESC, id DESC
                """
            arguments += [match]
        }
        return try database.uncachedRows("\(query) LIMIT ? OFFSET ?", arguments + [limit, offset])
            .mapAll { try $0[0, StoredRange.id] }
    }

    /// Returns the number of items with each tag among the items that match a condition.
    ///
    /// - Parameters:
    ///   - condition: the condition.
    ///   - above: the tag that each tag also counts as, which may count as another in turn.
    ///   - sets: the sets in whose items each tag counts only as itself.
    /// - Returns: the numbers by tag.
    /// - Throws: SQLite's errors.
    /// - Complexity: linear in the number of tags of the matching items.
    package func tagCounts(
        matching condition: ItemCondition, countingAbove above: [Int64: Int64] = [:], exceptInSets sets: [Int64] = []
    ) throws -> [Int64: Int] {
        var counts: [UInt32: Int] = [:]
        let (sql, values) = try visible(condition)
        let above = above.reduce(into: [:]) { $0[UInt32(clamping: $1.key)] = UInt32(clamping: $1.value) }
        let rows = try database.uncachedRows("SELECT tag_ids, set_id FROM item WHERE \(sql)", values)
        while let row = try rows.next() {
            let ids = try row.tagIDs(0).ids
            for id in ids { counts[id, default: 0] += 1 }
            guard !above.isEmpty, try !sets.contains(row[1, StoredRange.id]) else { continue }
            var known = Set(ids)
            for var id in ids {
                while let next = above[id], known.insert(next).inserted {
                    counts[next, default: 0] += 1
                    id = next
                }
            }
        }
        return counts.reduce(into: [:]) { $0[Int64($1.key)] = $1.value }
    }

    /// Returns the number of items that match a condition in each set with such items.
    ///
    /// - Complexity: linear in the number of matches.
    package func setCounts(matching condition: ItemCondition) throws -> [Int64: Int] {
        let (sql, values) = try visible(condition)
        let rows = try database.uncachedRows("SELECT set_id, count(*) FROM item WHERE \(sql) GROUP BY set_id", values)
        var counts: [Int64: Int] = [:]
        while let row = try rows.next() { counts[try row[0, StoredRange.id]] = Int(try row[1] as Int64) }
        return counts
    }

    /// Returns when the items that match a condition were saved, in milliseconds since 1970, and for items of daily sets the
    /// local day, in days since 1970.
    ///
    /// - Complexity: linear in the number of matches.
    package func savedTimes(matching condition: ItemCondition) throws -> [(time: Int64, day: Int64?)] {
        let (sql, values) = try visible(condition)
        return
            try database.uncachedRows(
                """
                SELECT saved_at, CASE WHEN set_id IN (SELECT id FROM tag_set WHERE daily) THEN day END
                FROM item WHERE saved_at IS NOT NULL AND \(sql)
                """, values
            )
            .mapAll { (try $0[0, StoredRange.time], try $0[1, StoredRange.day]) }
    }

    /// Returns a condition in SQL, limited to the sets that the caller may see.
    func visible(_ condition: ItemCondition) throws -> (String, StatementValues) {
        if condition.checksFiles { database.add(function: Self.fileIsMissing) }
        let (sql, values) = condition.merged.sql
        guard let visibleSets else { return (sql, values) }
        return ("\(sql) AND \(VisibleSets.condition)", values + [visibleSets.json])
    }

    /// The SQL function that returns whether a location is the path or `file` URL of a file that doesn't exist.
    private static var fileIsMissing: DatabaseFunction {
        DatabaseFunction("file_is_missing", argumentCount: 1) { values in
            guard let location = String.fromDatabaseValue(values[0]) else { return false }
            let path = location.hasPrefix("file://") ? URL(string: location)?.path(percentEncoded: false) : location
            guard let path, path.hasPrefix("/") else { return false }
            return !FileManager.default.fileExists(atPath: path)
        }
    }
}

/// Merging conditions, so that SQLite makes fewer lists of items.
extension ItemCondition {
    /// An equivalent condition with one full-text query in place of several, and one list of tags in place of several.
    ///
    /// Without this, a query such as `a or b or c` would make a list of the items of each term.
    ///
    /// ```
    /// ItemCondition.any([.text("a"), .text("b"), .tags([1]), .tags([2])]).merged
    /// // .any([.text("(a) OR (b)"), .tags([1, 2])])
    /// ```
    ///
    /// - Complexity: O(*n*²) in the number of terms.
    var merged: ItemCondition {
        switch self {
        case .not(let condition): .not(condition.merged)
        case .any(let conditions): Self.merged(conditions, isAny: true)
        case .all(let conditions): Self.merged(conditions, isAny: false)
        default: self
        }
    }

    private static func merged(_ conditions: [ItemCondition], isAny: Bool) -> ItemCondition {
        var texts: [String] = []
        var tags: [Int64] = []
        var negated: [ItemCondition] = []
        var others: [ItemCondition] = []
        let parts = conditions.map(\.merged)
        for condition in parts.flatMap({ if isAny, case .any(let nested) = $0 { nested } else { [$0] } }) {
            switch condition {
            case .text(let query) where depth(of: query) < maximumDepth: texts.append(query)
            case .tags(let ids) where isAny: tags += ids
            case .not(let condition): negated.append(condition)
            default: others.append(condition)
            }
        }
        if !texts.isEmpty { others.append(.text(joined(texts, isAny: isAny))) }
        if !tags.isEmpty { others.append(.tags(Set(tags).sorted())) }
        if negated.count == 1 { others.append(.not(negated[0])) }
        // By De Morgan's laws, what isn't a or isn't b isn't both.
        if negated.count > 1 { others.append(.not(merged(negated, isAny: !isAny))) }
        var known: Set<ItemCondition> = []
        let distinct = others.filter { known.insert($0).inserted }
        return distinct.count == 1 ? distinct[0] : isAny ? .any(distinct) : .all(distinct)
    }

    /// Returns a full-text query for texts that match all queries, or any of them.
    private static func joined(_ queries: [String], isAny: Bool) -> String {
        var known: Set<String> = []
        let distinct = queries.filter { known.insert($0).inserted }
        guard distinct.count > 1 else { return distinct[0] }
        return distinct.map { "(\($0))" }.joined(separator: isAny ? " OR " : " AND ")
    }

    /// The maximum depth of parentheses in a full-text query, far below the limit of SQLite's parser.
    private static let maximumDepth = 16

    /// Returns the depth of the parentheses of a full-text query, whose words contain none.
    private static func depth(of query: String) -> Int {
        var (depth, most) = (0, 0)
        for byte in query.utf8 {
            depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
            most = max(most, depth)
        }
        return most
    }
}
