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
    /// How an entry matches a query of terms, by its key or else by an alias; `nil` if it does not.
    fileprivate func match(
        _ entry: UInt32,
        _ terms: TermQuery
    ) -> (match: FilterMatch, completion: Completion)? {
        let rank = Rank(weight: weights[Int(entry)], entry: entry)
        if let match = keyMatch(entry, terms) {
            let found = Match(
                kind: match.kind,
                rank: rank,
                route: match.ignoresAccents ? .withoutMarks : .asTyped
            )
            return (match, completion(found))
        }
        for row in aliasRows(of: entry) where aliases.keys.match(terms, row: row) != nil {
            let match = FilterMatch(kind: .alias, ignoresAccents: false)
            let found = Match(kind: .alias, rank: rank, alias: aliases.keys.string(row))
            return (match, completion(found))
        }
        return nil
    }

    /// How the key of an entry matches a query of terms; `nil` if it does not.
    private func keyMatch(_ entry: UInt32, _ terms: TermQuery) -> FilterMatch? {
        guard let row = foldedRows(of: entry).first else {
            return keys.keys.match(terms, row: Int(entry))
        }
        return foldedKeys.keys.match(terms, row: row, accented: Array(key(entry)))
    }
}

extension PackedKeys {
    /// How a key matches a query of terms; `nil` if it does not.
    fileprivate func match(
        _ terms: TermQuery,
        row: Int,
        accented: [UInt8]? = nil
    ) -> FilterMatch? {
        let text = text
        return MatchableKey(range: range(row)).match(terms, in: text.span, accented)
    }
}
