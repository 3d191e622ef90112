extension CompletionIndex {
    /// The best matches of what was typed: by tier of kind, then by weight, then by key.
    ///
    /// Inside a kind, matches with all marks come before those without; where marks were typed, matches without them come
    /// after all others. Typos are looked for in queries of 4 to 60
    /// scalars, those of two edits only where nothing matches without. An empty query matches every tag as a prefix.
    /// - Parameters:
    ///   - query: what was typed.
    ///   - limit: the most matches to return.
    ///   - excluded: tags not to return, such as those that are given.
    ///   - favours: tags that go before others of their kind of match, by the greater number, whatever their weight.
    /// - Returns: at most `limit` matches.
    /// - Complexity: microseconds for a million tags; tens to hundreds where a typo has to be looked for.
    public func complete(
        _ query: CompletionQuery,
        limit: Int,
        excluding excluded: Set<UInt32> = [],
        favouring favours: [UInt32: Double] = [:]
    ) -> [Completion] {
        let terms = TermQuery.isOneTerm(query.key) ? nil : TermQuery(query.key)
        let query = PreparedQuery(query)
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
        if let terms, !terms.isEmpty, terms.onlyPlainTerm == nil {
            found = complete(terms, limit: limit, excluding: excluded, favouring: favours)
            // With operators, what was typed is no misspelt name.
            guard terms.whole != nil else { return found }
            excluded.formUnion(found.map(\.id))
        } else {
            for step in CompletionStep.exact(hasMarks: query.hasMarks) where found.count < limit {
                add(step)
            }
        }
        let isKnown = !found.isEmpty
        if found.count < limit { add(.lettersInOrder) }
        guard query.canBeCorrected, found.count < limit else { return found }
        add(.oneEdit)
        // Two edits turn much into much: they are no more than a last resort.
        if !isKnown, found.count < limit { add(.twoEdits) }
        return found
    }

    /// Adds the favoured tags that match in the same way, and puts all favoured ones in front of their kind.
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
        let order = matches.enumerated()
            .sorted { left, right in
                if left.element.kind.tier != right.element.kind.tier {
                    return left.element.kind.tier < right.element.kind.tier
                }
                let (leftFavour, rightFavour) = (
                    favours[left.element.id], favours[right.element.id]
                )
                if leftFavour != rightFavour { return (leftFavour ?? 0) > (rightFavour ?? 0) }
                if leftFavour != nil, left.element.weight != right.element.weight {
                    return left.element.weight > right.element.weight
                }
                return left.offset < right.offset
            }
        matches = order.map(\.element)
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

/// A way of matching a query; one after the other is tried until there are enough matches.
enum CompletionStep: Sendable {
    /// Without edits: where in the key or alias the query is looked for, and whether marks are left out of both.
    case part(MatchKind, KeyTable.Part, ignoresMarks: Bool)
    /// With other letters between those of the query.
    case lettersInOrder
    /// With one edit, of all the key or of its beginning.
    case oneEdit
    /// With two edits.
    case twoEdits

    /// The ways of matching without edits, best first.
    ///
    /// Who leaves marks out finds keys with them as if they had none; who types marks means them.
    static func exact(hasMarks: Bool) -> [CompletionStep] { hasMarks ? marked : unmarked }

    private static let marked: [CompletionStep] = {
        let kept: [(MatchKind, KeyTable.Part)] = [
            (.exact, .whole), (.prefix, .prefix), (.wordPrefix, .word), (.substring, .anywhere),
        ]
        let parts: [KeyTable.Part] = [.whole, .prefix, .word, .anywhere]
        return kept.map { .part($0, $1, ignoresMarks: false) }
            + parts.flatMap { part in
                [false, true].map { .part(.alias, part, ignoresMarks: $0) }
            } + parts.map { .part(.withoutMarks, $0, ignoresMarks: true) }
    }()

    /// A key that is the query but for its marks comes after those that begin with the query as it was typed.
    private static let unmarked: [CompletionStep] = {
        let later: [(MatchKind, KeyTable.Part)] = [
            (.wordPrefix, .word), (.substring, .anywhere), (.alias, .whole), (.alias, .prefix),
            (.alias, .word), (.alias, .anywhere),
        ]
        let first: [CompletionStep] = [
            .part(.exact, .whole, ignoresMarks: false),
            .part(.prefix, .prefix, ignoresMarks: false),
            .part(.prefix, .whole, ignoresMarks: true), .part(.prefix, .prefix, ignoresMarks: true),
        ]
        return first
            + later.flatMap { kind, part in
                [false, true].map { .part(kind, part, ignoresMarks: $0) }
            }
    }()
}

/// A query in the forms in which a segment compares it.
struct PreparedQuery: Sendable {
    /// The query with all marks.
    let text: String
    /// The query without marks.
    let foldedText: String
    /// The query in UTF-8, as keys are kept.
    let key: [UInt8]
    /// The query without marks in UTF-8.
    let foldedKey: [UInt8]
    /// Whether leaving out marks changes the query.
    let hasMarks: Bool
    /// Whether there is something left when marks are left out.
    let canIgnoreMarks: Bool
    /// See ``CompletionQuery/canBeCorrected``.
    let canBeCorrected: Bool

    /// Prepares a query.
    ///
    /// Complexity: O(query).
    init(_ query: CompletionQuery) {
        text = query.key
        foldedText = query.foldedKey
        key = UnsortedKeys.bytes(query.key)
        foldedKey = UnsortedKeys.bytes(query.foldedKey)
        hasMarks = key != foldedKey
        canIgnoreMarks = !foldedKey.isEmpty
        canBeCorrected = query.canBeCorrected
    }
}
