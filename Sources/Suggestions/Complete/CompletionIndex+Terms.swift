extension CompletionIndex {
    /// The best matches of a query with several terms or with operators.
    ///
    /// - Complexity: O(*n*) in the number of keys, about a nanosecond for each that lacks a letter of a term; linear in the text of
    ///   all other keys.
    func complete(
        _ terms: TermQuery,
        limit: Int,
        excluding excluded: Set<UInt32>,
        favouring favours: [UInt32: Double]
    ) -> [Completion] {
        var best = BestTermMatches(limit: limit)
        for segment in segments {
            let excluded = ExcludedEntries(excluded, ids: segment.ids)
            segment.forEachMatch(of: terms) { match, found in
                guard !excluded.contains(found.rank.entry) else { return }
                let favour = favours[segment.ids[Int(found.rank.entry)]] ?? 0
                best.offer(TermMatch(match: match, favour: favour, found: found, segment: segment))
            }
        }
        return best.matches.map { $0.segment.completion($0.found) }
    }
}

/// A tag that matches a query of terms.
private struct TermMatch {
    let match: FilterMatch
    let favour: Double
    let found: CompletionSegment.Match
    let segment: CompletionSegment

    /// Whether this match comes before another one.
    func precedes(_ other: TermMatch) -> Bool {
        if match != other.match { return match < other.match }
        if favour != other.favour { return favour > other.favour }
        if found.rank.weight != other.found.rank.weight {
            return found.rank.weight > other.found.rank.weight
        }
        return segment.name(found.rank.entry) < other.segment.name(other.found.rank.entry)
    }
}

/// The best matches so far, best first.
private struct BestTermMatches {
    private(set) var matches: [TermMatch] = []
    let limit: Int

    init(limit: Int) {
        self.limit = max(0, limit)
    }

    mutating func offer(_ match: TermMatch) {
        if matches.count == limit {
            guard let last = matches.last, match.precedes(last) else { return }
            matches.removeLast()
        }
        let place = matches.firstIndex { match.precedes($0) } ?? matches.count
        matches.insert(match, at: place)
    }
}

extension CompletionSegment {
    /// Calls a closure with each entry that matches a query of terms, by its key or else by an alias.
    fileprivate func forEachMatch(of terms: TermQuery, _ body: (FilterMatch, Match) -> Void) {
        let required = terms.requiredTerms.map { $0.map(\.value) }
        for row in keys.typos.candidates(withLettersOfAll: required) where isLive(row) {
            // A key with accents is looked at without them; few keys get as far as being asked for that.
            guard let match = keys.keys.match(terms, row: Int(row)), foldedRows(of: row).isEmpty
            else { continue }
            body(match, found(match, row))
        }
        for row in foldedKeys.typos.candidates(withLettersOfAll: required) {
            let entry = foldedKeys.entries[Int(row)]
            guard isLive(entry), foldedRows(of: entry).first == Int(row),
                let match = keyMatch(entry, terms)
            else { continue }
            body(match, found(match, entry))
        }
        var seen: Set<UInt32> = []
        for row in aliases.typos.candidates(withLettersOfAll: required).sorted() {
            let entry = aliases.entries[Int(row)]
            guard isLive(entry), aliases.keys.match(terms, row: Int(row)) != nil,
                keyMatch(entry, terms) == nil, seen.insert(entry).inserted
            else { continue }
            let alias = aliases.keys.string(Int(row))
            let rank = Rank(weight: weights[Int(entry)], entry: entry)
            body(
                FilterMatch(kind: .alias, ignoresAccents: false),
                Match(kind: .alias, rank: rank, alias: alias)
            )
        }
    }

    private func found(_ match: FilterMatch, _ entry: UInt32) -> Match {
        Match(
            kind: match.kind,
            rank: Rank(weight: weights[Int(entry)], entry: entry),
            route: match.ignoresAccents ? .withoutMarks : .asTyped
        )
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
        text.withSpan { MatchableKey(range: range(row)).match(terms, in: $0, accented) }
    }
}
