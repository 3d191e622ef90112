import TagService

/// The tags of a set that suit an item, for the start of a picker.
struct LikelyTags {
    let service: TagService
    let set: SetReference
    /// The tags that the item has already.
    let given: [String]
    let evidence: ItemEvidence

    /// The maximum number of tags at the start of the picker.
    private static let limit = 100
    /// The probability above which a tag is marked.
    private static let likely = 0.6

    /// Returns the suggestions for the item, best first; the likely tags are marked.
    ///
    /// - Parameter keepsSelection: whether tags that are selected in the set stay selected.
    /// - Returns: the tags.
    /// - Throws: `TagServiceError` if the set is unknown.
    func tags(keepsSelection: Bool) throws -> [PickableTag] {
        let query = SuggestionQuery(given: given, item: evidence, limit: Self.limit, onlyIn: set, set: set)
        let selected = Set(keepsSelection ? try service.selection.tags(in: set) : [])
        return try service.suggestions.find(for: query)
            .map { suggestion in
                let info = try service.tags.named(suggestion.tag)
                let uses = Double(info.uses)
                var tag = PickableTag(
                    info.tag, aliases: info.aliases, isSelected: selected.contains(info.tag), weight: uses / (uses + 1))
                tag.isLikely = suggestion.probability ?? 0 > Self.likely
                (tag.description, tag.color) = (info.description, info.color)
                return tag
            }
    }

    /// Returns the scores of tags for the item and further chosen tags, by name.
    func affinities(to chosen: [String]) throws -> [String: Double] {
        let query = SuggestionQuery(given: given + chosen, item: evidence, limit: 500, set: set)
        return try service.suggestions.find(for: query).filter { $0.probability != nil }
            .reduce(into: [:]) { $0[$1.tag] = max(0, 2 * $1.score - 1) }
    }
}
