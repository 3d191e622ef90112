internal import TagCore

extension CompletionSegment {
    /// A match in this segment.
    struct Match {
        let kind: MatchKind
        let rank: Rank
        /// Orders matches of one kind before their weight does: those with all marks, without, by alias.
        var detour = 0
        var alias: String?

        /// The weight of twice as much use less that of the use, as ``Frecency`` has it.
        private static let doubling = Frecency.halfLife

        /// Whether this match comes before another one; nil where only their keys tell.
        func precedes(_ other: Match) -> Bool? {
            guard kind.tier == other.kind.tier else { return kind.tier < other.kind.tier }
            let own = rank.weight + kind.likelihood * Self.doubling
            let others = other.rank.weight + other.kind.likelihood * Self.doubling
            if kind.edits == 1, own != others { return own > others }
            guard kind == other.kind else { return kind < other.kind }
            guard detour == other.detour else { return detour < other.detour }
            return rank.weight == other.rank.weight ? nil : rank.weight > other.rank.weight
        }
    }

    /// The best matches of one step, best first; a tag may come twice.
    func matches(
        _ step: CompletionStep,
        _ query: PreparedQuery,
        limit: Int,
        excluding excluded: Set<UInt32>
    ) -> [Match] {
        let excluded = ExcludedEntries(excluded, ids: ids)
        switch step {
        case .part(.alias, let part, let ignoresMarks):
            guard !ignoresMarks || query.hasMarks else { return [] }
            let text = ignoresMarks ? query.foldedKey : query.key
            return aliases.best(limit, with: text, in: part, weights: weights, excluding: excluded)
                .map { match(.alias, $0, detour: ignoresMarks ? 1 : 0, in: aliases) }
        case .part(let kind, let part, ignoresMarks: false):
            return
                keys.best(limit, with: query.key, in: part, weights: weights, excluding: excluded)
                .map { match(kind, $0) }
        case .part(let kind, let part, ignoresMarks: true):
            return withoutMarks(kind, part, query, limit, excluded)
        case .lettersInOrder:
            return lettersInOrder(query, limit, excluded)
        case .oneEdit:
            return oneEdit(query, limit, excluded)
        case .twoEdits:
            return twoEdits(query, limit, excluded)
        }
    }

    /// A match as it is returned.
    func completion(_ match: Match) -> Completion {
        Completion(
            id: ids[Int(match.rank.entry)],
            name: name(match.rank.entry),
            kind: match.kind,
            ignoresMarks: match.detour == 1,
            alias: match.alias,
            weight: match.rank.weight,
            isNamedByKey: isNamedByKey(match.rank.entry)
        )
    }

    /// The match of one entry by a step without edits, if it does match so.
    ///
    /// Complexity: O(key · query).
    func match(_ entry: UInt32, _ step: CompletionStep, _ query: PreparedQuery) -> Completion? {
        guard case .part(let kind, let part, let ignoresMarks) = step, isLive(entry) else {
            return nil
        }
        let text = ignoresMarks ? query.foldedKey : query.key
        guard !ignoresMarks || query.canIgnoreMarks else { return nil }
        let rank = Rank(weight: weights[Int(entry)], entry: entry)
        let detour = ignoresMarks ? 1 : 0
        if kind == .alias {
            guard !ignoresMarks || query.hasMarks else { return nil }
            let row = aliasRows(of: entry).first { aliases.keys.holds(text, part, row: $0) }
            return row.map { completion(match(kind, (rank, $0), detour: detour, in: aliases)) }
        }
        var isMatch = ignoresMarks ? query.hasMarks : true
        isMatch = isMatch && keys.keys.holds(text, part, row: Int(entry))
        if ignoresMarks, !isMatch {
            isMatch = foldedRows(of: entry).contains { foldedKeys.keys.holds(text, part, row: $0) }
        }
        return isMatch ? completion(Match(kind: kind, rank: rank, detour: detour)) : nil
    }

    private func match(
        _ kind: MatchKind,
        _ hit: KeyTable.Hit,
        detour: Int = 0,
        in aliases: KeyTable? = nil
    ) -> Match {
        let alias = aliases?.keys.string(hit.row)
        return Match(kind: kind, rank: hit.rank, detour: detour, alias: alias)
    }

    private func withoutMarks(
        _ kind: MatchKind,
        _ part: KeyTable.Part,
        _ query: PreparedQuery,
        _ limit: Int,
        _ excluded: ExcludedEntries
    ) -> [Match] {
        guard query.canIgnoreMarks else { return [] }
        let text = query.foldedKey
        var hits = foldedKeys.best(
            limit,
            with: text,
            in: part,
            weights: weights,
            excluding: excluded
        )
        // A query with marks is looked up without them among the keys that have none, too.
        if query.hasMarks {
            hits += keys.best(limit, with: text, in: part, weights: weights, excluding: excluded)
            hits.sort { $0.rank > $1.rank }
        }
        return hits.map { match(kind, $0, detour: 1) }
    }

    private func lettersInOrder(
        _ query: PreparedQuery,
        _ limit: Int,
        _ excluded: ExcludedEntries
    ) -> [Match] {
        [keys, foldedKeys]
            .flatMap { table in
                table.bestWithLettersInOrder(
                    of: query.foldedKey,
                    limit,
                    weights: weights,
                    excluding: excluded
                )
            }
            .sorted { $0.rank > $1.rank }
            .map { match(.subsequence, $0, detour: query.hasMarks ? 1 : 0) }
    }

    private func oneEdit(
        _ query: PreparedQuery,
        _ limit: Int,
        _ excluded: ExcludedEntries
    ) -> [Match] {
        var found: [Match] = []
        let tables = [(keys, query.text), (foldedKeys, query.foldedText), (aliases, query.text)]
        for (detour, (table, text)) in tables.enumerated() {
            let hits = table.bestOneEdit(from: text, limit, weights: weights, excluding: excluded)
            let named = detour == 2 ? table : nil
            found += hits.likely.map { match(.likelyTypo, $0, detour: detour, in: named) }
            found += hits.others.map { match(.typo, $0, detour: detour, in: named) }
        }
        let near = keys.bestNearPrefix(query.text, limit, weights: weights, excluding: excluded)
        found += near.likely.map { Match(kind: .likelyPrefixTypo, rank: $0) }
        found += near.others.map { Match(kind: .prefixTypo, rank: $0) }
        return found.sorted { $0.precedes($1) ?? ($0.rank > $1.rank) }
    }

    private func twoEdits(
        _ query: PreparedQuery,
        _ limit: Int,
        _ excluded: ExcludedEntries
    ) -> [Match] {
        var found: [Match] = []
        let tables = [(keys, query.text), (foldedKeys, query.foldedText), (aliases, query.text)]
        for (detour, (table, text)) in tables.enumerated() where found.count < limit {
            let hits = table.bestTwoEdits(from: text, limit, weights: weights, excluding: excluded)
            let named = detour == 2 ? table : nil
            found += hits.map { match(.distantTypo, $0, detour: detour, in: named) }
        }
        return found
    }
}
