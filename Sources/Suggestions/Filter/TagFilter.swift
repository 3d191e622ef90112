internal import TagCore

/// A tag that a filter can find.
public protocol FilterableTag {
    /// The tag's name.
    var name: String { get }
    /// The names of its aliases.
    var aliases: [String] { get }
    /// How much and how lately it was used; greater comes first among tags that match alike.
    var weight: Double { get }
}

/// Filters a list of tags by what was typed, best match first.
///
/// A scan over the keys, packed into one row of bytes: 100,000 tags take a few milliseconds and need little preparation, and
/// every match is found, so that it can be counted and scrolled to. A query that extends the last one looks at that one's
/// matches only. Where only the best few of very many tags are wanted, ``CompletionIndex`` finds them by the same rules.
public struct TagFilter: Sendable {
    /// The number of tags.
    public private(set) var count = 0
    private var keys = PackedTexts()
    private var aliases = PackedTexts()
    /// For each key of an alias, the tag that it leads to.
    private var aliasTargets: [Int] = []
    private var ranking = TagRanking()

    /// A filter over no tags.
    public init() {}

    /// A filter over tags.
    ///
    /// - Complexity: linear in the names, and in the order of use O(n log n).
    public init(_ tags: some Sequence<some FilterableTag>) {
        for tag in tags {
            keys.append(keyOf: tag.name)
            for alias in tag.aliases {
                aliases.append(keyOf: alias)
                aliasTargets.append(count)
            }
            count += 1
        }
        ranking = TagRanking(weights: tags.map(\.weight))
    }

    /// Adds the tags of another filter at the end; keys that were made are not made again.
    ///
    /// - Complexity: linear in the tags.
    public mutating func append(_ other: TagFilter) {
        keys.append(other.keys)
        aliases.append(other.aliases)
        aliasTargets += other.aliasTargets.map { $0 + count }
        ranking.append(other.ranking)
        count += other.count
    }

    /// Says how well tags go with what is chosen.
    ///
    /// - Parameter affinities: the places of tags and their scores; of the others nothing is known.
    /// - Complexity: linear in the tags.
    public mutating func setAffinities(_ affinities: [(tag: Int, score: Double)]) {
        ranking.setAffinities(affinities)
    }

    /// The places of the tags that match, best first: a better kind of match always comes before a worse one.
    ///
    /// Misspelt queries are looked for where nothing else matches.
    /// - Parameters:
    ///   - text: what was typed, terms as fzf has them: see ``TermQuery``; nothing typed matches every tag, in its own order.
    ///   - earlier: the matches of a shorter beginning of the text, where they are known.
    ///   - withTypos: whether to look for misspelt queries.
    /// - Returns: places of tags, each once.
    /// - Complexity: linear in the keys.
    public func matches(
        _ text: String,
        among earlier: [Int]? = nil,
        withTypos: Bool = true
    ) -> [Int] {
        let query = TermQuery(text)
        guard !query.isEmpty else { return Array(0..<count) }
        // Only of a query without operators, what a longer one matches is among what it matches.
        let earlier = query.whole == nil ? nil : earlier
        var found = Array(repeating: [Int](), count: 2 * MatchKind.allCases.count)
        for tag in candidates(among: earlier) {
            guard let match = keys.match(query, at: tag) else { continue }
            found[2 * match.kind.rawValue + (match.ignoresAccents ? 1 : 0)].append(tag)
        }
        let certain = withAliases(found, query)
        return certain.isEmpty && withTypos ? misspelt(query.onlyPlainTerm) : certain
    }

    /// The tags to look at, the strongest first.
    private func candidates(among earlier: [Int]?) -> [Int] {
        // To put many into order again takes longer than to look at all.
        guard let earlier, aliases.count == 0, earlier.count < count / 8 else {
            return ranking.order
        }
        return ranking.sorted(earlier)
    }

    /// The tags found by their key, best kind first, with those found by an alias among them.
    private func withAliases(_ found: [[Int]], _ query: TermQuery) -> [Int] {
        guard aliases.count > 0 else { return Array(found.joined()) }
        var found = found
        var seen = Set(found.joined())
        for alias in 0..<aliases.count where aliases.match(query, at: alias) != nil {
            let tag = aliasTargets[alias]
            if seen.insert(tag).inserted { found[2 * MatchKind.alias.rawValue].append(tag) }
        }
        return Array(found.joined())
    }

    /// The tags that a misspelt query is near to, those with the fewest edits first.
    private func misspelt(_ query: FilterQuery?) -> [Int] {
        guard let query, Self.correctableLengths.contains(query.folded.count),
            let pattern = BitParallelDistance(query.folded)
        else { return [] }
        let bound = query.folded.count < 8 ? 1 : 2
        var found: [[Int]] = [[], [], []]
        // An edit takes one bit of the query away at most.
        for tag in 0..<count where keys.missingBits(of: query.signature, at: tag) <= bound {
            let edits = pattern.distance(toPrefixOf: keys.bytes(at: tag), atMost: bound)
            if let edits { found[edits].append(tag) }
        }
        return found.flatMap { ranking.sorted($0) }
    }

    /// The lengths in bytes of queries that are corrected: in shorter ones everything is near, longer ones are no names.
    private static let correctableLengths = 4...60

    /// The tag whose key is that of a text; nil where there is none.
    ///
    /// - Complexity: linear in the keys.
    public func tag(named text: String) -> Int? {
        let query = Array(TagKey(text).folded.utf8)
        guard !query.isEmpty else { return nil }
        return (0..<count).first { keys.bytes(at: $0).elementsEqual(query) }
    }
}
