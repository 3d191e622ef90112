internal import TagCore

extension SearchableTags {
    /// Returns the best matches of a typed text, ordered by ``MatchKind``, then by weight, then by key.
    ///
    /// Within a kind without edits, matches with all accents come before matches that ignore
    /// accents. If accents were typed, matches without them come after all others. Queries of 4 to
    /// 60 scalars are also searched for typos, which are ranked by use and by the likelihood of the
    /// typos. Typos of two edits are considered only if nothing matches as typed. An empty query,
    /// or a query of only operators such as `!`, matches every tag as a prefix.
    ///
    /// ```swift
    /// let query = CompletionQuery(key: "read")
    /// for match in tags.complete(query, limit: 5, excluding: [selected]) { print(match.name) }
    /// ```
    ///
    /// - Parameters:
    ///   - query: the typed text.
    ///   - limit: the maximum number of matches to return.
    ///   - excluded: tags not to return, such as those that are selected.
    ///   - favors: tags that come before others of their kind, highest value first, regardless of weight; has no effect
    ///     on tags two edits away.
    /// - Returns: at most `limit` matches.
    /// - Complexity: O(*n*) in the length of all keys; O(1) for most keys.
    public func complete(
        _ query: CompletionQuery, limit: Int, excluding excluded: Set<UInt32> = [],
        favoring favors: [UInt32: Double] = [:]
    ) -> [Completion] {
        guard limit > 0 else { return [] }
        let terms = TermQuery.isOneTerm(query.key) ? nil : TermQuery(query.key)
        let query = terms?.isEmpty == true ? CompletionQuery(key: "") : query
        let typed = TypedText(query)
        var scan = TagScan(self, typed, limit: min(limit, ids.count), excluding: excluded, favoring: favors)
        let isOneTerm = terms.map { $0.isEmpty || $0.onlyPlainTerm != nil } ?? true
        if let terms, !isOneTerm {
            scan.addMatches(of: terms)
            // A query with operators can't be a misspelled name.
            guard terms.whole != nil else { return scan.completions }
        } else {
            scan.addMatches()
        }
        // If another name is close to the whole query, names that only contain the letters of each term in order are
        // rarely intended.
        let scattered = scan.removeSubsequences()
        // Too many words are two edits apart, so two edits are a last resort.
        if query.canBeCorrected { scan.addTypos(edits: scan.found.isEmpty ? 2 : 1) }
        scan.add(scattered)
        // With several terms, names with the letters of the whole query in order were already found.
        if isOneTerm, !scan.found.contains(where: { $0.kind.edits > 0 }) { scan.addScattered() }
        return scan.completions
    }
}

/// A scan of all tags for one typed text.
///
/// Each step passes once over the tags and adds its best matches to ``found``.
private struct TagScan {
    private let tags: SearchableTags
    private let typed: TypedText
    private let limit: Int
    private var excluded: Set<UInt32>
    private let favors: [UInt32: Double]
    /// The matches, best first.
    private(set) var found: [TagMatch] = []

    init(
        _ tags: SearchableTags, _ typed: TypedText, limit: Int, excluding excluded: Set<UInt32>,
        favoring favors: [UInt32: Double]
    ) {
        self.tags = tags
        self.typed = typed
        self.limit = limit
        self.excluded = excluded
        self.favors = favors
    }

    /// The matches as completions.
    var completions: [Completion] {
        found.map { match in
            Completion(
                id: tags.ids[match.place], name: tags.name(at: match.place), kind: match.kind,
                ignoresMarks: match.ignoresMarks, alias: match.alias.map(tags.aliases.key), weight: match.weight,
                isNamedByKey: tags.isNamedByKey(at: match.place), likelihood: match.likelihood)
        }
    }

    /// Adds matches that aren't known yet, until the limit is reached.
    mutating func add(_ matches: [TagMatch]) {
        for match in matches where found.count < limit && excluded.insert(tags.ids[match.place]).inserted {
            found.append(match)
        }
    }

    /// Removes the matches with only the letters of terms in order, and returns them as scattered matches.
    mutating func removeSubsequences() -> [TagMatch] {
        let scattered = found.filter { $0.kind == .subsequence }
        found.removeAll { $0.kind == .subsequence }
        for match in scattered { excluded.remove(tags.ids[match.place]) }
        return scattered.map { match in
            var match = match
            match.kind = .scattered
            return match
        }
    }

    private func isWanted(_ place: Int) -> Bool {
        tags.weights[place] > -.infinity && (excluded.isEmpty || !excluded.contains(tags.ids[place]))
    }

    private func match(_ place: Int, _ kind: MatchKind, order: Int, ignoresMarks: Bool = false) -> TagMatch {
        let favor = favors.isEmpty ? 0 : favors[tags.ids[place]] ?? 0
        return TagMatch(
            place: place, kind: kind, order: order, favor: favor, weight: tags.weights[place],
            ignoresMarks: ignoresMarks)
    }
}

// MARK: Matches without edits

extension TagScan {
    /// Adds the matches of the whole text.
    mutating func addMatches() {
        var best = BestMatches(limit: limit)
        var isFoundByAlias: Set<Int> = []
        for match in aliasMatches(typed.aliasMatch) {
            isFoundByAlias.insert(match.place)
            let byKey = keyMatch(match.place)
            best.offer(byKey.map { $0.order < match.order ? $0 : match } ?? match, tags)
        }
        for place in tags.ids.indices where tags.keys.mayContain(typed.form.signature, at: place) && isWanted(place) {
            guard isFoundByAlias.isEmpty || !isFoundByAlias.contains(place) else { continue }
            if let match = keyMatch(place) { best.offer(match, tags) }
        }
        add(best.sorted(tags))
    }

    /// Adds the matches of a query of several terms or with operators.
    mutating func addMatches(of terms: TermQuery) {
        var best = BestMatches(limit: limit)
        let keyMatch = { [self] (place: Int) -> TagMatch? in
            let key = tags.keys.matchableKey(at: place)
            return key.match(terms, in: tags.keys.bytes.span, tags.keys.accentedKey(at: place))
                .map { match(place, $0.kind, order: $0.order, ignoresMarks: $0.ignoresAccents) }
        }
        let aliases = aliasMatches { key, text in
            key.match(terms, in: text, nil) == nil
                ? nil : (FilterMatch(kind: .alias, ignoresAccents: false).order, false)
        }
        for match in aliases where keyMatch(match.place) == nil { best.offer(match, tags) }
        for place in tags.ids.indices where tags.keys.mayContain(terms.signature, at: place) && isWanted(place) {
            if let match = keyMatch(place) { best.offer(match, tags) }
        }
        add(best.sorted(tags))
    }

    /// Adds the tags whose keys have the letters of the text in order.
    mutating func addScattered() {
        guard found.count < limit else { return }
        var best = BestMatches(limit: limit - found.count)
        for place in tags.ids.indices where tags.keys.mayContain(typed.form.signature, at: place) && isWanted(place) {
            let range = tags.keys.range(at: place)
            guard UTF8Text.containsInOrder(typed.form.folded.span, in: tags.keys.bytes.span, range) else { continue }
            var match = match(place, .scattered, order: 0, ignoresMarks: typed.form.hasAccents)
            match.favor = 0
            best.offer(match, tags)
        }
        add(withFavorsFirst(best.sorted(tags)))
    }

    private func keyMatch(_ place: Int) -> TagMatch? {
        typed.match(tags.keys.matchableKey(at: place), in: tags.keys.bytes.span, tags.keys.accentedKey(at: place))
            .map { match(place, $0.kind, order: $0.order, ignoresMarks: $0.ignoresMarks) }
    }

    /// Returns the best match of each tag by an alias.
    private func aliasMatches(_ match: (MatchableKey, Span<UInt8>) -> (order: Int, ignoresMarks: Bool)?) -> [TagMatch] {
        var matches: [TagMatch] = []
        for (alias, place) in tags.aliasOwners.enumerated() where isWanted(place) {
            let key = tags.aliases.matchableKey(at: alias)
            guard let (order, ignoresMarks) = match(key, tags.aliases.bytes.span) else { continue }
            let isRepeated = matches.last?.place == place
            if isRepeated, let last = matches.last, last.order <= order { continue }
            if isRepeated { matches.removeLast() }
            var match = self.match(place, .alias, order: order, ignoresMarks: ignoresMarks)
            match.alias = alias
            matches.append(match)
        }
        return matches
    }

    /// Returns matches with the favored tags first.
    private func withFavorsFirst(_ matches: [TagMatch]) -> [TagMatch] {
        guard !favors.isEmpty else { return matches }
        func favor(_ match: TagMatch) -> Double { match.kind.canBeFavored ? favors[tags.ids[match.place]] ?? 0 : 0 }
        return matches.enumerated().sorted { (favor($0.element), $1.offset) > (favor($1.element), $0.offset) }
            .map(\.element)
    }
}

// MARK: Typos

extension TagScan {
    /// Adds the tags up to a number of edits away from the text.
    mutating func addTypos(edits: Int) {
        guard found.count < limit else { return }
        var best = BestMatches(limit: limit - found.count)
        var typos = TypoMatcher(typed, edits: edits)
        let greatest = tags.weights.max() ?? 0
        func use(_ place: Int) -> Double {
            // Weights are frecencies.
            max((tags.weights[place] - greatest) / Frecency.halfLife, -TypoCost.greatestDisadvantage)
        }
        func match(_ place: Int, _ typo: TypoMatcher.Typo) -> TagMatch {
            var match = TagMatch(place: place, kind: typo.kind, order: 0, weight: tags.weights[place])
            match.ignoresMarks = typo.route == .withoutMarks
            match.likelihood = use(place) - typo.cost
            match.route = typo.route.rawValue
            match.alias = typo.alias
            return match
        }
        let aliases = aliasTypos(&typos)
        for (place, alias) in aliases {
            let typo = [typos.best(at: place, of: tags.keys), alias].compactMap(\.self).min() ?? alias
            best.offer(match(place, typo), tags)
        }
        for place in tags.ids.indices where typos.mayMatch(place, of: tags.keys) && isWanted(place) {
            guard best.accepts(likelihood: use(place) - TypoCost.leastCost), aliases.isEmpty || aliases[place] == nil,
                let typo = typos.best(at: place, of: tags.keys)
            else { continue }
            best.offer(match(place, typo), tags)
        }
        add(withFavorsFirst(best.sorted(tags)))
    }

    /// Returns the best typo in an alias of each tag that has one, by place.
    private func aliasTypos(_ typos: inout TypoMatcher) -> [Int: TypoMatcher.Typo] {
        var best: [Int: TypoMatcher.Typo] = [:]
        for (alias, place) in tags.aliasOwners.enumerated()
        where typos.mayMatch(alias, of: tags.aliases) && isWanted(place) {
            guard let typo = typos.inAlias(alias, of: tags.aliases) else { continue }
            best[place] = best[place].map { min($0, typo) } ?? typo
        }
        return best
    }
}

/// A tag that matches the typed text, and its position in the order of matches.
private struct TagMatch {
    /// The place of the tag.
    let place: Int
    var kind: MatchKind
    /// Orders the matches of a step; lower comes first.
    let order: Int
    /// Orders matches of equal order; higher comes first.
    var favor = 0.0
    let weight: Double
    var ignoresMarks = false
    /// The likelihood, as in ``Completion/likelihood``.
    var likelihood: Double?
    /// Orders typos of the same kind and likelihood.
    var route = 0
    /// The alias that matches.
    var alias: Int?

    func precedes(_ other: TagMatch, _ tags: SearchableTags) -> Bool {
        if order != other.order { return order < other.order }
        if likelihood != other.likelihood { return (likelihood ?? 0) > (other.likelihood ?? 0) }
        if kind != other.kind { return kind < other.kind }
        if route != other.route { return route < other.route }
        if favor != other.favor { return favor > other.favor }
        if weight != other.weight { return weight > other.weight }
        if tags.keys.isOrdered(place, before: other.place) { return true }
        return place < other.place && !tags.keys.isOrdered(other.place, before: place)
    }
}

/// The best matches of a step.
///
/// Matches are collected up to twice the limit, then the worse half is dropped, which takes O(*n* log limit).
private struct BestMatches {
    private let limit: Int
    private var matches: [TagMatch] = []
    /// The worst of the best matches at the last time that others were dropped.
    private var worst: TagMatch?

    init(limit: Int) { self.limit = limit }

    /// Returns whether a match with a likelihood may be among the best.
    func accepts(likelihood: Double) -> Bool { worst?.likelihood.map { $0 <= likelihood } ?? true }

    mutating func offer(_ match: TagMatch, _ tags: SearchableTags) {
        if let worst, !match.precedes(worst, tags) { return }
        matches.append(match)
        guard matches.count >= 2 * limit + 16 else { return }
        matches = sorted(tags)
        worst = matches.last
    }

    /// Returns the best matches, best first.
    func sorted(_ tags: SearchableTags) -> [TagMatch] { Array(matches.sorted { $0.precedes($1, tags) }.prefix(limit)) }
}
