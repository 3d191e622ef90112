internal import Suggestions
internal import TagCore
internal import TagStore

/// Answers one query: fetches the candidates and the evidence, ranks the candidates, and words them as suggestions.
struct SuggestionEngine {
    let query: SuggestionQuery
    /// The implications between tags, if they are in memory.
    let implications: TagImplications?
    let key: TagKey
    let typed: CompletionQuery

    /// The maximum number of characters of a typed text.
    private static let longestText = 1_000

    init(_ query: SuggestionQuery, implications: TagImplications? = nil) {
        self.query = query
        self.implications = implications
        let typedKey = TagKey(FoldedText(query.text.prefix(Self.longestText)))
        key = TermQuery.asksForNothing(typedKey.text) ? TagKey("") : typedKey
        typed = CompletionQuery(key: key.text, foldedKey: key.folded)
    }

    /// One snapshot of everything that an answer is computed from.
    struct Source {
        let reader: StoreReader
        /// All tags, if they are in memory.
        let tags: SearchableTags?
        let counts: StoredCounts
        /// The linear model of the database, if there is one.
        var linear: LinearTagModel?
        /// The shared model, if one is used.
        var model: SharedModel?
        /// The tags that rules for items suggest.
        var ruled: [ImpliedFirst.Implied] = []
    }

    /// Answers from one snapshot of the database.
    ///
    /// - Parameter source: the snapshot.
    /// - Returns: the suggestions, best first, and the given names that aren't tags.
    /// - Throws: SQLite's errors, `TagServiceError.unknownSet`.
    func suggestedTags(from source: Source) throws -> SuggestedTags {
        try source.counts.leaveOut(query.savedItem)
        if let model = source.model, query.onlyIn == nil, query.limit > 0 {
            do { return try suggestedTags(from: source, with: model) } catch is ModelError {
                // A damaged model is ignored; model() throws the error.
            }
        }
        let given = try given(in: source)
        let found = try evidence(of: given.tags.map(\.id), from: source)
        let implied = try certainTags(by: given.tags.map(\.id), in: source)
        var candidates = Candidates(given: given.tags)
        candidates.add(found.scores, givenCount: found.scores?.givenCount ?? 0, hasItem: found.scores?.hasItem == true)
        candidates.next = implied.isEmpty ? found.scores : ImpliedFirst(implied, then: found.scores)
        candidates.calibration = try source.counts.calibration(of: found.scores)
        candidates.tags = try tags(in: source, candidates)
        candidates.uses = { try source.counts.itemCount(of: $0) }
        let suggestions = try suggestions(from: [candidates], in: source.reader)
        return SuggestedTags(
            suggestions: suggestions, unknown: given.unknown, ruled: try ruledNames(in: source),
            newNames: try newNames(from: source.counts, names: source.counts.names, beside: suggestions))
    }

    /// Ranks and words the candidates of the database, and those of a model.
    func suggestions(from groups: [Candidates], in reader: StoreReader) throws -> [Suggestion] {
        var ranked = try groups.map { group in try rank(group).map { try word($0, group, in: reader) }[...] }
        guard ranked.count > 1 else { return ranked.first.map { Array($0) } ?? [] }
        // Without any evidence, the user's tags come before those of the model.
        if groups[0].next == nil, key.text.isEmpty { return Array(ranked.joined().prefix(query.limit)) }
        var all: [Suggestion] = []
        while all.count < query.limit {
            let heads = ranked.indices.filter { !ranked[$0].isEmpty }
            guard let best = heads.max(by: { ranked[$0].first?.score ?? 0 < ranked[$1].first?.score ?? 0 }) else {
                break
            }
            let first = heads.first { ranked[$0].first?.score == ranked[best].first?.score } ?? best
            all.append(ranked[first].removeFirst())
        }
        return all
    }
}

// MARK: Fetching

extension SuggestionEngine {
    /// Finds the given tags, and lists the names that aren't tags.
    func given(in source: Source) throws -> (tags: [(id: UInt32, name: String)], unknown: [String]) {
        var unknown: [String] = []
        let tags = try query.given.compactMap { name in
            let tag = try Self.tag(name, in: source)
            if tag == nil, !unknown.contains(name) { unknown.append(name) }
            return tag
        }
        return (tags, unknown)
    }

    /// Returns the tag with a name, key or alias.
    private static func tag(_ name: String, in source: Source) throws -> (id: UInt32, name: String)? {
        guard let tag = try source.reader.target(of: TagKey(name))?.tag else { return nil }
        return UInt32(exactly: tag.id).map { ($0, tag.name) }
    }

    /// Returns the scores of tags by the evidence.
    func evidence(of given: [UInt32], from source: Source) throws -> GivenEvidence {
        try GivenEvidence.evidence(
            GivenEvidence.Key(given: given, item: query.item, savedItem: query.savedItem, limit: query.limit),
            source.linear, from: source.counts)
    }

    /// Returns the tags of matching rules, then those that the given tags imply, each once.
    func certainTags(by given: [UInt32], in source: Source) throws -> [ImpliedFirst.Implied] {
        let implied = try impliedTags(by: given, in: source.reader)
        let ruled = source.ruled.filter { !given.contains($0.tag) }
        let known = Set(ruled.map(\.tag))
        return ruled + implied.filter { !known.contains($0.tag) }
    }

    /// Returns the tags that the given tags imply, nearest first.
    func impliedTags(by given: [UInt32], in reader: StoreReader) throws -> [ImpliedFirst.Implied] {
        guard !given.isEmpty, implications?.isEmpty != true else { return [] }
        let ids = given.map { Int64($0) }
        let found =
            try implications.map { known in ImpliedTag.following(ids) { known[$0] } }
            ?? ImpliedTag.following(ids, in: reader)
        return found.compactMap { found in
            guard let tag = UInt32(exactly: found.id), let origin = UInt32(exactly: found.origin) else { return nil }
            return ImpliedFirst.Implied(tag, origin: origin)
        }
    }

    /// Returns the tags that may be suggested.
    ///
    /// With typed text, these are all tags or the members of the set. Without text, the most used tags and those that fit
    /// the evidence are enough, unless all tags are in memory.
    func tags(in source: Source, _ candidates: Candidates) throws -> SearchableTags {
        let reader = source.reader
        let limit = query.limit + candidates.excluded.count
        if let set = query.onlyIn {
            let setID = try TagService.set(set, in: reader).id
            let members = try reader.tagIDs(ofSet: setID)
            guard key.text.isEmpty else { return try SearchableTags(reader.found(members), in: reader) }
            let related =
                candidates.next?.best(query.limit) { !candidates.excluded.contains($0) && members.contains(Int64($0)) }
                ?? []
            let used = try reader.tagsByUse(ofSet: setID, limit: limit + related.count)
            return try SearchableTags(reader.found(related.map { Int64($0.tag) }) + used, in: reader)
        }
        if let tags = source.tags { return tags }
        guard key.text.isEmpty else { return try SearchableTags(reader) }
        return try SearchableTags(relatedAndUsedTags(candidates, limit, limit, in: reader), in: reader)
    }

    /// Returns the tags that fit the evidence best and the most used tags, at most a number of each.
    func relatedAndUsedTags(
        _ candidates: Candidates, _ related: Int, _ used: Int, in reader: StoreReader
    ) throws -> [StoreReader.FoundTag] {
        let scores = candidates.next?.scores(related) ?? []
        return try reader.found(scores.map { Int64($0.tag) }) + reader.tagsByUse(limit: used)
    }
}

extension SuggestionEngine {
    /// Returns the names of the tags that rules suggest.
    func ruledNames(in source: Source) throws -> Set<String> {
        guard !source.ruled.isEmpty else { return [] }
        return Set(try source.reader.names(of: source.ruled.map { Int64($0.tag) }).values)
    }
}

// MARK: Ranking and wording

extension SuggestionEngine {
    func rank(_ candidates: Candidates) -> [RankedTag] {
        guard query.limit > 0 else { return [] }
        let ranking = SuggestionRanking(
            tags: candidates.tags, next: candidates.next, excluding: candidates.excluded, limit: query.limit)
        return ranking.suggestions(for: typed)
    }

    /// Returns a ranked tag with its name, its reasons, and the ranges of the typed text in the name.
    func word(_ ranked: RankedTag, _ candidates: Candidates, in reader: StoreReader) throws -> Suggestion {
        let name = ranked.completion?.name ?? candidates.tags.name(of: ranked.tag) ?? ""
        let ranges = ranked.completion.map { MatchRanges.ranges(of: typed, in: name, $0) }
        let wording = ReasonWording(names: candidates.names, reader: reader)
        return Suggestion(
            tag: name, score: ranked.score, match: ranges?.map { [$0.lowerBound, $0.count] } ?? [],
            because: try ranked.because.map(wording.text), new: candidates.isNew ? true : nil,
            uses: try candidates.uses(ranked.tag), probability: candidates.probability(of: ranked),
            explanation: query.explains ? try ranked.next.map { try wording.explanation(of: $0) } : nil)
    }
}
