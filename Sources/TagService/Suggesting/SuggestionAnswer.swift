internal import Suggestions
internal import TagCore
internal import TagStore

/// Answers one question in three stages: fetches candidates, ranks them, and words them as suggestions.
struct SuggestionAnswer {
    private let query: SuggestionQuery
    private let key: TagKey
    private let typed: CompletionQuery

    /// The most characters of a typed text that count.
    private static let longestText = 1_000

    init(_ query: SuggestionQuery) {
        self.query = query
        let typedKey = TagKey(query.text.prefix(Self.longestText))
        key = TermQuery.asksForNothing(typedKey.text) ? TagKey("") : typedKey
        typed = CompletionQuery(key: key.text, foldedKey: key.folded)
    }

    /// Answers a question that consists of a typed text alone, from an index that holds every tag.
    func suggestions(in index: CompletionIndex) -> [Suggestion] {
        suggestions(from: Candidates(index: index))
    }

    /// Answers from one snapshot of the database.
    ///
    /// - Parameters:
    ///   - reader: the snapshot.
    ///   - resident: every tag, where the process holds them in memory.
    ///   - counts: the snapshot's counts.
    /// - Returns: the suggestions, best first, and the given names that are no tags.
    /// - Throws: SQLite's errors, `TagServiceError.unknownSet`.
    func suggestedTags(
        from reader: StoreReader,
        resident: CompletionIndex?,
        counts: StoredCooccurrences
    ) throws -> SuggestedTags {
        let candidates = try candidates(in: reader, resident: resident, counts: counts)
        return SuggestedTags(
            suggestions: suggestions(from: candidates),
            unknown: candidates.unknown
        )
    }

    private func suggestions(from candidates: Candidates) -> [Suggestion] {
        rank(candidates).map { word($0, candidates) }
    }
}

// MARK: Fetching

/// The tags among which an answer is found, and what is known of what is given.
private struct Candidates {
    /// The tags that may be suggested.
    let index: CompletionIndex
    /// How well tags go with what is given; `nil` where nothing is.
    var next: NextRanking?
    /// The given tags, which are not suggested.
    var given: Set<UInt32> = []
    /// The names of the given tags and the words of the label, by feature.
    var names: [UInt32: String] = [:]
    /// The given names that are no tags, each once.
    var unknown: [String] = []
}

extension SuggestionAnswer {
    private func candidates(
        in reader: StoreReader,
        resident: CompletionIndex?,
        counts: StoredCooccurrences
    ) throws -> Candidates {
        var unknown: [String] = []
        var known: Set<String> = []
        let given = try query.given.compactMap { name in
            let tag = try Self.tag(name, in: reader, resident: resident)
            if tag == nil, known.insert(name).inserted { unknown.append(name) }
            return tag
        }
        let words = try LabelWords.words(of: query.label)
            .compactMap { word in
                try reader.wordID(word).map { (id: Feature.word(rowID: $0), name: word) }
            }
        let next: NextRanking? =
            given.isEmpty && words.isEmpty
            ? nil
            : try NextTags()
                .rank(
                    given: given.map(\.id),
                    words: words.map(\.id),
                    limit: query.limit,
                    from: counts
                )
        return Candidates(
            index: try index(in: reader, resident: resident, givenCount: given.count, next: next),
            next: next,
            given: Set(given.map(\.id)),
            names: Dictionary((given + words).map { ($0.id, $0.name) }) { first, _ in first },
            unknown: unknown
        )
    }

    /// The tag that a given name leads to; `nil` for an unknown one.
    private static func tag(
        _ name: String,
        in reader: StoreReader,
        resident: CompletionIndex?
    ) throws -> (id: UInt32, name: String)? {
        let key = TagKey(name)
        if let id = resident?.tag(withKey: key.text), let name = resident?.name(of: id) {
            return (id, name)
        }
        guard let tag = try reader.target(of: key)?.tag else { return nil }
        return UInt32(exactly: tag.id).map { ($0, tag.name) }
    }

    private func index(
        in reader: StoreReader,
        resident: CompletionIndex?,
        givenCount: Int,
        next: NextRanking?
    ) throws -> CompletionIndex {
        let limit = query.limit + givenCount
        var candidates = CandidateIndex(reader: reader, limit: limit)
        if let set = query.onlyIn {
            return try candidates.index(ofSet: TagService.set(set, in: reader).id)
        }
        if let resident { return resident }
        let favourites =
            next?.scores(key.folded.isEmpty ? limit : SuggestionRanking.favouriteLimit) ?? []
        return try candidates.index(for: key, favourites: favourites.map(\.tag))
    }
}

// MARK: Ranking

extension SuggestionAnswer {
    private func rank(_ candidates: Candidates) -> [Suggestions.Suggestion] {
        guard query.limit > 0 else { return [] }
        let ranking = SuggestionRanking(
            index: candidates.index,
            next: candidates.next,
            excluding: candidates.given,
            limit: query.limit
        )
        return ranking.suggestions(for: typed)
    }
}

// MARK: Wording

extension SuggestionAnswer {
    /// A ranked tag with its name, its reasons, and where the typed text stands in the name.
    private func word(
        _ ranked: Suggestions.Suggestion,
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
            explanation: ranked.next.map { next in
                SuggestionExplanation(
                    popularity: next.popularity,
                    terms: next.contributions.map {
                        SuggestionTerm(
                            given: names[$0.feature] ?? "?",
                            linear: $0.linear,
                            local: $0.local,
                            neighbours: $0.neighbours
                        )
                    }
                )
            }
        )
    }
}
