extension CompletionSegment {
    /// Returns the best matches with up to `edits` typos, best first and each entry once; `edits`
    /// is 1 or 2.
    func typos(_ query: PreparedQuery, edits: Int, _ limit: Int, _ excluded: ExcludedEntries) -> [Match] {
        var search = TypoSearch(
            limit: limit, weights: weights, excluded: excluded, greatestWeight: query.greatestWeight)
        let tables = tables(for: query)
        addWholeKeys(of: tables, edits: 1, to: &search)
        addBeginnings(query, limit, excluded, to: &search)
        for match in lettersInOrder(query, closeTogether: true, limit, excluded) {
            search.offer(match, cost: TypoCost.leftOutCost)
        }
        // Searched last, because the matches found so far exclude most of these keys without comparing them.
        if edits > 1 { addWholeKeys(of: tables, edits: 2, to: &search) }
        return search.matches
    }

    /// Adds the keys that are a number of edits away.
    private func addWholeKeys(of tables: [ComparedTable], edits: Int, to search: inout TypoSearch) {
        var scratch: [UInt32] = []
        for (route, table, distance) in tables where !table.entries.isEmpty {
            for row in table.typos.candidates(near: distance.typed, edits: edits) {
                let entry = table.entries[Int(row)]
                guard search.isWanted(entry, cost: Double(edits) * TypoCost.leastCost) else { continue }
                table.keys.decode(Int(row), into: &scratch)
                let found = EditDistance.between(distance.typed.span, scratch.span, atMost: edits)
                guard found == edits else { continue }
                let cost = distance.cost(of: scratch.span)
                let missing = scratch.count - distance.typed.count
                let kind: MatchKind =
                    if edits < 2 { cost == TypoCost.leastCost ? .likelyTypo : .typo } else {
                        // If both edits insert a letter, the key contains the typed letters in order.
                        missing == edits && route != .alias ? .subsequence : .distantTypo
                    }
                let rank = Rank(weight: weights[Int(entry)], entry: entry)
                let named = route == .alias ? table : nil
                search.offer(match(kind, (rank, Int(row)), route: route, in: named), cost: cost)
            }
        }
    }

    /// Adds the keys whose beginning is one edit away.
    private func addBeginnings(
        _ query: PreparedQuery, _ limit: Int, _ excluded: ExcludedEntries, to search: inout TypoSearch
    ) {
        let near = keys.bestNearPrefix(query.text, limit, weights: weights, excluding: excluded)
        for (typo, ranks) in near {
            let kind: MatchKind = typo == .likely ? .likelyPrefixTypo : .prefixTypo
            for rank in ranks { search.offer(Match(kind: kind, rank: rank), cost: typo.cost + TypoCost.beginningCost) }
        }
    }

    /// A table to search for typos, and the distance from the form of the query to compare.
    private typealias ComparedTable = (route: Match.Route, table: KeyTable, distance: TypoDistance)

    /// Returns the tables to search for typos, most important first.
    private func tables(for query: PreparedQuery) -> [ComparedTable] {
        let typed = TypoDistance(query.text.unicodeScalars.map(\.value))
        let folded = query.hasMarks ? TypoDistance(query.foldedText.unicodeScalars.map(\.value)) : typed
        return [(.asTyped, keys, typed), (.withoutMarks, foldedKeys, folded), (.alias, aliases, typed)]
    }
}
