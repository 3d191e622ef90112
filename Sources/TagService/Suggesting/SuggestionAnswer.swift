internal import Suggestions
internal import TagStore

/// The work for one question, on one snapshot of the database.
struct SuggestionAnswer {
    private let query: SuggestionQuery
    private let reader: StoreReader
    private let key: TagKey
    private let given: [TagRow]
    private let source: StoredCooccurrences
    private let next: NextRanking?

    /// How many tags that go with what is given are looked at for a match with the typed text.
    private static let favourites = 1_000

    /// What was read of the counts, for the next question.
    var cache: CooccurrenceCache { source.cache }

    init(_ query: SuggestionQuery, reader: StoreReader, cache: CooccurrenceCache) throws {
        self.query = query
        self.reader = reader
        key = TagKey(query.text.prefix(1_000))
        given = try query.given.compactMap { try reader.target(of: TagKey($0))?.tag }
        source = StoredCooccurrences(reader, cache: cache)
        let words = try LabelWords.words(of: query.label)
            .compactMap { try reader.wordID($0).map(FeatureID.word) }
        let isAsked = !given.isEmpty || !words.isEmpty
        next =
            isAsked
            ? try NextTags()
                .rank(
                    given: given.compactMap { UInt32(exactly: $0.id) },
                    words: words,
                    limit: query.limit,
                    from: source
                )
            : nil
    }

    /// The suggestions, out of an index that holds every tag or of one made for the question.
    func suggestions(resident: CompletionIndex?) throws -> [Suggestion] {
        guard query.limit > 0 else { return [] }
        let excluded = Set(given.compactMap { UInt32(exactly: $0.id) })
        let ranking = SuggestionRanking(
            index: try index(resident: resident),
            next: next,
            excluding: excluded,
            limit: query.limit
        )
        return try ranking.suggestions(for: typed).map(value)
    }

    private var typed: CompletionQuery {
        CompletionQuery(key: key.text, foldedKey: key.folded)
    }

    private func index(resident: CompletionIndex?) throws -> CompletionIndex {
        var candidates = CandidateIndex(reader: reader, limit: query.limit + given.count)
        if let set = query.onlyIn {
            return try candidates.index(ofSet: TagService.set(set, in: reader).id)
        }
        if let resident { return resident }
        let favourites =
            next?.scores(key.folded.isEmpty ? query.limit + given.count : Self.favourites) ?? []
        return try candidates.index(for: key, favourites: favourites.map(\.tag))
    }

    private func value(of suggestion: Suggestions.Suggestion) throws -> Suggestion {
        let name = try suggestion.completion?.name ?? tagName(suggestion.tag)
        let ranges = suggestion.completion.map { completion in
            MatchRanges.ranges(
                of: typed,
                in: name,
                completion,
                key: { TagKey($0).text },
                foldedKey: { TagKey($0).folded }
            )
        }
        let names = try featureNames(of: suggestion)
        return Suggestion(
            tag: name,
            score: suggestion.score,
            match: ranges?.map { [$0.lowerBound, $0.count] } ?? [],
            because: suggestion.because.map { $0.text { names[$0] ?? "?" } },
            terms: (suggestion.next?.contributions ?? [])
                .map {
                    SuggestionTerm(
                        given: names[$0.feature] ?? "?",
                        linear: $0.linear,
                        local: $0.local,
                        neighbours: $0.neighbours
                    )
                }
        )
    }

    /// The names of what is given and of the label's words, as far as a suggestion speaks of them.
    private func featureNames(of suggestion: Suggestions.Suggestion) throws -> [UInt32: String] {
        var names = Dictionary(
            given.compactMap { tag in UInt32(exactly: tag.id).map { ($0, tag.name) } }
        ) { first, _ in first }
        for part in suggestion.next?.contributions ?? [] where FeatureID.isWord(part.feature) {
            names[part.feature] = try reader.word(id: FeatureID.rowID(part.feature))
        }
        return names
    }

    private func tagName(_ id: UInt32) throws -> String {
        try reader.tag(id: Int64(id))?.name ?? ""
    }
}
