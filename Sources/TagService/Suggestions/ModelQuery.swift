internal import Suggestions
internal import TagCore
internal import TagStore

/// A query to a shared model, in addition to the user's items.
struct ModelQuery {
    let model: SharedModel
    /// The user's items.
    let own: SuggestionSnapshot
    /// A snapshot of the model.
    let reader: StoreReader
    let counts: StoredCounts

    /// The given tags in the model.
    struct Given {
        /// The identifiers of the given tags in the model.
        var tags: [UInt32] = []
        /// The tag to name in explanations for each tag of the model: the user's tag, if it exists.
        var ownTags: [UInt32: UInt32] = [:]
        /// The names of tags that only the model has.
        var names: [UInt32: String] = [:]
        /// The given names that are tags of the model.
        var known: Set<String> = []
    }

    /// The scores of tags by the user's items and the model.
    struct MixedScores {
        var given: Given
        /// The scores by the model alone; `nil` if it knows nothing about the evidence.
        var modelScores: EvidenceScores?
        /// The user's tags; `nil` if neither side knows anything about the evidence.
        var own: MixedTags?
        /// The tags that only the model has.
        var new: MixedTags?
    }

    /// The number of tags of either side that are mixed, in addition to the requested number.
    private static let extraTags = 40

    /// The bit that marks a tag that only the model has; identifiers of the user's tags are lower.
    private static let flag: UInt32 = 1 << 30

    /// Mixes the scores by the user's items with those by the model.
    ///
    /// - Parameters:
    ///   - own: the scores by the user's items.
    ///   - names: the names of the given tags.
    ///   - evidence: the evidence except for the given tags.
    /// - Returns: the scores, and the given tags in the model.
    /// - Throws: SQLite's errors.
    func mixedScores(_ own: EvidenceScores?, given names: [String], by evidence: Evidence) throws -> MixedScores {
        var mixed = MixedScores(given: try given(names))
        var evidence = evidence
        evidence.given = mixed.given.tags
        mixed.modelScores = try counts.scores(by: evidence, nil)
        try addNames(of: mixed.modelScores?.namedTags ?? [], to: &mixed.given)
        guard own != nil || mixed.modelScores != nil else { return mixed }
        let mixing = try mixing(own, mixed.modelScores, limit: min(evidence.limit, 1_000) + Self.extraTags)
        let share = try share()
        mixed.own = mixing.ownTags(share: share, tag: mixed.given.ownTags)
        mixed.new = mixing.newTags(share: share, tag: mixed.given.ownTags)
        return mixed
    }

    /// Finds the given tags in the model.
    func given(_ names: [String]) throws -> Given {
        var given = Given()
        for name in names {
            let own = try self.own.reader.target(of: TagKey(name))?.tag
            guard let tag = try reader.target(of: own?.key ?? TagKey(name))?.tag, let id = UInt32(exactly: tag.id)
            else { continue }
            given.tags.append(id)
            given.known.insert(name)
            try addName(of: tag, in: &given)
        }
        return given
    }

    /// Records the tag to name in explanations for a tag of the model.
    private func addName(of tag: TagRow, in given: inout Given) throws {
        guard let id = UInt32(exactly: tag.id) else { return }
        let own = try ownTag(tag.key)
        given.ownTags[id] = own ?? (id | Self.flag)
        if own == nil { given.names[id | Self.flag] = tag.name }
    }

    /// Records the tags to name in explanations for tags that were found in the item by name.
    private func addNames(of tags: [UInt32], to given: inout Given) throws {
        for tag in tags where given.ownTags[tag] == nil {
            if let row = try reader.tag(id: Int64(tag)) { try addName(of: row, in: &given) }
        }
    }

    /// Mixes the scores from the user's items with the scores from the model.
    func mixing(_ own: EvidenceScores?, _ modelScores: EvidenceScores?, limit: Int) throws -> Mixing {
        try Mixing(own: own, model: modelScores, limit: limit) { tag in
            guard let key = try self.own.reader.tag(id: Int64(tag))?.key else { return nil }
            return try reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
        } ownTag: { tag in
            guard let key = try reader.tag(id: Int64(tag))?.key else { return nil }
            return try ownTag(key)
        }
    }

    /// Returns the user's tag with a key or an alias.
    func ownTag(_ key: TagKey) throws -> UInt32? {
        try own.reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
    }

    /// Returns the share of the user's items in the mixture.
    func share() throws -> Double {
        try own.reader.mixture(withModel: model.mark).share(saved: Int(own.reader.taggedItemCount()))
    }
}

// MARK: Ranking

extension ModelQuery {
    /// Returns the ranking of the tags that only the model has.
    func ranking(
        by mixed: MixedScores, for typed: CompletionQuery, limit: Int, _ calibration: Calibration
    ) throws -> SuggestionRanking {
        var excluded = Set(mixed.given.tags)
        let related = mixed.new?.scores(SuggestionRanking.favoriteLimit) ?? []
        let tags: SearchableTags
        if typed.key.isEmpty {
            let found = try reader.tags(related: related, used: 2 * limit + excluded.count)
                .filter { try ownTag($0.tag.key) == nil }
            tags = try SearchableTags(found, in: reader)
        } else {
            tags = try model.tags(in: reader)
            let favors = Dictionary(related.map { ($0.tag, $0.score) }) { first, _ in first }
            try excludeOwnTags(from: tags, favors, typed, limit, &excluded)
        }
        var ranking = SuggestionRanking(tags: tags, next: mixed.new, excluding: excluded, limit: limit)
        ranking.calibration = calibration
        ranking.isNew = true
        return ranking
    }

    /// Excludes the best matches that the user has, until the best matches are all new.
    private func excludeOwnTags(
        from tags: SearchableTags, _ favors: [UInt32: Double], _ typed: CompletionQuery, _ limit: Int,
        _ excluded: inout Set<UInt32>
    ) throws {
        var limit = max(1, limit)
        while true {
            let found = tags.complete(typed, limit: limit, excluding: excluded, favoring: favors)
            let own = try found.filter { try ownTag(TagKey($0.name)) != nil }
            guard !own.isEmpty else { return }
            excluded.formUnion(own.map(\.id))
            limit *= 2
        }
    }
}

extension StoreReader {
    /// Returns related tags and the most used tags.
    func tags(related: [(tag: UInt32, score: Double)], used limit: Int) throws -> [FoundTag] {
        try found(related.map { Int64($0.tag) }) + tagsByUse(limit: limit)
    }
}
