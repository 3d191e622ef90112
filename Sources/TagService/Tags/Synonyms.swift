internal import Suggestions
internal import TagCore
internal import TagStore

/// Finding tags that mean the same.
extension TagService.Tags {
    /// Finds pairs of tags that seem to mean the same, except pairs recorded as distinct.
    ///
    /// A pair is found because one name abbreviates or respells the other, or because the words of their items are alike. Tags
    /// that often occur in the same item are never a pair: people who use both mean two things.
    ///
    /// ```swift
    /// try service.sets.addTags(["k8s", "kubernetes"])
    /// print(try service.tags.synonyms().pairs.map(\.kind))  // [.numeronym]
    /// ```
    ///
    /// - Parameters:
    ///   - limit: the maximum number of pairs.
    ///   - offset: the number of pairs to skip.
    /// - Returns: the pairs; none for a caller limited to some sets.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the words of up to 50,000 items and in the names of all tags, plus the number of tags with a word in
    ///   common for each of up to 5,000 tags. The result is kept until the next commit.
    public func synonyms(limit: Int = 50, offset: Int = 0) throws -> Synonyms {
        guard !store.isLimited else { return Synonyms(pairs: [], count: 0) }
        let all = try service.synonymCache.value(in: store) { try SynonymSearch($0).pairs() }
        return Synonyms(pairs: Array(all.dropFirst(max(0, offset)).prefix(max(0, limit))), count: all.count)
    }
}

/// A search for tags that mean the same, in one snapshot of a database.
private struct SynonymSearch {
    /// The minimum likeness of a pair whose names don't show that they mean the same.
    ///
    /// Chosen on eight collections, of which all pairs were read: from here on, 6 of 7 pairs of tags with enough items mean the same.
    /// The README of Benchmarks/Suggestions has the figures by collection, and `cleaning.py` there prints the pairs.
    private static let leastLikeness = 0.34
    /// The minimum number of items of a tag whose words are compared.
    ///
    /// Of the pairs in the same collections with a tag of 3 items, 0 of 2 mean the same.
    private static let leastUses = 4
    /// The maximum number of tags whose words are compared, most used first.
    private static let comparedTags = 5_000
    /// The maximum number of items that are read, newest first.
    private static let readItems = 50_000
    /// The maximum number of pairs that are kept.
    private static let pairLimit = 10_000
    /// Tags are often in the same item if more than one in this many items of the rarer tag has both.
    private static let oftenTogether = 10

    private let reader: StoreReader
    private let tags: [StoreReader.FoundTag]
    private let distinct: Set<DistinctPair>
    /// The numbers of items by tag.
    private let uses: [Int64: Int]

    init(_ reader: StoreReader) throws {
        self.reader = reader
        var tags: [StoreReader.FoundTag] = []
        try reader.forEachFoundTag { tags.append($0) }
        // The more used tag of a pair comes first, then the longer: an abbreviation is merged into the name.
        let uses = try reader.tagUses(least: 1)
        tags.sort { left, right in
            let counts = (uses[left.tag.id] ?? 0, uses[right.tag.id] ?? 0)
            if counts.0 != counts.1 { return counts.0 > counts.1 }
            let lengths = (left.tag.name.utf8.count, right.tag.name.utf8.count)
            return lengths.0 != lengths.1 ? lengths.0 > lengths.1 : left.tag.id < right.tag.id
        }
        self.tags = tags
        self.uses = uses
        distinct = Set(try reader.distinctPairs())
    }

    func pairs() throws -> [SynonymPair] {
        var known: Set<DistinctPair> = distinct
        var pairs: [SynonymPair] = []
        for found in TagAbbreviations(tags.map(\.tag.name)).pairs.prefix(Self.pairLimit) {
            let kind = SynonymPair.Kind(found.kind)
            guard let pair = try pair(found.first, found.second, kind, unless: &known) else { continue }
            pairs.append(pair)
        }
        let first = try reader.firstItemWithWords(ofNewest: Self.readItems)
        for found in try profiles(from: first).pairs(least: Self.leastLikeness) {
            guard var pair = try pair(found.first, found.second, .words, unless: &known) else { continue }
            pair.likeness = (found.likeness * 10_000).rounded() / 10_000
            pair.words = try reader.words(numbered: found.words)
            pairs.append(pair)
        }
        return Array(pairs.prefix(Self.pairLimit))
    }

    /// Returns a pair of tags, unless they are known already or often occur in the same item.
    private func pair(
        _ first: Int, _ second: Int, _ kind: SynonymPair.Kind, unless known: inout Set<DistinctPair>
    ) throws -> SynonymPair? {
        let (common, rare) = (tags[first], tags[second])
        guard known.insert(DistinctPair(common.tag.id, rare.tag.id)).inserted else { return nil }
        let keys = (common.tag.key.text, rare.tag.key.text)
        guard !TagPath.isKey(keys.0, below: keys.1), !TagPath.isKey(keys.1, below: keys.0) else { return nil }
        let uses = uses[rare.tag.id] ?? 0
        let together = uses == 0 ? 0 : try reader.itemCount(with: rare.tag.id, and: common.tag.id)
        // A single item with both may be a slip, unless it's the only one.
        let isOften =
            kind == .words || together > 1 ? together * Self.oftenTogether > uses : together > 0 && together == uses
        guard !isOften else { return nil }
        return SynonymPair(
            tag: rare.tag.name, uses: uses, other: common.tag.name, otherUses: self.uses[common.tag.id] ?? 0,
            kind: kind, together: together, likeness: nil, words: [])
    }

    private func profiles(from first: Int64) throws -> WordProfiles {
        let compared = tags.prefix(Self.comparedTags).prefix { uses[$0.tag.id] ?? 0 >= Self.leastUses }
            .compactMap { UInt32(exactly: $0.tag.id) }
        let counts = try reader.wordCounts()
        var profiles = WordProfiles(tags: compared, items: Int(try reader.taggedItemCount()), wordCounts: counts)
        guard compared.count > 1 else { return profiles }
        try reader.forEachTaggedItem(from: first) { _, words, tags in
            profiles.add(words: words.map(\.number), weights: words.weights, tags: tags)
        }
        return profiles
    }
}

/// Two tags that seem to mean the same, with the evidence.
///
/// ```swift
/// for pair in try service.tags.synonyms().pairs { print(pair.tag, "may mean", pair.other) }
/// ```
public struct SynonymPair: Hashable, Sendable, Codable {
    /// The reason why two tags seem to mean the same.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The names are equal without spaces, signs, accents and English plurals.
        case spelling
        /// One name consists of the first letters of the other's words.
        case initials
        /// One name is the other with the number of the letters left out in their place, such as `i18n`.
        case numeronym
        /// The tags' items have the same words.
        case words

        /// The reason as a phrase.
        public var phrase: String {
            switch self {
            case .spelling: "the same except for spaces, signs or plural"
            case .initials: "its initials"
            case .numeronym: "its first and last letters"
            case .words: "items with the same words"
            }
        }
    }

    /// The less used of the two tags.
    public var tag: String
    /// The number of items with ``tag``.
    public var uses: Int
    /// The more used tag, into which the other can be merged.
    public var other: String
    /// The number of items with ``other``.
    public var otherUses: Int
    /// The reason.
    public var kind: Kind
    /// The number of items with both tags.
    public var together: Int
    /// How alike the words of the tags' items are, from 0 to 1; `nil` if the names are the reason.
    public var likeness: Double?
    /// The words that the tags' items share, most telling first; empty if the names are the reason.
    public var words: [String]
}

/// The pairs of tags in a database that seem to mean the same.
public struct Synonyms: Hashable, Sendable, Codable {
    /// The pairs: by name with the most used tags first, then by the words of their items, most alike first.
    public var pairs: [SynonymPair]
    /// The number of pairs found.
    public var count: Int
}

extension SynonymPair.Kind {
    init(_ abbreviation: TagAbbreviation) {
        switch abbreviation {
        case .spelling: self = .spelling
        case .initials: self = .initials
        case .numeronym: self = .numeronym
        }
    }
}
