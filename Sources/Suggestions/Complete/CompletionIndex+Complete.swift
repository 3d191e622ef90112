extension CompletionIndex {
    /// Returns the best matches of a typed text, ordered by tier of ``MatchKind``, then by weight, then by key.
    ///
    /// Within a kind without edits, matches with all accents come before matches that ignore
    /// accents. If accents were typed, matches without them come after all others. Queries of 4 to
    /// 60 scalars are also searched for typos, which are ranked by use and by the likelihood of the
    /// typos. Typos of two edits are considered only if nothing matches as typed. An empty query,
    /// or a query of only operators such as `!`, matches every tag as a prefix.
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
    ///   - favors: tags that come before others of their tier, highest value first, regardless of weight; has no effect
    ///     on tags two edits away.
    /// - Returns: at most `limit` matches.
    /// - Complexity: O(limit · log *n*) without typos. O(*n*) for several terms, or if so few tags match that all keys
    ///   are searched for the query's letters in order.
    public func complete(
        _ query: CompletionQuery, limit: Int, excluding excluded: Set<UInt32> = [],
        favoring favors: [UInt32: Double] = [:]
    ) -> [Completion] {
        let terms = TermQuery.isOneTerm(query.key) ? nil : TermQuery(query.key)
        let query = PreparedQuery(
            terms?.isEmpty == true ? CompletionQuery(key: "") : query,
            greatestWeight: segments.map(\.greatestWeight).max() ?? 0)
        var excluded = excluded
        var found: [Completion] = []
        func add(_ step: CompletionStep) {
            let wanted = limit - found.count
            var matches = matches(step, query, limit: wanted, excluding: excluded)
            favor(favors, step, query, excluding: excluded, in: &matches)
            for match in matches where found.count < limit && excluded.insert(match.id).inserted { found.append(match) }
        }
        var scattered: [Completion] = []
        var isOneTerm = true
        if let terms, !terms.isEmpty, terms.onlyPlainTerm == nil {
            isOneTerm = false
            found = complete(terms, limit: limit, excluding: excluded, favoring: favors, of: query)
            // A query with operators can't be a misspelled name.
            guard terms.whole != nil else { return found }
            // If another name is close to the whole query, names that only contain the letters of each term in order
            // are rarely intended.
            scattered = found.filter { $0.kind == .subsequence }.map(\.asScattered)
            found.removeAll { $0.kind == .subsequence }
            excluded.formUnion(found.map(\.id))
        } else {
            for step in CompletionStep.exact(hasMarks: query.hasMarks) where found.count < limit { add(step) }
        }
        guard found.count < limit else { return found }
        // Too many words are two edits apart, so two edits are a last resort.
        if query.canBeCorrected { add(.typos(edits: found.isEmpty ? 2 : 1)) }
        for match in scattered where found.count < limit && excluded.insert(match.id).inserted { found.append(match) }
        // With several terms, names with the letters of the whole query in order were already found.
        if isOneTerm, !found.contains(where: { $0.kind.edits > 0 }) { add(.scattered) }
        return found
    }

    /// Adds the favored tags that match by the same step, and moves all favored tags to the front of their tier.
    private func favor(
        _ favors: [UInt32: Double], _ step: CompletionStep, _ query: PreparedQuery, excluding excluded: Set<UInt32>,
        in matches: inout [Completion]
    ) {
        guard !favors.isEmpty else { return }
        let known = Set(matches.map(\.id))
        for id in favors.keys where !known.contains(id) && !excluded.contains(id) {
            guard let (number, entry) = place(of: id) else { continue }
            if let match = segments[number].match(entry, step, query) { matches.append(match) }
        }
        func favor(_ match: Completion) -> Double? { match.kind.canBeFavored ? favors[match.id] : nil }
        let order = matches.enumerated()
            .sorted { left, right in
                if left.element.kind.tier != right.element.kind.tier {
                    return left.element.kind.tier < right.element.kind.tier
                }
                let (leftFavor, rightFavor) = (favor(left.element), favor(right.element))
                if leftFavor != rightFavor { return (leftFavor ?? 0) > (rightFavor ?? 0) }
                guard leftFavor != nil else { return left.offset < right.offset }
                if left.element.weight != right.element.weight { return left.element.weight > right.element.weight }
                // Tags added by this function aren't in the index's order, so sort equally favored tags by name.
                return (left.element.name, left.offset) < (right.element.name, right.offset)
            }
        matches = order.map(\.element)
    }

    /// Returns the best matches of one step in all segments; a tag may occur twice.
    private func matches(
        _ step: CompletionStep, _ query: PreparedQuery, limit: Int, excluding excluded: Set<UInt32>
    ) -> [Completion] {
        guard limit > 0 else { return [] }
        var found: [(segment: Int, match: CompletionSegment.Match)] = []
        for number in segments.indices {
            for match in segments[number].matches(step, query, limit: limit, excluding: excluded) {
                found.append((number, match))
            }
        }
        if segments.count > 1 { found.sort { precedes($0, $1) } }
        // Keep only the best typos, regardless of the number of segments. Other steps may find a tag twice and then
        // need more matches than the limit.
        if case .typos = step { found.removeLast(max(0, found.count - limit)) }
        return found.map { segments[$0.segment].completion($0.match) }
    }

    private func precedes(
        _ left: (segment: Int, match: CompletionSegment.Match), _ right: (segment: Int, match: CompletionSegment.Match)
    ) -> Bool {
        if let answer = left.match.precedes(right.match) { return answer }
        let key = segments[left.segment].key(left.match.rank.entry)
        return key.lexicographicallyPrecedes(segments[right.segment].key(right.match.rank.entry))
    }
}
