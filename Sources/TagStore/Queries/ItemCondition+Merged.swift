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
        for condition in conditions.map(\.merged) {
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
