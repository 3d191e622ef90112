internal import Suggestions
internal import TagCore
internal import TagStore

/// Answers one query in three stages: fetches candidates, ranks them, and words them as suggestions.
struct SuggestionEngine {
    let query: SuggestionQuery
    /// The rules between tags, where the process holds them in memory.
    let rules: TagImplications?
    let key: TagKey
    let typed: CompletionQuery

    /// The most characters of a typed text that count.
    private static let longestText = 1_000

    init(_ query: SuggestionQuery, rules: TagImplications? = nil) {
        self.query = query
        self.rules = rules
        let typedKey = TagKey(FoldedText(query.text.prefix(Self.longestText)))
        key = TermQuery.asksForNothing(typedKey.text) ? TagKey("") : typedKey
        typed = CompletionQuery(key: key.text, foldedKey: key.folded)
    }

    /// Answers a query that consists of a typed text alone, from an index that holds every tag.
    func suggestions(in index: CompletionIndex) -> [Suggestion] {
        suggestions(from: Candidates(index: index))
    }

    /// Answers from one snapshot of the database.
    ///
    /// - Parameters:
    ///   - reader: the snapshot.
    ///   - resident: every tag, where the process holds them in memory.
    ///   - counts: the snapshot's counts.
    ///   - model: what others saved; `nil` for nothing.
    /// - Returns: the suggestions, best first, and the given names that are no tags.
    /// - Throws: SQLite's errors, `TagServiceError.unknownSet`.
    func suggestedTags(
        from reader: StoreReader,
        resident: CompletionIndex?,
        counts: StoredCooccurrences,
        model: SharedModel?
    ) throws -> SuggestedTags {
        if let model, query.onlyIn == nil, query.limit > 0 {
            do {
                let modelQuery = ModelQuery(model: model, reader: reader, resident: resident)
                return try suggestedTags(counts: counts, modelQuery)
            } catch is ModelError {
                // A damaged model is left out, and told by model() when it is opened.
            }
        }
        let candidates = try candidates(in: reader, resident: resident, counts: counts)
        return SuggestedTags(
            suggestions: suggestions(from: candidates),
            unknown: candidates.unknown
        )
    }

    private func suggestions(from candidates: Candidates) -> [Suggestion] {
        rank(candidates, limit: query.limit).map { word($0, candidates) }
    }
}

// MARK: Fetching

/// The tags among which results are found, and what is known of what is given.
struct Candidates {
    /// The tags that may be suggested.
    var index: CompletionIndex
    /// How well tags go with what is given, as learned; `nil` where nothing is given, or nothing was learned.
    var learned: GivenRanking?
    /// The tags that follow from what is given by rules.
    var implied: [ImpliedFirst.Implied] = []
    /// How well tags go with what is given, those that follow first; `nil` where nothing is known.
    var next: (any TagScores)?
    /// The number of given tags and words that count.
    var givenCount = 0
    /// The given tags, which are not suggested.
    var given: Set<UInt32> = []
    /// The names of the given tags and the words of the title, by feature.
    var names: [UInt32: String] = [:]
    /// The given names that are no tags, each once.
    var unknown: [String] = []
    /// How scores become probabilities.
    var calibration = Calibration()
}

extension Candidates {
    /// The probability that a tag belongs to what is given, to four digits; `nil` if it is unrelated, 1 if it follows by a rule.
    func probability(of ranked: RankedTag) -> Double? {
        if ranked.next?.origin != nil { return 1 }
        guard let score = ranked.next?.score, let rank = ranked.rank else { return nil }
        let probability = calibration.probability(
            score: score,
            rank: rank,
            given: givenCount
        )
        return (probability * 10_000).rounded() / 10_000
    }
}

extension SuggestionEngine {
    func candidates(
        in reader: StoreReader,
        resident: CompletionIndex?,
        counts: StoredCooccurrences
    ) throws -> Candidates {
        var unknown: [String] = []
        var known: Set<String> = []
        let given = try query.given.compactMap { name in
            let tag = try Self.tag(name, in: reader, resident: resident, counts: counts)
            if tag == nil, known.insert(name).inserted { unknown.append(name) }
            return tag
        }
        let found = try ranking(given: given.map(\.id), in: reader, counts: counts)
        let learned = found.isEmpty ? nil : found
        let implied = try impliedTags(by: given.map(\.id), in: reader)
        let next: (any TagScores)? =
            implied.isEmpty ? learned : ImpliedFirst(implied, then: learned)
        return Candidates(
            index: try index(in: reader, resident: resident, givenCount: given.count, next: next),
            learned: learned,
            implied: implied,
            next: next,
            givenCount: learned?.ranking?.givenCount ?? 0,
            given: Set(given.map(\.id)),
            names: Dictionary((given + found.words).map { ($0.id, $0.name) }) {
                first,
                _ in first
            },
            unknown: unknown,
            calibration: learned == nil ? Calibration() : try counts.calibration()
        )
    }

    /// How well tags go with what is given; that of the last query, where it was given the same.
    private func ranking(
        given: [UInt32],
        in reader: StoreReader,
        counts: StoredCooccurrences
    ) throws -> GivenRanking {
        if let last = counts.cache.last,
            last.isOf(given: given, title: query.title, limit: query.limit)
        {
            return last
        }
        let title = TextWords(query.title)
        let words = try title.title.compactMap { try Self.feature(of: $0, in: reader) }
        let others = try title.others.compactMap { word, count in
            try Self.feature(of: word, in: reader).map { (feature: $0, count: count) }
        }
        let ranking: NextRanking? =
            given.isEmpty && words.isEmpty && others.isEmpty
            ? nil
            : try NextTags()
                .rank(
                    given: given,
                    words: words.map(\.id),
                    text: others.map { TextWord($0.feature.id, count: $0.count) },
                    limit: query.limit,
                    from: counts
                )
        let found = GivenRanking(
            given: given,
            title: query.title,
            limit: query.limit,
            ranking: ranking,
            words: words + others.map(\.feature)
        )
        counts.keep(found)
        return found
    }

    /// A word as a feature; `nil` for one that no saved title holds.
    private static func feature(
        of word: String,
        in reader: StoreReader
    ) throws -> (id: UInt32, name: String)? {
        try reader.wordID(word).map { (Feature.word(rowID: $0), word) }
    }

    /// The tags that follow from given ones by rules, the nearest first.
    private func impliedTags(
        by given: [UInt32],
        in reader: StoreReader
    ) throws -> [ImpliedFirst.Implied] {
        guard !given.isEmpty, rules?.isEmpty != true else { return [] }
        let ids = given.map { Int64($0) }
        let found =
            try rules.map { rules in ImpliedTag.following(ids) { rules[$0] } }
            ?? ImpliedTag.following(ids, in: reader)
        return found.compactMap { found in
            guard let tag = UInt32(exactly: found.id), let origin = UInt32(exactly: found.origin)
            else { return nil }
            return ImpliedFirst.Implied(tag, origin: origin)
        }
    }

    /// The tag that a given name leads to; `nil` for an unknown one.
    private static func tag(
        _ name: String,
        in reader: StoreReader,
        resident: CompletionIndex?,
        counts: StoredCooccurrences
    ) throws -> (id: UInt32, name: String)? {
        if resident != nil, let known = counts.knownTag(name) { return known }
        let key = TagKey(name)
        if let id = resident?.tag(withKey: key.text), let own = resident?.name(of: id) {
            counts.keep((id, own), of: name)
            return (id, own)
        }
        guard let tag = try reader.target(of: key)?.tag else { return nil }
        return UInt32(exactly: tag.id).map { ($0, tag.name) }
    }

    func index(
        in reader: StoreReader,
        resident: CompletionIndex?,
        givenCount: Int,
        next: (any TagScores)?
    ) throws -> CompletionIndex {
        let limit = query.limit + givenCount
        var candidates = CandidateIndex(reader: reader, limit: limit)
        if let set = query.onlyIn {
            return try candidates.index(ofSet: TagService.set(set, in: reader).id)
        }
        if let resident { return resident }
        let favorites =
            next?.scores(key.folded.isEmpty ? limit : SuggestionRanking.favoriteLimit) ?? []
        return try candidates.index(for: key, favorites: favorites.map(\.tag))
    }
}

// MARK: Ranking

extension SuggestionEngine {
    func rank(_ candidates: Candidates, limit: Int) -> [RankedTag] {
        guard limit > 0 else { return [] }
        let ranking = SuggestionRanking(
            index: candidates.index,
            next: candidates.next,
            excluding: candidates.given,
            limit: limit
        )
        return ranking.suggestions(for: typed)
    }
}

// MARK: Wording

extension SuggestionEngine {
    /// A ranked tag with its name, its reasons, and where the typed text stands in the name.
    func word(
        _ ranked: RankedTag,
        _ candidates: Candidates
    ) -> Suggestion {
        let names = candidates.names
        let name = ranked.completion?.name ?? candidates.index.name(of: ranked.tag) ?? ""
        let ranges = ranked.completion.map { MatchRanges.ranges(of: typed, in: name, $0) }
        return Suggestion(
            tag: name,
            score: ranked.score,
            match: ranges?.map { [$0.lowerBound, $0.count] } ?? [],
            because: ranked.because.map { $0.text { names[$0] ?? "?" } },
            probability: candidates.probability(of: ranked),
            explanation: query.explains
                ? ranked.next.map { SuggestionExplanation($0, names) } : nil
        )
    }
}

extension SuggestionExplanation {
    /// Words what a tag's estimate is composed of, with the names of what is given, by feature.
    fileprivate init(_ next: NextTag, _ names: [UInt32: String]) {
        popularity = next.popularity
        terms = next.contributions.map {
            SuggestionTerm(
                given: names[$0.feature] ?? "?",
                linear: $0.linear,
                local: $0.local,
                neighbors: $0.neighbors,
                rule: $0.rule == 0 ? nil : $0.rule
            )
        }
    }
}
