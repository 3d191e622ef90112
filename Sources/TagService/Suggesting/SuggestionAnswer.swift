internal import Suggestions
internal import TagCore
internal import TagStore

/// The work for one question, on one snapshot of the database.
struct SuggestionAnswer {
    private let query: SuggestionQuery
    private let reader: StoreReader
    private let key: TagKey
    private let wording: SuggestionWording
    /// Every tag, where the process holds them in memory.
    private let resident: CompletionIndex?
    private let given: [GivenTag]
    private let source: StoredCooccurrences
    private let next: NextRanking?

    /// What was read of the counts, for the next question.
    var cache: CooccurrenceCache { source.cache }

    private struct GivenTag {
        let id: UInt32
        let name: String

        /// The tag that a name leads to; `nil` for an unknown one.
        init?(_ name: String, reader: StoreReader, resident: CompletionIndex?) throws {
            let key = TagKey(name)
            if let id = resident?.tag(withKey: key.text), let name = resident?.name(of: id) {
                self.id = id
                self.name = name
                return
            }
            guard let tag = try reader.target(of: key)?.tag, let id = UInt32(exactly: tag.id) else {
                return nil
            }
            self.id = id
            self.name = tag.name
        }
    }

    init(
        _ query: SuggestionQuery,
        reader: StoreReader,
        resident: CompletionIndex? = nil,
        cache: CooccurrenceCache = CooccurrenceCache()
    ) throws {
        self.query = query
        self.reader = reader
        self.resident = resident
        key = TagKey(query.text.prefix(SuggestionWording.longestText))
        wording = SuggestionWording(key)
        given = try query.given.compactMap {
            try GivenTag($0, reader: reader, resident: resident)
        }
        source = StoredCooccurrences(reader, cache: cache)
        let words = try LabelWords.words(of: query.label)
            .compactMap { try reader.wordID($0).map(Feature.word(rowID:)) }
        let isAsked = !given.isEmpty || !words.isEmpty
        next =
            isAsked
            ? try NextTags()
                .rank(
                    given: given.map(\.id),
                    words: words,
                    limit: query.limit,
                    from: source
                )
            : nil
    }

    /// The suggestions, out of an index that holds every tag or of one made for the question.
    func suggestions() throws -> [Suggestion] {
        guard query.limit > 0 else { return [] }
        let index = try index()
        let ranking = SuggestionRanking(
            index: index,
            next: next,
            excluding: Set(given.map(\.id)),
            limit: query.limit
        )
        let suggestions = ranking.suggestions(for: wording.typed)
        return wording.values(of: suggestions, in: index, names: try names(in: suggestions))
    }

    private func index() throws -> CompletionIndex {
        var candidates = CandidateIndex(reader: reader, limit: query.limit + given.count)
        if let set = query.onlyIn {
            return try candidates.index(ofSet: TagService.set(set, in: reader).id)
        }
        if let resident { return resident }
        let favourites =
            next?
            .scores(
                key.folded.isEmpty ? query.limit + given.count : SuggestionRanking.favouriteLimit
            ) ?? []
        return try candidates.index(for: key, favourites: favourites.map(\.tag))
    }

    /// The names of what is given and of the label's words, as far as suggestions speak of them.
    private func names(in suggestions: [Suggestions.Suggestion]) throws -> [UInt32: String] {
        var names = Dictionary(given.map { ($0.id, $0.name) }) { first, _ in first }
        // All suggestions have a contribution of every feature.
        for part in suggestions.lazy.compactMap(\.next).first?.contributions ?? []
        where Feature.isWord(part.feature) {
            names[part.feature] = try reader.word(id: Feature.rowID(part.feature))
        }
        return names
    }
}

/// Puts suggestions into words: names, reasons, and where the typed text stands.
struct SuggestionWording {
    /// What was typed.
    let typed: CompletionQuery

    /// Of a typed text so many characters count.
    static let longestText = 1_000

    init(_ key: TagKey) {
        typed = CompletionQuery(key: key.text, foldedKey: key.folded)
    }

    /// The best matches of what was typed, where nothing is given: all that is needed is in memory.
    func completions(in index: CompletionIndex, limit: Int) -> [Suggestion] {
        guard limit > 0 else { return [] }
        let ranking = SuggestionRanking(index: index, next: nil, limit: limit)
        return values(of: ranking.suggestions(for: typed), in: index, names: [:])
    }

    /// Suggestions as they are given away; `names` has the names of what is given and the words of the label.
    ///
    /// Only tags of the index are ever suggested, so that it names them all.
    func values(
        of suggestions: [Suggestions.Suggestion],
        in index: CompletionIndex,
        names: [UInt32: String]
    ) -> [Suggestion] {
        suggestions.map { suggestion in
            let name = suggestion.completion?.name ?? index.name(of: suggestion.tag) ?? ""
            return value(of: suggestion, name: name, names: names)
        }
    }

    private func value(
        of suggestion: Suggestions.Suggestion,
        name: String,
        names: [UInt32: String]
    ) -> Suggestion {
        let ranges = suggestion.completion.map { completion in
            MatchRanges.ranges(of: typed, in: name, completion)
        }
        return Suggestion(
            tag: name,
            score: suggestion.score,
            match: ranges?.map { [$0.lowerBound, $0.count] } ?? [],
            because: suggestion.because.map { $0.text { names[$0] ?? "?" } },
            explanation: suggestion.next.map { next in
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
