internal import Suggestions
internal import TagCore
internal import TagStore

/// Finding tags that are probably misspellings of others.
extension TagService {
    /// Finds near duplicates of existing tags, and of one another, among names of new tags.
    ///
    /// - Parameter names: the names; those of existing tags are left out, and of several spellings of one tag all but the first.
    /// - Returns: for each near duplicate the most similar tag, in the order of the names.
    /// - Throws: `TagServiceError.invalidName` for a name that no tag can have; SQLite's errors.
    /// - Complexity: for each of a few names about linear in the tags that begin with its first two letters; for many names
    ///   O(*n* log *n*) in the total length of all names.
    public func similarTags(to names: [String]) throws -> [SimilarTag] {
        let names = try names.map { try CheckedName($0, of: .tag(nil)) }
        return try store.read { reader in
            var known: Set<TagKey> = []
            let new = try names.filter {
                try known.insert($0.key).inserted && reader.target(of: $0.key) == nil
            }
            guard new.count <= Self.singleLookupLimit else {
                return try Self.similarTags(toMany: new, in: reader)
            }
            let own = Self.similarNames(among: new)
            return try new.indices.compactMap { place in
                try Self.similarTag(to: new[place], in: reader) ?? own[place]
            }
        }
    }

    /// The most names that are looked up one by one.
    private static let singleLookupLimit = 100

    /// Names without those of some tags, in any spelling.
    public static func removing(_ tags: [String], from names: [String]) -> [String] {
        let keys = Set(tags.map { TagKey($0) })
        return names.filter { !keys.contains(TagKey($0)) }
    }

    /// For each new name that is like an earlier one, the most similar of those.
    private static func similarNames(among names: [CheckedName]) -> [Int: SimilarTag] {
        let pairs = NearDuplicates(names.map(\.key.folded)).pairs
        return best(of: pairs.map { ($0.second, $0.first, $0.kind) })
            .reduce(into: [:]) { similar, found in
                similar[found.key] = SimilarTag(
                    tag: names[found.key].text,
                    other: names[found.value.other].text,
                    likeness: .init(found.value.kind)
                )
            }
    }

    /// Compares many names at once with all tags and with one another.
    private static func similarTags(
        toMany names: [CheckedName],
        in reader: StoreReader
    ) throws -> [SimilarTag] {
        var tags: [FoundTag] = []
        try reader.forEachFoundTag { tags.append($0) }
        tags.sort(by: isPreferred)
        // The new names stand first, since of too many pairs those of the first keys are kept.
        let keys = names.map(\.key.folded) + tags.map(\.tag.key.folded)
        let pairs = NearDuplicates(keys).pairs.filter { $0.first < names.count }
        let stored = best(
            of: pairs.filter { $0.second >= names.count }.map { ($0.first, $0.second, $0.kind) }
        )
        let own = similarNames(among: names)
        return names.indices.compactMap { place in
            guard let found = stored[place] else { return own[place] }
            return SimilarTag(
                tag: names[place].text,
                other: tags[found.other - names.count].tag.name,
                likeness: .init(found.kind)
            )
        }
    }

    /// For each key the one it is most like: by the kind of likeness, then the first one.
    private static func best(
        of pairs: [(key: Int, other: Int, kind: NearDuplicate)]
    ) -> [Int: (other: Int, kind: NearDuplicate)] {
        pairs.reduce(into: [:]) { best, pair in
            let rank = (pair.kind.rawValue, pair.other)
            if let found = best[pair.key], (found.kind.rawValue, found.other) <= rank { return }
            best[pair.key] = (pair.other, pair.kind)
        }
    }

    /// Finds pairs of tags that are near duplicates, the most used first, but those that are remembered as distinct.
    ///
    /// If thousands of tags are similar, only pairs of the most used ones are found and counted.
    ///
    /// - Complexity: O(*n* log *n*) in the total length of all names: some seconds for a million tags.
    public func similarTags(limit: Int = 50) throws -> SimilarTags {
        try store.read { reader in
            var tags: [FoundTag] = []
            try reader.forEachFoundTag { tags.append($0) }
            // Sorted so, the first tag of a pair is the one to keep, and pairs are found in the order of the result.
            tags.sort(by: Self.isPreferred)
            let duplicates = NearDuplicates(tags.map(\.tag.key.folded))
            let pairs = duplicates.pairs.sorted { left, right in
                left.first != right.first
                    ? left.first < right.first
                    : tags[left.second].tag.id < tags[right.second].tag.id
            }
            let distinct = Set(try reader.distinctPairs())
            let merges = Self.merges(
                of: pairs.filter {
                    !distinct.contains(DistinctPair(tags[$0.first].tag.id, tags[$0.second].tag.id))
                },
                tags
            )
            return SimilarTags(
                pairs: Array(merges.prefix(max(0, limit))),
                count: merges.count,
                isCountComplete: duplicates.isComplete
            )
        }
    }

    /// Which tag to merge into which, so that the merges can be made one after the other.
    ///
    /// No tag is merged twice, none into one that was merged before, and none that others were merged into.
    private static func merges(of pairs: [NearDuplicates.Pair], _ tags: [FoundTag]) -> [SimilarTag]
    {
        var merged: Set<Int> = []
        var kept: Set<Int> = []
        var merges: [SimilarTag] = []
        for pair in pairs {
            var (other, tag) = (pair.first, pair.second)
            if pair.kind == .letter {
                guard isLikelyTypo(tags[tag], of: tags[other]) else { continue }
                // Of spellings that are used alike the one that was there first is kept, not the shorter one.
                let isOlder = tags[tag].tag.id < tags[other].tag.id
                if tags[tag].uses == tags[other].uses, isOlder { swap(&tag, &other) }
            }
            guard !merged.contains(tag), !merged.contains(other), !kept.contains(tag) else {
                continue
            }
            merged.insert(tag)
            kept.insert(other)
            merges.append(
                SimilarTag(
                    tag: tags[tag].tag.name,
                    other: tags[other].tag.name,
                    likeness: .init(pair.kind)
                )
            )
        }
        return merges
    }

    /// Whether a tag one letter away from a commoner one is likely a misspelling: words that are both used are two words.
    private static func isLikelyTypo(_ tag: FoundTag, of commoner: FoundTag) -> Bool {
        tag.uses < 2 || commoner.uses / 10 >= tag.uses
    }

    private static func similarTag(
        to name: CheckedName,
        in reader: StoreReader
    ) throws -> SimilarTag? {
        let key = name.key
        let spellings = [
            key.folded, key.folded.replacing(" ", with: "-"),
            key.folded.replacing("-", with: " "), key.folded.replacing("_", with: " "),
            key.folded.filter { $0 != " " && $0 != "-" && $0 != "_" },
        ]
        let words = NearDuplicate.otherNumbers(of: key.folded) + spellings
        let candidates =
            try Set(words).flatMap { try reader.tags(folded: $0) }
            + reader.tagsNear(key)
        let found = candidates.compactMap { candidate in
            NearDuplicate(key.folded, candidate.tag.key.folded).map { (kind: $0, tag: candidate) }
        }
        let best = found.min { left, right in
            left.kind == right.kind
                ? isPreferred(left.tag, right.tag) : left.kind.rawValue < right.kind.rawValue
        }
        return best.map {
            SimilarTag(tag: name.text, other: $0.tag.tag.name, likeness: .init($0.kind))
        }
    }

    /// Whether the first of two tags is the one to keep: the more used, then the shorter, then the older.
    private static func isPreferred(_ left: FoundTag, _ right: FoundTag) -> Bool {
        if left.uses != right.uses { return left.uses > right.uses }
        let lengths = (left.tag.key.folded.utf8.count, right.tag.key.folded.utf8.count)
        return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.tag.id < right.tag.id
    }
}
