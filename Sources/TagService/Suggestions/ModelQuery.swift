internal import Suggestions
internal import TagCore
internal import TagStore

/// A query to a shared model, in addition to the user's items.
struct ModelQuery {
    let model: SharedModel
    let source: SuggestionEngine.Source

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

    /// The bit that marks a tag that only the model has; identifiers of the user's tags are lower.
    private static let flag: UInt32 = 1 << 30

    /// Finds the given tags in the model.
    func given(_ names: [String], in theirs: StoreReader) throws -> Given {
        var given = Given()
        for name in names {
            let own = try source.reader.target(of: TagKey(name))?.tag
            guard let tag = try theirs.target(of: own?.key ?? TagKey(name))?.tag, let id = UInt32(exactly: tag.id)
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
    func addNames(of tags: [UInt32], in theirs: StoreReader, to given: inout Given) throws {
        for tag in tags where given.ownTags[tag] == nil {
            if let row = try theirs.tag(id: Int64(tag)) { try addName(of: row, in: &given) }
        }
    }

    /// Mixes the scores from the user's items with the scores from the model.
    func mixing(
        _ own: EvidenceScores?, _ theirs: EvidenceScores?, limit: Int, in theirReader: StoreReader
    ) throws -> Mixing {
        try Mixing(own: own, model: theirs, limit: limit) { tag in
            guard let key = try source.reader.tag(id: Int64(tag))?.key else { return nil }
            return try theirReader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
        } ownTag: { tag in
            guard let key = try theirReader.tag(id: Int64(tag))?.key else { return nil }
            return try ownTag(key)
        }
    }

    /// Returns the user's tag with a key or an alias.
    func ownTag(_ key: TagKey) throws -> UInt32? {
        try source.reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
    }

    /// Returns the share of the user's items in the mixture.
    func share() throws -> Double {
        try source.reader.mixture(withModel: model.mark).share(saved: Int(source.reader.taggedItemCount()))
    }
}
