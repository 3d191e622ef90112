internal import Suggestions
internal import TagCore
internal import TagStore

/// A query to a model beside one's own items.
struct ModelQuery {
    let model: SharedModel
    /// One's own database.
    let reader: StoreReader
    /// Every own tag, where the process holds them in memory.
    let resident: CompletionIndex?

    /// What is given, as both know it.
    struct Given {
        /// The tags and words that are given, by their identifiers in the model.
        var tags: [UInt32] = []
        var words: [UInt32] = []
        /// The other words of a text.
        var text: [TextWord] = []
        /// How explanations call them: as one's own where one has them.
        var features: [UInt32: UInt32] = [:]
        /// The names of those that one has not.
        var names: [UInt32: String] = [:]
        /// The given names that are tags of the model.
        var known: Set<String> = []
    }

    /// Marks the identifier of a given tag or word that only the model has; one's own never get as high.
    private static let flag: UInt32 = 1 << 30

    /// Finds what is given in the model.
    func given(_ names: [String], title: String, in theirs: StoreReader) throws -> Given {
        var given = Given()
        for name in names {
            let own = try reader.target(of: TagKey(name))?.tag
            guard let tag = try theirs.target(of: own?.key ?? TagKey(name))?.tag,
                let id = UInt32(exactly: tag.id)
            else { continue }
            given.tags.append(id)
            given.known.insert(name)
            given.features[id] = own.flatMap { UInt32(exactly: $0.id) } ?? (id | Self.flag)
            if own == nil { given.names[id | Self.flag] = tag.name }
        }
        let title = TextWords(title)
        for word in title.title {
            if let id = try feature(of: word, in: theirs, &given) { given.words.append(id) }
        }
        for (word, count) in title.others {
            guard let id = try feature(of: word, in: theirs, &given) else { continue }
            given.text.append(TextWord(id, count: count))
        }
        return given
    }

    /// Finds a word in the model, and notes how explanations call it.
    private func feature(
        of word: String,
        in theirs: StoreReader,
        _ given: inout Given
    ) throws -> UInt32? {
        guard let id = try theirs.wordID(word).map(Feature.word(rowID:)) else { return nil }
        let own = try reader.wordID(word).map(Feature.word(rowID:))
        given.features[id] = own ?? (id | Self.flag)
        if own == nil { given.names[id | Self.flag] = word }
        return id
    }

    /// Mixes a ranking by one's own items with that of the model.
    func mixing(
        _ own: NextRanking?,
        _ theirs: NextRanking?,
        limit: Int,
        in reader: StoreReader
    ) throws -> Mixing {
        try Mixing(own: own, model: theirs, limit: limit) { tag in
            guard let key = try self.reader.tag(id: Int64(tag))?.key else { return nil }
            return try reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
        } ownTag: { tag in
            guard let key = try reader.tag(id: Int64(tag))?.key else { return nil }
            return try ownTag(key)
        }
    }

    /// Returns the own tag of a key or an alias.
    func ownTag(_ key: TagKey) throws -> UInt32? {
        if let id = resident?.tag(withKey: key.text) { return id }
        return try reader.target(of: key).flatMap { UInt32(exactly: $0.tag.id) }
    }

    /// Returns how much the own estimate counts.
    func share() throws -> Double {
        try reader.mixture(withModel: model.mark).share(saved: Int(reader.itemCount()))
    }
}
