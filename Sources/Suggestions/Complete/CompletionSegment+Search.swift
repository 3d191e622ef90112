extension CompletionSegment {
    /// A match in this segment.
    struct Match {
        let kind: MatchKind
        let rank: Rank
        var route = Route.asTyped
        var alias: String?
        /// The likelihood, as in ``Completion/likelihood``.
        var likelihood: Double?

        /// How a query led to a match; matches of the same kind are ordered by route, then by weight.
        enum Route: Int {
            /// By the key, with all accents of the query.
            case asTyped
            /// Without accents.
            case withoutMarks
            /// By the key of an alias.
            case alias
        }

        /// Returns whether this match comes before another one; `nil` if only their keys decide.
        func precedes(_ other: Match) -> Bool? {
            guard kind.tier == other.kind.tier else { return kind.tier < other.kind.tier }
            if let likelihood, let others = other.likelihood, likelihood != others { return likelihood > others }
            guard kind == other.kind else { return kind < other.kind }
            guard route == other.route else { return route.rawValue < other.route.rawValue }
            return rank.weight == other.rank.weight ? nil : rank.weight > other.rank.weight
        }
    }

    /// Returns the best matches of one step, best first; a tag may occur twice.
    func matches(_ step: CompletionStep, _ query: PreparedQuery, limit: Int, excluding excluded: Set<UInt32>) -> [Match]
    {
        let excluded = ExcludedEntries(excluded, ids: ids)
        switch step {
        case .part(.alias, let part, let ignoresMarks):
            guard !ignoresMarks || query.hasMarks else { return [] }
            let text = ignoresMarks ? query.foldedKey : query.key
            return aliases.best(limit, with: text, in: part, weights: weights, excluding: excluded)
                .map { match(.alias, $0, route: ignoresMarks ? .withoutMarks : .asTyped, in: aliases) }
        case .part(let kind, let part, ignoresMarks: false):
            return keys.best(limit, with: query.key, in: part, weights: weights, excluding: excluded)
                .map { match(kind, $0) }
        case .part(let kind, let part, ignoresMarks: true): return withoutMarks(kind, part, query, limit, excluded)
        case .typos(let edits): return typos(query, edits: edits, limit, excluded)
        case .scattered: return lettersInOrder(query, closeTogether: false, limit, excluded)
        }
    }

    /// Returns a match as a completion.
    func completion(_ match: Match) -> Completion {
        Completion(
            id: ids[Int(match.rank.entry)], name: name(match.rank.entry), kind: match.kind,
            ignoresMarks: match.route == .withoutMarks, alias: match.alias, weight: match.rank.weight,
            isNamedByKey: isNamedByKey(match.rank.entry), likelihood: match.likelihood)
    }

    /// Returns the match of one entry by a step without edits, or `nil` if it doesn't match.
    ///
    /// - Complexity: O(key · query).
    func match(_ entry: UInt32, _ step: CompletionStep, _ query: PreparedQuery) -> Completion? {
        guard case .part(let kind, let part, let ignoresMarks) = step, isLive(entry) else { return nil }
        let text = ignoresMarks ? query.foldedKey : query.key
        guard !ignoresMarks || query.canIgnoreMarks else { return nil }
        let rank = Rank(weight: weights[Int(entry)], entry: entry)
        let route = ignoresMarks ? Match.Route.withoutMarks : .asTyped
        if kind == .alias {
            guard !ignoresMarks || query.hasMarks else { return nil }
            let row = aliasRows(of: entry).first { aliases.keys.contains(text, part, row: $0) }
            return row.map { completion(match(kind, (rank, $0), route: route, in: aliases)) }
        }
        var isMatch = ignoresMarks ? query.hasMarks : true
        isMatch = isMatch && keys.keys.contains(text, part, row: Int(entry))
        if ignoresMarks, !isMatch {
            isMatch = foldedRows(of: entry).contains { foldedKeys.keys.contains(text, part, row: $0) }
        }
        return isMatch ? completion(Match(kind: kind, rank: rank, route: route)) : nil
    }

    /// Returns the match of a row that a search found.
    func match(
        _ kind: MatchKind, _ hit: KeyTable.Hit, route: Match.Route = .asTyped, in aliases: KeyTable? = nil
    ) -> Match {
        let alias = aliases?.keys.string(hit.row)
        return Match(kind: kind, rank: hit.rank, route: route, alias: alias)
    }

    private func withoutMarks(
        _ kind: MatchKind, _ part: KeyTable.Part, _ query: PreparedQuery, _ limit: Int, _ excluded: ExcludedEntries
    ) -> [Match] {
        guard query.canIgnoreMarks else { return [] }
        let text = query.foldedKey
        var hits = foldedKeys.best(limit, with: text, in: part, weights: weights, excluding: excluded)
        // Keys that have no accents are only in `keys`, so search there for the query without accents.
        if query.hasMarks {
            hits += keys.best(limit, with: text, in: part, weights: weights, excluding: excluded)
            hits.sort { $0.rank > $1.rank }
        }
        return hits.map { match(kind, $0, route: .withoutMarks) }
    }

    /// Returns the best matches whose keys have the letters of the query in order.
    func lettersInOrder(
        _ query: PreparedQuery, closeTogether: Bool, _ limit: Int, _ excluded: ExcludedEntries
    ) -> [Match] {
        [keys, foldedKeys]
            .flatMap { table in
                table.best(
                    limit, of: query.candidates.withLetters(of: query.foldedKey, in: table),
                    withLettersInOrderOf: query.foldedKey, closeTogether: closeTogether, weights: weights,
                    excluding: excluded)
            }
            .sorted { $0.rank > $1.rank }
            .map { hit in
                let kind: MatchKind = closeTogether ? .subsequence : .scattered
                return match(kind, hit, route: query.hasMarks ? .withoutMarks : .asTyped)
            }
    }
}
