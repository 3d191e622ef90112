extension CompletionIndex {
    /// The best matches of a query with several terms or with operators: every key is looked at.
    ///
    /// - Complexity: linear in the text of all keys.
    func complete(
        _ terms: TermQuery,
        limit: Int,
        excluding excluded: Set<UInt32>,
        favouring favours: [UInt32: Double]
    ) -> [Completion] {
        var found: [(match: FilterMatch, completion: Completion)] = []
        for segment in segments {
            for entry in 0..<UInt32(truncatingIfNeeded: segment.ids.count)
            where segment.isLive(entry) && !excluded.contains(segment.ids[Int(entry)]) {
                if let match = segment.match(entry, terms) { found.append(match) }
            }
        }
        return
            found.sorted { left, right in
                if left.match != right.match { return left.match < right.match }
                let (leftFavour, rightFavour) = (
                    favours[left.completion.id] ?? 0, favours[right.completion.id] ?? 0
                )
                if leftFavour != rightFavour { return leftFavour > rightFavour }
                if left.completion.weight != right.completion.weight {
                    return left.completion.weight > right.completion.weight
                }
                return left.completion.name < right.completion.name
            }
            .prefix(max(0, limit)).map(\.completion)
    }
}

extension CompletionSegment {
    /// The key of an entry, or an alias of it, as terms are compared with it.
    private struct Key: MatchableKey {
        let folded: ArraySlice<UInt8>
        /// The key with its accents; `nil` if it has none.
        let accented: [UInt8]?

        func match(_ query: FilterQuery) -> FilterMatch? {
            // A slice of the table's text shares its storage.
            let text = Array(folded)
            return MatchKind(of: query.folded, in: text.span, text.indices)
                .map { FilterMatch(of: query, foldedKind: $0, accentedKey: accented) }
        }

        func mayContainBytes(of query: FilterQuery) -> Bool { folded.count >= query.folded.count }
    }

    /// How an entry matches a query of terms, by its key or else by an alias; `nil` if it does not.
    fileprivate func match(
        _ entry: UInt32,
        _ terms: TermQuery
    ) -> (match: FilterMatch, completion: Completion)? {
        let rank = Rank(weight: weights[Int(entry)], entry: entry)
        let key = key(entry)
        let folded = foldedRows(of: entry).first
            .map { foldedKeys.keys.text[foldedKeys.keys.range($0)] }
        let own = Key(folded: folded ?? key, accented: folded == nil ? nil : Array(key))
        if let match = own.match(terms) {
            let found = Match(
                kind: match.kind,
                rank: rank,
                route: match.ignoresAccents ? .withoutMarks : .asTyped
            )
            return (match, completion(found))
        }
        for row in aliasRows(of: entry) {
            let text = aliases.keys.text[aliases.keys.range(row)]
            guard Key(folded: text, accented: nil).match(terms) != nil else { continue }
            let match = FilterMatch(kind: .alias, ignoresAccents: false)
            let found = Match(kind: .alias, rank: rank, alias: aliases.keys.string(row))
            return (match, completion(found))
        }
        return nil
    }
}
