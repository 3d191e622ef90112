internal import Suggestions
internal import TagCore
internal import TagStore

/// Offering new tags.
extension SuggestionEngine {
    /// The minimum probability of a name.
    private static let leastNewName = 0.15

    /// Returns names in the item that aren't tags yet, most probable first, in the spelling of the tags.
    ///
    /// - Parameters:
    ///   - ranked: the tags that are suggested.
    ///   - model: the shared model, whose items then decide how rare a word is.
    /// - Returns: at most three names; none for a query with text.
    /// - Throws: SQLite's errors.
    func newNames(beside ranked: [RankedTag], _ model: ModelQuery?) throws -> [String] {
        guard typed.key.isEmpty, query.limit > 0, !query.item.isEmpty else { return [] }
        if let visible = snapshot.visible { return try newNames(in: VisibleCollection(names: visible.names), ranked) }
        return try newNames(in: SavedCollection(own: snapshot.counts, items: model?.counts ?? snapshot.counts), ranked)
    }

    private func newNames(in collection: some NewNameSource, _ ranked: [RankedTag]) throws -> [String] {
        let item = query.item
        let names = NewNames(title: item.title, location: item.location ?? "", note: item.note, text: item.text)
        let chosen = Set((query.given + ranked.map(\.name)).compactMap(NameKey.key(of:)))
        let style = try collection.style()
        return try names.best(limit: NewNameOutcome.limit, from: collection, without: chosen)
            .filter { $0.probability >= Self.leastNewName }
            .map { style.name(of: $0.words, isCapitalized: $0.isCapitalized) }
    }
}

/// The saved items and tags.
private struct SavedCollection: NewNameSource {
    /// The user's items.
    let own: StoredCounts
    /// The items whose words are counted.
    let items: StoredCounts

    func selectionCount() throws -> Int { try items.selectionCount() }

    func itemCounts(ofWords words: [String]) throws -> [Int] {
        let numbers = try items.numbers(of: words)
        return try numbers.map { number in try number.map { Int(try items.itemCounts(ofWords: [$0])[0]) } ?? 0 }
    }

    func isTag(_ key: String) throws -> Bool { try !own.names.match(of: key).byWhole.isEmpty }
    func tagCount() throws -> Int { try own.tagCount() }
    func style() throws -> NameStyle { try own.nameStyle() }
    func newNameRecord() throws -> NewNameRecord { try own.newNameRecord() }
}

/// The tags that a caller limited to some sets may see.
private struct VisibleCollection: NewNameSource {
    let names: TagNames

    func selectionCount() -> Int { 0 }
    func itemCounts(ofWords words: [String]) -> [Int] { words.map { _ in 0 } }
    func isTag(_ key: String) -> Bool { !names.match(of: key).byWhole.isEmpty }
    func tagCount() -> Int { 0 }
    func style() -> NameStyle { NameStyle() }
    func newNameRecord() -> NewNameRecord { NewNameRecord() }
}
