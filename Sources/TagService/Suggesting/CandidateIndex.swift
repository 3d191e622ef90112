internal import Suggestions
internal import TagCore
internal import TagStore

/// The candidates for one query, fetched from SQLite, for a process too short-lived to load every tag.
struct CandidateIndex {
    let reader: StoreReader
    /// The maximum number of tags fetched for each kind of match.
    let limit: Int
    private var found: [Int64: StoreReader.FoundTag] = [:]

    init(reader: StoreReader, limit: Int) {
        self.reader = reader
        self.limit = limit
    }

    /// Returns the candidates for a typed text, or the most used tags without one.
    ///
    /// - Parameters:
    ///   - key: the typed text.
    ///   - favorites: tags that fit the evidence, which are always candidates.
    ///   - isWanted: whether the tag with a key is a candidate.
    /// - Returns: an index of the candidates.
    /// - Throws: SQLite's errors.
    mutating func index(
        for key: TagKey, favorites: [UInt32], where isWanted: (TagKey) throws -> Bool = { _ in true }
    ) throws -> CompletionIndex {
        add(try reader.found(favorites.map { Int64($0) }))
        if key.folded.isEmpty { add(try reader.tagsByUse(limit: limit)) } else { try addMatches(key) }
        found = try found.filter { try isWanted($0.value.tag.key) }
        return try index()
    }

    /// Returns the most used members of a set, and the given ones.
    mutating func index(ofMostUsedIn setID: Int64, favorites: [UInt32]) throws -> CompletionIndex {
        add(try reader.found(favorites.map { Int64($0) }))
        add(try reader.tagsByUse(ofSet: setID, limit: limit + favorites.count))
        return try index()
    }

    /// Returns the members of a set.
    mutating func index(ofSet setID: Int64) throws -> CompletionIndex {
        add(try reader.found(reader.members(ofSet: setID).map(\.tagID)))
        return try index()
    }

    /// Adds matches kind by kind, best first, until there are enough.
    private mutating func addMatches(_ key: TagKey) throws {
        let favorites = found.count
        let isOneTerm = TermQuery.isOneTerm(key.text)
        if !isOneTerm {
            let characters = TermQuery.requiredCharacters(of: key.text)
            add(try reader.tags(withCharacters: characters, limit: Self.scanLimit))
        }
        // SQLite compares keys without accents, so of the tags found, only a few may have the accents that were typed. The factor
        // of 20 is a margin, not a measured figure: it finds the accented tags as long as they are at least one in 20 by use.
        let limit = key.text == key.folded ? limit : limit * 20
        add(try reader.tags(beginningWith: key.folded, limit: limit))
        guard found.count - favorites < limit else { return }
        add(try reader.tags(withWordBeginning: key.folded, limit: limit))
        guard found.count - favorites < limit else { return }
        add(try reader.tags(containing: key.folded, limit: limit))
        add(try reader.tags(withAliasContaining: key.folded, limit: limit))
        guard found.count - favorites < limit else { return }
        if isOneTerm, key.folded.unicodeScalars.count > 1 {
            let characters = Set(key.folded.unicodeScalars)
            let tags = try reader.tags(withCharacters: characters, limit: Self.scanLimit)
            // To index a tag takes far longer than to compare it.
            add(tags.filter { TermQuery.hasLetters(of: key.folded, in: $0.tag.key.folded) })
        }
        guard CompletionQuery(key: key.text).canBeCorrected else { return }
        add(try reader.tags(like: key, limit: max(limit, 200)))
        // The use of a misspelled tag is compared with the most used tag.
        add(try reader.tagsByUse(limit: 1))
    }

    /// The number of most used tags that are compared with several terms, or for letters in order.
    private static let scanLimit = 5_000

    private mutating func add(_ tags: [StoreReader.FoundTag]) { for tag in tags { found[tag.tag.id] = tag } }

    private func index() throws -> CompletionIndex {
        CompletionIndex(
            try found.values.compactMap { tag in CompletionTag(tag, aliases: try reader.aliases(of: tag.tag.id)) })
    }
}

extension CompletionTag {
    /// Converts a tag of the store; `nil` if its identifier is out of range.
    init?(_ found: StoreReader.FoundTag, aliases: [AliasRow]) {
        guard let id = UInt32(exactly: found.tag.id), id < 1 << 31 else { return nil }
        self.init(
            id: id, key: found.tag.key.text, foldedKey: found.tag.key.folded, name: found.tag.name,
            aliases: aliases.map { Alias(key: $0.key.text, foldedKey: $0.key.folded) },
            weight: Self.weight(uses: found.uses, frecency: found.tag.frecency))
    }

    /// The frecency that orders tags with equal matches.
    ///
    /// Uses at an unknown time count as uses in 1970: they order tags among themselves, and never above tags
    /// that are known to have been used recently.
    static func weight(uses: Int64, frecency: Double?) -> Double {
        let undated = Frecency(uses: Double(uses), at: 0)?.seconds
        return StoredFrecency.sum(frecency, undated) ?? neverUsed
    }
}
