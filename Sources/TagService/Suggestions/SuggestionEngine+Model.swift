internal import Suggestions
internal import TagCore
internal import TagStore

/// Answers with a model beside one's own items.
extension SuggestionEngine {
    /// The number of tags of either side that are mixed, besides as many as are asked for.
    private static let mixed = 40

    /// Answers from one snapshot of the database and a model.
    ///
    /// - Parameters:
    ///   - source: the snapshot.
    ///   - model: the model.
    /// - Returns: own tags and those that only the model has, best first; of like score, one's own first.
    /// - Throws: SQLite's errors, `ModelError`.
    func suggestedTags(from source: Source, with model: SharedModel) throws -> SuggestedTags {
        let modelQuery = ModelQuery(model: model, source: source)
        let given = try given(in: source)
        let own = try evidence(of: given.tags.map(\.id), from: source)
        return try model.read { reader, counts in
            var theirGiven = try modelQuery.given(query.given, in: reader)
            let theirSource = Source(reader: reader, tags: nil, counts: counts)
            let theirs = try evidence(of: theirGiven.tags, from: theirSource)
            try modelQuery.addNames(of: theirs.scores?.namedTags ?? [], in: reader, to: &theirGiven)
            var mine = Candidates(given: given.tags)
            var new = Candidates(given: theirGiven.tags.map { ($0, "") })
            mine.names.merge(theirGiven.names) { first, _ in first }
            new.names = mine.names
            new.isNew = true
            if own.scores != nil || theirs.scores != nil {
                let mixing = try modelQuery.mixing(
                    own.scores, theirs.scores, limit: min(query.limit, 1_000) + Self.mixed, in: reader)
                let share = try modelQuery.share()
                let mixed = mixing.ownTags(share: share, tag: theirGiven.ownTags)
                mine.add(mixed, givenCount: mixing.givenCount, hasItem: mixing.hasItem)
                let newTags = mixing.newTags(share: share, tag: theirGiven.ownTags)
                new.add(newTags, givenCount: mixing.givenCount, hasItem: mixing.hasItem)
                mine.calibration = try source.counts.calibration(of: own.scores ?? theirs.scores)
                new.calibration = mine.calibration
            }
            let implied = try certainTags(by: given.tags.map(\.id), in: source)
            if !implied.isEmpty { mine.next = ImpliedFirst(implied, then: mine.next) }
            mine.tags = try tags(in: source, mine)
            mine.uses = { try source.counts.itemCount(of: $0) }
            if key.text.isEmpty {
                let used = 2 * query.limit + new.excluded.count
                let found = try relatedAndUsedTags(new, SuggestionRanking.favoriteLimit, used, in: reader)
                    .filter { try modelQuery.ownTag($0.tag.key) == nil }
                new.tags = try SearchableTags(found, in: reader)
            } else {
                new.tags = try model.tags(in: reader)
                try excludeOwnTags(from: &new, modelQuery)
            }
            let suggestions = try suggestions(from: [mine, new], in: source.reader)
            return SuggestedTags(
                suggestions: suggestions, unknown: given.unknown.filter { !theirGiven.known.contains($0) },
                ruled: try ruledNames(in: source),
                newNames: try newNames(from: counts, names: source.counts.names, beside: suggestions))
        }
    }

    /// Excludes the best matches of a model that the user has, until the best matches are all new.
    private func excludeOwnTags(from new: inout Candidates, _ modelQuery: ModelQuery) throws {
        let scores = new.next?.scores(SuggestionRanking.favoriteLimit) ?? []
        let favors = Dictionary(scores.map { ($0.tag, $0.score) }) { first, _ in first }
        var limit = max(1, query.limit)
        while true {
            let found = new.tags.complete(typed, limit: limit, excluding: new.excluded, favoring: favors)
            let own = try found.filter { try modelQuery.ownTag(TagKey($0.name)) != nil }
            guard !own.isEmpty else { return }
            new.excluded.formUnion(own.map(\.id))
            limit *= 2
        }
    }
}
