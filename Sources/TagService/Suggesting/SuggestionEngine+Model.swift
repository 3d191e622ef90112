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
    ///   - counts: the snapshot's counts.
    ///   - modelQuery: the model, and the snapshot.
    /// - Returns: own tags and those that only the model has, best first; of like score, one's own first.
    /// - Throws: SQLite's errors, `ModelError`.
    func suggestedTags(
        counts: StoredCooccurrences,
        _ modelQuery: ModelQuery
    ) throws -> SuggestedTags {
        var own = try candidates(
            in: modelQuery.reader,
            resident: modelQuery.resident,
            counts: counts
        )
        return try modelQuery.model.read { reader, theirCounts in
            let given = try modelQuery.given(query.given, title: query.title, in: reader)
            own.names.merge(given.names) { first, _ in first }
            var new = own
            let hasGiven =
                own.learned != nil || !given.tags.isEmpty || !given.words.isEmpty
                || !given.text.isEmpty
            new.next = nil
            if hasGiven {
                let mixing = try modelQuery.mixing(
                    own.learned?.ranking,
                    try NextTags()
                        .rank(
                            given: given.tags,
                            words: given.words,
                            text: given.text,
                            limit: query.limit,
                            from: theirCounts
                        ),
                    limit: min(query.limit, 1_000) + Self.mixed,
                    in: reader
                )
                let share = try modelQuery.share()
                (own.givenCount, new.givenCount) = (mixing.givenCount, mixing.givenCount)
                own.calibration = try counts.calibration()
                new.calibration = own.calibration
                let mixed = mixing.ownTags(share: share, feature: given.features)
                own.next = own.implied.isEmpty ? mixed : ImpliedFirst(own.implied, then: mixed)
                new.next = mixing.newTags(share: share, feature: given.features)
                own.index = try index(
                    in: modelQuery.reader,
                    resident: modelQuery.resident,
                    givenCount: own.given.count,
                    next: own.next
                )
            }
            new.given = Set(given.tags)
            new.index = try index(
                in: reader,
                resident: nil,
                givenCount: new.given.count + query.limit,
                next: new.next
            )
            return SuggestedTags(
                suggestions: try merged(own, new, modelQuery),
                unknown: own.unknown.filter { !given.known.contains($0) }
            )
        }
    }

    /// Merges own tags and new ones by score.
    private func merged(
        _ own: Candidates,
        _ new: Candidates,
        _ modelQuery: ModelQuery
    ) throws -> [Suggestion] {
        let mine = rank(own, limit: query.limit).map { word($0, own) }
        var theirs: [Suggestion] = []
        for ranked in rank(new, limit: 2 * query.limit) where theirs.count < query.limit {
            var suggestion = word(ranked, new)
            guard try modelQuery.ownTag(TagKey(suggestion.tag)) == nil else { continue }
            suggestion.new = true
            theirs.append(suggestion)
        }
        // With nothing to go by, what one uses comes before what others use.
        guard own.next != nil || !key.text.isEmpty else {
            return Array((mine + theirs).prefix(query.limit))
        }
        var (first, second) = (mine[...], theirs[...])
        var all: [Suggestion] = []
        while all.count < query.limit, let best = first.first ?? second.first {
            if let other = second.first, first.isEmpty || other.score > best.score {
                all.append(second.removeFirst())
            } else {
                all.append(first.removeFirst())
            }
        }
        return all
    }
}
