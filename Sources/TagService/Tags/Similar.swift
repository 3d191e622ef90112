internal import Suggestions
internal import TagCore
internal import TagStore

/// Finding tags that are probably misspellings of others.
extension TagService.Tags {
    /// Finds names of new tags that are near duplicates of existing tags or of each other.
    ///
    /// ```swift
    /// try service.sets.addTags(["programming"])
    /// for pair in try service.tags.similar(to: ["programing"]) {
    ///     print(pair.tag, "is like", pair.other)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - names: the names. Names of existing tags and repeated names are ignored.
    ///   - findsAbbreviations: whether tags that a name abbreviates, or that abbreviate it, are also similar; for up to 100 names.
    /// - Returns: the most similar tag for each near duplicate, in the order of the names.
    /// - Throws: `TagServiceError.invalidName` for an invalid tag name; SQLite's errors.
    /// - Complexity: for up to 100 names, about linear in the number of tags that start with the same two letters; for more names,
    ///   O(*n* log *n*) in the total length of all names.
    public func similar(to names: [String], findsAbbreviations: Bool = false) throws -> [SimilarTag] {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try store.read { reader in
            var known: Set<TagKey> = []
            let new = try names.filter { try known.insert($0.key).inserted && reader.target(of: $0.key) == nil }
            guard new.count <= Self.singleLookupLimit else { return try Self.similarTags(toMany: new, in: reader) }
            let similarNew = Self.similarNames(among: new)
            return try new.indices.compactMap { place in
                if let similar = try Self.similarTag(to: new[place], in: reader) ?? similarNew[place] { return similar }
                return findsAbbreviations ? try Self.abbreviation(of: new[place], in: reader) : nil
            }
        }
    }

    /// The maximum number of names that are looked up one by one.
    private static let singleLookupLimit = 100

    /// Returns the most similar earlier name for each new name that resembles one.
    private static func similarNames(among names: [CheckedName]) -> [Int: SimilarTag] {
        let pairs = NearDuplicates(names.map(\.key.folded)).pairs
        return best(of: pairs.map { ($0.second, $0.first, $0.kind) })
            .reduce(into: [:]) { similar, found in
                similar[found.key] = SimilarTag(
                    tag: names[found.key].text, other: names[found.value.other].text, likeness: .init(found.value.kind))
            }
    }

    /// Compares many names with all tags and with each other in a single pass.
    private static func similarTags(toMany names: [CheckedName], in reader: StoreReader) throws -> [SimilarTag] {
        var tags: [StoreReader.FoundTag] = []
        try reader.forEachFoundTag { tags.append($0) }
        tags.sort(by: isPreferred)
        // The new names come first, because if there are too many pairs, only those of the first keys are kept.
        let keys = names.map(\.key.folded) + tags.map(\.tag.key.folded)
        let pairs = NearDuplicates(keys).pairs.filter { $0.first < names.count }
        let stored = best(of: pairs.filter { $0.second >= names.count }.map { ($0.first, $0.second, $0.kind) })
        let similarNew = similarNames(among: names)
        return names.indices.compactMap { place in
            guard let found = stored[place] else { return similarNew[place] }
            return SimilarTag(
                tag: names[place].text, other: tags[found.other - names.count].tag.name, likeness: .init(found.kind))
        }
    }

    /// Returns the best match of each key: by kind of similarity, then by position.
    private static func best(
        of pairs: [(key: Int, other: Int, kind: NearDuplicate)]
    ) -> [Int: (other: Int, kind: NearDuplicate)] {
        pairs.reduce(into: [:]) { best, pair in
            let rank = (pair.kind.rawValue, pair.other)
            if let found = best[pair.key], (found.kind.rawValue, found.other) <= rank { return }
            best[pair.key] = (pair.other, pair.kind)
        }
    }

    /// Finds pairs of tags that are near duplicates, most used first, except pairs recorded as distinct.
    ///
    /// If thousands of tags are similar, only pairs of the most used tags are found and counted.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of pairs.
    ///   - offset: the number of pairs to skip.
    /// - Returns: the pairs.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *n*) in the total length of all names. The result is kept until the next commit, but not for a caller
    ///   limited to some sets.
    public func similar(limit: Int = 50, offset: Int = 0) throws -> SimilarTags {
        var similar =
            store.isLimited
            ? try store.read { try Self.similarTags(in: $0) }
            : try service.similarTagCache.value(in: store) { try Self.similarTags(in: $0) }
        similar.pairs = Array(similar.pairs.dropFirst(max(0, offset)).prefix(max(0, limit)))
        return similar
    }

    /// Finds all near duplicates.
    private static func similarTags(in reader: StoreReader) throws -> SimilarTags {
        var tags: [StoreReader.FoundTag] = []
        try reader.forEachFoundTag { tags.append($0) }
        // In this order, the first tag of a pair is the tag to keep, and pairs are found in the order of the result.
        tags.sort(by: isPreferred)
        let duplicates = NearDuplicates(tags.map(\.tag.key.folded))
        let pairs = duplicates.pairs.sorted { left, right in
            left.first != right.first ? left.first < right.first : tags[left.second].tag.id < tags[right.second].tag.id
        }
        let distinct = Set(try reader.distinctPairs())
        let merges = Self.merges(
            of: pairs.filter { !distinct.contains(DistinctPair(tags[$0.first].tag.id, tags[$0.second].tag.id)) }, tags)
        return SimilarTags(pairs: merges, count: merges.count, isCountComplete: duplicates.isComplete)
    }

    /// Returns the merges that remove the near duplicates, which can be applied in any order.
    ///
    /// A tag is either merged once or kept, never both.
    private static func merges(of pairs: [NearDuplicates.Pair], _ tags: [StoreReader.FoundTag]) -> [SimilarTag] {
        var merged: Set<Int> = []
        var kept: Set<Int> = []
        var merges: [SimilarTag] = []
        for pair in pairs {
            var (other, tag) = (pair.first, pair.second)
            if pair.kind == .letter {
                guard isLikelyTypo(tags[tag], of: tags[other]) else { continue }
                // If both spellings are used equally, keep the older, even if the other is shorter.
                let isOlder = tags[tag].tag.id < tags[other].tag.id
                if tags[tag].uses == tags[other].uses, isOlder { swap(&tag, &other) }
            }
            guard !merged.contains(tag), !merged.contains(other), !kept.contains(tag) else { continue }
            merged.insert(tag)
            kept.insert(other)
            merges.append(SimilarTag(tag: tags[tag].tag.name, other: tags[other].tag.name, likeness: .init(pair.kind)))
        }
        return merges
    }

    /// Returns whether a tag one letter away from a more common tag is likely a misspelling, rather
    /// than a different word in regular use.
    private static func isLikelyTypo(_ tag: StoreReader.FoundTag, of common: StoreReader.FoundTag) -> Bool {
        tag.uses < 2 || common.uses / 4 >= tag.uses
    }

    private static func similarTag(to name: CheckedName, in reader: StoreReader) throws -> SimilarTag? {
        let key = name.key
        let spellings = [
            key.folded, key.folded.replacing(" ", with: "-"), key.folded.replacing("-", with: " "),
            key.folded.replacing("_", with: " "), key.folded.filter { $0 != " " && $0 != "-" && $0 != "_" },
        ]
        let words = NearDuplicate.otherNumbers(of: key.folded) + spellings
        var candidates = try Set(words).flatMap { try reader.tags(folded: $0) } + reader.tagsNear(key)
        // These are tags of all sets.
        if reader.isLimited { candidates = try candidates.filter { try reader.target(of: $0.tag.key) != nil } }
        let found = candidates.compactMap { candidate in
            NearDuplicate(key.folded, candidate.tag.key.folded).map { (kind: $0, tag: candidate) }
        }
        let best = found.min { left, right in
            left.kind == right.kind ? isPreferred(left.tag, right.tag) : left.kind.rawValue < right.kind.rawValue
        }
        return best.map { SimilarTag(tag: name.text, other: $0.tag.tag.name, likeness: .init($0.kind)) }
    }

    /// Returns the tag that a name abbreviates, or that abbreviates it; the preferred one of several.
    ///
    /// - Complexity: linear in the tags that begin with the same letter.
    private static func abbreviation(of name: CheckedName, in reader: StoreReader) throws -> SimilarTag? {
        let start = TagAbbreviation.start(of: name.key.folded)
        var best: (tag: StoreReader.FoundTag, kind: SimilarTag.Likeness)?
        for tag in try reader.tags(foldedPrefix: start) {
            guard best.map({ isPreferred(tag, $0.tag) }) ?? true,
                let kind = TagAbbreviation(new: name.text, of: tag.tag.name).flatMap({ SimilarTag.Likeness($0) }),
                try !reader.isLimited || reader.target(of: tag.tag.key) != nil
            else { continue }
            best = (tag, kind)
        }
        return best.map { SimilarTag(tag: name.text, other: $0.tag.tag.name, likeness: $0.kind) }
    }

    /// Returns whether the first of two tags is preferred: the more used, then the shorter, then
    /// the older.
    private static func isPreferred(_ left: StoreReader.FoundTag, _ right: StoreReader.FoundTag) -> Bool {
        if left.uses != right.uses { return left.uses > right.uses }
        let lengths = (left.tag.key.folded.utf8.count, right.tag.key.folded.utf8.count)
        return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.tag.id < right.tag.id
    }
}

/// A tag that is probably a misspelling of another.
public struct SimilarTag: Hashable, Sendable, Codable {
    /// The kind of similarity between two tags.
    public enum Likeness: String, Sendable, Codable, CaseIterable {
        /// The tags differ only in accents.
        case accents
        /// The tags differ only in spaces, hyphens, underscores and dots.
        case spacing
        /// One tag is the English plural of the other.
        case plural
        /// One letter is missing, added or different, or two letters are swapped.
        case letter
        /// One tag consists of the first letters of the other's words.
        case initials
        /// One tag is the other with a number in place of the letters left out, as `k8s`.
        case numeronym

        /// Whether one tag abbreviates the other, which is often intended.
        public var isAbbreviation: Bool { self == .initials || self == .numeronym }

        /// The similarity as a phrase: `one letter away`.
        public var words: String {
            switch self {
            case .accents: "the same except for accents"
            case .spacing: "the same except for spaces or hyphens"
            case .plural: "its plural or singular"
            case .letter: "one letter away"
            case .initials: "one is the other's initials"
            case .numeronym: "one is the other's first and last letters"
            }
        }
    }

    /// The new tag, or the less used of two existing tags.
    public var tag: String
    /// The existing tag that ``tag`` resembles.
    public var other: String
    /// The kind of similarity.
    public var likeness: Likeness
}

/// The pairs of similar tags in a database.
public struct SimilarTags: Hashable, Sendable, Codable {
    /// The pairs with the most used tags, most used first.
    public var pairs: [SimilarTag]
    /// The number of pairs found.
    public var count: Int
    /// Whether `count` includes all pairs; the search stops if there are very many.
    public var isCountComplete: Bool
}

extension SimilarTag.Likeness {
    init(_ kind: NearDuplicate) {
        switch kind {
        case .marks: self = .accents
        case .separators: self = .spacing
        case .plural: self = .plural
        case .letter: self = .letter
        }
    }

    /// The likeness of an abbreviation; `nil` for another spelling.
    fileprivate init?(_ abbreviation: TagAbbreviation) {
        switch abbreviation {
        case .spelling: return nil
        case .initials: self = .initials
        case .numeronym: self = .numeronym
        }
    }
}
