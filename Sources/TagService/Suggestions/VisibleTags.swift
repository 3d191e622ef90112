internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// The tags to suggest to a caller limited to certain sets, with their uses within these sets.
///
/// Learned counts aren't used, because they include all sets. An item is compared only with the names of tags.
struct VisibleTags: Sendable {
    /// The sets and the state of the database that the tags are read from.
    struct Key: Hashable, Sendable {
        var visibleSetIDs: [Int64]
        /// The sets that contain the suggested tags.
        var offeredSetIDs: [Int64]
        var commit: Int64
    }

    let tags: SearchableTags
    /// The tags' numbers in ``tags``, by id; ids would reveal the order in which tags were created in other sets.
    let numbers: [Int64: UInt32]
    /// The names of the tags, as they are found in items.
    let names: TagNames

    /// Reads the members of sets.
    ///
    /// - Complexity: linear in the members and items of the sets.
    init(_ key: Key, in reader: StoreReader) throws {
        var uses: [Int64: Int] = [:]
        for id in key.visibleSetIDs { uses.merge(try reader.uses(inSet: id), uniquingKeysWith: +) }
        var tags: [CompletionTag] = []
        var numbers: [Int64: UInt32] = [:]
        for member in try key.offeredSetIDs.flatMap({ try reader.members(ofSet: $0) })
        where numbers[member.tagID] == nil {
            let number = UInt32(tags.count + 1)
            guard let tag = try CompletionTag(number: number, member.tagID, uses: uses[member.tagID] ?? 0, in: reader)
            else { continue }
            numbers[member.tagID] = number
            tags.append(tag)
        }
        self.numbers = numbers
        self.tags = SearchableTags(tags)
        var names = TagNames()
        for tag in tags { for name in [tag.name] + tag.aliases.map(\.key) { names.insert(name, of: tag.id) } }
        self.names = names
    }
}

extension CompletionTag {
    /// Creates a tag with the name that the caller knows; `nil` if it is missing.
    fileprivate init?(number: UInt32, _ id: Int64, uses: Int, in reader: StoreReader) throws {
        let weight = Self.weight(uses: Int64(uses), frecency: nil)
        if let local = try reader.localName(of: id) {
            self.init(id: number, key: local.key.text, foldedKey: local.key.folded, name: local.name, weight: weight)
            return
        }
        guard let tag = try reader.tag(id: id) else { return nil }
        self.init(
            id: number, key: tag.key.text, foldedKey: tag.key.folded, name: tag.name,
            aliases: try reader.aliases(of: id).map { Alias(key: $0.key.text, foldedKey: $0.key.folded) },
            weight: weight)
    }
}

extension VisibleTags {
    /// Scores the tags whose names are in an item; `nil` if nothing is known about it.
    func scores(for item: ItemEvidence) -> EvidenceScores? {
        guard !item.isEmpty else { return nil }
        let words = item.words
        return EvidenceScores(
            given: [], item: ItemQuestion(words, names: NameSearch(words, in: names), from: NoItems()), limit: 0,
            from: NoItems())
    }
}

extension TagService {
    /// Returns the tags that may be suggested to a caller limited to certain sets.
    func visibleTags(for query: SuggestionQuery, in reader: StoreReader) throws -> VisibleTags {
        let visible = try reader.sets().map(\.id)
        let offered = try query.onlyIn.map { [try Self.set($0, in: reader).id] } ?? visible
        let key = VisibleTags.Key(visibleSetIDs: visible, offeredSetIDs: offered, commit: try reader.lastCommit())
        if let known = visibleTags.withLock({ $0[key] }) { return known }
        let tags = try VisibleTags(key, in: reader)
        visibleTags.withLock { lists in
            lists = lists.filter { $0.key.commit == key.commit }
            if lists.count >= Self.keptLists { lists = [:] }
            lists[key] = tags
        }
        return tags
    }

    /// The maximum number of cached lists of tags.
    private static let keptLists = 16
}

/// An empty collection of items, for scores by name without learned counts.
struct NoItems: ItemSource {
    func selectionCount() -> Int { 0 }
    func uses(of tags: [UInt32]) -> [UInt32] { tags.map { _ in 0 } }
    func mostUsed(limit: Int) -> [UInt32] { [] }
    func pairs(of tag: UInt32) -> PairCounts { PairCounts() }
    func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] { [] }
    func numbers(of words: [String]) -> [UInt32?] { words.map { _ in nil } }
    func itemCounts(ofWords words: [UInt32]) -> [UInt32] { words.map { _ in 0 } }
    func postings(of word: UInt32, limit: Int) -> [Posting] { [] }
    func words(of items: [Int64]) -> WordLists { WordLists() }
    func tags(of items: [Int64]) -> TagLists { TagLists() }
    func nameRecords(of tags: [UInt32]) -> [NameRecord] { tags.map { _ in NameRecord() } }
    func nameRates() -> NameRates { NameRates() }
}
