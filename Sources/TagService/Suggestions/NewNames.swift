internal import Suggestions
internal import TagCore

/// Offering new tags.
extension SuggestionEngine {
    /// The maximum number of names.
    private static let newNameLimit = 3
    /// The minimum number of items for judging by counts how common a word is.
    private static let leastItems = 20
    /// The minimum length of a word with fewer items, in scalars; most function words are shorter.
    private static let shortest = 5
    /// Words in a larger share of the items aren't offered.
    private static let commonShare = 0.05
    /// The length at which a word gets its full rank, in scalars.
    private static let longEnough = 8

    /// Returns words of the title that aren't tags yet, rarest first.
    ///
    /// A word in the location, note or text has twice the rank. Few of these words become tags, so callers show them apart
    /// from the suggestions.
    ///
    /// - Parameters:
    ///   - ranked: the tags that are suggested.
    ///   - model: the shared model, whose items then decide how rare a word is.
    /// - Returns: at most three names; none for a query with text.
    /// - Throws: SQLite's errors.
    func newNames(beside ranked: [RankedTag], _ model: ModelQuery?) throws -> [String] {
        if let visible = snapshot.visible { return try newNames(from: NoItems(), visible.names, ranked) }
        return try newNames(from: model?.counts ?? snapshot.counts, snapshot.counts.names, ranked)
    }

    private func newNames(
        from source: some ItemSource, _ names: some NameIndex, _ ranked: [RankedTag]
    ) throws -> [String] {
        guard typed.key.isEmpty, query.limit > 0 else { return [] }
        let chosen = Set((query.given + ranked.map(\.name)).compactMap(NameKey.key(of:)))
        let words = try TitleWords(query.item.title).words
            .filter { word in
                let key = NameKey.singular(word.folded)
                guard !StopWords.contains(word.folded) else { return false }
                return try !chosen.contains(key) && names.match(of: key).isEmpty
            }
        guard !words.isEmpty else { return [] }
        let other = query.item.words
        let elsewhere = Set(other.location + other.note + other.text)
        let items = Double(try source.selectionCount())
        let numbers = try source.numbers(of: words.map(\.folded))
        let ranked = try zip(words, numbers)
            .compactMap { word, number -> (name: String, rank: Double)? in
                let count = try number.map { Double(try source.itemCounts(ofWords: [$0])[0]) } ?? 0
                let isCommon =
                    items < Double(Self.leastItems)
                    ? word.folded.unicodeScalars.count < Self.shortest : count > Self.commonShare * items
                guard !isCommon else { return nil }
                // Shorter words are more common in every language (Zipf's law of abbreviation).
                let length = Double(min(word.folded.unicodeScalars.count, Self.longEnough))
                let rarity = logarithm((items + 2) / (count + 1)) * length
                return (word.name, elsewhere.contains(word.folded) ? 2 * rarity : rarity)
            }
        return ranked.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }
            .prefix(Self.newNameLimit).map(\.element.name)
    }
}
