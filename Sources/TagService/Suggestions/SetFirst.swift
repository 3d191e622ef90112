internal import Suggestions
internal import TagCore
internal import TagStore

/// Preferring the tags of an item's set.
extension TagService.Suggestions {
    /// Moves suggestions of the query's set before those of other sets.
    ///
    /// Tags of other sets keep their rank only if they are more probable than the tenth suggestion of the set, and are
    /// left out if the set has ten suggestions. Nothing changes if text was typed, or if there is only one set.
    ///
    /// - Parameters:
    ///   - found: the suggestions from all sets.
    ///   - query: their query.
    /// - Returns: the suggestions.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: that of a query for the set's own suggestions.
    func withSetFirst(_ found: SuggestedTags, _ query: SuggestionQuery) throws -> SuggestedTags {
        guard let reference = query.set, query.onlyIn == nil, query.text.allSatisfy(\.isWhitespace),
            let set = try severalSets(reference)
        else { return found }
        var ownQuery = query
        ownQuery.set = nil
        ownQuery.onlyIn = .named(set.name)
        ownQuery.limit = max(query.limit, Self.ownSuggestions)
        let own = try suggestedTags(for: ownQuery).suggestions
        let ownTags = Set(own.map(\.tag))
        let isFull = own.count >= Self.ownSuggestions
        let least = isFull ? own[Self.ownSuggestions - 1].probability ?? 0 : .infinity
        var result = found
        result.suggestions = found.suggestions.filter { suggestion in
            ownTags.contains(suggestion.tag) || found.ruled.contains(suggestion.tag)
                || suggestion.probability ?? 0 > least && suggestion.because != Self.onlyUse
        }
        var known = Set(result.suggestions.map(\.tag))
        result.suggestions += own.filter { known.insert($0.tag).inserted }
        if !isFull { result.suggestions += found.suggestions.filter { known.insert($0.tag).inserted } }
        result.suggestions = Array(result.suggestions.prefix(query.limit))
        return result
    }

    /// The reasons of a tag for which nothing but its use speaks.
    private static let onlyUse = [Reason.used.text { _ in "" }]

    /// The number of the set's own suggestions that decides about other sets' tags.
    private static let ownSuggestions = 10

    /// Returns the set, or `nil` if there are no other sets.
    private func severalSets(_ reference: SetReference) throws -> SetRow? {
        try store.read { reader in
            let set = try Self.set(reference, in: reader)
            return try reader.sets().count > 1 ? set : nil
        }
    }
}
