internal import TagCore
internal import Suggestions
internal import TagStore

/// Suggesting tags.
extension TagService {
    /// The best tags for a question, best first; none of them given already.
    ///
    /// A typed text decides which tags may appear: a better kind of match always comes first. What is given and the label's
    /// words decide the order inside a kind, then use. Complexity: about linear in the rows of what is given.
    public func suggestions(for query: SuggestionQuery) throws -> [Suggestion] {
        try bringResidentUpToDate()
        if let index = resident?.tags, query.isOfTypedTextAlone {
            let text = query.text.prefix(SuggestionWording.longestText)
            return SuggestionWording(TagKey(text)).completions(in: index, limit: query.limit)
        }
        return try store.read { reader in
            let answer = try SuggestionAnswer(
                query,
                reader: reader,
                resident: resident?.tags,
                cache: resident?.cache ?? CooccurrenceCache()
            )
            let suggestions = try answer.suggestions()
            resident?.cache = answer.cache
            return suggestions
        }
    }

    /// Whether every tag is held in memory, so that question after question is answered without reading them again.
    ///
    /// It is for processes that live long: the first question reads every tag, which takes some seconds for a million.
    public func keepSuggestionsInMemory(_ keeps: Bool = true) {
        keepsResident = keeps
        if !keeps { resident = nil }
    }

    /// The names of the tags that are selected in a set, in its order.
    public func selection(of reference: SetReference = .chosen) throws -> [String] {
        try reading(reference) { reader, set in
            let ids = try reader.selectedTagIDs(inSet: set.id)
            let names = try reader.names(of: ids)
            return ids.compactMap { names[$0] }
        }
    }

    private func bringResidentUpToDate() throws {
        guard keepsResident else { return }
        let version = try store.dataVersion()
        guard resident?.isCurrent(at: version) != true || hasCommitted else { return }
        hasCommitted = false
        try store.read { reader in
            if try resident?.follow(in: reader, version: version) == true { return }
            resident = nil
            resident = try ResidentIndex(reader: reader, version: version)
        }
    }
}
