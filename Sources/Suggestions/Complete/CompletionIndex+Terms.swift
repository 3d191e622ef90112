extension CompletionIndex {
    /// Returns the best matches of a query with several terms or with operators.
    ///
    /// The rarest term is used to find names that contain all terms. They come before names that contain only the
    /// letters of a term in order.
    ///
    /// - Complexity: O(*m* + log *n*) for *m* occurrences of the rarest term, if enough names
    ///   contain all terms or the query requires that. Otherwise O(*n*) in the number of keys.
    func complete(
        _ terms: TermQuery, limit: Int, excluding excluded: Set<UInt32>, favoring favors: [UInt32: Double],
        of query: PreparedQuery
    ) -> [Completion] {
        var best = BestTermMatches(limit: limit, favors: favors)
        var rest: [(segment: CompletionSegment, isUnseen: Bool)] = []
        for segment in segments {
            let excluded = ExcludedEntries(excluded, ids: segment.ids)
            segment.forEachAlias(of: terms, query) { best.offer($0, $1, segment, excluded) }
            guard let rows = segment.rows(containing: terms) else {
                rest.append((segment, true))
                continue
            }
            let asked = rows.areAll ? RequiredTexts.Presence.inOrder : .contained
            segment.forEachMatch(
                of: terms, in: rows, asking: { _ in asked },
                do: { match, found in
                    guard rows.areAll || match.kind != .subsequence else { return }
                    best.offer(match, found, segment, excluded)
                })
            if !rows.areAll { rest.append((segment, false)) }
        }
        for (segment, isUnseen) in rest where isUnseen || best.takesLettersInOrder {
            let excluded = ExcludedEntries(excluded, ids: segment.ids)
            segment.forEachMatch(
                of: terms, in: segment.rows(withLettersOf: terms, of: query),
                asking: { entry in
                    best.takesLettersInOrder(of: entry, in: segment) ? .inOrder : isUnseen ? .contained : nil
                },
                do: { match, found in
                    guard isUnseen || match.kind == .subsequence else { return }
                    best.offer(match, found, segment, excluded)
                })
        }
        return best.matches.map { $0.segment.completion($0.found) }
    }
}

/// A tag that matches a query of terms.
private struct TermMatch {
    let match: FilterMatch
    let favor: Double
    let found: CompletionSegment.Match
    let segment: CompletionSegment

    /// Returns whether this match comes before another match.
    func precedes(_ other: TermMatch) -> Bool {
        if match != other.match { return match < other.match }
        if favor != other.favor { return favor > other.favor }
        if found.rank.weight != other.found.rank.weight { return found.rank.weight > other.found.rank.weight }
        return segment.name(found.rank.entry) < other.segment.name(other.found.rank.entry)
    }
}

/// The best matches so far, best first.
private struct BestTermMatches {
    private(set) var matches: [TermMatch] = []
    private let limit: Int
    private let favors: [UInt32: Double]

    init(limit: Int, favors: [UInt32: Double]) {
        self.limit = max(0, limit)
        self.favors = favors
    }

    /// Whether a name that has the letters of a term in order may be among the best.
    var takesLettersInOrder: Bool {
        matches.count < limit || matches.last.map { $0.match.kind >= .subsequence } ?? false
    }

    /// Returns whether an entry may be among the best if it has the letters of a term in order.
    func takesLettersInOrder(of entry: UInt32, in segment: CompletionSegment) -> Bool {
        guard matches.count == limit, let last = matches.last, !last.match.ignoresAccents,
            segment.weights[Int(entry)] < last.found.rank.weight
        else { return true }
        return favor(of: entry, in: segment) > last.favor
    }

    private func favor(of entry: UInt32, in segment: CompletionSegment) -> Double {
        favors.isEmpty ? 0 : favors[segment.ids[Int(entry)]] ?? 0
    }

    mutating func offer(
        _ match: FilterMatch, _ found: CompletionSegment.Match, _ segment: CompletionSegment,
        _ excluded: ExcludedEntries
    ) {
        guard !excluded.contains(found.rank.entry) else { return }
        let favor = favor(of: found.rank.entry, in: segment)
        let match = TermMatch(match: match, favor: favor, found: found, segment: segment)
        if matches.count == limit {
            guard let last = matches.last, match.precedes(last) else { return }
            matches.removeLast()
        }
        let place = matches.firstIndex { match.precedes($0) } ?? matches.count
        matches.insert(match, at: place)
    }
}

/// The rows of a segment that may match a query of terms.
private struct TermRows {
    /// Rows of the keys.
    var keys: [UInt32]
    /// Rows of the keys without accents.
    var foldedKeys: [UInt32]
    /// Whether every match is in these rows; if not, keys with only the letters of a term in order may match, too.
    var areAll: Bool
}

extension CompletionSegment {
    /// The maximum number of occurrences of a term that are examined one by one.
    private static let mostOccurrences = 8_192

    /// Returns the rows that contain the rarest term, a superset of the rows that contain every
    /// term; `nil` if there are too many.
    fileprivate func rows(containing terms: TermQuery) -> TermRows? {
        let needed = terms.containedTexts
        let texts = needed.isEmpty ? terms.requiredTexts : needed
        let most = Self.mostOccurrences
        guard let rows = keys.rows(containingRarestOf: texts, atMost: most),
            let foldedRows = foldedKeys.rows(containingRarestOf: texts, atMost: most)
        else { return nil }
        return TermRows(keys: rows, foldedKeys: foldedRows, areAll: !needed.isEmpty)
    }

    /// Returns the rows that may have the letters of all terms.
    fileprivate func rows(withLettersOf terms: TermQuery, of query: PreparedQuery) -> TermRows {
        TermRows(
            keys: query.candidates(in: keys, of: terms), foldedKeys: query.candidates(in: foldedKeys, of: terms),
            areAll: true)
    }

    /// Calls a closure with each entry of the given rows whose key matches a query of terms.
    ///
    /// - Parameters:
    ///   - terms: the query.
    ///   - rows: the rows.
    ///   - presence: returns how an entry must contain the required texts, or `nil` to skip the entry.
    ///   - body: receives the match.
    fileprivate func forEachMatch(
        of terms: TermQuery, in rows: TermRows, asking presence: (UInt32) -> RequiredTexts.Presence?,
        do body: (FilterMatch, Match) -> Void
    ) {
        let required = RequiredTexts(terms.requiredTexts)
        let (keyText, foldedText) = (keys.keys.text, foldedKeys.keys.text)
        keyText.withSpan { text in
            for row in rows.keys {
                let range = keys.keys.range(Int(row))
                // Keys with accents are skipped here and compared without accents below; few keys get as far as this
                // check.
                guard let asked = presence(row), required.stand(in: text, range, asked), isLive(row),
                    foldedRows(of: row).isEmpty, let match = MatchableKey(range: range).match(terms, in: text, nil)
                else { continue }
                body(match, found(match, row))
            }
        }
        foldedText.withSpan { text in
            for row in rows.foldedKeys {
                let entry = foldedKeys.entries[Int(row)]
                let range = foldedKeys.keys.range(Int(row))
                guard let asked = presence(entry), required.stand(in: text, range, asked), isLive(entry),
                    foldedRows(of: entry).first == Int(row), let match = keyMatch(entry, terms)
                else { continue }
                body(match, found(match, entry))
            }
        }
    }

    /// Calls a closure with each entry that matches a query of terms by an alias but not by its
    /// key.
    fileprivate func forEachAlias(of terms: TermQuery, _ query: PreparedQuery, _ body: (FilterMatch, Match) -> Void) {
        guard !aliases.entries.isEmpty else { return }
        var seen: Set<UInt32> = []
        for row in query.candidates(in: aliases, of: terms).sorted() {
            let entry = aliases.entries[Int(row)]
            guard isLive(entry), aliases.keys.match(terms, row: Int(row)) != nil, keyMatch(entry, terms) == nil,
                seen.insert(entry).inserted
            else { continue }
            let alias = aliases.keys.string(Int(row))
            let rank = Rank(weight: weights[Int(entry)], entry: entry)
            body(FilterMatch(kind: .alias, ignoresAccents: false), Match(kind: .alias, rank: rank, alias: alias))
        }
    }

    private func found(_ match: FilterMatch, _ entry: UInt32) -> Match {
        Match(
            kind: match.kind, rank: Rank(weight: weights[Int(entry)], entry: entry),
            route: match.ignoresAccents ? .withoutMarks : .asTyped)
    }

    /// Returns how the key of an entry matches a query of terms, or `nil` if it doesn't match.
    private func keyMatch(_ entry: UInt32, _ terms: TermQuery) -> FilterMatch? {
        guard let row = foldedRows(of: entry).first else { return keys.keys.match(terms, row: Int(entry)) }
        return foldedKeys.keys.match(terms, row: row, accented: Array(key(entry)))
    }
}

extension PreparedQuery {
    /// Returns the rows of a table that may have the letters of all terms of the query.
    fileprivate func candidates(in table: KeyTable, of terms: TermQuery) -> [UInt32] {
        let required = terms.requiredTerms.map { $0.map(\.value) }
        return candidates.withLetters(ofAll: required, of: foldedKey, in: table)
    }
}

extension PackedKeys {
    /// Returns how a key matches a query of terms, or `nil` if it doesn't match.
    fileprivate func match(_ terms: TermQuery, row: Int, accented: [UInt8]? = nil) -> FilterMatch? {
        text.withSpan { MatchableKey(range: range(row)).match(terms, in: $0, accented) }
    }
}
