internal import Suggestions
internal import Synchronization
internal import TagCore
internal import TagStore

/// The tags that a caller who sees only some sets may be offered, with their uses within these sets.
///
/// Nothing learned is used: what goes together is counted over all sets.
struct VisibleTags: Sendable {
    /// The sets and the state of the database that the tags are read from.
    struct Key: Hashable, Sendable {
        var visibleSetIDs: [Int64]
        /// The sets whose members are offered.
        var offeredSetIDs: [Int64]
        var commit: Int64
    }

    let index: CompletionIndex
    /// The tags' numbers in the index, by id: ids would order tags by when they were made elsewhere.
    let numbers: [Int64: UInt32]

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
            guard
                let tag = try CompletionTag(
                    number: number,
                    member.tagID,
                    uses: uses[member.tagID] ?? 0,
                    in: reader
                )
            else { continue }
            numbers[member.tagID] = number
            tags.append(tag)
        }
        self.numbers = numbers
        index = CompletionIndex(tags)
    }
}

extension CompletionTag {
    /// A tag as a caller sees it who sees only some sets; `nil` if it is missing.
    fileprivate init?(number: UInt32, _ id: Int64, uses: Int, in reader: StoreReader) throws {
        let weight = Self.weight(uses: Int64(uses), frecency: nil)
        if let local = try reader.localName(of: id) {
            self.init(
                id: number,
                key: local.key.text,
                foldedKey: local.key.folded,
                name: local.name,
                weight: weight
            )
            return
        }
        guard let tag = try reader.tag(id: id) else { return nil }
        self.init(
            id: number,
            key: tag.key.text,
            foldedKey: tag.key.folded,
            name: tag.name,
            aliases: try reader.aliases(of: id)
                .map { Alias(key: $0.key.text, foldedKey: $0.key.folded) },
            weight: weight
        )
    }
}

extension TagService {
    /// Suggests tags to a caller who sees only some sets: those that match what was typed, the most used ones first.
    func visibleTags(for query: SuggestionQuery) throws -> SuggestedTags {
        try store.read { reader in
            let visible = try reader.sets().map(\.id)
            let offered = try query.onlyIn.map { [try Self.set($0, in: reader).id] } ?? visible
            let tags = try visibleTags(
                VisibleTags.Key(
                    visibleSetIDs: visible,
                    offeredSetIDs: offered,
                    commit: reader.lastCommit()
                ),
                in: reader
            )
            var candidates = Candidates(index: tags.index)
            for name in query.given {
                if let tag = try reader.target(of: TagKey(name))?.tag {
                    if let number = tags.numbers[tag.id] { candidates.given.insert(number) }
                } else if !candidates.unknown.contains(name) {
                    candidates.unknown.append(name)
                }
            }
            let engine = SuggestionEngine(query)
            return SuggestedTags(
                suggestions: engine.rank(candidates, limit: query.limit)
                    .map { engine.word($0, candidates) },
                unknown: candidates.unknown
            )
        }
    }

    /// The most lists of tags that are kept.
    private static let keptLists = 16

    private func visibleTags(_ key: VisibleTags.Key, in reader: StoreReader) throws -> VisibleTags {
        if let known = visibleTags.withLock({ $0[key] }) { return known }
        let tags = try VisibleTags(key, in: reader)
        visibleTags.withLock { lists in
            lists = lists.filter { $0.key.commit == key.commit }
            if lists.count >= Self.keptLists { lists = [:] }
            lists[key] = tags
        }
        return tags
    }
}
