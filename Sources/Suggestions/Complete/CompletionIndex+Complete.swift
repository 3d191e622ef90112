extension CompletionIndex {
    /// The best matches of what was typed: by kind, then by weight, then by key.
    ///
    /// Inside a kind, matches with all marks come before those without. Typos are looked for in queries of 4 to 60
    /// scalars, those of two edits only where nothing matches without. An empty query matches every tag as a prefix.
    /// - Parameters:
    ///   - query: what was typed.
    ///   - limit: the most matches to return.
    ///   - excluded: tags not to return, such as those that are given.
    /// - Returns: at most `limit` matches.
    /// - Complexity: microseconds for a million tags; tens to hundreds where a typo has to be looked for.
    public func complete(
        _ query: CompletionQuery,
        limit: Int,
        excluding excluded: Set<UInt32> = []
    ) -> [Completion] {
        let query = PreparedQuery(query)
        var excluded = excluded
        var found: [Completion] = []
        func add(_ step: CompletionStep) {
            for match in matches(step, query, limit: limit - found.count, excluding: excluded)
            where found.count < limit && excluded.insert(match.id).inserted {
                found.append(match)
            }
        }
        for step in CompletionStep.exact where found.count < limit { add(step) }
        guard query.canBeCorrected, found.count < limit else { return found }
        let isKnown = !found.isEmpty
        add(.oneEdit)
        // Two edits turn much into much: they are no more than a last resort.
        if !isKnown, found.count < limit { add(.twoEdits) }
        return found
    }

    /// The best matches of one step in all segments; a tag may come twice.
    private func matches(
        _ step: CompletionStep,
        _ query: PreparedQuery,
        limit: Int,
        excluding excluded: Set<UInt32>
    ) -> [Completion] {
        guard limit > 0 else { return [] }
        var found: [(segment: Int, match: CompletionSegment.Match)] = []
        for number in segments.indices {
            for match in segments[number].matches(step, query, limit: limit, excluding: excluded) {
                found.append((number, match))
            }
        }
        if segments.count > 1 { found.sort { precedes($0, $1) } }
        return found.map { number, match in
            Completion(
                id: segments[number].ids[Int(match.rank.entry)],
                name: segments[number].name(match.rank.entry),
                kind: match.kind,
                ignoresMarks: match.detour == 1,
                alias: match.alias,
                weight: match.rank.weight
            )
        }
    }

    private func precedes(
        _ left: (segment: Int, match: CompletionSegment.Match),
        _ right: (segment: Int, match: CompletionSegment.Match)
    ) -> Bool {
        if let answer = left.match.precedesByWay(right.match) { return answer }
        if left.match.rank.weight != right.match.rank.weight {
            return left.match.rank.weight > right.match.rank.weight
        }
        let key = segments[left.segment].key(left.match.rank.entry)
        return key.lexicographicallyPrecedes(segments[right.segment].key(right.match.rank.entry))
    }
}
