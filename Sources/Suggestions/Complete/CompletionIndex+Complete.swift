extension CompletionIndex {
    /// Returns the best matches of a typed text, ordered by tier of ``MatchKind``, then by weight, then by key.
    ///
    /// Within a kind without edits, matches with all accents come before those that ignore them. If accents were typed, matches
    /// without them come after all others. Typos are searched for in queries of 4 to 60 scalars, and weighed against each other by
    /// use and by how likely the typos are; typos of two edits only if nothing matches as typed.
    /// A query that is empty, or has signs alone such as `!`, matches every tag as a prefix.
    ///
    /// ```swift
    /// let query = CompletionQuery(key: "read")
    /// for match in index.complete(query, limit: 5, excluding: [selected]) { print(match.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - query: the typed text.
    ///   - limit: the maximum number of matches to return.
    ///   - excluded: tags not to return, such as those that are selected.
    ///   - favours: tags that come before others of their tier, greatest number first, regardless of weight; but not those that
    ///     are two edits away.
    /// - Returns: at most `limit` matches.
    /// - Complexity: O(limit · log *n*) without typos: microseconds for a million tags; tens to hundreds of microseconds with typos.
    ///   O(*n*) for several terms, and if too few match otherwise, so that letters in order are searched.
    public func complete(
        _ query: CompletionQuery,
        limit: Int,
        excluding excluded: Set<UInt32> = [],
        favouring favours: [UInt32: Double] = [:]
    ) -> [Completion] {
        let terms = TermQuery.isOneTerm(query.key) ? nil : TermQuery(query.key)
        let query = PreparedQuery(
            terms?.isEmpty == true ? CompletionQuery(key: "") : query,
            greatestWeight: segments.map(\.greatestWeight).max() ?? 0
        )
        var excluded = excluded
        var found: [Completion] = []
        func add(_ step: CompletionStep) {
            let wanted = limit - found.count
            var matches = matches(step, query, limit: wanted, excluding: excluded)
            favour(favours, step, query, excluding: excluded, in: &matches)
            for match in matches
            where found.count < limit && excluded.insert(match.id).inserted {
                found.append(match)
            }
        }
        var scattered: [Completion] = []
        var isOneTerm = true
        if let terms, !terms.isEmpty, terms.onlyPlainTerm == nil {
            isOneTerm = false
            found = complete(
                terms,
                limit: limit,
                excluding: excluded,
                favouring: favours,
                of: query
            )
            // With operators, the query isn't a misspelled name.
            guard terms.whole != nil else { return found }
            // Names that merely contain the letters of each term are seldom meant if another name is near the whole text.
            scattered = found.filter { $0.kind == .subsequence }.map(\.asScattered)
            found.removeAll { $0.kind == .subsequence }
            excluded.formUnion(found.map(\.id))
        } else {
            for step in CompletionStep.exact(hasMarks: query.hasMarks) where found.count < limit {
                add(step)
            }
        }
        guard found.count < limit else { return found }
        // Two edits relate too many words, so they are a last resort.
        if query.canBeCorrected { add(.typos(edits: found.isEmpty ? 2 : 1)) }
        for match in scattered
        where found.count < limit && excluded.insert(match.id).inserted {
            found.append(match)
        }
        // A name with the letters of all terms in order has those of each.
        if isOneTerm, !found.contains(where: { $0.kind.edits > 0 }) { add(.scattered) }
        return found
    }

    /// Adds the favoured tags that match by the same step, and moves all favoured tags to the front of their tier.
    private func favour(
        _ favours: [UInt32: Double],
        _ step: CompletionStep,
        _ query: PreparedQuery,
        excluding excluded: Set<UInt32>,
        in matches: inout [Completion]
    ) {
        guard !favours.isEmpty else { return }
        let known = Set(matches.map(\.id))
        for id in favours.keys where !known.contains(id) && !excluded.contains(id) {
            guard let (number, entry) = place(of: id) else { continue }
            if let match = segments[number].match(entry, step, query) { matches.append(match) }
        }
        func favour(_ match: Completion) -> Double? {
            match.kind.canBeFavoured ? favours[match.id] : nil
        }
        let order = matches.enumerated()
            .sorted { left, right in
                if left.element.kind.tier != right.element.kind.tier {
                    return left.element.kind.tier < right.element.kind.tier
                }
                let (leftFavour, rightFavour) = (favour(left.element), favour(right.element))
                if leftFavour != rightFavour { return (leftFavour ?? 0) > (rightFavour ?? 0) }
                guard leftFavour != nil else { return left.offset < right.offset }
                if left.element.weight != right.element.weight {
                    return left.element.weight > right.element.weight
                }
                // Favored tags have no order yet.
                return (left.element.name, left.offset) < (right.element.name, right.offset)
            }
        matches = order.map(\.element)
    }

    /// Returns the best matches of one step in all segments; a tag may occur twice.
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
        // Only the best are favored, for any number of segments. Other steps may find a tag twice, and need the rest.
        if case .typos = step { found.removeLast(max(0, found.count - limit)) }
        return found.map { segments[$0.segment].completion($0.match) }
    }

    private func precedes(
        _ left: (segment: Int, match: CompletionSegment.Match),
        _ right: (segment: Int, match: CompletionSegment.Match)
    ) -> Bool {
        if let answer = left.match.precedes(right.match) { return answer }
        let key = segments[left.segment].key(left.match.rank.entry)
        return key.lexicographicallyPrecedes(segments[right.segment].key(right.match.rank.entry))
    }
}
