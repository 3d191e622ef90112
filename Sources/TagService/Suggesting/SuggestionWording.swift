internal import TagCore
internal import Suggestions
internal import TagStore

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
