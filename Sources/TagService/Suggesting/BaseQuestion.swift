internal import Suggestions
internal import TagCore
internal import TagStore

/// A question to a base beside one's own saved selections.
struct BaseQuestion {
    let base: Base
    /// One's own database.
    let reader: StoreReader
    /// Every own tag, where the process holds them in memory.
    let resident: CompletionIndex?

    /// What is given, as both know it.
    struct Given {
        /// The tags and words that are given, by their identifiers in the base.
        var tags: [UInt32] = []
        var words: [UInt32] = []
        /// The other words of a text.
        var text: [TextWord] = []
        /// How explanations call them: as one's own where one has them.
        var features: [UInt32: UInt32] = [:]
        /// The names of those that one has not.
        var names: [UInt32: String] = [:]
        /// The given names that are tags of the base.
        var known: Set<String> = []
    }

    /// Marks the identifier of a given tag or word that only the base has; one's own never get as high.
    private static let flag: UInt32 = 1 << 30

    /// Finds what is given in the base.
    func given(_ names: [String], label: String, in theirs: StoreReader) throws -> Given {
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
        let label = TextWords(label)
        for word in label.title {
            if let id = try feature(of: word, in: theirs, &given) { given.words.append(id) }
        }
        for (word, count) in label.others {
            guard let id = try feature(of: word, in: theirs, &given) else { continue }
            given.text.append(TextWord(id, count: count))
        }
        return given
    }

    /// Finds a word in the base, and notes how explanations call it.
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

    /// Mixes a ranking by one's own saved selections with that of the base.
    func mixing(
        _ own: NextRanking?,
        _ theirs: NextRanking?,
        limit: Int,
        in reader: StoreReader
    ) throws -> Mixing {
        try Mixing(own: own, base: theirs, limit: limit) { tag in
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
        try reader.mixture(withBase: base.mark).share(saved: Int(reader.savedSelectionCount()))
    }
}
