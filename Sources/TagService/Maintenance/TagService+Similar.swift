internal import Suggestions
internal import TagCore
internal import TagStore

/// Finding tags that are probably misspellings of others.
extension TagService {
    /// Finds near duplicates of existing tags among names of new tags.
    ///
    /// - Parameter names: the names; the first 100 new ones are checked.
    /// - Returns: for each near duplicate the most similar tag.
    /// - Throws: SQLite's errors.
    /// - Complexity: for each name about linear in the tags that begin with its first two letters.
    public func similarTags(to names: [String]) throws -> [SimilarTag] {
        try store.read { reader in
            let names = try names.filter { try reader.target(of: TagKey($0)) == nil }
            var found: [SimilarTag] = []
            for (place, name) in names.prefix(100).enumerated() {
                // Two new names may be similar as well.
                let own = names[..<place].lazy.compactMap { Self.similarTag(to: $0, new: name) }
                if let similar = try Self.similarTag(to: name, in: reader) ?? own.first {
                    found.append(similar)
                }
            }
            return found
        }
    }

    /// Finds pairs of tags that are near duplicates, the most used first.
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
            let merges = Self.merges(of: pairs, tags)
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
                guard isLikelySlip(tags[tag], of: tags[other]) else { continue }
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
    private static func isLikelySlip(_ tag: FoundTag, of commoner: FoundTag) -> Bool {
        tag.uses < 2 || commoner.uses / 10 >= tag.uses
    }

    private static func similarTag(to other: String, new name: String) -> SimilarTag? {
        let (key, otherKey) = (TagKey(name), TagKey(other))
        guard key.text != otherKey.text else { return nil }
        return NearDuplicate(key.folded, otherKey.folded)
            .map { SimilarTag(tag: name, other: other, likeness: .init($0)) }
    }

    private static func similarTag(to name: String, in reader: StoreReader) throws -> SimilarTag? {
        let key = TagKey(name)
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
            SimilarTag(tag: name, other: $0.tag.tag.name, likeness: .init($0.kind))
        }
    }

    /// Whether the first of two tags is the one to keep: the more used, then the shorter, then the older.
    private static func isPreferred(_ left: FoundTag, _ right: FoundTag) -> Bool {
        if left.uses != right.uses { return left.uses > right.uses }
        let lengths = (left.tag.key.folded.utf8.count, right.tag.key.folded.utf8.count)
        return lengths.0 != lengths.1 ? lengths.0 < lengths.1 : left.tag.id < right.tag.id
    }
}
